"""The tables of a log in PostgreSQL, and how they are made."""

from psycopg import AsyncConnection
from psycopg.errors import UndefinedTable

from phasebook.tables.rows import StorageError

VERSION = 1
OLDEST = 130000
"""PostgreSQL 13, the first with transaction numbers of 64 bits."""
LOCK = 0x5068617365626F6B
"""Of the advisory lock that is held while tables are made, so that servers that start together do not collide."""

SCHEMA = """
CREATE TABLE phasebook_log (
    "table" text COLLATE "C" NOT NULL,
    n bigint NOT NULL,
    request text COLLATE "C" NOT NULL,
    seat text,
    kind text NOT NULL,
    content bytea NOT NULL,
    time bigint NOT NULL,
    fingerprint text NOT NULL,
    deadline bigint,
    snapshot bytea,
    PRIMARY KEY ("table", n),
    UNIQUE ("table", request)
);
CREATE INDEX phasebook_snapshots ON phasebook_log ("table", n) WHERE snapshot IS NOT NULL;
CREATE TABLE phasebook_heads (
    "table" text COLLATE "C" PRIMARY KEY,
    n bigint NOT NULL,
    time bigint NOT NULL,
    deadline bigint,
    changed xid8 NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX phasebook_deadlines ON phasebook_heads (deadline) WHERE deadline IS NOT NULL;
CREATE TABLE phasebook_version (version integer NOT NULL);
"""


async def prepare(connection: AsyncConnection) -> None:
    """Make the tables if there are none; refuse those of another version."""
    await check_server(connection)
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        if (version := await version_there(connection)) is None:
            await connection.execute(SCHEMA)
            await connection.execute("INSERT INTO phasebook_version VALUES (%s)", [VERSION])
        elif version != VERSION:
            raise StorageError(
                f"The tables in the database were made by another version of Phasebook: their schema is {version}, "
                f"and this version knows {VERSION}; use that version, or another database."
            )


async def check_server(connection: AsyncConnection) -> None:
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StorageError(f"The database stores {encoding}; make one that stores UTF8, with createdb --encoding=UTF8.")
    if connection.info.server_version < OLDEST:
        raise StorageError("The server is older than PostgreSQL 13; use a later one.")


async def version_there(connection: AsyncConnection) -> int | None:
    """Of the tables in the database, or None."""
    try:
        async with connection.transaction():
            cursor = await connection.execute("SELECT version FROM phasebook_version")
    except UndefinedTable:
        return None
    found = await cursor.fetchone()
    return found[0] if found else 0
