"""A search: from the view alone, at any time, for any number of seats, and perfect where a game can be seen whole."""

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from fsm import Engine, Move, PhasebookError, Snapshot
from fsm.searching.hints import Hints
from fsm.searching.thinking import Choice, Search, best_of
from fsm.snapshot import encode
from games.belote import engine as belote
from games.goofspiel import engine as goofspiel
from games.uno import engine as uno
from tests.fsm.fair import fair
from tests.fsm.searching.samples import Buy, GetOff, Go, Safe, Sealed, guessing, noughts, shopping, ticking, walking


def searched(engine: Engine[Any], snapshot: Snapshot[Any], seat: Any, iterations: int, **options: Any) -> Search:
    """A search as a table would start it: with a view and legal moves."""
    search = Search(engine, engine.view(snapshot, seat), engine.legal_moves(snapshot, seat), seat, **options)
    search.run(iterations)
    return search


# Secrets


@pytest.mark.parametrize(
    ("engine", "seat", "options"), [(belote, 1, {}), (belote, 1, {"hints": Hints()}), (uno, 0, {}), (goofspiel, 0, {})]
)
def test_positions_with_equal_views_have_equal_decisions(engine: Engine[Any], seat: int, options: Any) -> None:
    """Byte for byte: what was found about every move, and not only which is best."""
    real = engine.start(seed=11)
    if seat not in engine.to_act(real):
        pytest.fail("the seat is to act")
    other = engine.redeal(engine.view(real, seat), Random(99))
    found = [encode(searched(engine, one, seat, 40, seed=5, **options).choices) for one in (real, other)]

    assert real != other
    assert found[0] == found[1]


def test_what_is_sealed_is_never_read() -> None:
    """The real game has a code that raises when it is read; a search makes codes of its own."""
    real = Snapshot("shut", Safe(Sealed()))
    found = searched(guessing, real, 0, 50)

    assert found.best.number == 2
    with pytest.raises(AssertionError, match="somebody has read 'value'"):
        guessing.step(real, found.best)


# Perfect play


@cache
def worth(squares: str) -> int:
    """Of a board for the player to move, by looking at everything: 1, 0 or -1."""
    return max(-after(squares, move) for move in noughts.legal_moves(noughts.start(squares=squares)))


def after(squares: str, move: Any) -> int:
    """What a move is worth to the other player."""
    snapshot = noughts.step(noughts.start(squares=squares), move)
    assert isinstance(snapshot, Snapshot)
    return {"won": -1, "drawn": 0}.get(snapshot.phase) if snapshot.phase != "playing" else worth(snapshot.game.squares)  # type: ignore[return-value]


@pytest.mark.long
@pytest.mark.parametrize("number", range(6))
def test_tic_tac_toe_against_perfect_play_is_drawn(number: int) -> None:
    snapshot, dice = noughts.start(), Random(number)
    bot = "xo"[number % 2]
    while not noughts.is_over(snapshot):
        (seat,) = noughts.to_act(snapshot)
        moves = noughts.legal_moves(snapshot, seat)
        if seat == bot:
            move = searched(noughts, snapshot, seat, 500, seed=number).best
        else:
            squares = snapshot.game.squares
            move = dice.choice([one for one in moves if -after(squares, one) == worth(squares)])
        snapshot = noughts.step(snapshot, move)  # type: ignore[assignment]  # legal
    returns = noughts.returns(snapshot)

    assert returns == {"x": 0, "o": 0}


@pytest.mark.parametrize(
    ("squares", "squares_that_win"), [("xx.oo....", {2}), ("xx.oo...x", {5}), ("x.o.x.o..", {8}), ("xo.x.o...", {6})]
)
def test_a_win_in_one_is_found(squares: str, squares_that_win: set[int]) -> None:
    snapshot = noughts.start(squares=squares)
    (seat,) = noughts.to_act(snapshot)

    assert searched(noughts, snapshot, seat, 200).best.square in squares_that_win


# Any number of seats


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_number_of_seats(players: int) -> None:
    """Against random bids the search wins well over its share of small games of Goofspiel."""
    won = 0.0
    for game in range(12):
        snapshot, dice, bot = goofspiel.start(seed=game, cards=4, players=players), Random(game), game % players
        while not goofspiel.is_over(snapshot):
            seat = min(goofspiel.to_act(snapshot))
            moves = goofspiel.legal_moves(snapshot, seat)
            move = searched(goofspiel, snapshot, seat, 60).best if seat == bot else dice.choice(moves)
            snapshot = goofspiel.step(snapshot, move, seat)  # type: ignore[assignment]  # legal
        won += max(0.0, (goofspiel.returns(snapshot) or {})[bot])

    assert won > 1.5 * 12 / players


def test_a_host_that_deals_and_players_who_may_interrupt() -> None:
    """A match of Uno over several rounds, with every house rule: the search comes through."""
    rules: dict[str, Any] = {"preset": "official", "players": 3, "score_limit": 200, "jump_in": True, "stacking": True}
    snapshot = uno.start(seed=3, **rules)
    (seat, *_) = uno.to_act(snapshot)

    assert searched(uno, snapshot, seat, 8).best in uno.legal_moves(snapshot, seat)


