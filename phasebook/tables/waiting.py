"""Appends that wait for their commit, and those who wait for the answers."""

import asyncio
from collections.abc import Callable

import msgspec

from phasebook.tables.rows import Answer, Row, Settle, StorageError


class Waiting(msgspec.Struct):
    """A row on its way into the log, and who waits to hear what has become of it."""

    row: Row
    snapshot: bytes | None
    settle: Settle


async def answered(add: Callable[[Row, bytes | None, Settle], None], row: Row, snapshot: bytes | None) -> Answer:
    """Wait for the answer to a row that is added to a store."""
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def settle(given: Answer | StorageError) -> None:
        if answer.done():
            return  # nobody waits any more
        if isinstance(given, StorageError):
            answer.set_exception(StorageError(*given.args))  # one may be the answer to many, and each raises it
        else:
            answer.set_result(given)

    add(row, snapshot, settle)
    return await answer
