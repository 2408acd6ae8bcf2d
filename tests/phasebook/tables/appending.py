"""A process that appends rows at several tables until it is killed, and prints each when it is stored."""

import asyncio
import sys

from phasebook.tables.rows import Row
from phasebook.tables.storing import open_storage
from tests.phasebook.tables.logs import keep_appending

TABLES = 20


def say(row: Row) -> None:
    print(row.table, row.n, flush=True)


async def main(address: str) -> None:
    storage = await open_storage(address)
    await asyncio.gather(*(keep_appending(storage, f"table-{number}", say) for number in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
