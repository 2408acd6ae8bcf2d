import asyncio

import pytest

from phasebook.tables.rows import STORED, TAKEN, Answer, StorageError
from phasebook.tables.waiting import Waiting
from tests.phasebook.tables.logs import row


def test_the_first_answer_counts() -> None:
    async def run() -> None:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        waiting = Waiting(row(), None, answer)
        waiting.settle(STORED)
        waiting.settle(TAKEN)

        assert await answer == STORED

    asyncio.run(run())


def test_an_error_is_raised_where_somebody_waits() -> None:
    async def run() -> None:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        Waiting(row(), None, answer).settle(StorageError("No room."))

        with pytest.raises(StorageError, match="No room"):
            await answer

    asyncio.run(run())


def test_nobody_is_disturbed_who_has_gone() -> None:
    async def run() -> None:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        answer.cancel()
        Waiting(row(), None, answer).settle(STORED)

        assert answer.cancelled()

    asyncio.run(run())
