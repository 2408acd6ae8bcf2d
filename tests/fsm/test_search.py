"""The door to the search: budgets of every kind, hints of every kind."""

import pytest

from fsm import PhasebookError
from fsm.search import Budget, Hints, search
from games.belote import engine as belote
from games.belote.bots import best_call
from games.goofspiel import engine
from tests.fsm.searching.samples import Buy, shopping

START = engine.start(seed=0, preset="small")
VIEW, MOVES = engine.view(START, 0), engine.legal_moves(START, 0)


@pytest.mark.parametrize("budget", [50, "50", Budget(iterations=50)])
def test_as_many_games_are_played_as_the_budget_allows(budget: Budget | int | str) -> None:
    found = search(engine, VIEW, MOVES, 0, budget)

    assert found.iterations == 50
    assert [choice.move for choice in found.choices] == MOVES
    assert found == search(engine, VIEW, MOVES, 0, 50)


def test_a_budget_in_seconds_is_used_up() -> None:
    assert search(engine, VIEW, MOVES, 0, "0.05s").iterations > 1
    assert search(engine, VIEW, MOVES, 0, Budget(seconds=1e-9)).iterations == 1, "one is always made"


def test_the_highest_prize_is_bid_for_with_the_highest_card() -> None:
    """Four cards, prizes from high to low: the equilibrium bids the 4 for the 4, or nearly always."""
    assert search(engine, VIEW, MOVES, 0, 1_000).move.card == 4


def test_other_seeds_find_other_numbers_and_the_same_move() -> None:
    found = [search(shopping, shopping.start(), [Buy(0, place) for place in range(3)], 0, 40, seed=s) for s in (1, 2)]

    assert [one.move for one in found] == [Buy(0, 0)] * 2


def test_hints_are_the_authors_unless_others_are_given() -> None:
    snapshot = belote.start(seed=4)
    view, moves = belote.view(snapshot, 1), belote.legal_moves(snapshot, 1)
    theirs = search(belote, view, moves, 1, 5)

    assert (theirs.move, theirs.iterations) == (best_call(view, moves), 0)
    assert search(belote, view, moves, 1, 5, hints="games.belote.bots:HINTS") == theirs
    assert search(belote, view, moves, 1, 5, hints="plain").iterations == 5
    assert search(belote, view, moves, 1, 5, hints=Hints()).iterations == 5


def test_a_search_that_does_not_learn_is_another_one() -> None:
    learning, random = (search(engine, VIEW, MOVES, 0, 60, learning=learning) for learning in (True, False))

    assert learning.choices != random.choices


def test_a_wrong_budget_is_refused() -> None:
    with pytest.raises(PhasebookError, match="is no budget of a search"):
        search(engine, VIEW, MOVES, 0, "soon")
