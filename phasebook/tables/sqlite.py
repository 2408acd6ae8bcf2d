"""Tables in an SQLite file: for one server process at a time, with nothing to install.

All rows that come in one turn of the event loop are written at its end, in one commit, as long as the disk is quick: a
thread would take the interpreter away from the loop several times for each commit, and wait milliseconds to get it.
While the disk is slow a thread writes, and only those wait whose rows they are. Rows are read in the event loop, some
at a time: that takes microseconds.
"""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from phasebook.tables.rows import STORED, TAKEN, Answer, Head, Repeated, Row, Settle, StorageError, check
from phasebook.tables.sqlite_file import Files, connect, lock, make_room, prepare, sentences
from phasebook.tables.sqlite_writer import COLUMNS, MOST, Outcome, Writer
from phasebook.tables.waiting import Waiting, answered

AT_ONCE = 256
"""Rows that are read before others have their turn."""
QUICK, EACH = 0.002, 0.0001
"""Seconds that a commit in the event loop may take, and how many more for each of its rows."""
DETOURS = 20
"""Commits that are left to the thread after two in a row that were not quick: one alone may be a hiccup."""
SELECT = f"SELECT {COLUMNS}"
TOUCH = 'UPDATE heads SET time = ? WHERE time < ? AND "table" IN (SELECT value FROM json_each(?))'
FORGET = """
DELETE FROM log WHERE rowid IN (SELECT rowid FROM log WHERE "table" = ? AND n <= ? ORDER BY n LIMIT ?)
"""


async def open_sqlite(path: Path, roomy: bool = False) -> "SqliteStorage":
    """The storage in a file, which is made if there is none. `roomy`: for a server, that has much to write."""
    path = path.absolute()
    with sentences(path), ExitStack() as opened:
        locked = opened.enter_context(closing(lock(path)))
        prepare(path)
        reader = opened.enter_context(closing(connect(path, patience=0.2)))  # the event loop would wait, too
        writer = opened.enter_context(closing(connect(path, patience=0, statements=MOST + 8)))
        if roomy:
            make_room(writer)
        storage = SqliteStorage(path, locked, reader, writer)
        opened.pop_all()
    return storage


