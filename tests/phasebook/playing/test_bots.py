"""Bots decide as policies of simulations do, and from what their seat sees."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from fsm import Engine, Move, PhasebookError, Snapshot
from fsm.search import search
from fsm.simulate import Decision
from games.goofspiel import engine as goofspiel
from games.uno import engine as uno
from phasebook.playing.bots import ITERATIONS, Bots, check_policies
from tests.fsm.tictactoe import engine as tictactoe

SEEN: list[Decision] = []


def note(decision: Decision) -> Move:
    """A policy that remembers what it was asked."""
    SEEN.append(decision)
    return decision.moves[-1]


HERE = f"{__name__}:note"


def decided(engine: Engine[Any], snapshot: Snapshot[Any], seat: int, texts: Sequence[str] = (), number: int = 0) -> Any:
    return Bots(engine, texts, 1).decide(snapshot, engine.legal_moves(snapshot, seat), seat, number)


def test_a_policy_is_asked_for_its_seat_and_never_offered_to_give_up() -> None:
    SEEN.clear()
    snapshot = uno.start(seed=1)
    (seat,) = uno.to_act(snapshot)
    move = decided(uno, snapshot, seat, [HERE], 7)

    assert [(one.seat, one.number, one.seed) for one in SEEN] == [(seat, 7, 1)]
    assert not any(offer.gives_up for offer in SEEN[0].moves)
    assert move in SEEN[0].moves


def test_seats_may_have_policies_of_their_own() -> None:
    SEEN.clear()
    bots, snapshot = Bots(goofspiel, ["random", f"1={HERE}"], 1), goofspiel.start(seed=1)
    for seat in (0, 1):
        bots.decide(snapshot, goofspiel.legal_moves(snapshot, seat), seat, 0)

    assert [one.seat for one in SEEN] == [1]


def test_a_game_that_can_be_searched_is_searched_and_any_other_is_left_to_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("phasebook.playing.bots.SECONDS", 60)
    hidden, bare = goofspiel.start(seed=3, preset="small"), tictactoe.start()
    moves = goofspiel.legal_moves(hidden, 0)
    found = search(goofspiel, goofspiel.view(hidden, 0), moves, 0, ITERATIONS, seed=7)

    assert decided(goofspiel, hidden, 0, number=7) == found.move
    assert decided(tictactoe, bare, 0, number=7) == decided(tictactoe, bare, 0, ["random"], number=7)


def test_nobody_thinks_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that strikes after three looks stops the search there."""
    looks = iter([0.0, 0.1, 0.2, 9.9])
    monkeypatch.setattr("phasebook.playing.bots.monotonic", lambda: next(looks))
    snapshot = goofspiel.start(seed=3)

    assert decided(goofspiel, snapshot, 0) in goofspiel.legal_moves(snapshot, 0)
    assert next(looks, None) is None


def test_a_bot_decides_the_same_whatever_it_cannot_see() -> None:
    snapshot = uno.start(seed=3, players=2)
    (seat,) = uno.to_act(snapshot)
    others = [uno.redeal(uno.view(snapshot, seat), Random(chance)) for chance in range(3)]

    assert {decided(uno, one, seat, ["search:60"]) for one in (snapshot, *others)} == {
        decided(uno, snapshot, seat, ["search:60"])
    }
    assert len({one.game.hands[1 - seat] for one in others}) == 3


@pytest.mark.parametrize("text", ["clever", "search:", "0=clever", "nobody:nothing"])
def test_an_unknown_policy_is_refused_at_once(text: str) -> None:
    with pytest.raises(PhasebookError):
        Bots(uno, [text], 1)


def test_policies_are_for_seats_that_are_there_and_have_no_person() -> None:
    bots = Bots(uno, ["2=random"], 1)

    check_policies(bots, (0, 1, 2), (0,))
    with pytest.raises(PhasebookError, match=r"There is no seat 2 for a policy; the seats are 0, 1\."):
        check_policies(bots, (0, 1), (0,))
    with pytest.raises(PhasebookError, match=r"Seat 2 is played here, not by a policy"):
        check_policies(bots, (0, 1, 2), (0, 2))
