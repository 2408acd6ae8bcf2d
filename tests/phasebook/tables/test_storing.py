import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from phasebook.tables.memory import MemoryStorage
from phasebook.tables.rows import STORED, StorageError
from phasebook.tables.storing import open_storage
from tests.phasebook.tables.logs import row

ROOT = Path(__file__).parents[3]


def test_memory_needs_no_place() -> None:
    assert isinstance(asyncio.run(open_storage("memory:")), MemoryStorage)


@pytest.mark.parametrize("address", ["tables.db", "sqlite:tables.db", "sqlite:///{}/tables.db", "./tables.db"])
def test_a_file_may_be_named_in_several_ways(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def run() -> None:
        storage = await open_storage(address.format(tmp_path))
        assert await storage.append(row()) == STORED
        await storage.close()

    asyncio.run(run())
    assert (tmp_path / "tables.db").exists()


@pytest.mark.parametrize("address", ["mysql://localhost/tables", "http://localhost", "", "sqlite:"])
def test_an_unknown_address_is_refused(address: str) -> None:
    with pytest.raises(StorageError, match="There is no storage at"):
        asyncio.run(open_storage(address))


@pytest.mark.parametrize("address", ["memory", "sqlite", "postgres", "postgresql"])
def test_a_kind_of_storage_without_its_colon_is_no_file(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StorageError, match=f"There is no storage at '{address}'; name a file, or memory:,"):
        asyncio.run(open_storage(address))
    assert list(tmp_path.iterdir()) == []


def test_without_psycopg_the_extra_is_named() -> None:
    code = """
import asyncio, sys
sys.modules["psycopg"] = None
from phasebook.tables.storing import open_storage
asyncio.run(open_storage("postgresql://localhost/tables"))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)

    assert "StorageError: PostgreSQL needs psycopg: pip install 'phasebook[postgres]'" in done.stderr


def test_a_file_needs_no_psycopg(tmp_path: Path) -> None:
    code = """
import asyncio, sys
from phasebook.tables.storing import open_storage
asyncio.run(open_storage(sys.argv[1]))
assert "psycopg" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "tables.db")], cwd=ROOT, check=True)
