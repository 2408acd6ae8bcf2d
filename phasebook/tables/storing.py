"""From an address to the storage behind it."""

from pathlib import Path

from phasebook.tables.rows import Storage, StorageError

KINDS = ("memory", "sqlite", "postgres", "postgresql")
"""Not names of files: somebody who writes `memory` has forgotten the colon."""


async def open_storage(address: str) -> Storage:
    """The storage at `memory:`, in the SQLite file `tables.db` (also `sqlite:tables.db`), or at `postgresql://...`.

    What is not there is made: the file, or the tables of the database.
    """
    if address == "memory:":
        from phasebook.tables.memory import MemoryStorage

        return MemoryStorage()
    if address.startswith(("postgresql://", "postgres://")):
        return await open_postgres(address)
    path = address.removeprefix("sqlite:")
    if path and address not in KINDS and ("://" not in address or path != address):
        from phasebook.tables.sqlite import open_sqlite

        return await open_sqlite(Path(path), roomy=True)
    raise StorageError(
        f"There is no storage at {address!r}; name a file, or memory:, or an address with postgresql://."
    )


async def open_postgres(address: str) -> Storage:
    try:
        from phasebook.tables import postgres
    except ImportError as error:
        raise StorageError(f"PostgreSQL needs psycopg: pip install 'phasebook[postgres]' ({error}).") from error
    return await postgres.open_postgres(address)
