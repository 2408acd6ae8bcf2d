"""Tables in memory: for tests, and for games that may be lost."""

from bisect import bisect_right
from collections.abc import Callable
from operator import attrgetter

from phasebook.tables.rows import STORED, TAKEN, Answer, Head, Repeated, Row, check


class Log:
    """The rows of one table."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.by_request: dict[str, Row] = {}
        self.snapshot: tuple[int, bytes] | None = None

    def append(self, row: Row, snapshot: bytes | None) -> Answer:
        if earlier := self.by_request.get(row.request):
            return Repeated(earlier)
        place = self.place_after(row.n)
        if place and self.rows[place - 1].n == row.n:
            return TAKEN
        self.rows.insert(place, row)
        self.by_request[row.request] = row
        if snapshot is not None and (self.snapshot is None or self.snapshot[0] < row.n):
            self.snapshot = row.n, snapshot
        return STORED

    def place_after(self, n: int) -> int:
        return bisect_right(self.rows, n, key=attrgetter("n"))


class MemoryStorage:
    """A `Storage` that is gone with its process."""

    def __init__(self) -> None:
        self.logs: dict[str, Log] = {}

    async def append(self, row: Row, snapshot: bytes | None = None) -> Answer:
        check(row)
        return self.logs.setdefault(row.table, Log()).append(row, snapshot)

    async def rows(self, table: str, after: int = 0, most: int | None = None) -> list[Row]:
        log = self.logs.get(table) or Log()
        start = log.place_after(after)
        return log.rows[start:] if most is None else log.rows[start : start + most]

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        return self.logs[table].snapshot if table in self.logs else None

    async def heads(self) -> list[Head]:
        last = [self.logs[table].rows[-1] for table in sorted(self.logs)]
        return [Head(row.table, row.n, row.time, row.deadline) for row in last]

    async def due(self, now: int) -> list[str]:
        return [head.table for head in await self.heads() if head.deadline is not None and head.deadline <= now]

    def subscribe(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """There are no other workers to hear of."""
        return lambda: None

    async def close(self) -> None:
        pass
