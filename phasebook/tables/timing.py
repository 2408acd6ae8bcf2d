"""Whose time runs, and until when: worked out from the log alone, so that every server comes to the same."""

from typing import Any

from phasebook.tables.protocol import Clock, Limits, Options
from phasebook.tables.table import Table

HOST_DELAY = 2_000
"""Milliseconds after which another server makes the host's move, if the one that should have is gone."""
GRACE = 3_000
"""Milliseconds that a bot has beyond its limit, to start and to answer."""


def is_full(table: Table, limits: Limits) -> bool:
    """Whether nothing more can happen at a table."""
    return table.n >= limits.events


def is_unattended(table: Table, limits: Limits) -> bool:
    """Whether a table has made so many moves by itself that it waits until somebody comes."""
    return table.alone >= limits.unattended and not is_full(table, limits) and not table.is_over


def rests(table: Table, limits: Limits) -> bool:
    """Whether a table does nothing by itself."""
    return table.is_over or is_unattended(table, limits) or is_full(table, limits)


def deadline_of(table: Table, limits: Limits) -> int | None:
    """When the table must be looked at again, in milliseconds since 1970; None if nobody's time runs."""
    if rests(table, limits):
        return None
    acting = table.to_act(table.snapshot)
    if not acting:
        return table.since + HOST_DELAY if table.options.host == "server" else None
    ends = [end for seat in acting if (end := end_for(table, seat, limits.thinking)) is not None]
    return min(ends, default=None)


def is_timed(options: Options, acting: tuple[Any, ...]) -> bool:
    """Whether anybody's time may run: at most tables nobody's does, and they need no further thought."""
    return bool(options.clock or options.bots or options.absent != "wait" or not acting)


def end_for(table: Table, seat: Any, thinking: float) -> int | None:
    """When the time of a seat is up that is to act."""
    if seat in table.excused:
        return None
    if bot_of(table, seat) is not None:
        return table.since + int(thinking * 1_000) + GRACE
    if seat in table.gone and table.options.absent == "move":
        return table.since
    limit = limit_of(table.options.clock, table.snapshot.phase, table.spent.get(seat, 0))
    return None if limit is None else table.since + limit


def due_seats(table: Table, now: int, limits: Limits) -> list[Any]:
    """The seats whose time is up."""
    if rests(table, limits):
        return []
    acting = table.to_act(table.snapshot)
    return [seat for seat in acting if (end := end_for(table, seat, limits.thinking)) is not None and end <= now]


def bot_of(table: Table, seat: Any) -> str | None:
    """The bot that plays for a seat: its own, or the one for those who have left."""
    own = table.options.bots.get(str(seat))
    if own is None and seat in table.gone and table.options.absent not in ("wait", "move"):
        return table.options.absent
    return own


def limit_of(clock: Clock | None, phase: str, spent: int) -> int | None:
    """The milliseconds that a decision may take, for somebody who has spent some already."""
    if clock is None:
        return None
    turn = turn_limit(clock, phase)
    limits = [None if turn is None else round(turn * 1_000)]
    limits.append(None if clock.game is None else round(clock.game * 1_000) - spent)
    return max(0, min(found)) if (found := [limit for limit in limits if limit is not None]) else None


def turn_limit(clock: Clock, phase: str) -> float | None:
    """The seconds for one decision in a phase: what is said of the phase itself, of those around it, or of all."""
    while phase:
        if phase in clock.phases:
            return clock.phases[phase]
        phase = phase.rpartition(".")[0]
    return clock.turn
