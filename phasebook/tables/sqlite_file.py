"""The SQLite file of a log: its schema, who may use it, and what can be wrong with it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from phasebook.tables.rows import StorageError

VERSION = 1
"""Of the schema; a file of a later one is not touched."""
APPLICATION = 0x50686173
"""Marks the file as ours, so that `file` and we can tell it from other people's databases."""

SCHEMA = """
CREATE TABLE log (
    "table" TEXT NOT NULL,
    n INTEGER NOT NULL,
    request TEXT NOT NULL,
    seat TEXT,
    kind TEXT NOT NULL,
    content BLOB NOT NULL,
    time INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    deadline INTEGER,
    snapshot BLOB,
    PRIMARY KEY ("table", n),
    UNIQUE ("table", request)
);
CREATE INDEX snapshots ON log ("table", n) WHERE snapshot IS NOT NULL;
CREATE TABLE heads (
    "table" TEXT NOT NULL PRIMARY KEY,
    n INTEGER NOT NULL,
    time INTEGER NOT NULL,
    deadline INTEGER
) WITHOUT ROWID;
CREATE INDEX deadlines ON heads (deadline) WHERE deadline IS NOT NULL;
CREATE TRIGGER head_moves AFTER INSERT ON log BEGIN
    INSERT INTO heads VALUES (new."table", new.n, new.time, new.deadline)
    ON CONFLICT ("table") DO UPDATE
    SET n = excluded.n, time = excluded.time, deadline = excluded.deadline WHERE excluded.n > n;
END;
"""
"""The log keeps its rowids: they say in which order rows were stored, and new rows go to the end of the file, which
takes half the time of a table clustered by its key."""

PAGES_BEFORE_CHECKPOINT = 10_000
"""Of 4 kB, in the write-ahead log. Fewer make for more pauses, more for a longer start after a crash: a fifth of a
second at this length."""
FAULTS = {
    sqlite3.SQLITE_FULL: "There is no room left for {path}; make some and go on, what was stored is safe",
    sqlite3.SQLITE_IOERR: "The disk does not take or give what belongs to {path} (it may be full); see to it and go on",
    sqlite3.SQLITE_READONLY: "{path} cannot be written; allow it, or use another file",
    sqlite3.SQLITE_PERM: "{path} cannot be written; allow it, or use another file",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened; name a file in a folder that exists and can be written",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged; stop, and put a backup in its place",
    sqlite3.SQLITE_NOTADB: "{path} is not a database; use another file",
    sqlite3.SQLITE_BUSY: "{path} is locked by another program; end that one and go on",
    sqlite3.SQLITE_LOCKED: "{path} is locked by another program; end that one and go on",
}
"""By the primary code, the lowest byte of SQLite's."""


class LockedError(StorageError):
    """It may help to wait."""


def fault(path: Path, error: Exception) -> StorageError:
    """What an error means for the one who runs the server."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    words = FAULTS.get(code, "{path} cannot be used; see what is wrong with it").format(path=path)
    kind = LockedError if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else StorageError
    return kind(f"{words} ({error}).")


@contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Errors of SQLite, as ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise fault(path, error) from error


def connect(path: Path, patience: float = 5.0, statements: int = 128) -> sqlite3.Connection:
    """A connection for one thread at a time, that commits each statement unless a transaction is open.

    It waits so many seconds, the whole thread with it, for others who have locked the file.
    """
    connection = sqlite3.connect(
        path,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=statements,
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES_BEFORE_CHECKPOINT}")
    except BaseException:
        connection.close()
        raise
    return connection


def make_room(connection: sqlite3.Connection) -> None:
    """Let the write-ahead log have its full length now, if the disk has room for it.

    While it grows, commits take twice the time. What is too much for the cache is written to it; rolled back, that
    counts for nothing.
    """
    usual, page = pragma(connection, "cache_size"), pragma(connection, "page_size")
    connection.execute("PRAGMA cache_size = 10")
    with suppress(sqlite3.Error):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE room (filled)")
        connection.execute("INSERT INTO room VALUES (zeroblob(?))", [PAGES_BEFORE_CHECKPOINT * page])
    connection.rollback()
    connection.execute(f"PRAGMA cache_size = {usual}")


def lock(path: Path) -> sqlite3.Connection:
    """Keep other servers out until it is closed or its process is gone; others may still read, and make backups."""
    beside = path.with_name(f"{path.name}-lock")
    connection = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise StorageError(
                f"{path} is in use by another server; end that one, or use another file "
                "(or PostgreSQL, for several servers on the same tables)."
            ) from None
        raise
    return connection


def prepare(path: Path) -> None:
    """Make the schema in a new file; refuse a file that is not ours."""
    with closing(connect(path)) as connection:
        if is_new(connection):
            connection.execute("PRAGMA journal_mode = WAL")
            create(connection)
        check_schema(path, connection)
        connection.execute("PRAGMA journal_mode = WAL")  # a copy made by VACUUM INTO has lost it


def is_new(connection: sqlite3.Connection) -> bool:
    return pragma(connection, "application_id") == 0 and pragma(connection, "schema_version") == 0


def pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def create(connection: sqlite3.Connection) -> None:
    """All of it or nothing, also if the power goes."""
    marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
    connection.executescript(f"BEGIN; {SCHEMA} {marks} COMMIT;")


def check_schema(path: Path, connection: sqlite3.Connection) -> None:
    if pragma(connection, "application_id") != APPLICATION:
        raise StorageError(f"{path} is a database of another program; use another file.")
    if (version := pragma(connection, "user_version")) != VERSION:
        raise StorageError(
            f"{path} was made by another version of Phasebook: its schema is {version}, and this version knows "
            f"{VERSION}; use that version, or another file."
        )


class Files:
    """The files of a database in use. What is written to one that was deleted goes nowhere, without an error."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.names = [str(path), f"{path}-wal"]
        self.found = self.look()

    def look(self) -> list[tuple[int, int]]:
        """Which files they are, whatever they are called. Called for each commit, so not by way of `Path`."""
        stats = [os.stat(name) for name in self.names]  # noqa: PTH116
        return [(found.st_dev, found.st_ino) for found in stats]

    def missing(self) -> StorageError | None:
        try:
            there = self.look() == self.found
        except OSError:
            there = False
        if there:
            return None
        return StorageError(
            f"{self.path} or the file {self.path.name}-wal beside it was moved or deleted while in use; put them back, "
            "or end the server and start it again with another file."
        )
