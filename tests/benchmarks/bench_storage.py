"""Appends a second, and how long they take: in memory, SQLite with a commit each and with shared ones, PostgreSQL.

The clock on the wall counts here, since waiting for the disk is most of it. All take turns, and each keeps its best
round. How cost grows with the log and with the number of tables is measured in CPU time.
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from time import perf_counter, process_time

import msgspec

from phasebook.tables.rows import STORED, Row, Storage
from phasebook.tables.sqlite_file import connect, prepare
from phasebook.tables.sqlite_writer import insertion
from phasebook.tables.storing import open_storage
from tests.benchmarks.timing import verdict
from tests.phasebook.tables.postgres_server import Server, missing_programs, new_schema

ROUNDS = 3
APPENDS = {1: 200, 10: 1000, 100: 4000}
"""By the number of tasks that append at the same time, each at a table of its own."""
MEMORY, EACH, GROUP, POSTGRES = "memory", "SQLite, a commit each", "SQLite, shared commits", "PostgreSQL"
CONTENT = b'{"move":{"type":"play_card","card":"red 7","colour":null}}'
names = map("table-{:08}".format, count())

Append = Callable[[Row], Awaitable[object]]


def row(table: str, n: int) -> Row:
    return Row(table, n, f"request-{n:024}", '"anna"', "played", CONTENT, 1_700_000_000_000 + n, f"{n:032}")


async def figures(append: Append, tasks: int) -> tuple[float, float]:
    """Appends a second, and the wait in milliseconds that 99 of 100 stay below."""
    waits: list[float] = []

    async def play(table: str) -> None:
        for n in range(1, APPENDS[tasks] // tasks + 1):
            before = perf_counter()
            await append(row(table, n))
            waits.append(perf_counter() - before)

    before = perf_counter()
    await asyncio.gather(*(play(next(names)) for _ in range(tasks)))
    took = perf_counter() - before
    return len(waits) / took, sorted(waits)[len(waits) * 99 // 100] * 1000


def each_alone(connection: sqlite3.Connection) -> Append:
    """What is simplest: the event loop waits for the disk, once for each row.

    Its time is that of the commit alone; the time in which everybody else has to wait is not in it.
    """

    async def append(row: Row) -> None:
        connection.execute(insertion(1), [*msgspec.structs.astuple(row), None])

    return append


async def compared(contenders: dict[str, Append]) -> dict[int, dict[str, float]]:
    """The best rates, by the number of tasks and by name; everything is printed."""
    rates: dict[int, dict[str, float]] = {}
    for tasks in APPENDS:
        best = dict.fromkeys(contenders, (0.0, 0.0))
        for _ in range(ROUNDS):
            for name, append in contenders.items():
                best[name] = max(best[name], await figures(append, tasks))
        for name, (rate, slow) in best.items():
            print(f"{tasks:4} at a time  {name:26} {rate:10,.0f} appends/s {slow:10.2f} ms at the 99th percentile")
        rates[tasks] = {name: rate for name, (rate, _) in best.items()}
    return rates


async def cost(storage: Storage, tables: list[str], first: int, appends: int) -> float:
    """CPU time of an append, in microseconds: rows from a number on at some tables, a hundred at once."""
    before = process_time()
    rows = (row(table, n) for n in range(first, first + appends // len(tables)) for table in tables)
    while some := [each for each, _ in zip(rows, range(100), strict=False)]:
        assert set(await asyncio.gather(*(storage.append(each) for each in some))) == {STORED}
    return (process_time() - before) / appends * 1e6


async def growth(storage: Storage, name: str) -> tuple[float, float]:
    """How much more an append costs when the log is long, and when there are many tables."""
    one = [next(names)]
    short = min([await cost(storage, one, first, 1000) for first in (1, 1001)])
    await cost(storage, one, 2001, 16_000)
    long = min([await cost(storage, one, first, 1000) for first in (18_001, 19_001)])
    few = min([await cost(storage, [next(names) for _ in range(10)], 1, 1000) for _ in range(2)])
    many = [next(names) for _ in range(2000)]
    await cost(storage, many, 1, 2000)
    crowded = min([await cost(storage, many, n, 2000) for n in (2, 3)])
    print(f"{name}: {short:.1f} us for an append to a short log, {long:.1f} us after 18,000 rows; "
          f"{few:.1f} us at 10 tables, {crowded:.1f} us at 2,000")  # fmt: skip
    return long / short, crowded / few


async def measured(folder: Path, server: Server | None) -> bool:
    storages = {MEMORY: await open_storage("memory:"), GROUP: await open_storage(str(folder / "group.db"))}
    if server:
        storages[POSTGRES] = await open_storage(new_schema(server.address, "bench"))
    prepare(folder / "each.db")
    with closing(connect(folder / "each.db")) as alone:
        rates = await compared({EACH: each_alone(alone), **{name: kept.append for name, kept in storages.items()}})
    grown = await growth(storages[GROUP], GROUP)
    if server:
        await growth(storages[POSTGRES], f"{POSTGRES}, this side of it")
    for kept in storages.values():
        await kept.close()
    met = [
        verdict(f"{tasks} at a time: {GROUP}, in times of {EACH} (at least {bar})", ratio, ratio >= bar)
        for tasks, bar in ((1, 0.5), (100, 3))
        for ratio in [rates[tasks][GROUP] / rates[tasks][EACH]]
    ]
    met.append(
        verdict("an append to a long log, in times of one to a short one (at most 1.5)", grown[0], grown[0] <= 1.5)
    )
    met.append(verdict("an append at 2,000 tables, in times of one at 10 (at most 2)", grown[1], grown[1] <= 2))
    return all(met)


def main() -> bool:
    """The figures, and whether the bars are met."""
    print("\nStorage\n-------")
    if lack := missing_programs():
        print(lack)
    server = None if lack else Server()
    try:
        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(measured(Path(folder), server))
    finally:
        if server:
            server.close()
