import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest

from phasebook.tables.postgres import PostgresStorage, open_postgres
from tests.phasebook.tables.logs import append_all, row


@asynccontextmanager
async def two(address: str) -> AsyncIterator[tuple[PostgresStorage, PostgresStorage]]:
    first, second = await open_postgres(address), await open_postgres(address)
    yield first, second
    await first.close()
    await second.close()


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what must happen soon."""
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.01)


def test_a_worker_hears_of_others_and_not_of_itself(schema: str) -> None:
    async def run() -> None:
        async with two(schema) as (first, second):
            heard: list[tuple[str, int]] = []
            own: list[tuple[str, int]] = []
            first.subscribe(lambda table, n: own.append((table, n)))
            second.subscribe(lambda table, n: heard.append((table, n)))
            await first.append(row(1))
            await append_all(first, row(1, table="elm"), row(2), row(3))
            await until(lambda: len(heard) == 3)

            assert heard == [("oak", 1), ("elm", 1), ("oak", 3)]
            await second.append(row(4))
            await until(lambda: own == [("oak", 4)])

    asyncio.run(run())


def test_another_schema_has_its_own_notifications(schema: str, database: str) -> None:
    async def run() -> None:
        async with two(schema) as (first, second):
            assert first.listener.channel == second.listener.channel
        elsewhere = await open_postgres(database)

        assert elsewhere.listener.channel != first.listener.channel
        await elsewhere.close()

    asyncio.run(run())


def test_one_who_has_left_hears_nothing(schema: str) -> None:
    async def run() -> None:
        async with two(schema) as (first, second):
            gone: list[int] = []
            there: list[int] = []
            leave = second.subscribe(lambda table, n: gone.append(n))
            second.subscribe(lambda table, n: there.append(n))
            leave()
            leave()
            await first.append(row(1))
            await until(lambda: there == [1])

            assert gone == []

    asyncio.run(run())


def test_long_names_are_heard_too(schema: str) -> None:
    """Of 150 tables in one commit, which takes more bytes than one notification has."""

    async def run() -> None:
        async with two(schema) as (first, second):
            heard: list[str] = []
            second.subscribe(lambda table, n: heard.append(table))
            names = [f"{number:05}" + "\x01\U0001f0a1" * 97 for number in range(150)]
            await append_all(first, *(row(1, table=name) for name in names))
            await until(lambda: len(heard) == 150)

            assert sorted(heard) == names
            assert await first.reader.run("SELECT count(DISTINCT xmin::text) FROM phasebook_log") == [(1,)]

    asyncio.run(run())


def test_a_subscriber_that_fails_does_not_end_it(schema: str) -> None:
    async def run() -> None:
        async with two(schema) as (first, second):
            failures: list[dict[str, Any]] = []
            heard: list[int] = []
            asyncio.get_running_loop().set_exception_handler(lambda loop, context: failures.append(context))
            second.subscribe(lambda table, n: [][n])
            second.subscribe(lambda table, n: heard.append(n))
            await first.append(row(1))
            await first.append(row(2))
            await until(lambda: heard == [1, 2])

            assert len(failures) == 2

    asyncio.run(run())


def test_what_was_missed_without_a_connection_is_made_good(schema: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phasebook.tables.postgres_listener.HEARTBEAT", 0.05)

    async def run() -> None:
        async with two(schema) as (first, second):
            heard: list[tuple[str, int]] = []
            second.subscribe(lambda table, n: heard.append((table, n)))
            await append_all(first, row(1), row(1, table="elm"))
            await until(lambda: len(heard) == 2)
            [(now,)] = await second.reader.run("SELECT pg_snapshot_xmin(pg_current_snapshot())::text")
            await until(lambda: int(second.listener.horizon or 0) >= int(now))
            heard.clear()
            second.listening.cancel()
            await asyncio.gather(second.listening, return_exceptions=True)
            await append_all(first, row(2), row(3), row(1, table="fir"))
            second.listening = asyncio.create_task(second.listener.run(await second.listener.listening()))
            await until(lambda: len(heard) == 2)

            assert sorted(heard) == [("fir", 1), ("oak", 3)]

    asyncio.run(run())


def test_a_connection_that_is_ended_by_the_server_is_made_again(schema: str) -> None:
    async def run() -> None:
        async with two(schema) as (first, second):
            heard: set[int] = set()
            second.subscribe(lambda table, n: heard.add(n))
            with psycopg.connect(schema) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_snapshot_xmin%' "
                    "AND pid <> pg_backend_pid()"
                )
            for n in range(1, 11):
                await first.append(row(n))
                await asyncio.sleep(0.02)
            await until(lambda: 10 in heard)

    asyncio.run(run())
