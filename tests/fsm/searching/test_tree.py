"""The tree: its book-keeping is that of the formula, worked out a second time here."""

from collections import Counter
from math import log, sqrt
from random import Random
from typing import Any

import pytest

from fsm import Engine, PhasebookError, Snapshot
from fsm.moves import Move, seat_of
from fsm.searching.hints import Hints
from fsm.searching.thinking import Search
from fsm.searching.tree import AVAILABLE, CHILD, EXPLORATION, TOTAL, VISITS
from games.belote import engine as belote
from games.goofspiel import Bid
from games.goofspiel import engine as goofspiel
from games.uno import engine as uno
from tests.fsm.searching.samples import Buy, guessing, mostly_two, shopping


def visits_by_formula(prices: tuple[float, ...], iterations: int) -> list[int]:
    """What UCB does with moves that always bring the same, each of which was tried once."""
    visits = [1] * len(prices)
    span = max(prices) - min(prices)
    for played in range(len(prices), iterations):
        promises = [
            price + EXPLORATION * span * sqrt(log(played + 1 - late) / count)
            for price, count, late in zip(prices, visits, LATE, strict=True)
        ]
        visits[promises.index(max(promises))] += 1
    return visits


LATE: list[int] = []
"""By place, how many iterations had passed when a move was first tried; before that, it did not count as available."""


@pytest.mark.parametrize("iterations", [3, 4, 10, 100, 300])
def test_visits_are_those_of_the_formula(iterations: int) -> None:
    prices = (3.0, 1.0, 2.0)
    snapshot = shopping.start(prices=prices)
    search = Search(shopping, snapshot, shopping.legal_moves(snapshot), 0, seed=iterations)
    search.run(3)
    root = search._tree.root
    LATE[:] = [3 - root[Buy(0, place)][AVAILABLE] for place in range(3)]
    search.run(iterations - 3)

    assert sorted(LATE) == [0, 1, 2]
    assert [choice.visits for choice in search.choices] == visits_by_formula(prices, iterations)
    assert [choice.mean for choice in search.choices] == list(prices)
    assert search.best == Buy(0, 0)


def test_a_move_counts_as_available_when_it_could_have_been_made() -> None:
    """In Uno the other player's moves differ from redeal to redeal: each is counted where it was legal."""
    snapshot = uno.start(seed=4, players=2)
    (seat,) = uno.to_act(snapshot)
    search = Search(uno, uno.view(snapshot, seat), uno.legal_moves(snapshot, seat), seat, seed=1)
    search.run(400)
    edges = [edge for top in search._tree.root.values() for edge in top[CHILD].values()]

    assert all(edge[VISITS] <= edge[AVAILABLE] for edge in edges)
    assert any(edge[VISITS] < edge[AVAILABLE] for edge in edges)
    assert sum(edge[VISITS] for edge in search._tree.root.values()) == 400


def test_what_is_counted_adds_up() -> None:
    """Below every move, as many games were continued as came through it, but for the one that it was new in."""
    snapshot = belote.start(seed=2)
    seat = snapshot.game.turn
    search = Search(belote, belote.view(snapshot, seat), belote.legal_moves(snapshot, seat), seat, hints=Hints())
    search.run(150)

    def check(node: dict[Any, list[Any]], games: int) -> None:
        assert sum(edge[VISITS] for edge in node.values()) == games
        for edge in node.values():
            assert abs(edge[TOTAL]) <= edge[VISITS], "a match brings 1 or -1"
            if edge[CHILD]:
                check(edge[CHILD], edge[VISITS] - 1)

    check(search._tree.root, 150)


def test_partners_share_what_a_game_brings() -> None:
    """Seats 0 and 2 have equal returns, so a move of either is judged by the same numbers."""
    game = belote.start(seed=2, target=1)
    returns = []
    search = Search(belote, belote.view(game, 1), belote.legal_moves(game, 1), 1, hints=Hints())
    play_out = search._tree.play_out
    search._tree.play_out = lambda snapshot, line: returns.append(play_out(snapshot, line)) or returns[-1]  # type: ignore[func-returns-value]
    search.run(20)

    assert all(found[0] == found[2] == -found[1] == -found[3] for found in returns)


# Choices at the same time


def test_no_seat_answers_a_choice_that_it_does_not_see() -> None:
    """Both bids of a round have their statistics in one node: the other seat's, too, add up to all games."""
    snapshot = goofspiel.start(seed=0, preset="small")
    search = Search(goofspiel, goofspiel.view(snapshot, 0), goofspiel.legal_moves(snapshot, 0), 0, seed=3)
    search.run(300)
    root = search._tree.root
    by_seat: Counter[int] = Counter()
    for key, edge in root.items():
        if isinstance(key, Bid):
            by_seat[key.seat] += edge[VISITS]

    assert by_seat[0] == 300
    assert by_seat[1] >= 290, "only a game that was new with the first bid is rolled out before the second"
    assert all(edge[CHILD] is None for key, edge in root.items() if isinstance(key, Bid)), "nothing follows one bid"
    pairs = [key for key in root if isinstance(key, frozenset)]
    assert len(pairs) > 4
    assert {frozenset(map(seat_of, pair)) for pair in pairs} == {frozenset((0, 1))}


def test_a_seat_that_chooses_last_learns_nothing_of_the_choices_before() -> None:
    """Seat 1 has chosen in secret: whatever it was, seat 0 decides the same."""
    first = goofspiel.start(seed=0, preset="small")
    answers = set()
    for card in (1, 4):
        after = goofspiel.step(first, Bid(1, card))
        assert isinstance(after, Snapshot)
        moves: list[Move] = [*goofspiel.legal_moves(after, 0)]
        search = Search(goofspiel, goofspiel.view(after, 0), moves, 0, seed=3)
        search.run(200)
        answers.add(search.choices)

    assert len(answers) == 1


# Redeals


def test_the_best_move_is_the_one_that_is_best_in_most_redeals() -> None:
    snapshot = guessing.start(seed=0)
    search = Search(guessing, guessing.view(snapshot, 0), guessing.legal_moves(snapshot, 0), 0)
    search.run(200)

    assert search.best.number == 2
    assert {choice.move.number: round(choice.mean, 1) for choice in search.choices}[2] == pytest.approx(0.8, abs=0.11)


def test_a_redeal_that_does_not_fit_its_view_is_named() -> None:
    """It is seat 2's turn, and the redeal makes positions in which it is seat 1's."""
    start = belote.start(seed=3)
    late = belote.step(start, belote.legal_moves(start)[0])
    assert isinstance(late, Snapshot)
    moves = belote.legal_moves(late, 2)
    misleading = Hints(redealer=lambda view: lambda chance: start)

    with pytest.raises(PhasebookError, match=r"is refused in 'bidding.open': .*The redeal does not fit the view"):
        Search(belote, belote.view(late, 2), moves, 2, hints=misleading).run(1)


def test_chance_is_drawn_from_the_seed_alone() -> None:
    """The same seed makes the same tree, another one makes another."""

    def found(engine: Engine[Any], seed: int) -> Any:
        snapshot = engine.start(seed=1)
        search = Search(engine, engine.view(snapshot, 0), engine.legal_moves(snapshot, 0), 0, seed=seed)
        search.run(100)
        return search.choices

    assert found(goofspiel, 1) == found(goofspiel, 1) != found(goofspiel, 2)
    assert mostly_two(("shut", None), Random(1)).phase == "shut"
