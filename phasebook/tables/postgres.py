"""Tables in PostgreSQL: for any number of workers on any number of machines, none of which keeps anything itself.

One connection writes, one reads, and one hears what other workers have written.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence

import psycopg

from phasebook.tables.postgres_link import Link, connect, sentences
from phasebook.tables.postgres_listener import Listener
from phasebook.tables.postgres_schema import prepare
from phasebook.tables.postgres_writer import Writer
from phasebook.tables.rows import Answer, Head, Row, Settle, StorageError, check
from phasebook.tables.waiting import Waiting, answered

AT_ONCE = 1000
"""Rows that are read, or deleted, in one go."""

TOUCH = """
WITH touched AS (
    UPDATE phasebook_heads SET time = %s WHERE "table" = ANY(%s) AND time < %s RETURNING 1
)
SELECT count(*) FROM touched
"""
FORGET = """
WITH gone AS (
    DELETE FROM phasebook_log WHERE ("table", n) IN (
        SELECT "table", n FROM phasebook_log WHERE "table" = %s AND n <= %s ORDER BY n LIMIT %s
    ) RETURNING 1
)
SELECT count(*) FROM gone
"""
FORGET_HEAD = """
WITH gone AS (DELETE FROM phasebook_heads WHERE "table" = %s AND n <= %s RETURNING 1) SELECT count(*) FROM gone
"""


async def open_postgres(address: str) -> "PostgresStorage":
    """The storage in a database, whose tables are made if there are none."""
    with sentences(address):
        listener = Listener(address, await prepared(address), worker=secrets.token_hex(8))
        return PostgresStorage(address, listener, await listener.listening())


async def prepared(address: str) -> str:
    """The channel of the notifications, once all is ready for use; each schema has its own."""
    connection = await connect(address)
    try:
        await prepare(connection)
        cursor = await connection.execute("SELECT 'phasebook_' || current_schema()::regnamespace::oid")
        found = await cursor.fetchone()
    finally:
        await connection.close()
    assert found, "a SELECT without FROM has a row"
    channel: str = found[0]
    return channel


class PostgresStorage:
    """A `Storage` in a PostgreSQL database."""

    def __init__(self, address: str, listener: Listener, connection: psycopg.AsyncConnection) -> None:
        self.reader, self.link = Link(address), Link(address)
        self.listener = listener
        self.writer = Writer(self.link, listener.channel, listener.worker)
        self.writing = asyncio.create_task(self.writer.run())
        self.listening = asyncio.create_task(listener.run(connection))

    async def append(self, row: Row, snapshot: bytes | None = None) -> Answer:
        return await answered(self.add, row, snapshot)

    def add(self, row: Row, snapshot: bytes | None, settle: Settle) -> None:
        check(row)
        if self.writer.closing:
            raise StorageError("The storage is closed; open it again.")
        self.writer.add(Waiting(row, snapshot, settle))

    async def rows(self, table: str, after: int = 0, most: int | None = None) -> list[Row]:
        found: list[Row] = []
        while most is None or len(found) < most:
            limit = AT_ONCE if most is None else min(most - len(found), AT_ONCE)
            part = await self.some_rows(table, found[-1].n if found else after, limit)
            found += part
            if len(part) < limit:
                break
        return found

    async def some_rows(self, table: str, after: int, limit: int) -> list[Row]:
        found = await self.reader.run(
            'SELECT "table", n, request, seat, kind, content, time, fingerprint, deadline FROM phasebook_log '
            'WHERE "table" = %s AND n > %s ORDER BY n LIMIT %s',
            table,
            after,
            limit,
        )
        return [Row(*values) for values in found]

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        query = (
            'SELECT n, snapshot FROM phasebook_log WHERE "table" = %s AND snapshot IS NOT NULL ORDER BY n DESC LIMIT 1'
        )
        return next(iter(await self.reader.run(query, table)), None)

    async def heads(self) -> list[Head]:
        found: list[Head] = []
        query = 'SELECT "table", n, time, deadline FROM phasebook_heads WHERE "table" > %s ORDER BY "table" LIMIT %s'
        while part := await self.reader.run(query, found[-1].table if found else "", AT_ONCE):
            found += [Head(*values) for values in part]
        return found

    async def due(self, now: int) -> list[str]:
        query = 'SELECT "table" FROM phasebook_heads WHERE deadline <= %s ORDER BY "table"'
        return [table for (table,) in await self.reader.run(query, now)]

    async def touch(self, tables: Sequence[str], now: int) -> None:
        await self.reader.run(TOUCH, now, list(tables), now)

    async def forget(self, table: str, through: int) -> None:
        while (await self.reader.run(FORGET, table, through, AT_ONCE))[0][0]:
            pass
        await self.reader.run(FORGET_HEAD, table, through)

    def subscribe(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        return self.listener.subscribe(heard)

    async def close(self) -> None:
        self.writer.close()
        await self.writing
        self.listening.cancel()
        await asyncio.gather(self.listening, return_exceptions=True)
        await self.link.close()
        await self.reader.close()
