"""Taking moves back at one screen, where it is fair: nobody has learned anything from what is undone."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.session import Session
from fsm.snapshot import Refusal, Snapshot

if TYPE_CHECKING:
    from phasebook.playing.sitting import Made

SHOWN = "What came after your last move has shown you something; it stays."
UNSURE = "This game cannot say whether that has shown you something, so it stays; its engine needs redeal=."


def take_back(
    session: Session[Any, Any], made: "Sequence[Made]", seat: Any, people: Collection[Any]
) -> tuple[int, str]:
    """Undo a seat's last move, and what bots have done since; how many moves that were, or why not."""
    steps = since_own_move(made, seat)
    if any(step.seat != seat and step.seat in people for step in steps):
        steps = ()
    try:
        if len(steps) < 2 and not is_open(session.engine, session.snapshot, seat):
            answer = session.take_back(seat)
            return (0, answer.message) if isinstance(answer, Refusal) else (min(1, len(made)), "")
        if not steps:
            return 0, "There is no move of yours to take back."
        if not is_open(session.engine, session.snapshot, seat) and any(
            session.engine.teaches(step.before, step.move, seat) for step in steps
        ):
            return 0, SHOWN
    except PhasebookError:
        return 0, UNSURE
    for _ in steps:
        session.undo()
    return len(steps), ""


def since_own_move(made: "Sequence[Made]", seat: Any) -> "Sequence[Made]":
    """What was made from the last move of a seat on; nothing if it has made none."""
    last = next((place for place in reversed(range(len(made))) if made[place].seat == seat), None)
    return () if last is None else made[last:]


def is_open(engine: Engine[Any], snapshot: Snapshot[Any], seat: Any) -> bool:
    """Whether the game hides nothing from a seat: its view is the snapshot."""
    return isinstance(engine.view(snapshot, seat), Snapshot)
