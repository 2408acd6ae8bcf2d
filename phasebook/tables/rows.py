"""The log of tables, as values, and what every store of it promises.

A table is the list of its rows, numbered 1, 2, 3, ...; nothing in it ever changes. Two servers that want to write
the same number race for it, and one of them wins: the number is the lock. A client that has heard no answer sends
its request again, and the row is there once.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from fsm.errors import PhasebookError

LONGEST_NAME = 200
"""In characters, of a table's name and of a request: both are in the keys of databases, which have their limits."""
LARGEST = 2**63 - 1


class StorageError(PhasebookError):
    """Rows cannot be stored or read: the disk is full, the database is gone, the file is of something else."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened at a table."""

    table: str
    """The name of the table."""
    n: int
    """Its number at its table: 1, 2, 3, ..."""
    request: str
    """The id of the request that led to it, unique at its table."""
    seat: str | None
    """Who asked for it, as the token of the connection says, in JSON; nothing if it was the server itself."""
    kind: str
    """What happened: a move, a take-back, somebody who sat down or left, time that was up."""
    content: bytes
    """The rest of it, in JSON."""
    time: int
    """When, in milliseconds since 1970, by the clock of the server."""
    fingerprint: str
    """Of the position after it."""
    deadline: int | None = None
    """Until when somebody must have moved in that position, in milliseconds since 1970; nothing if no clock runs."""


class Head(msgspec.Struct, frozen=True, gc=False):
    """What the last row of a table says of its time."""

    table: str
    n: int
    time: int
    """When it was written, or later, if somebody has said that the table is in use."""
    deadline: int | None


class Stored(msgspec.Struct, frozen=True):
    """The row is in the log."""


class Taken(msgspec.Struct, frozen=True):
    """Another row has that number; nothing was stored."""


class Repeated(msgspec.Struct, frozen=True):
    """The request was stored before, as this row; nothing was stored now."""

    row: Row


Answer = Stored | Taken | Repeated
STORED, TAKEN = Stored(), Taken()

Settle = Callable[[Answer | StorageError], None]
"""Takes the answer, or why there is none, in the event loop."""


class Storage(Protocol):
    """Where logs are kept. All of it may raise a `StorageError`; the storage can be used again afterwards."""

    async def append(self, row: Row, snapshot: bytes | None = None) -> Answer:
        """Store a row, and the position after it if given; it is durable when this returns.

        Calls made at the same time share one commit. A request that is there already is `Repeated`, whatever number
        it asks for now. After a `StorageError` the row may be in the log or not: the same call again says which.
        """

    def add(self, row: Row, snapshot: bytes | None, settle: Settle) -> None:
        """The same for who needs no task to wait: `settle` is called once with the answer, at the earliest right here.

        A row that no store could keep, or a storage that is closed, is an error at once, and `settle` is not called.
        """

    async def rows(self, table: str, after: int = 0, most: int | None = None) -> list[Row]:
        """The rows with numbers beyond `after`, in order."""

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """The latest position that was given for a table, and the number of its row."""

    async def heads(self) -> list[Head]:
        """The last row of each table, in the order of their names."""

    async def due(self, now: int) -> list[str]:
        """The tables whose last row has a deadline at `now` or before."""

    async def touch(self, tables: Sequence[str], now: int) -> None:
        """Note that tables are in use: the time in their heads is `now` at least. Nothing else changes."""

    async def forget(self, table: str, through: int) -> None:
        """Delete the rows of a table up to a number; if it has no others, there is no such table any more.

        It is done in parts, so that others have their turn. What is left after a `StorageError` can be forgotten later.
        """

    def subscribe(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """Call `heard(table, n)` in this event loop when another worker has appended; the result ends it.

        Calls may be repeated, and one may stand for several rows: it says that the log is at least that long.
        """

    async def close(self) -> None:
        """Answer what is waiting, and let go of the files and connections."""


def check(row: Row) -> None:
    """Refuse what some store cannot keep, so that every store keeps the same."""
    if not (0 < len(row.table) <= LONGEST_NAME and 0 < len(row.request) <= LONGEST_NAME):
        raise StorageError(f"The table and the request of a row must have between 1 and {LONGEST_NAME} characters.")
    if not is_plain(f"{row.table}{row.request}{row.seat}{row.kind}{row.fingerprint}"):
        raise StorageError("A row has a character that databases cannot store; leave out NUL and lone surrogates.")
    if not (0 < row.n <= LARGEST and 0 <= row.time <= LARGEST and 0 <= (row.deadline or 0) <= LARGEST):
        raise StorageError(f"The number of a row must be from 1, its time and deadline from 0, to {LARGEST}.")


def is_plain(text: str) -> bool:
    if text.isascii():
        return "\0" not in text
    try:
        return "\0" not in text and bool(text.encode())
    except UnicodeEncodeError:
        return False
