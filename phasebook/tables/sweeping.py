"""Tables at which nothing has happened for as long as the owner wants to keep them are deleted.

A table that goes gets a last row, which says so: others who want to write that number at the same time win or lose the
race for it, as always. The rows before it are deleted at once. It stays for a while itself, for other servers that have
the table in memory and have not heard of it.
"""

import asyncio

from phasebook.tables.house import House, log
from phasebook.tables.rows import STORED, Head, Row, StorageError
from phasebook.tables.table import CLOSED

DAY = 86_400_000
"""In milliseconds, as all times of rows."""
LINGER = 3_600_000
"""Milliseconds that the last row stays."""
OFTEN = 900.0
"""Seconds between two looks, at most. A server keeps nothing in memory for longer that nobody needs."""


class Sweeper:
    """Looks for tables that nobody needs any more."""

    def __init__(self, house: House, days: float) -> None:
        self.house = house
        self.keep = days * DAY

    async def run(self) -> None:
        """Look again and again."""
        while True:
            try:
                await self.sweep()
            except StorageError as error:
                log.warning("Old tables could not be deleted, which is tried again: %s", error)
            await asyncio.sleep(min(OFTEN, self.keep / 4_000))

    async def sweep(self) -> None:
        """Say which tables are in use here, and delete those that nobody uses."""
        in_use = [name for name, awake in self.house.tables.items() if awake.guests]
        await self.house.storage.touch(in_use, self.house.now())
        for name in [name for name, awake in self.house.tables.items() if not awake.is_needed]:
            del self.house.tables[name]
        now = self.house.now()
        for head in await self.house.storage.heads():
            is_awaited = head.deadline is not None and head.deadline > now
            if head.time < now - self.keep and not is_awaited and head.table not in self.house.tables:
                await self.delete(head, now)

    async def delete(self, head: Head, now: int) -> None:
        """Delete a table, unless somebody has come meanwhile."""
        storage = self.house.storage
        last = next(iter(await storage.rows(head.table, head.n - 1)), None)
        if last is None or last.kind == CLOSED:
            await storage.forget(head.table, head.n)
            self.house.count = None
            return
        due = int(now - self.keep + LINGER)  # it is as old as those that go when it has stayed for long enough
        closing = Row(head.table, head.n + 1, CLOSED, None, CLOSED, b"{}", max(0, due), last.fingerprint)
        if await storage.append(closing) == STORED:
            await storage.forget(head.table, head.n)
            self.house.heard(head.table, closing.n)
