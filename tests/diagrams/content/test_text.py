"""Text on its way into a picture."""

import re

from hypothesis import given
from hypothesis import strategies as st

from diagrams.content.text import clean, safe_id, short, wrapped

any_text = st.text(st.characters())


@given(any_text)
def test_clean_text_is_one_printable_line(text: str) -> None:
    found = clean(text)

    assert found.encode() == found.encode("utf-8", "replace")
    assert found == found.strip()
    assert "\n" not in found
    assert not any(ord(character) < 32 or 0xD800 <= ord(character) <= 0xDFFF for character in found)


def test_clean_text_cannot_turn_the_reading_direction_around() -> None:
    assert clean("a\u202eb") == "a\N{REPLACEMENT CHARACTER}b"


def test_plain_text_stays_as_it_is() -> None:
    assert clean("Draw phase – 42 ♠") == "Draw phase – 42 ♠"


@given(any_text)
def test_short_text_is_short(text: str) -> None:
    assert len(short(text, 20)) <= 20


@given(st.text(st.sampled_from("ab _")), st.integers(1, 30))
def test_wrapping_loses_nothing_but_spaces_and_keeps_the_width(text: str, width: int) -> None:
    lines = wrapped(clean(text), width)

    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(len(line) <= width for line in lines)


def test_lines_break_at_spaces_first_and_at_underscores_only_in_long_words() -> None:
    assert wrapped("[card_is_in_hand and card_may_be_toggled]", 28) == ["[card_is_in_hand and", "card_may_be_toggled]"]
    assert wrapped("a_very_long_name_of_a_guard", 12) == ["a_very_long_", "name_of_a_", "guard"]


@given(any_text)
def test_ids_are_plain(text: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_.-]+", safe_id(text))


@given(any_text, any_text)
def test_different_names_have_different_ids(one: str, other: str) -> None:
    assert (safe_id(one) == safe_id(other)) == (one == other)
