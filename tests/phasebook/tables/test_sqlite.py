import asyncio
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from phasebook.tables.sqlite import open_sqlite

ROOT = Path(__file__).parents[3]


def killed_under_load(address: str, seconds: float) -> list[tuple[str, int]]:
    """What a process said that it had stored, before it was killed."""
    command = [sys.executable, "-m", "tests.phasebook.tables.appending", address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stdout
        first = process.stdout.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        said = [first, *process.stdout.read().splitlines(keepends=True)]
    whole = [line.split() for line in said if line.endswith("\n")]
    return [(table, int(n)) for table, n in whole]


async def logs(path: Path) -> dict[str, list[bytes]]:
    storage = await open_sqlite(path)
    found = {head.table: await storage.rows(head.table) for head in await storage.heads()}
    await storage.close()
    for rows in found.values():
        assert [each.n for each in rows] == list(range(1, len(rows) + 1))
        assert max(Counter(each.request for each in rows).values()) == 1
    return {table: [each.content for each in rows] for table, rows in found.items()}


def survives(path: Path, kills: int) -> int:
    """Kill a server so often, and look after each: nothing that it acknowledged is lost, nothing is there twice."""
    acknowledged: set[tuple[str, int]] = set()
    for number in range(kills):
        acknowledged.update(killed_under_load(f"sqlite:{path}", random.Random(number).uniform(0, 0.1)))
        stored = asyncio.run(logs(path))
        assert all(stored[table][n - 1] == f"{table} {n}".encode() for table, n in acknowledged)
    return len(acknowledged)


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    assert survives(tmp_path / "tables.db", kills=20) >= 20


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_in_two_hundred_kills(tmp_path: Path) -> None:
    assert survives(tmp_path / "tables.db", kills=200) >= 200
