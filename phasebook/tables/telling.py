"""What a seat hears of what has happened: as much as it may know, and what the table shows to everybody."""

from typing import Any

from fsm.engine import HOST
from fsm.snapshot import Refusal, heard_by
from phasebook.tables.protocol import UNSET, Event, Id, Refused
from phasebook.tables.table import Happened, Table


def event_for(table: Table, happened: Happened, seat: Any) -> Event:
    """What has happened, as a seat, the host or a spectator may know it."""
    engine, after = table.engine, happened.after
    is_over = engine.is_over(after)
    return Event(
        happened.n,
        happened.kind,  # type: ignore[arg-type]  # rows have no other kinds
        shown_seat(happened.seat),
        happened.time,
        engine.phase_for(after, seat),
        list(happened.to_act),
        news_for(happened, seat),
        happened.move if happened.move is not None and is_own(happened, seat) else UNSET,
        happened.by or UNSET,  # type: ignore[arg-type]  # rows have no others
        UNSET if happened.deadline is None else happened.deadline,
        is_over,
        engine.outcome(after) if is_over else UNSET,
    )


def is_own(happened: Happened, seat: Any) -> bool:
    """Whether a seat made the move itself; the host knows all."""
    return seat is HOST or (seat is not None and seat == happened.seat)


def news_for(happened: Happened, seat: Any) -> list[Any]:
    """What a seat hears."""
    if seat is HOST:
        return list(happened.news)
    return [heard for item in happened.news if (heard := heard_by(item, seat)) is not None]


def shown_seat(seat: Any) -> Any:
    """A seat for JSON."""
    return "host" if seat is HOST else seat


def refused(to: Id, n: int, refusal: Refusal) -> Refused:
    """A refusal as an answer."""
    return Refused(
        to,
        n,
        refusal.kind.value,
        refusal.code,
        refusal.message,
        refusal.phase,
        list(refusal.possible),
        refusal.values,
    )
