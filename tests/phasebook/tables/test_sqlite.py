import asyncio
import threading
from pathlib import Path

import pytest

from phasebook.tables.rows import STORED
from phasebook.tables.sqlite import DETOURS, open_sqlite
from phasebook.tables.sqlite_writer import Outcome
from phasebook.tables.waiting import Waiting
from tests.phasebook.tables.logs import append_all, row


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    async def run() -> None:
        storage = await open_sqlite(tmp_path / "tables.db")
        full = 2

        assert storage.writer.connection.execute("PRAGMA synchronous").fetchone() == (full,)
        assert storage.writer.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        await storage.close()

    asyncio.run(run())


def test_while_the_disk_is_quick_rows_are_written_in_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        storage = await open_sqlite(tmp_path / "tables.db")
        threads: list[str] = []
        commit = storage.writer.commit

        def noted(batch: list[Waiting]) -> Outcome:
            threads.append(threading.current_thread().name)
            return commit(batch)

        storage.writer.commit = noted  # type: ignore[method-assign]
        monkeypatch.setattr("phasebook.tables.sqlite.QUICK", 1000)
        assert await storage.append(row(1)) == STORED
        assert await append_all(storage, row(2), row(3)) == [STORED, STORED]
        monkeypatch.setattr("phasebook.tables.sqlite.QUICK", -1)
        assert await storage.append(row(4)) == STORED
        monkeypatch.setattr("phasebook.tables.sqlite.QUICK", 1000)
        assert await storage.append(row(5)) == STORED
        monkeypatch.setattr("phasebook.tables.sqlite.QUICK", -1)
        for n in range(6, 2 * DETOURS + 9):
            assert await storage.append(row(n)) == STORED

        here, there = "MainThread", "writer of tables.db"
        one_is_a_hiccup = [here] * 4
        assert threads == [*one_is_a_hiccup, *[here] * 2, *[there] * DETOURS, here, *[there] * DETOURS]
        assert storage.under_way == 0
        await storage.close()

    asyncio.run(run())


def test_long_reading_lets_others_have_their_turn(tmp_path: Path) -> None:
    async def run() -> None:
        storage = await open_sqlite(tmp_path / "tables.db")
        await append_all(storage, *(row(n) for n in range(1, 1001)))
        reading = asyncio.create_task(storage.rows("oak"))
        turns = 0
        while not reading.done():
            await asyncio.sleep(0)
            turns += 1

        assert turns >= 3
        assert len(await reading) == 1000
        await storage.close()

    asyncio.run(run())


async def races(path: Path, tables: int, numbers: int) -> None:
    storage = await open_sqlite(path)
    wins: dict[tuple[str, int], int] = {}

    async def want_all(writer: int, table: str) -> None:
        for n in range(1, numbers + 1):
            if await storage.append(row(n, f"{writer} {n}", table=table)) == STORED:
                wins[table, n] = wins.get((table, n), 0) + 1

    names = [f"table {number}" for number in range(tables)]
    await asyncio.gather(*(want_all(writer, name) for writer in range(8) for name in names))
    stored = [(each.table, each.n) for name in names for each in await storage.rows(name)]
    await storage.close()

    assert len(stored) == tables * numbers
    assert wins == dict.fromkeys(stored, 1)


@pytest.mark.soak
def test_ten_thousand_races_of_eight_writers_have_one_winner_each(tmp_path: Path) -> None:
    asyncio.run(races(tmp_path / "tables.db", tables=20, numbers=500))
