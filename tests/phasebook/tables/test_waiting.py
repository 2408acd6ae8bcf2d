import asyncio

import pytest

from phasebook.tables.rows import STORED, TAKEN, Row, Settle, StorageError
from phasebook.tables.waiting import answered
from tests.phasebook.tables.logs import row


def test_the_first_answer_counts() -> None:
    def add(row: Row, snapshot: bytes | None, settle: Settle) -> None:
        settle(STORED)
        settle(TAKEN)

    assert asyncio.run(answered(add, row(), None)) == STORED


def test_an_error_is_raised_where_somebody_waits_and_each_has_its_own() -> None:
    shared = StorageError("No room.")

    with pytest.raises(StorageError, match="No room") as raised:
        asyncio.run(answered(lambda row, snapshot, settle: settle(shared), row(), None))

    assert raised.value is not shared


def test_nobody_is_disturbed_who_has_gone() -> None:
    async def run() -> None:
        settles: list[Settle] = []
        waiting = asyncio.ensure_future(answered(lambda row, snapshot, settle: settles.append(settle), row(), None))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        settles[0](STORED)

        assert waiting.cancelled()

    asyncio.run(run())
