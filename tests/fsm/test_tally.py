"""Counting, adding up, and what is read from a histogram."""

from collections import Counter
from enum import Enum
from statistics import mean, median_low
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.tally import COUNTERS, Tally, label, spread


@given(st.lists(st.integers(0, 50), min_size=1))
def test_a_spread_says_what_the_list_says(values: list[int]) -> None:
    found = spread(Counter(values))

    assert found is not None
    assert found.mean == pytest.approx(mean(values))
    assert (found.least, found.median, found.most) == (min(values), median_low(values), max(values))
    assert sum(value <= found.ninth_tenth for value in values) >= 0.9 * len(values)
    assert sum(value < found.ninth_tenth for value in values) < 0.9 * len(values)


def test_nothing_has_no_spread() -> None:
    assert spread({}) is None


def test_every_counter_is_added() -> None:
    """No field of a tally is forgotten when batches are added up."""

    def filled(games: int, moves: int, **counts: int) -> Tally:
        counters: dict[str, Any] = {name: Counter(counts) for name in COUNTERS}
        return Tally(games, moves, **counters)

    total = filled(1, 2, a=1)
    total.add(filled(10, 20, a=5, b=2))

    assert total == filled(11, 22, a=6, b=2)
    assert {"games", "moves", *COUNTERS} == set(Tally.__struct_fields__)


class Side(Enum):
    NORTH = "north"


class Result(msgspec.Struct, frozen=True):
    winner: Side | None
    reason: str
    points: tuple[int, ...] = ()


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("a draw", "a draw"),
        (Side.NORTH, "north"),
        (Result(Side.NORTH, "target reached", (81, 162)), "winner north, reason target reached"),
        (Result(None, "abandoned"), "winner null, reason abandoned"),
        ([1, 2], "[1,2]"),
        (None, "null"),
    ],
)
def test_an_outcome_is_counted_by_one_line(outcome: object, words: str) -> None:
    assert label(outcome) == words