# At any time


def test_the_best_move_so_far_can_be_asked_at_any_time() -> None:
    snapshot = shopping.start()
    search = searched(shopping, snapshot, 0, 0)
    assert (search.iterations, search.best) == (0, Buy(0, 0)), "nothing is known: the first"

    search.run(1)
    assert search.iterations == 1
    search.run(99)
    assert (search.iterations, search.best) == (100, Buy(0, 0))


def test_running_on_is_the_same_as_running_once() -> None:
    snapshot = uno.start(seed=4)
    whole, parts = searched(uno, snapshot, 0, 60, seed=2), searched(uno, snapshot, 0, 20, seed=2)
    parts.run(40)

    assert parts.choices == whole.choices


def test_a_search_stops_when_time_is_up() -> None:
    left = iter([False] * 10 + [True])
    search = searched(shopping, shopping.start(), 0, 0)
    search.run(10**9, lambda: next(left))

    assert search.iterations == 11, "the first is always made"


def test_a_roll_out_that_was_broken_off_does_not_count() -> None:
    calls = 0

    def slow(snapshot: Snapshot[Any], moves: Sequence[Any], chance: Random) -> Any:
        nonlocal calls
        calls += 1
        return moves[0]

    search = searched(walking, walking.start(steps=10**6), 0, 0, hints=Hints(rollout=slow), most=100)
    search.run(2, lambda: calls >= 50)

    assert calls == 50
    assert sum(choice.visits for choice in search.choices) == search.iterations <= 1
    search.run(4)
    assert sum(choice.visits for choice in search.choices) == search.iterations >= 4


def test_a_game_without_an_end_is_searched_all_the_same() -> None:
    on_and_on = Hints(rollout=lambda snapshot, moves, chance: moves[0])
    search = searched(walking, walking.start(steps=10**6), 0, 30, most=20, hints=on_and_on)
    means = {choice.move: choice.mean for choice in search.choices}

    assert means[GetOff()] == 1.0 > means[Go()], "a game that does not end brings nothing"
    assert means.keys() == {Go(), GetOff()}, "nobody walks out"


def test_a_host_that_goes_on_for_ever_is_left_to_itself() -> None:
    search = searched(ticking, ticking.start(), 0, 10, most=5)

    assert search.iterations == sum(choice.visits for choice in search.choices) == 10
    assert all(choice.visits and not choice.total for choice in search.choices)


def test_where_there_is_nothing_to_choose_nothing_is_searched() -> None:
    search = searched(walking, walking.start(), 0, 50)

    assert (search.is_decided, search.best, search.iterations) == (True, Go(), 0)


def test_of_equals_the_better_mean_and_then_the_first_is_best() -> None:
    one, two, three = Choice(Buy(0, 0), 2, 1.0), Choice(Buy(0, 1), 2, 3.0), Choice(Buy(0, 2), 2, 3.0)

    assert best_of([one, two, three]) == Buy(0, 1)
    assert Choice(Buy(0, 0), 0, 0.0).mean == 0


# Wrong use


def test_without_moves_there_is_nothing_to_search_for() -> None:
    with pytest.raises(PhasebookError, match="no move to search for"):
        Search(belote, belote.view(belote.start(seed=1), 2), [], 2)


def test_only_moves_of_the_seat_can_be_searched() -> None:
    snapshot = belote.start(seed=1)

    with pytest.raises(PhasebookError, match=r"is no move of seat 2; pass engine.legal_moves\(snapshot, seat\)"):
        Search(belote, belote.view(snapshot, 2), belote.legal_moves(snapshot), 2)


def test_moves_that_cannot_be_counted_are_named() -> None:
    class Lay(Move):
        seat: int
        cards: list[str]

    with pytest.raises(PhasebookError, match=r'"cards":\["A"\]} cannot be hashed; make its lists tuples'):
        Search(belote, None, [Lay(0, ["A"])], 0)


def test_a_game_whose_views_hide_something_needs_a_redeal() -> None:
    snapshot = fair.start(seed=0)

    with pytest.raises(PhasebookError, match=r"cannot be searched.*Give its engine redeal=, or, if nothing .* hidden"):
        Search(fair, fair.view(snapshot, 0), fair.legal_moves(snapshot, 0), 0)


def test_a_view_of_another_game_is_refused() -> None:
    snapshot = belote.start(seed=1)

    with pytest.raises(PhasebookError, match="A redeal needs a UnoView, not SeatView"):
        Search(uno, belote.view(snapshot, 1), belote.legal_moves(snapshot, 1), 1)


# The same everywhere


def test_another_process_finds_the_same() -> None:
    """With other hashes of texts, too."""
    program = (
        "from games.uno import engine\nfrom fsm.searching.thinking import Search\n"
        "start = engine.start(seed=4)\n"
        "search = Search(engine, engine.view(start, 0), engine.legal_moves(start, 0), 0, seed=2)\n"
        "search.run(60)\nprint(search.choices)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "77"}
    )

    assert done.stdout.strip() == str(searched(uno, uno.start(seed=4), 0, 60, seed=2).choices)
