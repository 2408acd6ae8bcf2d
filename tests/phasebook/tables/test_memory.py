import asyncio

from phasebook.tables.memory import MemoryStorage
from phasebook.tables.rows import STORED
from tests.phasebook.tables.logs import row


def test_what_is_in_memory_is_gone_with_it() -> None:
    async def run() -> None:
        first, second = MemoryStorage(), MemoryStorage()

        assert await first.append(row()) == STORED
        assert await second.rows("oak") == []

    asyncio.run(run())
