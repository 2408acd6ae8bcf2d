"""Connections to PostgreSQL that are made again when they were lost, and errors that say what to do."""

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR, socket
from time import monotonic
from typing import Any, LiteralString

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict

from phasebook.tables.rows import StorageError

PATIENCE = 10.0
"""Seconds that calls wait for a database that is gone."""
LONGEST_SILENCE = 4.0
"""Seconds without an answer after which a connection counts as lost."""
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 1.0
"""Seconds before it is tried again; each pause is twice the one before."""
ALIVE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 20_000,
    "application_name": "phasebook",
}
"""What is asked of connections unless the address says otherwise: nobody waits minutes for a machine that is gone."""

REMEDIES = {
    "53100": "the disk of the database is full; make room and go on, what was stored is safe",
    "25006": "the database cannot be written at present; use the one that can",
    "42501": "the role of the address may not do that; grant it the rights to make and use tables",
    "3D000": "there is no such database; make it first, with createdb",
    "28P01": "the password is wrong; correct it in the address",
    "28000": "the role of the address may not connect; allow it in pg_hba.conf",
    "3F000": "the database has no schema for tables; name one in the search_path of the address",
    "42P01": "the tables of the log are gone; put a backup in its place, or start the server again to make new ones",
}
"""By SQLSTATE."""
PASSING = ("08", "40", "53300", "57P")
"""How the SQLSTATEs begin of what goes away by itself: lost connections, deadlocks, a server that restarts."""


class PassingError(StorageError):
    """It may help to try again."""


def fault(address: str, error: Exception) -> StorageError:
    """What an error of psycopg means for the one who runs the server. No password is in it."""
    state = getattr(error, "sqlstate", None) or ""
    words = str(error).partition("\n")[0]
    if remedy := REMEDIES.get(state):
        return StorageError(f"{place_of(address)}: {remedy} ({words}).")
    lost = not state and isinstance(error, psycopg.OperationalError | OSError)  # a TimeoutError is one
    if lost or state.startswith(PASSING):
        remedy = "see that it runs and that its address is right; what was stored is safe"
        return PassingError(f"{place_of(address)} does not answer; {remedy} ({words or 'it takes too long'}).")
    return StorageError(f"{place_of(address)} refuses: {words}; look at its log.")


def place_of(address: str) -> str:
    parts = parsed(address)
    return f"The database {parts.get('dbname', '')} at {parts.get('host', 'this machine')}".replace("  ", " ")


def parsed(address: str) -> dict[str, Any]:
    try:
        return conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        raise StorageError(
            "The address of the database cannot be read; write it as postgresql://user:password@host:port/database."
        ) from None


@contextmanager
def sentences(address: str) -> Iterator[None]:
    """Errors of psycopg, as ours."""
    try:
        yield
    except (psycopg.Error, OSError) as error:
        raise fault(address, error) from error


async def connect(address: str) -> AsyncConnection:
    """A connection that commits each statement, and durably."""
    settings = {**ALIVE, **parsed(address)}
    with sentences(address):
        connection = await AsyncConnection.connect(autocommit=True, **settings)
        try:
            with impatient(connection):
                await insist_on_durability(connection)
        except BaseException:
            await connection.close()
            raise
    return connection


async def insist_on_durability(connection: AsyncConnection) -> None:
    """Commits wait for the disk, also where that is not the default; a standby takes none at all."""
    if connection.info.parameter_status("in_hot_standby") == "on":
        raise psycopg.errors.ReadOnlySqlTransaction("it is a standby")
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )


@contextmanager
def impatient(connection: AsyncConnection) -> Iterator[None]:
    """End the connection if this takes too long, which is then an error like any loss of it.

    To cancel instead would mean to wait for the answer to that, from a server that does not answer.
    """
    timer = asyncio.get_running_loop().call_later(LONGEST_SILENCE, hang_up, connection)
    try:
        yield
    finally:
        timer.cancel()


def hang_up(connection: AsyncConnection) -> None:
    with suppress(OSError, psycopg.Error), socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(SHUT_RDWR)


class Link:
    """One connection at a time, made when it is needed and again when it was lost."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.connection: AsyncConnection | None = None
        self.connecting = asyncio.Lock()
        self.failures = 0
        self.closed = False

    async def run(self, query: LiteralString, *values: object) -> list[Any]:
        """The result of a statement, which is tried again while there is hope and patience."""
        pause, end = FIRST_PAUSE, monotonic() + PATIENCE
        while True:
            try:
                return await self.run_once(query, values)
            except PassingError:
                self.failures += 1
                if monotonic() + pause > end:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def run_once(self, query: LiteralString, values: Sequence[object]) -> list[Any]:
        connection = await self.connected()
        try:
            with impatient(connection):
                cursor = await connection.execute(query, values, prepare=True, binary=True)
                return await cursor.fetchall()
        except Exception as error:
            meant = fault(self.address, error)
            if isinstance(meant, PassingError):
                await connection.close()
            raise meant from error

    async def connected(self) -> AsyncConnection:
        """The connection; of several who find that there is none, one makes it."""
        async with self.connecting:
            if self.closed:
                raise StorageError(f"{place_of(self.address)} is closed; open it again.")
            if self.connection is None or self.connection.closed:
                self.connection = await connect(self.address)
            return self.connection

    async def close(self) -> None:
        async with self.connecting:
            self.closed = True
            if self.connection is not None:
                await self.connection.close()
