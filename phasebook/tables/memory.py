"""Tables in memory: for tests, and for games that may be lost."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import attrgetter

from phasebook.tables.rows import STORED, TAKEN, Answer, Head, Repeated, Row, Settle, check
from phasebook.tables.waiting import answered


class Log:
    """The rows of one table."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.by_request: dict[str, Row] = {}
        self.snapshot: tuple[int, bytes] | None = None
        self.touched = 0

    def append(self, row: Row, snapshot: bytes | None) -> Answer:
        if earlier := self.by_request.get(row.request):
            return Repeated(earlier)
        place = self.place_after(row.n)
        if place and self.rows[place - 1].n == row.n:
            return TAKEN
        self.rows.insert(place, row)
        if place == len(self.rows) - 1:
            self.touched = 0
        self.by_request[row.request] = row
        if snapshot is not None and (self.snapshot is None or self.snapshot[0] < row.n):
            self.snapshot = row.n, snapshot
        return STORED

    def forget(self, through: int) -> None:
        place = self.place_after(through)
        for row in self.rows[:place]:
            del self.by_request[row.request]
        del self.rows[:place]
        if self.snapshot is not None and self.snapshot[0] <= through:
            self.snapshot = None

    def place_after(self, n: int) -> int:
        return bisect_right(self.rows, n, key=attrgetter("n"))


class MemoryStorage:
    """A `Storage` that is gone with its process."""

    def __init__(self) -> None:
        self.logs: dict[str, Log] = {}

    async def append(self, row: Row, snapshot: bytes | None = None) -> Answer:
        return await answered(self.add, row, snapshot)

    def add(self, row: Row, snapshot: bytes | None, settle: Settle) -> None:
        check(row)
        log = self.logs.get(row.table)
        if log is None:
            log = self.logs[row.table] = Log()
        settle(log.append(row, snapshot))

    async def rows(self, table: str, after: int = 0, most: int | None = None) -> list[Row]:
        log = self.logs.get(table) or Log()
        start = log.place_after(after)
        return log.rows[start:] if most is None else log.rows[start : start + most]

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        return self.logs[table].snapshot if table in self.logs else None

    async def heads(self) -> list[Head]:
        last = [(log.rows[-1], log.touched) for _, log in sorted(self.logs.items())]
        return [Head(row.table, row.n, max(row.time, touched), row.deadline) for row, touched in last]

    async def due(self, now: int) -> list[str]:
        return [head.table for head in await self.heads() if head.deadline is not None and head.deadline <= now]

    async def touch(self, tables: Sequence[str], now: int) -> None:
        for log in [self.logs[table] for table in tables if table in self.logs]:
            log.touched = max(log.touched, now)

    async def forget(self, table: str, through: int) -> None:
        log = self.logs.get(table) or Log()
        log.forget(through)
        if not log.rows:
            self.logs.pop(table, None)

    def subscribe(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """There are no other workers to hear of."""
        return lambda: None

    async def close(self) -> None:
        pass
