"""Rows to store, and a load of them, for the tests of every storage."""

import asyncio
from collections.abc import Callable
from itertools import count

from phasebook.tables.rows import STORED, Answer, Repeated, Row, Storage


def row(n: int = 1, request: str | None = None, table: str = "oak", **changes: object) -> Row:
    """A row like those of a game; its request is named after its number unless given."""
    values = {"seat": '"anna"', "kind": "played", "content": b'{"card":7}', "time": 1000 + n, "fingerprint": f"f{n}"}
    return Row(table, n, f"request {n}" if request is None else request, **{**values, **changes})  # type: ignore[arg-type]


async def append_all(storage: Storage, *rows: Row) -> list[Answer]:
    """All at once."""
    return await asyncio.gather(*(storage.append(each) for each in rows))


async def keep_appending(storage: Storage, table: str, acknowledged: Callable[[Row], None]) -> None:
    """Rows for one table after the last one there, each when the one before is stored, until cancelled.

    One that was killed may have stored a row after it was last looked.
    """
    there = await storage.rows(table)
    for n in count(len(there) + 1):
        new = row(n, table=table, content=f"{table} {n}".encode())
        assert await storage.append(new) in (STORED, Repeated(new))
        acknowledged(new)