class SqliteStorage:
    """A `Storage` in an SQLite file."""

    def __init__(
        self, path: Path, locked: sqlite3.Connection, reader: sqlite3.Connection, writer: sqlite3.Connection
    ) -> None:
        self.path = path
        self.locked = locked
        self.reader = reader
        self.loop = asyncio.get_running_loop()
        self.waiting: list[Waiting] = []
        self.under_way = 0
        """Rows that the writer has and that are not settled."""
        self.slow = 0
        """Commits in a row that were not quick, in the event loop."""
        self.detours = 0
        self.closed = False
        self.writer = Writer(path, writer, self.settle_soon)
        self.files = Files(path)
        self.writer.start()

    # Writing

    async def append(self, row: Row, snapshot: bytes | None = None) -> Answer:
        return await answered(self.add, row, snapshot)

    def add(self, row: Row, snapshot: bytes | None, settle: Settle) -> None:
        check(row)
        self.check_open()
        if not self.waiting:
            self.loop.call_soon(self.hand_over)
        self.waiting.append(Waiting(row, snapshot, settle))

    def check_open(self) -> None:
        if self.closed:
            raise StorageError(f"{self.path} is closed; open it again.")

    def hand_over(self) -> None:
        """Have what has come in this turn of the event loop written."""
        batch, self.waiting = self.waiting, []
        is_next = len(batch) <= MOST and not self.under_way
        if not batch or (is_next and self.is_written_here(batch)):
            return
        self.under_way += len(batch)
        self.writer.queue.put(batch)

    def is_written_here(self, batch: list[Waiting]) -> bool:
        """Commit without the thread, if that is quick at present and goes well."""
        if self.detours:
            self.detours -= 1
            return False
        before = perf_counter()
        outcome = self.writer.commit(batch)
        self.slow = self.slow + 1 if perf_counter() - before > QUICK + EACH * len(batch) else 0
        self.detours = DETOURS if self.slow > 1 else 0
        if isinstance(outcome, StorageError):
            return False
        self.settle(batch, outcome)
        return True

    def settle_soon(self, batch: list[Waiting], outcome: Outcome) -> None:
        """In the writer's thread. A loop that was closed meanwhile has nobody who waits."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.take_back, batch, outcome)

    def take_back(self, batch: list[Waiting], outcome: Outcome) -> None:
        """From the writer."""
        self.under_way -= len(batch)
        self.settle(batch, outcome)

    def settle(self, batch: list[Waiting], outcome: Outcome) -> None:
        """The files are looked for here: in the writer's thread, each look would cost a wait for the interpreter."""
        if missing := self.files.missing():
            outcome = missing
        if isinstance(outcome, int):
            self.tell_apart(batch, outcome)
            return
        for waiting in batch:
            waiting.settle(outcome or STORED)

    def tell_apart(self, batch: list[Waiting], before: int) -> None:
        """Answers for a batch of which some rows were not stored; what was, came after the rowid `before`."""
        credited = set()
        for waiting in batch:
            try:
                rowid, row = self.by_request(waiting.row)
            except StorageError as error:
                waiting.settle(error)
                continue
            if row is None:
                waiting.settle(TAKEN)
            elif rowid > before and rowid not in credited and row.n == waiting.row.n:
                credited.add(rowid)
                waiting.settle(STORED)
            else:
                waiting.settle(Repeated(row))

    def by_request(self, row: Row) -> tuple[int, Row | None]:
        """The row that is stored for a request, and its rowid."""
        found = self.read(f'{SELECT}, rowid FROM log WHERE "table" = ? AND request = ?', row.table, row.request)
        return (found[0][-1], Row(*found[0][:-1])) if found else (0, None)

    # Reading

    def read(self, query: str, *values: object) -> list[Any]:
        with sentences(self.path):
            return self.reader.execute(query, values).fetchall()

    async def rows(self, table: str, after: int = 0, most: int | None = None) -> list[Row]:
        found: list[Row] = []
        left = most
        query = f'{SELECT} FROM log WHERE "table" = ? AND n > ? ORDER BY n LIMIT ?'
        while left is None or left > 0:
            limit = AT_ONCE if left is None else min(left, AT_ONCE)
            part = [Row(*values) for values in self.read(query, table, found[-1].n if found else after, limit)]
            found += part
            if len(part) < limit:
                break
            left = None if left is None else left - len(part)
            await asyncio.sleep(0)
        return found

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        query = 'SELECT n, snapshot FROM log WHERE "table" = ? AND snapshot IS NOT NULL ORDER BY n DESC LIMIT 1'
        return next(iter(self.read(query, table)), None)

    async def heads(self) -> list[Head]:
        found: list[Head] = []
        query = 'SELECT "table", n, time, deadline FROM heads WHERE "table" > ? ORDER BY "table" LIMIT ?'
        while part := self.read(query, found[-1].table if found else "", AT_ONCE):
            found += [Head(*values) for values in part]
            await asyncio.sleep(0)
        return found

    async def due(self, now: int) -> list[str]:
        return [table for (table,) in self.read('SELECT "table" FROM heads WHERE deadline <= ? ORDER BY 1', now)]

    # Letting go

    async def touch(self, tables: Sequence[str], now: int) -> None:
        for start in range(0, len(tables), AT_ONCE):
            some = json.dumps(tables[start : start + AT_ONCE])
            await self.change(TOUCH, now, now, some)

    async def forget(self, table: str, through: int) -> None:
        while await self.change(FORGET, table, through, AT_ONCE):
            pass
        await self.change('DELETE FROM heads WHERE "table" = ? AND n <= ?', table, through)

    async def change(self, statement: str, *values: object) -> int:
        """In a thread, for which commits would wait that are made here."""
        self.check_open()
        self.detours = DETOURS
        return await asyncio.to_thread(self.writer.change, statement, *values)

    # The rest

    def subscribe(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """There are no other workers to hear of: the file belongs to this one."""
        return lambda: None

    async def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self.hand_over()
        self.writer.queue.put(None)
        await asyncio.to_thread(self.writer.join)
        self.reader.close()
        self.locked.close()
