"""Payload checks: every field type, right and wrong."""

from collections.abc import Iterable
from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from fsm import Engine, Flow, Move, Refusal, RefusalKind, State
from fsm.compiler.payload import complaint
from tests.fsm.samples import Purse, new_purse


class Suit(Enum):
    HEARTS = "hearts"
    SPADES = "spades"


class Send(Move, tag="post"):
    number: int = 0
    text: str = ""
    flag: bool = False
    suit: Suit = Suit.HEARTS
    maybe: Suit | None = None
    several: tuple[int, ...] = ()
    choice: Literal["a", "b"] = "a"
    small: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Send"]:
        return [cls()]


class Post(Flow):
    here = State(initial=True)
    post = here.to(here)


engine = Engine(Post, moves=(Send,), new=new_purse)


@pytest.mark.parametrize(
    "right",
    [{}, {"number": -5}, {"suit": Suit.SPADES}, {"maybe": Suit.SPADES}, {"maybe": None}, {"several": (1, 2)},
     {"choice": "b"}, {"small": 9}],
)  # fmt: skip
def test_a_right_payload_is_accepted(right: dict[str, Any]) -> None:
    assert not isinstance(engine.step(engine.start(), Send(**right)), Refusal)


@pytest.mark.parametrize(
    "wrong",
    [{"number": "1"}, {"number": True}, {"number": None}, {"text": 1}, {"flag": 1}, {"suit": "hearts"}, {"maybe": "x"},
     {"several": [1, 2]}, {"several": ("x",)}, {"choice": "c"}, {"choice": None}, {"small": 10}, {"several": object()}],
)  # fmt: skip
def test_a_wrong_payload_is_refused_by_name(wrong: dict[str, Any]) -> None:
    answer = engine.step(engine.start(), Send(**wrong))

    assert isinstance(answer, Refusal)
    assert answer.kind is RefusalKind.MALFORMED
    assert answer.message.startswith(f"post needs {next(iter(wrong))} to be ")


class Limited(Move):
    """Fields whose types say more than their class does."""

    small: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    maybe: Annotated[int, msgspec.Meta(ge=0)] | None = None
    word: Annotated[str, msgspec.Meta(min_length=1, max_length=3)] = "a"
    several: tuple[Annotated[int, msgspec.Meta(gt=0)], ...] = ()
    choice: Literal["a", "b"] = "a"
    plain: Annotated[int, "just a remark"] = 0

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Limited"]:
        return [cls()]


class Office(Flow):
    here = State(initial=True)
    limited = here.to(here)


office = Engine(Office, moves=(Limited,), new=new_purse)


@pytest.mark.parametrize(
    "right",
    [{"small": 0}, {"small": 9}, {"maybe": None}, {"maybe": 0}, {"word": "abc"}, {"several": (1, 2)}, {"plain": -1}],
)
def test_what_an_annotation_allows_is_accepted(right: dict[str, Any]) -> None:
    assert complaint(Limited(**right)) == {}
    assert not isinstance(office.step(office.start(), Limited(**right)), Refusal)


@pytest.mark.parametrize(
    ("wrong", "wanted"),
    [
        ({"small": 10}, "int (ge=0, le=9)"),
        ({"small": -1}, "int (ge=0, le=9)"),
        ({"small": True}, "int (ge=0, le=9)"),
        ({"small": None}, "int (ge=0, le=9)"),
        ({"maybe": -1}, "int (ge=0) | None"),
        ({"maybe": "0"}, "int (ge=0) | None"),
        ({"word": ""}, "str (min_length=1, max_length=3)"),
        ({"word": "abcd"}, "str (min_length=1, max_length=3)"),
        ({"several": (1, 0)}, "tuple[int (gt=0), ...]"),
        ({"several": [1]}, "tuple[int (gt=0), ...]"),
        ({"choice": "c"}, "one of 'a', 'b'"),
        ({"plain": "0"}, "int ('just a remark')"),
    ],
)
def test_what_an_annotation_forbids_is_refused_with_its_limits(wrong: dict[str, Any], wanted: str) -> None:
    ((name, value),) = wrong.items()
    answer = office.step(office.start(), Limited(**wrong))

    assert isinstance(answer, Refusal)
    assert answer.kind is RefusalKind.MALFORMED
    assert answer.message == f"limited needs {name} to be {wanted}, not {value!r}."
