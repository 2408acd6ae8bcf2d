"""Hearing from PostgreSQL what other workers have appended, also after a time without a connection."""

import asyncio
from collections.abc import Callable

import msgspec
from psycopg import AsyncConnection, Error, sql

from phasebook.tables.postgres_link import FIRST_PAUSE, LONGEST_PAUSE, connect, impatient
from phasebook.tables.rows import StorageError

HEARTBEAT = 5.0
"""Seconds after which the connection is tried, if nothing was heard."""
Heard = Callable[[str, int], None]


class Listener:
    """Calls its subscribers for each table that another worker has appended to."""

    def __init__(self, address: str, channel: str, worker: str) -> None:
        self.address = address
        self.channel = channel
        self.worker = worker
        self.subscribers: dict[object, Heard] = {}
        self.horizon: str | None = None
        """The oldest transaction that may not have been heard of."""
        self.next_horizon: str | None = None
        """The same for the latest heartbeat: what was under way at that moment is surely heard by the next one."""

    def subscribe(self, heard: Heard) -> Callable[[], None]:
        key = object()
        self.subscribers[key] = heard

        def end() -> None:
            self.subscribers.pop(key, None)

        return end

    async def run(self, connection: AsyncConnection) -> None:
        """Listen for ever, on this connection and on others after it."""
        pause = FIRST_PAUSE
        while True:
            try:
                if connection.closed:
                    connection = await self.listening()
                    pause = FIRST_PAUSE
                await self.listen(connection)
            except (Error, OSError, StorageError):
                await connection.close()
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except asyncio.CancelledError:
                await connection.close()
                raise

    async def listening(self) -> AsyncConnection:
        """A connection that hears everything from now on, and has made good what was missed."""
        connection = await connect(self.address)
        try:
            with impatient(connection):
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self.channel)))
                await self.catch_up(connection)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def listen(self, connection: AsyncConnection) -> None:
        """Until it is lost."""
        while True:
            async for notification in connection.notifies(timeout=HEARTBEAT):
                self.hear(notification.payload)
            with impatient(connection):
                self.horizon, self.next_horizon = self.next_horizon, await horizon_of(connection)

    def hear(self, payload: str) -> None:
        if payload.startswith(self.worker):
            return
        for table, n in msgspec.json.decode(payload[len(self.worker) :], type=list[tuple[str, int]]):
            self.tell(table, n)

    def tell(self, table: str, n: int) -> None:
        """In a turn of its own: a subscriber that fails is not our failure."""
        for heard in self.subscribers.values():
            asyncio.get_running_loop().call_soon(heard, table, n)

    async def catch_up(self, connection: AsyncConnection) -> None:
        """Tell of every table that has moved since the connection was last known to be good."""
        now = await horizon_of(connection)
        if self.horizon is not None:
            query = 'SELECT "table", n FROM phasebook_heads WHERE changed >= %s::xid8'
            for table, n in await (await connection.execute(query, [self.horizon])).fetchall():
                self.tell(table, n)
        self.horizon = self.next_horizon = now


async def horizon_of(connection: AsyncConnection) -> str:
    """All transactions before this one have ended."""
    cursor = await connection.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text")
    found = await cursor.fetchone()
    assert found, "a SELECT without FROM has a row"
    horizon: str = found[0]
    return horizon
