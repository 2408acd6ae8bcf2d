"""Rows that cannot be read, or do not lead where they led when they were written: which row of which table it is."""

from fsm.errors import SaveError

REMEDY = "put a backup of the store in its place, or go on without this table"


class DamagedError(SaveError):
    """What is stored of a table cannot be followed."""


def missing(table: str, n: int) -> DamagedError:
    """There is a hole in the numbers."""
    return DamagedError(f"Row {n} of table {table} is missing; {REMEDY}.")


def unreadable(table: str, n: int, error: Exception) -> DamagedError:
    """A row is not what was written."""
    if isinstance(error, DamagedError):
        return error
    said = (
        str(error).removesuffix(".")
        if isinstance(error, ValueError | SaveError)
        else f"{type(error).__name__}: {error}"
    )
    return DamagedError(f"Row {n} of table {table} cannot be read ({said}); {REMEDY}.")
