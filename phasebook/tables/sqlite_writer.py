"""The thread that writes to SQLite: what has come while one commit was made goes into the next, together.

A batch is one statement, not one for each row: SQLite's module lets go of the interpreter for each step, and under load
it has to wait up to 5 ms to get it back.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from phasebook.tables.rows import Row, StorageError
from phasebook.tables.sqlite_file import connect, fault
from phasebook.tables.waiting import Waiting

COLUMNS = ", ".join(f'"{name}"' for name in Row.__struct_fields__)
MOST = 100
"""Rows in one commit."""
PLACES = f"({', '.join('?' * (len(Row.__struct_fields__) + 1))})"
INSERTS = [f"INSERT INTO log ({COLUMNS}, snapshot) VALUES {', '.join([PLACES] * count)} ON CONFLICT DO NOTHING"
           for count in range(MOST + 1)]  # fmt: skip

Outcome = int | None | StorageError
"""Of a batch: None, everything is stored; a rowid, of that what came later; or nothing is."""
Settle = Callable[[list[Waiting], Outcome], None]


class Writer(Thread):
    """Commits batches, and says of each what has become of it, by a call of `settle` in this thread."""

    def __init__(self, path: Path, settle: Settle) -> None:
        super().__init__(name=f"writer of {path.name}", daemon=True)
        self.path = path
        self.wal = path.with_name(f"{path.name}-wal")
        self.settle = settle
        self.queue: SimpleQueue[list[Waiting] | None] = SimpleQueue()
        self.connection = connect(path, statements=MOST + 8)
        self.latest: int = self.connection.execute("SELECT coalesce(max(rowid), 0) FROM log").fetchone()[0]
        self.files = self.identities()

    def identities(self) -> list[tuple[int, int]]:
        """What the two files are, whatever they are called."""
        return [(found.st_dev, found.st_ino) for found in (self.path.stat(), self.wal.stat())]

    def run(self) -> None:
        for batch in self.batches():
            self.write(batch)
        self.connection.close()

    def batches(self) -> Iterator[list[Waiting]]:
        """Everything that waits, up to `MOST` rows at once, until None has come."""
        while (waiting := self.queue.get()) is not None:
            open_end = True
            while open_end and len(waiting) < MOST:
                try:
                    more = self.queue.get_nowait()
                except Empty:
                    break
                open_end = more is not None
                waiting = [*waiting, *(more or ())]
            for start in range(0, len(waiting), MOST):
                yield waiting[start : start + MOST]
            if not open_end:
                return

    def write(self, batch: list[Waiting]) -> None:
        """If a batch fails, each row is tried alone: one that is too large must not cost the others."""
        outcome = self.commit(batch)
        if isinstance(outcome, StorageError) and len(batch) > 1:
            for waiting in batch:
                self.settle([waiting], self.commit([waiting]))
        else:
            self.settle(batch, outcome)

    def commit(self, batch: list[Waiting]) -> Outcome:
        values = [value for waiting in batch for value in (*fields_of(waiting.row), waiting.snapshot)]
        before = self.latest
        try:
            cursor = self.connection.execute(INSERTS[len(batch)], values)
            self.latest = max(before, cursor.lastrowid or 0)
            self.check_files()
        except StorageError as error:
            return error
        except Exception as error:
            return fault(self.path, error)
        return None if cursor.rowcount == len(batch) else before

    def check_files(self) -> None:
        """What is written to a file that was deleted goes nowhere, without an error."""
        try:
            there = self.identities() == self.files
        except OSError:
            there = False
        if not there:
            raise StorageError(
                f"{self.path} or the file {self.path.name}-wal beside it was moved or deleted while in use; put them "
                "back, or end the server and start it again with another file."
            )


def fields_of(row: Row) -> tuple[object, ...]:
    return (
        row.table, row.n, row.request, row.seat, row.kind, row.content, row.time, row.fingerprint, row.deadline,
    )  # fmt: skip
