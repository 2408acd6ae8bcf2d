"""Two sides: differences game by game, against an independent calculation, and as often right as they say."""

from typing import Any

import numpy
import pytest
from scipy import stats

from fsm import PhasebookError
from fsm.errors import SimulationError
from fsm.simulate import Comparison, Difference, Processes, Side, compare, runner, simulate
from fsm.simulating.comparing import quantity
from tests.fsm.coin import engine as coin
from tests.fsm.race import engine as race
from tests.fsm.simulating.strange_policies import fails_late
from tests.fsm.tictactoe import engine as tictactoe

COIN = "tests.fsm.coin:engine"
CROOKED: Side = {"settings": {"preset": "crooked"}}


def of(found: Comparison, measure: str) -> Difference:
    return next(one for one in found.differences if one.measure == measure)


def test_both_sides_are_as_if_they_were_simulated_alone() -> None:
    found = compare(coin, 120, seed=5, second=CROOKED)

    assert found.first == simulate(coin, 120, seed=5)
    assert found.second == simulate(coin, 120, seed=5, **CROOKED)
    assert (found.games, found.is_complete) == (120, True)


def test_differences_are_those_of_each_pair_of_games() -> None:
    """Played again one by one, and worked out by scipy."""
    fast: Side = {"policy": "first", "max_moves": 500}
    found = of(compare(race, 80, seed=2, second=fast), "moves a game")
    first, second = runner(race, seed=2), runner(race, seed=2, **fast)
    lengths = [[len(side.session(number).log) for number in range(80)] for side in (first, second)]
    more = numpy.subtract(lengths[1], lengths[0])
    low, high = stats.t.interval(0.95, 79, more.mean(), stats.sem(more))

    assert (found.pairs, found.first, found.second) == (
        80,
        float(numpy.mean(lengths[0])),
        float(numpy.mean(lengths[1])),
    )
    assert found.more.mean == pytest.approx(more.mean())
    assert (found.more.low, found.more.high) == pytest.approx((low, high), rel=1e-4)


def test_a_pair_shares_its_luck() -> None:
    """The same throw decides both games: only those between the odds differ, and nobody who would win loses."""
    found = compare(coin, 500, seed=1, second=CROOKED)

    assert set(found.changes["scores 0"]) == {0}, "the dice fall as they fell"
    assert of(found, "wins of seat 0").more.count == 500
    assert sum(map(abs, found.changes["returns of seat 0"])) == 4
    interval = of(found, "wins of seat 0").more
    assert interval.low is not None
    assert interval.high is not None
    assert interval.high - interval.low < 0.75 * 2 * 1.96 * (0.5 / 500) ** 0.5, "as games that share nothing would have"


def test_a_difference_says_whether_it_is_clear_of_chance() -> None:
    same = of(compare(coin, 100, second={"policy": "first"}), "wins of seat 0")
    fewer = of(compare(race, 60, second={"max_moves": 5}), "moves a game")
    more = of(compare(race, 60, first={"max_moves": 5}, second={}), "moves a game")
    one = of(compare(race, 1, second={"max_moves": 5}), "moves a game")

    assert not same.is_clear
    assert same.sentence.startswith("Not clear of chance")
    assert fewer.is_clear
    assert fewer.sentence.startswith("Clear of chance: the second side has ")
    assert fewer.sentence.endswith(" less.")
    assert more.sentence.endswith(" more.")
    assert of(compare(coin, 9, second={"policy": "first"}), "moves a game").sentence == "The same in every game."
    assert one.sentence == "One pair of games says nothing about the next."


def test_measures_come_in_the_order_that_people_ask_in() -> None:
    found = compare(coin, 5, second=CROOKED)

    assert [one.measure for one in found.differences] == [
        "moves a game",
        "wins of seat 0",
        "wins of seat 1",
        "returns of seat 0",
        "returns of seat 1",
        "scores 0",
        "scores 1",
    ]


def test_what_only_one_side_has_is_not_compared() -> None:
    found = compare(race, 10, second={"max_moves": 3})

    assert [one.measure for one in found.differences] == ["moves a game"]


def test_19_of_20_comparisons_hold_the_true_difference() -> None:
    """Who tosses wins 70 instead of 50 of 100, so both seats win as often as before: the true difference is 0."""
    found = [of(compare(coin, 25, seed=seed, second=CROOKED), "wins of seat 0").more for seed in range(80)]
    hits = sum(one.low is not None and one.high is not None and one.low <= 0 <= one.high for one in found)

    assert 0.88 <= hits / 80 <= 1


@pytest.mark.parametrize("batch", [None, 7])
def test_any_workers_find_the_same(batch: int | None) -> None:
    alone = compare(COIN, 60, seed=3, second=CROOKED)

    assert compare(COIN, 60, seed=3, second=CROOKED, batch=batch) == alone
    assert compare(COIN, 60, seed=3, second=CROOKED, batch=batch, workers=Processes(2)) == alone


def test_wrong_sides_are_found_before_anything_is_played() -> None:
    sides: list[tuple[Any, str]] = [
        ({"settings": {"colour": 1}}, "has no setting 'colour'"),
        ({"policy": "clever"}, "There is no policy"),
        ({"max_moves": 0}, "must be at least 1"),
    ]
    for side, sentence in sides:
        with pytest.raises(PhasebookError, match=sentence):
            compare(coin, 5, second=side)


def test_what_was_counted_before_it_failed_is_kept() -> None:
    with pytest.raises(SimulationError, match="the policy raised") as caught:
        compare(tictactoe, 5, batch=1, second={"policy": fails_late})

    assert caught.value.so_far.games == 0

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    found = compare(tictactoe, 50, batch=10, second={"policy": "first"}, progress=interrupt)
    assert (found.games, found.is_complete) == (10, False)


def test_quantities_have_the_digits_that_are_of_use() -> None:
    assert [quantity(number) for number in (0.12345, 12.345, 1234.5)] == ["0.123", "12.35", "1,234.50"]
