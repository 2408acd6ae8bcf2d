"""Payload checks: every field type, right and wrong."""

from collections.abc import Iterable
from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from fsm import Engine, Flow, Kind, Move, Refusal, State
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
    assert answer.kind is Kind.MALFORMED
    assert answer.message.startswith(f"post needs {next(iter(wrong))} to be ")
