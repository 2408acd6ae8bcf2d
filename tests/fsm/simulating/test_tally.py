"""Counting, adding up, and what is read from a histogram."""

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from random import Random
from statistics import mean, median_low
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.simulating.tally import COUNTERS, Failure, SettingsMet, Tally, label, plain, scores_of, spread


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
        return Tally(games, moves, settings_met=SettingsMet(counts), **counters)

    total = filled(1, 2, a=1)
    total.add(filled(10, 20, a=5, b=2))

    assert total == filled(11, 22, a=6, b=2)
    assert {"games", "moves", "settings_met", "failure", *COUNTERS} == set(Tally.__struct_fields__)


@given(st.lists(st.integers(0, 50), unique=True), st.randoms())
def test_the_first_failure_is_the_same_in_whichever_order_batches_come(numbers: list[int], chance: Random) -> None:
    chance.shuffle(numbers)
    total = Tally()
    for number in numbers:
        total.add(Tally())
        total.add(Tally(failure=Failure(number, "stuck", "here", 3, "Nothing is legal.", "")))

    assert (total.failure.game if total.failure else None) == min(numbers, default=None)


class Side(Enum):
    NORTH = "north"


class Result(msgspec.Struct, frozen=True):
    winner: Side | None
    reason: str
    points: tuple[int, ...] = ()


class Shared(msgspec.Struct, frozen=True):
    winners: tuple[int, ...]
    scores: tuple[int, ...] = ()


class Pair(NamedTuple):
    winner: int
    totals: dict[str, int]


@dataclass(frozen=True)
class Nested:
    result: Result
    was_close: bool


class Mute: ...


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("a draw", "a draw"),
        (Side.NORTH, "north"),
        (3, "3"),
        (0.5, "0.5"),
        (True, "yes"),
        (Result(Side.NORTH, "target reached", (81, 162)), "winner north, reason target reached"),
        (Result(None, "abandoned"), "winner none, reason abandoned"),
        (Shared((0, 2), (5, 3, 5)), "winners 0 and 2"),
        (Shared((), (5, 3, 5)), "winners none"),
        (Pair(1, {"north": 3, "south": 5}), "winner 1"),
        (Nested(Result(Side.NORTH, "tricks"), was_close=True), "result (winner north, reason tricks), was_close yes"),
        ({"winner": 2, "scores": [1, 2]}, "winner 2"),
        ({"scores": [1, 2]}, "finished"),
        ({"scores": ["much", "little"]}, "scores much and little"),
        ([1, 2], "1 and 2"),
        ((), "none"),
        (((0, 2), (1, 3)), "(0 and 2) and (1 and 3)"),
        (frozenset({"west", "east"}), "east and west"),
        (None, "none"),
        (Mute(), "Mute"),
    ],
)
def test_an_outcome_is_counted_by_one_line(outcome: object, words: str) -> None:
    assert label(outcome) == words


@pytest.mark.parametrize(
    ("outcome", "scores"),
    [
        (Shared((0,), (5, 3)), [("scores 0", 5), ("scores 1", 3)]),
        (Result(None, "", (1, 2)), [("points 0", 1), ("points 1", 2)]),
        (Pair(1, {"north": 3, "south": 5}), [("totals north", 3), ("totals south", 5)]),
        ({"returns": [0.5, -0.5]}, [("returns 0", 0.5), ("returns 1", -0.5)]),
        ({"scores": "12"}, []),
        ({"scores": [None, 2]}, []),
        ({"scores": [float("nan"), 2]}, []),
        ((5, 3), []),
        (None, []),
        ("x wins", []),
    ],
)
def test_scores_are_the_numbers_in_a_field_that_is_called_so(outcome: object, scores: list[Any]) -> None:
    assert list(scores_of(outcome)) == scores


def test_a_number_is_written_in_one_way() -> None:
    """Otherwise the order of batches would decide between 1 and 1.0."""
    found = [plain(number) for number in (1, 1.0, True, -0.0, 0.5, -(10.0**20))]

    assert found == [1, 1, 1, 0, 0.5, -(10**20)]
    assert [type(number) for number in found] == [int, int, int, int, float, int]


def test_scores_need_not_be_whole() -> None:
    found = spread({0.5: 2, -0.5: 2})

    assert found is not None
    assert (found.mean, found.least, found.most) == (0, -0.5, 0.5)
