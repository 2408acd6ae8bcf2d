"""From an address to the storage behind it."""

from phasebook.tables.memory import MemoryStorage
from phasebook.tables.rows import Storage, StorageError


async def open_storage(address: str) -> Storage:
    """The storage at `memory:`."""
    if address == "memory:":
        return MemoryStorage()
    raise StorageError(f"There is no storage at {address!r}; use memory:.")
