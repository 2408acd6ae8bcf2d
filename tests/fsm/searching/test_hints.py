"""Hints of authors: where they are found, and what they may say."""

from typing import Any

import pytest

from fsm import PhasebookError
from fsm.searching.hints import NONE, Hints, hints_at, hints_of, weights
from fsm.searching.thinking import Search
from games.belote import engine as belote
from games.belote.bots import HINTS
from games.uno import engine as uno
from tests.fsm.searching.samples import Buy, shopping

MOVES = [Buy(0, place) for place in range(3)]


def test_hints_are_found_in_the_bots_of_a_game() -> None:
    assert hints_of(belote) is HINTS
    assert hints_of(uno) is NONE, "it has no bots"
    assert hints_of(shopping) is NONE, "there is no module bots beside it"


def test_hints_are_found_by_name() -> None:
    assert hints_at("games.belote.bots:HINTS") is HINTS
    with pytest.raises(
        PhasebookError, match=r"'games.belote.bots:sensible' is of the class function; hints .* fsm.search.Hints"
    ):
        hints_at("games.belote.bots:sensible")
    with pytest.raises(PhasebookError, match="cannot be loaded"):
        hints_at("games.belote.bots:NOTHING")


def test_without_a_prior_all_moves_are_equal() -> None:
    assert weights(NONE, None, MOVES) == dict.fromkeys(MOVES, 0)
    assert weights(Hints(prior=lambda view, moves: None), None, MOVES) == dict.fromkeys(MOVES, 0)


def test_a_prior_leaves_moves_out_and_ranks_the_others() -> None:
    hints = Hints(prior=lambda view, moves: {moves[0]: 4, moves[1]: 0, moves[2]: 1})

    assert weights(hints, None, MOVES) == {MOVES[0]: 1, MOVES[2]: 0.25}


@pytest.mark.parametrize("given", [{}, {Buy(0, 7): 1}, {MOVES[0]: 0}])
def test_a_prior_that_leaves_nothing_is_refused(given: Any) -> None:
    with pytest.raises(PhasebookError, match="gives no weight to any move that is possible"):
        weights(Hints(prior=lambda view, moves: given), None, MOVES)


def test_a_prior_of_one_move_decides_without_a_search() -> None:
    snapshot = shopping.start()
    search = Search(shopping, snapshot, MOVES, 0, hints=Hints(prior=lambda view, moves: {MOVES[1]: 1}))
    search.run(10)

    assert (search.is_decided, search.best, search.iterations) == (True, MOVES[1], 0)


def test_a_prior_decides_where_to_look_and_not_what_is_found() -> None:
    """What the author likes gets more games; what is better wins all the same."""

    def visits(hints: Hints) -> list[int]:
        snapshot = shopping.start(prices=(3.0, 1.0, 2.9))
        search = Search(shopping, snapshot, MOVES, 0, hints=hints)
        search.run(60)
        assert search.best == MOVES[0]
        return [choice.visits for choice in search.choices]

    plain, led = visits(NONE), visits(Hints(prior=lambda view, moves: {MOVES[0]: 0.1, MOVES[1]: 1, MOVES[2]: 0.1}))
    assert led[1] > plain[1]
