import asyncio

import pytest

from phasebook.tables.memory import MemoryStorage
from phasebook.tables.rows import StorageError
from phasebook.tables.storing import open_storage


def test_memory_needs_no_place() -> None:
    assert isinstance(asyncio.run(open_storage("memory:")), MemoryStorage)


def test_an_unknown_address_is_refused() -> None:
    with pytest.raises(StorageError, match="There is no storage at"):
        asyncio.run(open_storage("mysql://localhost/tables"))
