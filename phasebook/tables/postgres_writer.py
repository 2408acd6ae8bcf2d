"""Writing to PostgreSQL: everything that waits goes into one statement, which is one transaction.

It stores the rows, moves the heads and notifies the other workers, all or nothing. Rows go in by the order of their
keys, so that two workers cannot wait for each other.
"""

import asyncio

import msgspec
from msgspec.structs import astuple

from phasebook.tables.postgres_link import Link, PassingError
from phasebook.tables.rows import STORED, TAKEN, Answer, Repeated, Row, StorageError
from phasebook.tables.waiting import Waiting

MOST = 200
"""Rows in one commit."""

APPEND = """
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%s::json) AS given (
        "table" text, n bigint, request text, seat text, kind text, content text, time bigint, fingerprint text,
        deadline bigint, snapshot text, place integer
    )
), stored AS (
    INSERT INTO phasebook_log
    SELECT "table", n, request, seat, kind, decode(content, 'base64'), time, fingerprint, deadline,
        decode(snapshot, 'base64')
    FROM given ORDER BY "table" COLLATE "C", n, place
    ON CONFLICT DO NOTHING
    RETURNING "table", n, request, time, deadline
), last AS (
    SELECT DISTINCT ON ("table") "table", n, time, deadline FROM stored ORDER BY "table", n DESC
), moved AS (
    INSERT INTO phasebook_heads AS head
    SELECT "table", n, time, deadline, pg_current_xact_id() FROM last ORDER BY "table"
    ON CONFLICT ("table") DO UPDATE
    SET n = excluded.n, time = excluded.time, deadline = excluded.deadline, changed = excluded.changed
    WHERE excluded.n > head.n
), parts AS (
    SELECT name, sum(octet_length(name::text)) OVER (ORDER BY "table") / 6000 AS part
    FROM (SELECT "table", json_build_array("table", n) AS name FROM last) AS named
), notified AS (
    SELECT pg_notify(%s, %s || json_agg(name)::text) FROM parts GROUP BY part
)
SELECT
    CASE WHEN (SELECT count(*) FROM stored) < (SELECT count(*) FROM given)
    THEN (SELECT coalesce(json_agg(json_build_array("table", n, request)), '[]')::text FROM stored) END,
    (SELECT count(*) FROM notified)
"""
"""Says which rows were stored, unless all were. A notification holds 8000 bytes, so long lists of tables go out in
several."""

REPEATED = """
SELECT log."table", log.n, log.request, seat, kind, content, time, fingerprint, deadline
FROM phasebook_log AS log
JOIN json_to_recordset(%s::json) AS given ("table" text, request text) USING ("table", request)
"""


Key = tuple[str, int, str]


class Sent(Row, frozen=True, gc=False):
    """A row with the position after it, as JSON carries it: bytes become base64."""

    snapshot: bytes | None = None
    place: int = 0
    """In its batch: of two rows with one key, the first is stored."""


class Writer:
    """Commits what waits, until it is closed."""

    def __init__(self, link: Link, channel: str, worker: str) -> None:
        self.link = link
        self.channel = channel
        self.worker = worker
        self.waiting: list[Waiting] = []
        self.wake = asyncio.Event()
        self.closing = False

    def add(self, waiting: Waiting) -> None:
        self.waiting.append(waiting)
        self.wake.set()

    def close(self) -> None:
        """End when nothing waits any more."""
        self.closing = True
        self.wake.set()

    async def run(self) -> None:
        while self.waiting or not self.closing:
            batch, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
            if batch:
                await self.write(batch)
            else:
                self.wake.clear()
                await self.wake.wait()

    async def write(self, batch: list[Waiting]) -> None:
        """If a batch is refused, each row is tried alone: one that is too large must not cost the others."""
        try:
            answers = await self.commit(batch)
        except PassingError as error:
            self.give_up([*batch, *self.waiting], error)
        except StorageError as error:
            if len(batch) == 1:
                batch[0].settle(error)
                return
            for waiting in batch:
                await self.write([waiting])
        else:
            for waiting, answer in zip(batch, answers, strict=True):
                waiting.settle(answer)

    def give_up(self, everybody: list[Waiting], error: StorageError) -> None:
        """All who wait have waited as long as patience lasts."""
        self.waiting = []
        for waiting in everybody:
            waiting.settle(error)

    async def commit(self, batch: list[Waiting]) -> list[Answer]:
        failures = self.link.failures
        sent = [Sent(*(*astuple(each.row), each.snapshot, place)) for place, each in enumerate(batch)]
        [(stored, _)] = await self.link.run(APPEND, msgspec.json.encode(sent).decode(), self.channel, self.worker)
        if stored is None:
            return [STORED] * len(batch)
        keys = msgspec.json.decode(stored, type=list[Key])
        return await self.tell_apart(batch, set(keys), again=self.link.failures != failures)

    async def tell_apart(self, batch: list[Waiting], stored: set[Key], again: bool) -> list[Answer]:
        """Answers for a batch of which some rows were not stored.

        `again`: the connection was lost on the way, so a row that is there already may be this very one.
        """
        asked = [{"table": each.row.table, "request": each.row.request} for each in batch]
        found = [Row(*values) for values in await self.link.run(REPEATED, msgspec.json.encode(asked).decode())]
        there = {(row.table, row.request): row for row in found}
        if again:
            stored |= {key_of(each.row) for each in batch if each.row in found}
        return [answer_to(each.row, stored, there.get((each.row.table, each.row.request))) for each in batch]


def key_of(row: Row) -> Key:
    return row.table, row.n, row.request


def answer_to(row: Row, stored: set[Key], there: Row | None) -> Answer:
    """What is in `stored` is taken out of it: of two equal rows, one was stored and the other is its repetition."""
    if key_of(row) in stored:
        stored.remove(key_of(row))
        return STORED
    return Repeated(there) if there else TAKEN
