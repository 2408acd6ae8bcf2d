"""The texts below fields."""

import msgspec

from games.uno import Settings
from phasebook.syncing.docstrings import field_docstrings


class Base(msgspec.Struct):
    """A class."""

    first: int = 1
    """From the base."""
    second: int = 2
    """Said twice."""


class Derived(Base):
    """A class made from another."""

    second: int = 3
    """Said
    again."""
    third: int = 4
    plain = 5
    """Not only annotated."""


def test_a_text_below_a_field_is_found_in_one_line() -> None:
    assert field_docstrings(Derived) == {
        "first": "From the base.",
        "second": "Said again.",
        "plain": "Not only annotated.",
    }


def test_the_settings_of_a_game_have_them() -> None:
    assert field_docstrings(Settings)["force_play"] == "A player who can play must not draw."


def test_a_class_that_is_written_nowhere_has_none() -> None:
    assert field_docstrings(msgspec.defstruct("Made", [("first", int)])) == {}
    assert field_docstrings(int) == {}
