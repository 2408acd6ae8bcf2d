import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from phasebook.tables.rows import STORED, Row, StorageError
from phasebook.tables.sqlite import open_sqlite
from phasebook.tables.sqlite_file import (
    APPLICATION,
    PAGES_BEFORE_CHECKPOINT,
    VERSION,
    connect,
    fault,
    make_room,
    pragma,
    prepare,
)
from tests.phasebook.tables.logs import row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


async def append_one(path: Path) -> None:
    storage = await open_sqlite(path)
    assert await storage.append(row()) == STORED
    await storage.close()


def refusal(path: Path) -> str:
    """Why a file cannot be used."""
    with pytest.raises(StorageError) as caught:
        asyncio.run(open_sqlite(path))
    return str(caught.value)


def asked(path: Path, query: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchone()[0]


def test_a_new_file_says_what_it_is(path: Path) -> None:
    asyncio.run(append_one(path))

    assert asked(path, "PRAGMA application_id") == APPLICATION
    assert asked(path, "PRAGMA user_version") == VERSION
    assert asked(path, "PRAGMA journal_mode") == "wal"
    assert asked(path, "PRAGMA integrity_check") == "ok"


def test_the_columns_are_the_fields_of_a_row(path: Path) -> None:
    asyncio.run(append_one(path))
    with closing(sqlite3.connect(path)) as connection:
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(log)")]

    assert columns == [*Row.__struct_fields__, "snapshot"]


def test_an_empty_file_is_as_good_as_none(path: Path) -> None:
    path.touch()
    asyncio.run(append_one(path))

    assert asked(path, "SELECT count(*) FROM log") == 1


def test_a_backup_is_a_storage_again(path: Path, tmp_path: Path) -> None:
    """Made while the storage is in use; the copy is not in WAL mode at first."""
    copy = tmp_path / "copy.db"

    async def run() -> None:
        storage = await open_sqlite(path)
        await storage.append(row())
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("VACUUM INTO ?", [str(copy)])
        await storage.close()
        again = await open_sqlite(copy)

        assert await again.rows("oak") == [row()]
        assert await again.append(row(2)) == STORED
        await again.close()

    asyncio.run(run())
    assert asked(copy, "PRAGMA journal_mode") == "wal"


# What is refused, and left as it is


def test_a_text_is_not_a_database(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)

    assert "is not a database; use another file" in refusal(path)
    assert path.read_text().startswith("Dear diary")


def test_a_database_of_something_else_is_not_touched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    before = path.read_bytes()

    assert "is a database of another program; use another file" in refusal(path)
    assert path.read_bytes() == before


def test_a_later_schema_is_not_touched(path: Path) -> None:
    asyncio.run(append_one(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")

    assert "was made by another version of Phasebook" in refusal(path)


def test_a_torn_file_is_noticed(path: Path) -> None:
    asyncio.run(append_one(path))
    os.truncate(path, 3000)

    assert "is damaged; stop, and put a backup in its place" in refusal(path)


def test_damaged_pages_are_an_error_of_the_calls_that_need_them(path: Path) -> None:
    async def run() -> None:
        storage = await open_sqlite(path)
        for n in range(1, 200):
            await storage.append(row(n))
        await storage.close()
        damage(path, asked(path, "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_log_1'"))
        storage = await open_sqlite(path)

        with pytest.raises(StorageError, match="is damaged; stop, and put a backup in its place"):
            await storage.rows("oak")
        with pytest.raises(StorageError, match="is damaged; stop, and put a backup in its place"):
            await storage.append(row(200))
        assert await storage.heads() != []
        await storage.close()

    asyncio.run(run())


def damage(path: Path, page: object) -> None:
    assert isinstance(page, int)
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    assert "name a file in a folder that exists" in refusal(tmp_path / "nowhere" / "tables.db")


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    (tmp_path / "tables.db").mkdir()

    assert "cannot be opened" in refusal(tmp_path / "tables.db")


def test_a_file_that_may_not_be_written(path: Path) -> None:
    """Root may always write, so a user who may not is asked."""
    asyncio.run(append_one(path))
    path.chmod(0o444)
    path.parent.chmod(0o555)
    for folder in path.parents[:3]:
        if os.getuid() == 0:
            folder.chmod(0o755 if folder != path.parent else 0o555)
    code = (
        "import asyncio, sys; from pathlib import Path; from phasebook.tables.sqlite import open_sqlite\n"
        "import os; os.getuid() or os.setuid(65534)\n"
        "asyncio.run(open_sqlite(Path(sys.argv[1])))"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=False)
    path.parent.chmod(0o755)

    assert "StorageError: " in done.stderr
    assert "can be written" in done.stderr or "cannot be written" in done.stderr


def test_a_second_server_is_refused(path: Path) -> None:
    async def run() -> None:
        storage = await open_sqlite(path)
        with pytest.raises(StorageError, match="is in use by another server"):
            await open_sqlite(path)
        code = (
            "import asyncio, sys; from pathlib import Path; from phasebook.tables.sqlite import open_sqlite\n"
            "asyncio.run(open_sqlite(Path(sys.argv[1])))"
        )
        done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=False)

        assert "is in use by another server" in done.stderr
        assert await storage.append(row()) == STORED
        await storage.close()
        await (await open_sqlite(path)).close()

    asyncio.run(run())


def test_other_errors_are_passed_on_in_a_sentence() -> None:
    assert str(fault(Path("a.db"), ValueError("odd"))) == "a.db cannot be used; see what is wrong with it (odd)."


def test_a_server_has_its_write_ahead_log_at_full_length_from_the_start(tmp_path: Path) -> None:
    async def lengths(roomy: bool) -> tuple[int, list[Any]]:
        path = tmp_path / f"{roomy}.db"
        storage = await open_sqlite(path, roomy)
        tables = storage.read("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
        length = Path(f"{path}-wal").stat().st_size
        await storage.close()
        return length, tables

    short, tables = asyncio.run(lengths(False))
    long, same = asyncio.run(lengths(True))
    assert short < PAGES_BEFORE_CHECKPOINT * 4096 <= long
    assert tables == same == [("heads",), ("log",)]


def test_a_disk_without_room_for_that_is_no_reason_not_to_start(tmp_path: Path) -> None:
    prepare(tmp_path / "tables.db")
    with closing(connect(tmp_path / "tables.db")) as connection:
        connection.execute("PRAGMA max_page_count = 20")
        make_room(connection)
        connection.execute("INSERT INTO heads VALUES ('a', 1, 1, NULL)")

        assert pragma(connection, "cache_size") == -2000
