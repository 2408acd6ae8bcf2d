import asyncio

import psycopg
import pytest

from phasebook.tables.postgres import open_postgres
from phasebook.tables.rows import STORED, Answer
from tests.phasebook.tables.logs import row

WRITERS = 8


async def races(address: str, tables: int, numbers: int) -> None:
    """Eight workers with connections of their own want every number of some tables, as fast as they can."""
    storages = [await open_postgres(address) for _ in range(WRITERS)]
    winners: dict[tuple[str, int], list[int]] = {}

    async def want_all(writer: int, table: str) -> None:
        for n in range(1, numbers + 1):
            answer: Answer = await storages[writer].append(row(n, f"{writer} {n}", table=table))
            if answer == STORED:
                winners.setdefault((table, n), []).append(writer)

    names = [f"table {number}" for number in range(tables)]
    await asyncio.gather(*(want_all(writer, name) for writer in range(WRITERS) for name in names))
    stored = [each for name in names for each in await storages[0].rows(name)]
    await asyncio.gather(*(storage.close() for storage in storages))

    assert len(stored) == len(winners) == tables * numbers
    assert {(each.table, each.n): [int(each.request.split()[0])] for each in stored} == winners


def test_a_race_of_eight_workers_has_one_winner(schema: str) -> None:
    asyncio.run(races(schema, tables=20, numbers=50))


@pytest.mark.soak
def test_ten_thousand_races_of_eight_workers_have_one_winner_each(schema: str) -> None:
    asyncio.run(races(schema, tables=20, numbers=500))


def test_the_server_takes_all_connections_away(schema: str) -> None:
    """In the middle of work: everybody connects again, and nobody hears of it."""

    async def run() -> None:
        storage = await open_postgres(schema)
        ended = 0
        for n in range(1, 41):
            if n % 10 == 0:
                with psycopg.connect(schema) as other:
                    found = other.execute(
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                        "WHERE application_name = 'phasebook' AND datname = current_database()"
                    ).fetchone()
                    ended += found[0] if found else 0
            assert await storage.append(row(n)) == STORED
            assert len(await storage.rows("oak")) == n

        assert ended >= 12
        await storage.close()

    asyncio.run(run())
