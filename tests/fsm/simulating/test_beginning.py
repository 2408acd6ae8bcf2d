"""Whether it pays to begin."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.simulate import simulate
from fsm.simulating.beginning import Start, first_player
from tests.fsm.coin import engine as coin


def test_the_first_to_act_is_compared_with_what_is_fair() -> None:
    """Two of four win together; in one of 100 games nobody does."""
    found = first_player([Start("1", 2, 4, True, 60), Start("0", 2, 4, False, 39), Start("0", 0, 4, False, 1)])

    assert found is not None
    assert (found.wins.count, found.wins.of) == (60, 100)
    assert found.fair == pytest.approx(0.495)
    assert found.advantage.mean == pytest.approx(0.6 - 0.495)
    assert found.is_clear


def test_where_all_begin_together_nobody_is_the_first() -> None:
    assert first_player([]) is None
    assert first_player([Start("", 1, 2, False, 50)]) is None


@given(st.lists(st.tuples(st.integers(1, 4), st.booleans(), st.integers(1, 99)), min_size=1))
def test_the_advantage_is_what_was_won_beyond_the_fair_share(games: list[tuple[int, bool, int]]) -> None:
    starts = [Start("0", winners, 4, won, number) for winners, won, number in games]
    found = first_player(starts)

    assert found is not None
    total = sum(number for *_, number in games)
    fair = sum(Fraction(winners * number, 4 * total) for winners, _, number in games)
    assert found.advantage.mean == pytest.approx(found.wins.share - float(fair))


def test_a_crooked_coin_is_found_and_a_fair_one_is_not() -> None:
    crooked = simulate(coin, 400, seed=1, settings={"preset": "crooked"}).first_player
    fair = simulate(coin, 400, seed=1).first_player

    assert crooked is not None
    assert crooked.advantage.mean == pytest.approx(0.2, abs=0.1)
    assert crooked.is_clear
    assert fair is not None
    assert not fair.is_clear


def test_19_of_20_simulations_hold_the_true_advantage() -> None:
    """Who tosses wins 60 of 100, and 10 of 100 nobody does: 0.6 - 0.9 / 2."""
    found = [simulate(coin, 40, seed=seed, settings={"odds": 60, "edges": 10}, check=0) for seed in range(80)]
    intervals = [one.first_player.advantage for one in found if one.first_player is not None]
    hits = sum(one.low is not None and one.high is not None and one.low <= 0.15 <= one.high for one in intervals)

    assert len(intervals) == 80
    assert 0.89 <= hits / 80 <= 0.99
