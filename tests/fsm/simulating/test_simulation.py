"""What follows from the counts of a simulation."""

import pytest

from fsm.simulate import Processes, simulate
from fsm.simulating.simulation import natural
from games.discard import engine as discard
from tests.fsm.coin import engine as coin
from tests.fsm.fair import fair


def test_wins_have_shares_of_the_games_in_which_somebody_could_win() -> None:
    found = simulate(coin, 300, seed=2, settings={"edges": 30})
    shares = found.win_shares

    assert {seat: (one.count, one.of) for seat, one in shares.items()} == {
        seat: (found.wins[seat], 300) for seat in ("0", "1")
    }
    assert all(one.low < one.share < one.high for one in shares.values())


def test_means_are_of_the_numbers_that_were_counted() -> None:
    found = simulate(coin, 300, seed=2)

    assert found.score_means["scores 0"].mean == pytest.approx(3.5, abs=0.4)
    assert found.score_means["scores 0"].count == 300
    assert found.return_means["0"].mean == -found.return_means["1"].mean


def test_decisions_are_counted_by_phase_and_add_up() -> None:
    found = simulate(fair, 50, settings={"rounds": 2})
    never_ends = simulate(discard, 5, max_moves=30)

    assert sum(found.decisions.values()) == sum(found.branching.values())
    assert "over" not in found.decisions
    assert sum(never_ends.decisions.values()) == 5 * 30, "where a game was stopped, no decision was made"
    assert sum(found.phase_shares.values()) == pytest.approx(1)


def test_any_workers_count_the_same() -> None:
    plan = {"edges": 10}
    here = simulate("tests.fsm.coin:engine", 90, seed=4, settings=plan)

    assert simulate("tests.fsm.coin:engine", 90, seed=4, settings=plan, workers=Processes(2), batch=7) == here


def test_seat_10_comes_after_seat_2() -> None:
    assert sorted(["seat 10", "seat 2", "north", "2", "10"], key=natural) == ["2", "10", "north", "seat 2", "seat 10"]


def test_whether_it_pays_to_begin_is_not_said_where_policies_differ() -> None:
    alike = simulate("uno", 6, seats={"0": "first", "1": "first", "2": "first", "3": "first"})
    mixed = simulate("uno", 6, seats={"0": "first"})

    assert alike.first_player is not None
    assert mixed.first_player is None
