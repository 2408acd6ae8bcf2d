"""Tables from the store: the latest snapshot, and what came after it."""

from collections.abc import Callable
from typing import Any

import msgspec

from fsm.engine import Engine
from phasebook.tables.rows import Storage
from phasebook.tables.table import Happened, Table, following, opened, restored


class Flow(msgspec.Struct):
    """Which flow a table is of, whatever else is stored."""

    flow: str


async def load(storage: Storage, engine_of: Callable[[str], Engine[Any]], name: str) -> Table | None:
    """A table as it stands, without what has happened before the last snapshot; None if there is none."""
    kept = await storage.snapshot(name)
    rows = await storage.rows(name, kept[0] if kept else 0)
    if kept is not None:
        n, content = kept
        table = restored(name, engine_of(flow_of(content)), n, content)
        table.deadline = rows[-1].deadline if rows else None
    elif rows:
        table = opened(engine_of(flow_of(rows[0].content)), rows[0])
    else:
        return None
    for _ in following(table, rows):
        pass
    return table


async def history(storage: Storage, engine: Engine[Any], name: str) -> tuple[Table, list[Happened]]:
    """A table played from its beginning, and all that has happened there."""
    rows = await storage.rows(name)
    table = opened(engine, rows[0])
    return table, [table.recent[0], *following(table, rows)]


def flow_of(content: bytes) -> str:
    """The name of the flow in a stored standing."""
    return msgspec.json.decode(content, type=Flow).flow
