"""Two servers on one database, and a database that is killed: one winner for each number, and nothing is lost."""

import asyncio
import json
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from tests.phasebook.tables import postgres_server
from tests.phasebook.tables.test_wire_kills import SERVED, Load, check, stored
from tests.phasebook.tables.wire import PATIENCE, Client, Opened, Server, client, open_table, served


@pytest.fixture
def pair(schema: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    with ExitStack() as open_ones:
        yield tuple(open_ones.enter_context(served(*SERVED, store=schema)) for _ in range(2))  # type: ignore[misc]


# Everybody plays, here or there


def test_players_on_two_servers_play_one_game(pair: tuple[Server, Server], schema: str) -> None:
    load = Load(pair[0], Random(1))
    asyncio.run(play_apart(load, pair, schema))

    assert [player.complaints for player in load.players if player.complaints] == []
    assert load.made >= 100
    check(load, schema)


async def play_apart(load: Load, servers: tuple[Server, Server], store: str) -> None:
    """Let every other seat play at another server, and then all hear the rest."""
    playing = [
        asyncio.ensure_future(player.play(servers[number % 2].address)) for number, player in enumerate(load.players)
    ]
    while load.made < 100:
        await asyncio.sleep(0.01)
    for server in servers:
        server.kill()
    await asyncio.gather(*playing)
    with served(*SERVED, store=store) as last:
        await load.finish(last)
        await load.finish(last)


# All want the same number


RACES, MANY_RACES = 40, 1_000
WRITERS = 8


def test_of_those_who_want_the_same_number_one_wins(pair: tuple[Server, Server], schema: str) -> None:
    check_races(pair, schema, RACES)


@pytest.mark.soak
def test_a_thousand_races_over_the_wire(pair: tuple[Server, Server], schema: str) -> None:
    check_races(pair, schema, MANY_RACES)


def check_races(pair: tuple[Server, Server], schema: str, races: int) -> None:
    """Eight clients with the same token make the same move at the same number, half of them at each server."""
    with ExitStack() as stack:
        clients = [stack.enter_context(client(pair[number % 2])) for number in range(WRITERS)]
        table = open_table(clients[0], "discard", settings={"seed": 1})
        for one in clients:
            one.done("sit", table=table.name, token=table.tokens[0], since=0)
        n = clients[0].done("view", table=table.name)["n"]
        for _ in range(races):
            n = race(clients, table, n)
        rows = asyncio.run(stored(schema, table.name))
        for one in clients:
            one.wait_for(lambda event: bool(event["n"] == n))

    assert [row.n for row in rows] == list(range(1, n + 1))
    for one in clients:
        heard = [event["n"] for event in one.events]
        assert heard == list(range(heard[0], n + 1))


def race(clients: list[Client], table: Opened, n: int) -> int:
    """One race: the number that somebody has won; all others were told what had happened instead."""
    moves = clients[0].done("moves", table=table.name)["moves"]
    move = moves[n % len(moves)]
    for one in clients:
        one.socket.send(json.dumps({"id": n, "do": "play", "table": table.name, "move": move, "at": n}))
    answers = [answer_of(one) for one in clients]
    kinds = Counter(answer["answer"] for answer in answers)

    assert kinds == {"done": 1, "stale": len(clients) - 1}, answers
    assert {answer["n"] for answer in answers} == {n + 1}
    assert all([event["n"] for event in answer.get("events", [{"n": n + 1}])] == [n + 1] for answer in answers)
    return n + 1


def answer_of(one: Client) -> dict[str, Any]:
    while "answer" not in (message := one.receive()):
        pass
    return message


# Nobody is here, and somebody is there


def test_a_table_goes_on_where_somebody_watches(schema: str) -> None:
    """It was opened at one server, where nobody is; who watches it is connected to the other."""
    few = ("uno", "--unattended", "5")
    with served(*few, store=schema) as here, served(*few, store=schema) as there:
        with client(here) as guest:
            bots = {"bots": {"0": "random", "1": "random"}}
            table = open_table(guest, "uno", settings={"seed": 1, "players": 2}, options=bots)
        with client(there) as watcher:
            watcher.done("watch", table=table.name)
            watcher.wait_for(lambda event: bool(event["n"] > 25))
        n = settled(schema, table.name)
        rows = asyncio.run(stored(schema, table.name))

    assert [row.n for row in rows] == list(range(1, n + 1))
    assert [row.kind for row in rows[-5:]] == ["played"] * 5


def settled(schema: str, table: str) -> int:
    """The number of the last row of a table, once no more come."""
    latest, before = asyncio.run(stored(schema, table))[-1].n, 0
    while latest != before:
        time.sleep(1.5)
        latest, before = asyncio.run(stored(schema, table))[-1].n, latest
    return latest


# The database is killed


@pytest.fixture
def killable() -> Iterator[postgres_server.Server]:
    """A database of this test's own."""
    if lack := postgres_server.missing_programs():
        pytest.skip(lack)
    database = postgres_server.Server()
    yield database
    database.close()


def test_a_database_that_is_killed_costs_no_move(killable: postgres_server.Server) -> None:
    """Moves that cannot be stored are answered so, and can be sent again."""
    with served(*SERVED, store=killable.address) as server:
        load = Load(server, Random(3))
        asyncio.run(play_through(load, server, killable))
        troubles = [json.loads(text) for player in load.players for text in player.complaints]

        assert {trouble["code"] for trouble in troubles} <= {"storage"}
        assert "Traceback" not in server.output
    check(load, killable.address)


async def play_through(load: Load, server: Server, database: postgres_server.Server) -> None:
    playing = [asyncio.ensure_future(player.play(server.address)) for player in load.players]
    for how in (signal.SIGQUIT, signal.SIGKILL, signal.SIGQUIT):
        await made(load, 30)
        await asyncio.to_thread(database.kill, how)
        await asyncio.to_thread(database.start)
    await made(load, 30)
    assert server.is_alive
    server.kill()
    await asyncio.gather(*playing)
    with served(*SERVED, store=database.address) as last:
        await load.finish(last)
        await load.finish(last)


async def made(load: Load, more: int) -> None:
    """Wait for some more moves."""
    enough = load.made + more
    async with asyncio.timeout(PATIENCE):
        while load.made < enough:
            await asyncio.sleep(0.01)
