"""Faults while rows are written."""

import asyncio
import shutil
import signal
import sqlite3
from pathlib import Path

import pytest

from phasebook.tables.rows import STORED, Row, StorageError
from phasebook.tables.sqlite import SqliteStorage, open_sqlite
from tests.fsm.full_disk import full_disk
from tests.phasebook.tables.logs import append_all, row

LARGE = b"x" * 20_000


async def try_all(storage: SqliteStorage, *rows: Row) -> list[object]:
    return await asyncio.gather(*(storage.append(each) for each in rows), return_exceptions=True)


def test_rows_of_one_turn_are_one_commit(tmp_path: Path) -> None:
    async def run() -> None:
        storage = await open_sqlite(tmp_path / "tables.db")
        batches: list[int] = []
        commit = storage.writer.commit
        storage.writer.commit = lambda batch: batches.append(len(batch)) or commit(batch)  # type: ignore[method-assign, func-returns-value]
        await append_all(storage, *(row(n) for n in range(1, 251)))
        await storage.append(row(251))
        await storage.close()

        assert batches == [100, 100, 50, 1]

    asyncio.run(run())


def test_a_full_disk_is_said_and_then_it_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        storage = await open_sqlite(tmp_path / "tables.db")
        assert await storage.append(row(1)) == STORED
        storage.writer.connection.execute("PRAGMA max_page_count = 14")
        answers = await try_all(storage, row(2, content=LARGE), row(3, content=LARGE), row(4), row(5, content=LARGE))

        assert answers[0] == answers[2] == STORED
        for answer in (answers[1], answers[3]):
            assert isinstance(answer, StorageError)
            assert str(answer).startswith(f"There is no room left for {storage.path}; make some and go on")
        assert [each.n for each in await storage.rows("oak")] == [1, 2, 4]

        storage.writer.connection.execute("PRAGMA max_page_count = 100000")
        assert await storage.append(row(3, content=LARGE)) == STORED
        await storage.close()

    asyncio.run(run())


def test_a_disk_that_takes_no_more_bytes(tmp_path: Path) -> None:
    """The write itself fails, as with ENOSPC: nothing is acknowledged that is not there after a restart."""
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    async def run() -> None:
        storage = await open_sqlite(tmp_path / "tables.db")
        await append_all(storage, *(row(n) for n in range(1, 11)))
        room = (tmp_path / "tables.db-wal").stat().st_size
        with full_disk(room):
            answers = await try_all(storage, *(row(n, content=LARGE) for n in range(11, 21)))
            assert all(isinstance(answer, StorageError) for answer in answers)
            assert "see to it and go on" in str(answers[0])
            assert len(await storage.rows("oak")) == 10
        assert await try_all(storage, *(row(n) for n in range(11, 21))) == [STORED] * 10
        await storage.close()
        storage = await open_sqlite(tmp_path / "tables.db")
        assert await storage.rows("oak") == [row(n) for n in range(1, 21)]
        await storage.close()

    try:
        asyncio.run(run())
    finally:
        signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize("name", ["tables.db", "tables.db-wal"])
def test_a_file_that_is_moved_away_takes_no_rows_and_may_come_back(tmp_path: Path, name: str) -> None:
    async def run() -> None:
        storage = await open_sqlite(tmp_path / "tables.db")
        await storage.append(row(1))
        (tmp_path / name).rename(tmp_path / "elsewhere")
        with pytest.raises(StorageError, match="was moved or deleted while in use; put them back"):
            await storage.append(row(2))
        (tmp_path / "elsewhere").rename(tmp_path / name)
        assert await storage.append(row(3)) == STORED
        await storage.close()
        storage = await open_sqlite(tmp_path / "tables.db")
        assert {1, 3} <= {each.n for each in await storage.rows("oak")}
        await storage.close()

    asyncio.run(run())


def test_a_file_that_was_replaced_by_its_copy_takes_no_rows(tmp_path: Path) -> None:
    async def run() -> None:
        storage = await open_sqlite(tmp_path / "tables.db")
        await storage.append(row(1))
        shutil.copy(tmp_path / "tables.db", tmp_path / "copy")
        (tmp_path / "copy").rename(tmp_path / "tables.db")
        with pytest.raises(StorageError, match="was moved or deleted"):
            await storage.append(row(2))
        await storage.close()

    asyncio.run(run())


def test_somebody_who_holds_the_file_for_long_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phasebook.tables.sqlite_writer.PATIENCE", 0.05)

    async def run() -> None:
        storage = await open_sqlite(tmp_path / "tables.db")
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="is locked by another program; end that one and go on"):
            await storage.append(row(1))
        monkeypatch.setattr("phasebook.tables.sqlite_writer.PATIENCE", 20)
        waiting = asyncio.create_task(storage.append(row(1)))
        for _ in range(20):
            await asyncio.sleep(0.001)
        assert not waiting.done()  # and the event loop goes on meanwhile
        other.execute("ROLLBACK")
        other.close()
        assert await waiting == STORED
        await storage.close()

    asyncio.run(run())
