"""Stores that cannot be opened, or cannot keep what is asked of them."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import psycopg

from phasebook.tables import sqlite_file
from phasebook.tables.memory import MemoryStorage
from phasebook.tables.postgres import PostgresStorage
from phasebook.tables.postgres_link import Link, connect, sentences
from phasebook.tables.postgres_schema import check_server, prepare
from phasebook.tables.rows import LARGEST, Row
from phasebook.tables.sqlite import open_sqlite
from phasebook.tables.storing import open_storage
from tests.errors.examples import Chapter

example = Chapter()

ROW = {"table": "t1", "n": 1, "request": "r", "seat": None, "kind": "sat", "content": b"", "time": 0, "fingerprint": ""}


def row(**change: Any) -> Row:
    return Row(**{**ROW, **change})


@example("'mysql://here'")
async def a_storage_that_is_not_there() -> None:
    await open_storage("mysql://here")


@example("200")
async def a_row_with_a_long_name() -> None:
    await MemoryStorage().append(row(table="x" * 10_000))


@example("NUL")
async def a_row_with_a_character_that_is_none() -> None:
    await MemoryStorage().append(row(request="\0"))


@example(str(LARGEST))
async def a_row_with_a_number_below_one() -> None:
    await MemoryStorage().append(row(n=0))


# SQLite


@example("tables.db")
async def a_file_that_is_closed() -> None:
    storage = await open_sqlite(Path("tables.db"))
    await storage.close()
    await storage.append(row())


@example("tables.db")
async def a_file_of_another_server() -> None:
    storage = await open_sqlite(Path("tables.db"))
    try:
        await open_sqlite(Path("tables.db"))
    finally:
        await storage.close()


@example("tables.db")
async def a_file_of_another_program() -> None:
    with closing(sqlite3.connect("tables.db")) as connection:
        connection.execute("CREATE TABLE birds (name)")
    await open_sqlite(Path("tables.db"))


@example("tables.db", "99")
async def a_file_of_another_version() -> None:
    await (await open_sqlite(Path("tables.db"))).close()
    with closing(sqlite3.connect("tables.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    await open_sqlite(Path("tables.db"))


@example("letter.txt")
async def a_file_that_is_no_database() -> None:
    Path("letter.txt").write_text("Dear diary, " * 100)
    await open_sqlite(Path("letter.txt"))


@example("tables/tables.db")
async def a_file_in_a_folder_that_is_not_there() -> None:
    await open_sqlite(Path("tables/tables.db"))


def failing(code: int, words: str) -> None:
    """What is said of an error of SQLite."""
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    with sqlite_file.sentences(Path("tables.db")):
        raise error


@example("tables.db")
def a_full_disk() -> None:
    failing(sqlite3.SQLITE_FULL, "database or disk is full")


@example("tables.db")
def a_disk_that_fails() -> None:
    failing(sqlite3.SQLITE_IOERR, "disk I/O error")


@example("tables.db")
def a_file_that_cannot_be_written() -> None:
    failing(sqlite3.SQLITE_READONLY, "attempt to write a readonly database")


@example("tables.db")
def a_file_that_is_damaged() -> None:
    failing(sqlite3.SQLITE_CORRUPT, "database disk image is malformed")


@example("tables.db")
def a_file_that_is_locked() -> None:
    failing(sqlite3.SQLITE_BUSY, "database is locked")


@example("tables.db")
def a_file_with_another_fault() -> None:
    failing(sqlite3.SQLITE_MISUSE, "bad parameter or other API misuse")


@example("tables.db-wal")
async def a_file_that_was_moved() -> None:
    storage = await open_sqlite(Path("tables.db"))
    try:
        Path("tables.db").rename("moved.db")
        missing = storage.files.missing()
        assert missing is not None
        raise missing
    finally:
        await storage.close()


# PostgreSQL

ADDRESS = "postgresql://anna:secret@db.example/tables"


@example("psycopg")
async def postgres_without_psycopg() -> None:
    with patch.dict(sys.modules, {"phasebook.tables.postgres": None}):
        import phasebook.tables

        with patch.object(phasebook.tables, "postgres", create=True) as _:
            del phasebook.tables.postgres
            await open_storage(ADDRESS)


@example("postgresql://user:password@host:port/database")
async def an_address_that_cannot_be_read() -> None:
    await connect("postgresql://anna@[oops/tables")


def refusing(error: Exception) -> None:
    """What is said of an error of psycopg."""
    with sentences(ADDRESS):
        raise error


@example("tables", "db.example")
def a_database_that_does_not_answer() -> None:
    refusing(psycopg.OperationalError("connection refused"))


@example("tables", "db.example")
def a_database_that_is_not_there() -> None:
    refusing(psycopg.errors.InvalidCatalogName('database "tables" does not exist'))


@example("tables", "db.example")
def a_wrong_password() -> None:
    refusing(psycopg.errors.InvalidPassword("password authentication failed"))


@example("tables", "db.example")
def a_role_that_may_not() -> None:
    refusing(psycopg.errors.InsufficientPrivilege("permission denied for schema public"))


@example("tables", "db.example")
def a_role_that_may_not_connect() -> None:
    refusing(psycopg.errors.InvalidAuthorizationSpecification("no pg_hba.conf entry"))


@example("tables", "db.example")
def a_database_without_a_schema() -> None:
    refusing(psycopg.errors.InvalidSchemaName("no schema has been selected to create in"))


@example("tables", "db.example")
def tables_that_are_gone() -> None:
    refusing(psycopg.errors.UndefinedTable('relation "phasebook_log" does not exist'))


@example("tables", "db.example")
def a_full_disk_of_the_database() -> None:
    refusing(psycopg.errors.DiskFull("could not extend file"))


@example("tables", "db.example")
def a_database_that_only_reads() -> None:
    refusing(psycopg.errors.ReadOnlySqlTransaction("cannot execute INSERT in a read-only transaction"))


@example("tables", "db.example")
def a_database_that_refuses() -> None:
    refusing(psycopg.errors.DataException("invalid value"))


@example("tables", "db.example")
async def a_link_that_is_closed() -> None:
    link = Link(ADDRESS)
    await link.close()
    await link.connected()


@example("storage")
async def a_storage_that_is_closed() -> None:
    closed: Any = SimpleNamespace(writer=SimpleNamespace(closing=True))
    PostgresStorage.add(closed, row(), None, print)


def server(encoding: str, version: int) -> Any:
    info = SimpleNamespace(parameter_status=lambda name: encoding, server_version=version)
    return SimpleNamespace(info=info)


@example("LATIN1")
async def a_database_in_another_encoding() -> None:
    await check_server(server("LATIN1", 160000))


@example("PostgreSQL 13")
async def an_old_server() -> None:
    await check_server(server("UTF8", 120000))


class Connection:
    """A database whose tables are of another version."""

    info = server("UTF8", 160000).info

    def transaction(self) -> Any:
        return self

    async def __aenter__(self) -> None: ...

    async def __aexit__(self, *_: Any) -> None: ...

    async def execute(self, *_: Any) -> Any:
        return self

    async def fetchone(self) -> tuple[int]:
        return (99,)


@example("99")
async def tables_of_another_version() -> None:
    connection: Any = Connection()
    await prepare(connection)
