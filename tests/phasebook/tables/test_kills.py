"""Processes that are killed while they work: what was acknowledged is there, and nothing is there twice."""

import asyncio
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from phasebook.tables.rows import Row, Storage
from phasebook.tables.storing import open_storage
from tests.phasebook.tables.logs import keep_appending
from tests.phasebook.tables.postgres_server import Server, new_schema

ROOT = Path(__file__).parents[3]


async def check_logs(storage: Storage, acknowledged: set[tuple[str, int]]) -> None:
    """Each log is whole, every row in it is the one for its number, and all that was acknowledged is there."""
    stored = set()
    for head in await storage.heads():
        rows = await storage.rows(head.table)
        assert [each.n for each in rows] == list(range(1, head.n + 1))
        assert [each.content for each in rows] == [f"{each.table} {each.n}".encode() for each in rows]
        assert len({each.request for each in rows}) == len(rows)
        stored |= {(each.table, each.n) for each in rows}

    assert acknowledged <= stored


# The one who writes


def killed_under_load(address: str, seconds: float) -> set[tuple[str, int]]:
    """What a process said that it had stored, before it was killed."""
    command = [sys.executable, "-m", "tests.phasebook.tables.appending", address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stdout
        said = process.stdout.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        said += process.stdout.read()
    whole = (line.split() for line in said.splitlines(keepends=True) if line.endswith("\n"))
    return {(table, int(n)) for table, n in whole}


async def look(address: str, acknowledged: set[tuple[str, int]]) -> None:
    storage = await open_storage(address)
    await check_logs(storage, acknowledged)
    await storage.close()


def kill_writers(address: str, kills: int) -> None:
    acknowledged: set[tuple[str, int]] = set()
    for number in range(kills):
        new = killed_under_load(address, random.Random(number).uniform(0, 0.1))
        assert new
        assert not new & acknowledged
        acknowledged |= new
        asyncio.run(look(address, acknowledged))


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(lasting_address: str) -> None:
    kill_writers(lasting_address, kills=20 if lasting_address.startswith("sqlite") else 10)


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_in_two_hundred_kills(lasting_address: str) -> None:
    kill_writers(lasting_address, kills=200)


# The database


async def kill_databases(server: Server, address: str, kills: int) -> int:
    """Kill PostgreSQL under the load of two workers; they go on by themselves when it is there again."""
    acknowledged: set[tuple[str, int]] = set()

    def note(row: Row) -> None:
        assert (row.table, row.n) not in acknowledged
        acknowledged.add((row.table, row.n))

    storages = [await open_storage(address) for _ in range(2)]
    load = [
        asyncio.create_task(keep_appending(storages[number % 2], f"table-{number}", note)) for number in range(20)
    ]  # fmt: skip
    for number in range(kills):
        before = len(acknowledged)
        while len(acknowledged) < before + 100:
            await asyncio.sleep(0.01)
        server.kill(signal.SIGKILL if number % 2 else signal.SIGQUIT)
        server.start()
    for task in load:
        task.cancel()
    assert {type(ended) for ended in await asyncio.gather(*load, return_exceptions=True)} == {asyncio.CancelledError}
    for storage in storages:
        await storage.close()
    await look(address, acknowledged)
    return len(acknowledged)


def test_nothing_acknowledged_is_lost_when_the_database_is_killed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phasebook.tables.postgres_link.PATIENCE", 60)

    assert asyncio.run(kill_databases(server, new_schema(server.address, "killed"), kills=4)) >= 400


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_in_two_hundred_kills_of_the_database(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phasebook.tables.postgres_link.PATIENCE", 60)

    assert asyncio.run(kill_databases(server, new_schema(server.address, "killed"), kills=200)) >= 20_000
