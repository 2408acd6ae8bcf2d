"""Tables from the store: the latest snapshot, and what came after it."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from fsm.engine import Engine
from fsm.session import Session
from phasebook.tables.damage import missing, unreadable
from phasebook.tables.requests import RequestError
from phasebook.tables.rows import Row, Storage
from phasebook.tables.table import (
    BEGINNINGS,
    CLOSED,
    MOVING,
    RESUMED,
    Happened,
    ReadPlayed,
    Standing,
    Table,
    TakenBack,
    following,
    opened,
    restored,
    seat_from,
)


class Begun(msgspec.Struct):
    """With which version of a flow the first line of a log was written."""

    class Save(msgspec.Struct):
        version: int

    save: Save


class Flow(msgspec.Struct):
    """Which flow a table is of, whatever else is stored."""

    flow: str


Find = Callable[[str], Engine[Any]]


async def load(storage: Storage, engine_of: Find, name: str) -> Table | None:
    """A table as it stands, without what has happened before the last snapshot; None if there is none.

    One that was left by an earlier version of its flow is brought up, and says so: `is_brought_up`.
    """
    kept = await storage.snapshot(name)
    rows = await storage.rows(name, kept[0] if kept else 0)
    if (kept is None and not rows) or (rows and rows[-1].kind == CLOSED):
        return None
    if kept is None and rows[0].n != 1:
        raise missing(name, 1)
    n, content = kept or (1, rows[0].content)
    with reading(name, n):
        engine = engine_of(msgspec.json.decode(content, type=Flow).flow)
        standing = msgspec.json.decode(content, type=Standing)
        is_earlier = version_of(standing.game) != engine.version
    if is_earlier:
        return brought_up(engine, name, standing, n, rows)
    with reading(name, n):
        table = restored(name, engine, standing, n) if kept else opened(engine, rows[0])
    for _ in following(table, rows):
        pass
    return table


@contextmanager
def reading(table: str, n: int) -> Iterator[None]:
    """Say of what fails in here which row it was; not of what a request has asked for in vain."""
    try:
        yield
    except RequestError:
        raise
    except Exception as error:
        raise unreadable(table, n, error) from error


def version_of(game: str) -> int:
    """The version of the flow that wrote the first line of a log."""
    return msgspec.json.decode(game, type=Begun).save.version


def brought_up(engine: Engine[Any], name: str, standing: Standing, n: int, rows: list[Row]) -> Table:
    """A table of an earlier version, with the game that its migrations make of it, and without its history."""
    later = [row for row in rows if row.n > n]
    log = log_of(standing.game, later)
    table = Table(name, engine, standing, n, Session.replay(engine, log).snapshot)
    for row in later:
        with reading(name, row.n):
            table.note_presence(row.kind, seat_from(row.seat))
        table.n, table.deadline = row.n, row.deadline
        if row.kind in MOVING:
            table.moved = row.n
        if row.kind in (*MOVING, RESUMED):
            table.since = row.time
    table.is_brought_up = True
    return table


def log_of(game: str, rows: list[Row]) -> str:
    """The log of a session that begins with a game and does what the rows say."""
    lines = [game]
    for row in rows:
        with reading(row.table, row.n):
            if row.kind == "played":
                move = bytes(msgspec.json.decode(row.content, type=ReadPlayed).move).decode()
                lines.append(f'{{"play":{move},"check":"{row.fingerprint}"}}\n')
            elif row.kind == "taken_back":
                lines = [msgspec.json.decode(row.content, type=TakenBack).game]
    return "".join(lines)


async def history(storage: Storage, engine: Engine[Any], name: str) -> tuple[Table, list[Happened]]:
    """A table played from its beginning, and all that has happened there; or from where its flow was last renewed."""
    rows = await storage.rows(name)
    start = max((place for place, row in enumerate(rows) if row.kind in BEGINNINGS), default=None)
    if start is None:
        raise missing(name, 1)
    with reading(name, rows[start].n):
        table = opened(engine, rows[start])
    table.back = deque()  # all of them
    first = table.recent[0]
    return table, [first, *following(table, rows)]
