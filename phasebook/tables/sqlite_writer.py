"""The thread that writes to SQLite: what has come while one commit was made goes into the next, together.

A batch is one statement, not one for each row: SQLite's module lets go of the interpreter for each step, and under load
it has to wait up to 5 ms to get it back.
"""

import sqlite3
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep

from msgspec.structs import astuple

from phasebook.tables.rows import Row, StorageError
from phasebook.tables.sqlite_file import LockedError, fault, sentences
from phasebook.tables.waiting import Waiting

COLUMNS = ", ".join(f'"{name}"' for name in Row.__struct_fields__)
MOST = 100
"""Rows in one commit."""
PATIENCE = 5.0
"""Seconds for others who have locked the file."""
PLACES = f"({', '.join('?' * (len(Row.__struct_fields__) + 1))})"

LATEST = "SELECT coalesce(max(rowid), 0) FROM log"

Outcome = int | None | StorageError
"""Of a batch. None: all of it is stored. A rowid: so is what came after that, and no more. An error: nothing is."""
Settle = Callable[[list[Waiting], Outcome], None]


@cache
def insertion(count: int) -> str:
    """The statement that stores so many rows, but none whose number or request is there."""
    return f"INSERT INTO log ({COLUMNS}, snapshot) VALUES {', '.join([PLACES] * count)} ON CONFLICT DO NOTHING"


class Writer(Thread):
    """Commits batches, and says of each what has become of it, by a call of `settle` in this thread."""

    def __init__(self, path: Path, connection: sqlite3.Connection, settle: Settle) -> None:
        super().__init__(name=f"writer of {path.name}", daemon=True)
        self.path = path
        self.connection = connection
        self.settle = settle
        self.queue: SimpleQueue[list[Waiting] | None] = SimpleQueue()
        self.lock = Lock()
        self.latest: int = connection.execute(LATEST).fetchone()[0]

    def run(self) -> None:
        for batch in self.batches():
            self.write(batch)
        self.connection.close()

    def batches(self) -> Iterator[list[Waiting]]:
        """Everything that waits, up to `MOST` rows at once, until None has come."""
        ending = False
        while not ending:
            handed = [self.queue.get()]
            while not self.queue.empty():
                handed.append(self.queue.get())
            ending = None in handed
            waiting = [each for some in handed if some for each in some]
            for start in range(0, len(waiting), MOST):
                yield waiting[start : start + MOST]

    def write(self, batch: list[Waiting]) -> None:
        """If a batch fails, each row is tried alone: one that is too large must not cost the others."""
        outcome = self.commit_patiently(batch)
        if isinstance(outcome, StorageError) and len(batch) > 1:
            for waiting in batch:
                self.settle([waiting], self.commit_patiently([waiting]))
        else:
            self.settle(batch, outcome)

    def commit_patiently(self, batch: list[Waiting]) -> Outcome:
        """Wait for others who have locked the file."""
        end = monotonic() + PATIENCE
        while isinstance(outcome := self.commit(batch), LockedError) and monotonic() < end:
            sleep(0.01)
        return outcome

    def change(self, statement: str, *values: object) -> int:
        """Do something else than storing rows, in any thread; how many rows it has changed.

        SQLite gives the number of a row at the end that was deleted to another one.
        """
        with self.lock, sentences(self.path):
            changed = self.connection.execute(statement, values).rowcount
            self.latest = self.connection.execute(LATEST).fetchone()[0]
            return changed

    def commit(self, batch: list[Waiting]) -> Outcome:
        """In any thread, while no other one is in it."""
        values = [value for waiting in batch for value in (*astuple(waiting.row), waiting.snapshot)]
        with self.lock:
            before = self.latest
            try:
                cursor = self.connection.execute(insertion(len(batch)), values)
                self.latest = max(before, cursor.lastrowid or 0)
            except Exception as error:
                return fault(self.path, error)
        return None if cursor.rowcount == len(batch) else before
