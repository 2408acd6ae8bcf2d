"""What the candidates promise: the exact ones are the legal moves, all others contain them."""

from random import Random
from typing import Any

import pytest

from fsm import Snapshot
from fsm.moves import seat_field_of
from games.uno import (
    COLOURS,
    DECK,
    AnyMove,
    Catch,
    Draw,
    GoOn,
    JumpIn,
    Leave,
    NextRound,
    Play,
    PlayDrawn,
    Stack,
    Swap,
    Table,
    engine,
)
from tests.games.uno.tables import SWITCHES, after, position

EVERYTHING = dict.fromkeys(SWITCHES, True)
COLOUR_OR_NONE = (None, *COLOURS)
SEATS = range(3)

PLAYS = [Play(seat, card, colour) for seat in SEATS for card in DECK for colour in COLOUR_OR_NONE]
OTHERS: list[AnyMove] = [
    *(Draw(seat) for seat in SEATS),
    *(JumpIn(seat, card) for seat in SEATS for card in DECK),
    *(PlayDrawn(seat, colour) for seat in SEATS for colour in COLOUR_OR_NONE),
    *(Stack(seat, card, colour) for seat in SEATS for card in DECK for colour in COLOUR_OR_NONE),
    *(Swap(seat, other) for seat in SEATS for other in SEATS),
]


def snapshots(**settings: Any) -> list[Snapshot[Table]]:
    """Some positions of a random game of three."""
    dice, snapshot = Random(5), engine.start(seed=5, players=3, **settings)
    found = []
    while moves := engine.legal_moves(snapshot):
        found.append(snapshot)
        answer = engine.step(snapshot, dice.choice([move for move in moves if not isinstance(move, Leave)]))
        assert isinstance(answer, Snapshot)
        snapshot = answer
    return found[:: max(1, len(found) // 12)]


@pytest.mark.long
@pytest.mark.parametrize("settings", [{}, {"force_play": True}, EVERYTHING])
def test_of_all_that_could_be_sent_the_legal_moves_are_what_is_accepted(settings: dict[str, Any]) -> None:
    kinds = {type(move) for move in (*PLAYS, *OTHERS)}
    for snapshot in snapshots(**settings):
        offered = {move for move in engine.legal_moves(snapshot) if type(move) in kinds}
        accepted = {move for move in (*PLAYS, *OTHERS) if isinstance(engine.step(snapshot, move), Snapshot)}

        assert offered == accepted


def test_with_force_play_a_draw_is_a_candidate_only_if_nothing_was_found_before() -> None:
    game = position(("red-9-1", "red-8-1"), ("red-1-1",), top="red-5-1", force_play=True).game

    assert list(Draw.candidates(game)) == [Draw(0)]
    assert list(Draw.candidates(game, [Play(0, "red-9-1")])) == []


def test_to_leave_is_to_give_up_and_nothing_else_is() -> None:
    assert [kind for kind in engine.moves if kind.gives_up] == [Leave]


def test_every_move_but_the_hosts_says_whose_it_is() -> None:
    assert [kind for kind in engine.moves if seat_field_of(kind) != "player"] == [NextRound]
    assert NextRound.by_host


def test_nobody_waits_for_those_who_jump_in_or_catch() -> None:
    assert {kind for kind in engine.moves if kind.interrupts} == {JumpIn, Catch}


@pytest.mark.parametrize("kind", [JumpIn, Catch, GoOn, Leave])
def test_the_candidates_of_one_seat_are_its_share_of_all(kind: Any) -> None:
    game = after(position(("red-9-1", "red-8-1"), ("red-1-1",), ("red-2-1",), top="red-5-1"), Leave(1)).game

    assert list(kind.candidates(game)) == [move for seat in SEATS for move in kind.candidates(game, seat=seat)]
    assert list(kind.candidates(game, seat=1)) == []
