"""Intervals: as scipy and numpy work them out, and as often right as they say."""

from collections import Counter
from math import inf, sqrt
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fsm.simulating.intervals import difference, mean, share, students_t

COUNTS = st.integers(1, 10**6).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))
NUMBERS = st.integers(-1_000, 1_000) | st.floats(-1e6, 1e6).map(lambda value: round(value, 3))


@given(COUNTS)
def test_a_share_has_the_interval_that_scipy_calls_wilson(counts: tuple[int, int]) -> None:
    found = share(*counts)
    expected = stats.binomtest(*counts).proportion_ci(0.95, method="wilson")

    assert found.share == counts[0] / counts[1]
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)
    assert 0 <= found.low <= found.share <= found.high <= 1


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 10, 30, 100, 10_000, 10**9])
def test_students_t_is_as_scipy_has_it(freedom: int) -> None:
    assert students_t(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=2e-3 if freedom < 5 else 3e-4)


@given(st.lists(NUMBERS, min_size=4, max_size=50))
def test_a_mean_has_the_interval_that_scipy_gives_it(values: list[float]) -> None:
    found = mean(Counter(values))
    middle, error = numpy.mean(values), numpy.std(values, ddof=1) / sqrt(len(values))
    reach = stats.t.ppf(0.975, len(values) - 1) * error

    assert found.count == len(values)
    assert found.low is not None
    assert found.high is not None
    assert found.mean == pytest.approx(middle, abs=1e-6)
    assert (found.low, found.high) == pytest.approx((middle - reach, middle + reach), rel=2e-3, abs=2e-3 * reach + 1e-6)


def test_sums_lose_nothing_however_large_the_numbers_are() -> None:
    """Sums of squares of floats would cancel to noise here."""
    found = mean({10**15: 1, 10**15 + 2: 1})

    assert found.mean == 10**15 + 1
    assert found.high is not None
    assert found.high - found.mean == pytest.approx(students_t(1), rel=0.02)
    assert mean({1e308: 3, -1e308: 1}).high == inf


@given(st.lists(NUMBERS, min_size=1), st.randoms(use_true_random=False))
def test_the_order_of_counting_changes_nothing(values: list[float], chance: Random) -> None:
    other = list(values)
    chance.shuffle(other)

    assert mean(Counter(values)) == mean(Counter(other))


def test_one_number_says_nothing_about_the_next() -> None:
    found = mean({7: 1})

    assert (found.mean, found.low, found.high, found.is_clear) == (7, None, None, False)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(1, 500))
def test_a_difference_of_shares_has_the_interval_of_agresti_and_min(won: int, lost: int, same: int) -> None:
    """Their formula, with half a game more in each of the four cells."""
    games = won + lost + same
    found = difference({1: won, 0: same, -1: lost}, of_shares=True)
    won_too, lost_too, more = won + 0.5, lost + 0.5, games + 2
    centre = (won_too - lost_too) / more
    reach = 1.959964 * sqrt((won_too + lost_too) - (won_too - lost_too) ** 2 / more) / more

    assert found.mean == pytest.approx((won - lost) / games)
    if games > 30:
        assert (found.low, found.high) == pytest.approx((centre - reach, centre + reach), abs=0.06 * reach)


def test_sides_that_never_differ_are_not_clear_of_chance() -> None:
    assert not difference({0: 1_000}, of_shares=True).is_clear
    assert not difference({0: 1_000}).is_clear
    assert difference({1: 900, 0: 100}, of_shares=True).is_clear
    assert difference({-3: 40, -2: 60}).is_clear


# As often right as they say: each of 1,000 intervals holds the truth, or does not


def coverage(hits: int) -> float:
    return hits / 1_000


@pytest.mark.parametrize(("truth", "games"), [(0.5, 100), (0.25, 60), (0.03, 200)])
def test_19_of_20_intervals_of_shares_hold_the_truth(truth: float, games: int) -> None:
    draws = numpy.random.default_rng(7).binomial(games, truth, 1_000)
    found = [share(int(count), games) for count in draws]

    assert 0.93 <= coverage(sum(one.low <= truth <= one.high for one in found)) <= 0.98


@pytest.mark.parametrize("games", [5, 40])
def test_19_of_20_intervals_of_means_hold_the_truth(games: int) -> None:
    rolls = numpy.random.default_rng(7).integers(1, 7, (1_000, games))
    found = [mean(Counter(map(int, roll))) for roll in rolls]
    hits = sum(one.low is not None and one.high is not None and one.low <= 3.5 <= one.high for one in found)

    assert 0.93 <= coverage(hits) <= 0.97
