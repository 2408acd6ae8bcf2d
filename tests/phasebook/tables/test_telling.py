"""What leaves for a seat is what it may know: checked against the engine's own news and views, in whole games."""

from random import Random
from typing import Any

import msgspec
import pytest

from fsm.catalogue import engine_of
from fsm.engine import HOST
from fsm.session import Session
from fsm.snapshot import Refusal, heard_by
from phasebook.tables.protocol import UNSET, Options
from phasebook.tables.table import Happened, Standing, Table
from phasebook.tables.telling import event_for, refused, shown_seat

FLOWS = ["belote", "discard", "goofspiel", "onepiece", "uno"]


def game_of(flow: str, seed: int, moves: int) -> tuple[Table, list[Happened]]:
    """A table, and what has happened at it in a random game."""
    engine, chance = engine_of(flow), Random(seed)
    session = Session.start(engine, seed=seed)
    table = Table("t", engine, Standing(flow, "", Options(), ()), 1, session.snapshot)
    found = []
    for n in range(2, moves + 2):
        legal = [move for move in engine.legal_moves(table.snapshot) if not move.gives_up]
        if not legal or table.is_over:
            break
        move = chance.choice(legal)
        answer = table.played(move, ...)
        assert not isinstance(answer, Refusal)
        after, news = answer
        seat = HOST if move.by_host else getattr(move, move.seat_field, 0)
        found.append(Happened(n, "played", seat, n, after, table.to_act(after), None, news, move))
        table.take(found[-1])
    return table, found


@pytest.mark.parametrize("flow", FLOWS)
def test_a_seat_is_told_what_it_hears_and_no_move_but_its_own(flow: str) -> None:
    table, happened = game_of(flow, 3, 120)
    seats = [*table.engine.seats(table.snapshot), None]

    assert len(happened) > 20
    for one in happened:
        for seat in seats:
            event = event_for(table, one, seat)
            assert event.news == [heard for item in one.news if (heard := heard_by(item, seat)) is not None]
            assert event.phase == table.engine.phase_for(one.after, seat)
            assert (event.move is UNSET) == (seat is None or seat != one.seat)


@pytest.mark.parametrize("flow", FLOWS)
def test_the_host_is_told_everything(flow: str) -> None:
    table, happened = game_of(flow, 4, 60)

    for one in happened:
        event = event_for(table, one, HOST)
        assert (event.news, event.move) == (list(one.news), one.move)


def test_the_end_of_a_game_comes_with_its_outcome() -> None:
    table, happened = game_of("goofspiel", 1, 1_000)
    ends = [event_for(table, one, None) for one in happened]

    assert [event.over for event in ends] == [False] * (len(ends) - 1) + [True]
    assert ends[-1].outcome == table.engine.outcome(table.snapshot)
    assert ends[0].outcome is UNSET


def test_a_refusal_is_told_in_full() -> None:
    engine = engine_of("uno")
    snapshot = engine.start(seed=1)
    refusal = engine.step(snapshot, engine.move_type["draw"](1), seat=0)
    assert isinstance(refusal, Refusal)

    said: dict[str, Any] = msgspec.to_builtins(refused(7, 3, refusal))
    assert said == {
        "answer": "refused",
        "id": 7,
        "n": 3,
        "kind": "not_yours",
        "code": "engine.not_yours",
        "sentence": "That move is for another seat to make.",
        "phase": "round.playing",
    }


def test_the_host_has_a_name_in_json() -> None:
    assert [shown_seat(seat) for seat in (HOST, 0, "north", None)] == ["host", 0, "north", None]
