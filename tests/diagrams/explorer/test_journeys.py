"""A session's steps as the page gets them: rows, moves, and who made them."""

from typing import Any

import msgspec
import pytest

from diagrams.diagram import Diagram
from diagrams.errors import DiagramError
from diagrams.explorer.facts import Facts
from diagrams.explorer.journeys import recorded, rows_of
from fsm.engine import Engine
from fsm.moves import Move
from fsm.session import Session, Step
from games.belote import engine as belote
from games.discard import DealNextHand, DiscardTurn, engine
from games.goofspiel import engine as goofspiel
from tests.diagrams.explorer.visits import journey_of, played
from tests.diagrams.flows import DEAL


def steps_of(engine: Engine[Any], journey: tuple[Any, ...]) -> list[dict[str, Any]]:
    known = Facts(engine.chart)
    return recorded(journey, known.place_of_row, known.events)


def test_rows_alone_are_steps_of_their_own() -> None:
    assert [len(step["rows"]) for step in steps_of(engine, (DEAL, DEAL))] == [1, 1]


def test_a_step_says_who_did_what_with_what() -> None:
    session = played(belote, 12)
    opening, first, *_ = steps_of(belote, journey_of(session))
    move = session.log[0].move

    assert session.opening is not None
    assert opening == {"rows": [Facts(belote.chart).place_of_row[row] for row in session.opening.rows], "opens": True}
    assert first["who"] == str(move.seat)  # type: ignore[attr-defined]  # every move of Belote has one
    assert "seat" not in first["with"]
    assert "move" not in first["with"]


def test_the_rows_of_a_journey_are_the_trace_of_the_session() -> None:
    session = played(belote, 50)

    assert rows_of(journey_of(session)) == session.trace


def test_a_move_that_waits_for_others_is_a_step_without_rows() -> None:
    session = played(goofspiel, 1)
    *_, last = steps_of(goofspiel, journey_of(session))

    assert last["rows"] == []
    assert "who" in last


class Odd(Move):
    """Nobody's event, with a payload that JSON cannot hold."""

    what: Any


def test_a_move_that_json_cannot_hold_is_named() -> None:
    with pytest.raises(DiagramError, match="The move of step 1 holds what JSON cannot"):
        steps_of(engine, (DEAL, Step(Odd(object()), ())))


def test_an_event_that_the_flow_does_not_know_is_shown_as_it_is() -> None:
    (step,) = steps_of(engine, (Step(Odd(1), ()),))

    assert step["move"] == "odd"
    assert step["with"] == {"what": 1}


def test_a_picture_marks_the_rows_of_steps() -> None:
    session = Session.start(engine, seed=3)
    session.send(DealNextHand())

    assert Diagram(DiscardTurn, trace=session.log).dot == Diagram(DiscardTurn, trace=session.trace).dot


def test_a_host_is_named() -> None:
    class Next(Move):
        by_host = True

    (step,) = steps_of(engine, (Step(Next(), ()),))

    assert step["who"] == "host"
    assert msgspec.json.encode(step)
