"""The server is killed under load, again and again: nothing acknowledged is lost, and nothing happens twice."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fsm.catalogue import engine_of
from fsm.snapshot import Refusal
from phasebook.tables.rows import STORED, Row, Settle
from phasebook.tables.storing import open_storage
from tests.phasebook.tables.players import Player
from tests.phasebook.tables.wire import PATIENCE, Server, client, open_table, served

KILLS, MANY_KILLS = 20, 200
Prepare = Callable[[], None] | None
QUICK = ("--rate", "100000")
SERVED = ("belote", "discard", "goofspiel", *QUICK)
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("belote", {"target": 10**9, "seed": 1}),
    ("belote", {"target": 10**9, "seed": 2}),
    ("discard", {"seed": 3}),
    ("discard", {"seed": 4}),
    ("goofspiel", {"seed": 5, "players": 4}),
]
"""Most of them never end; seats of the last act at the same time."""


class Load:
    """Tables at which somebody plays in every seat."""

    def __init__(self, server: Server, chance: Random, patience: float = PATIENCE) -> None:
        self.patience = patience
        with client(server) as opener:
            self.tables = [open_table(opener, flow, settings=settings) for flow, settings in GAMES]
        self.players = [
            Player(table.name, seat, token, Random(chance.random()))
            for table in self.tables
            for seat, token in table.tokens.items()
        ]

    @property
    def made(self) -> int:
        """Moves that were acknowledged."""
        return sum(len(player.acknowledged) for player in self.players)

    async def burst(self, server: Server, moves: int) -> None:
        """Let everybody play, and kill the server in the midst of it."""
        playing = [asyncio.ensure_future(player.play(server.address)) for player in self.players]
        enough, end = self.made + moves, time.monotonic() + self.patience
        while self.made < enough and time.monotonic() < end:
            await asyncio.sleep(0.001)
        server.kill()
        await asyncio.gather(*playing)

    async def finish(self, server: Server) -> None:
        """Let everybody come back once more and hear the rest."""
        await asyncio.gather(*(player.play(server.address, most=0) for player in self.players))


def killed(address: str, kills: int, seed: int, prepare: Prepare = None, patience: float = PATIENCE) -> Load:
    """Play with so many kills; afterwards everybody has come back, and all has been answered."""
    chance = Random(seed)
    with served(*SERVED, store=address, prepare=prepare) as server:
        load = Load(server, chance, patience)
        asyncio.run(load.burst(server, 50))
    for _ in range(kills - 1):
        with served(*SERVED, store=address, prepare=prepare) as server:
            asyncio.run(load.burst(server, chance.randrange(60)))
    with served(*SERVED, store=address) as server:
        asyncio.run(load.finish(server))
        asyncio.run(load.finish(server))  # what others have finished meanwhile
    return load


def check(load: Load, address: str) -> None:
    """What is stored is what was promised."""
    for table, (flow, settings) in zip(load.tables, GAMES, strict=True):
        rows = asyncio.run(stored(address, table.name))
        players = [player for player in load.players if player.table == table.name]

        assert [row.n for row in rows] == list(range(1, len(rows) + 1))
        check_promises(players, rows)
        check_events(players, rows)
        check_replay(flow, settings, rows, players)


async def stored(address: str, table: str) -> list[Row]:
    storage = await open_storage(address)
    try:
        return await storage.rows(table)
    finally:
        await storage.close()


def check_promises(players: list[Player], rows: list[Row]) -> None:
    """Every acknowledged move is the row of its number; every row of a player was asked for, and is there once."""
    asked = {f"once.{player.seat}.{once}": (player, once) for player in players for once in player.sent}
    made = Counter(row.request for row in rows if row.kind == "played")

    assert set(made) <= set(asked)
    assert max(made.values(), default=0) <= 1
    for name, (player, once) in asked.items():
        numbers = [row.n for row in rows if row.request == name]
        assert ([player.acknowledged[once]] if once in player.acknowledged else []) == numbers
    for row in rows:
        if row.kind == "played":
            player, once = asked[row.request]
            assert row.seat == json.dumps(player.seat)
            assert json.loads(row.content)["move"] == player.sent[once]


def check_events(players: list[Player], rows: list[Row]) -> None:
    """Everybody has heard of everything, once and in order."""
    for player in players:
        assert [(event["n"], event["kind"], event["time"]) for event in player.heard] == [
            (row.n, row.kind, row.time) for row in rows
        ]


def check_replay(flow: str, settings: dict[str, Any], rows: list[Row], players: list[Player]) -> None:
    """The moves lead, by the rules alone, to what everybody was told."""
    engine = engine_of(flow)
    snapshot = engine.start(**settings)
    for number, row in enumerate(rows):
        if row.kind == "played":
            move = engine.read_move(json.dumps(json.loads(row.content)["move"]))
            after = engine.step(snapshot, move, seat=json.loads(row.seat or "null"))
            assert not isinstance(after, Refusal)
            snapshot = after
        for player in players:
            assert player.heard[number]["phase"] == engine.phase_for(snapshot, player.seat)
            acting = [] if engine.is_over(snapshot) else sorted(engine.to_act(snapshot))
            assert player.heard[number]["to_act"] == acting


def check_load(load: Load, address: str, kills: int) -> None:
    check_kept(load, address)
    assert load.made > 5 * kills
    assert sum(player.resent for player in load.players) > kills / 2, "kills that interrupt nothing prove nothing"


def check_kept(load: Load, address: str) -> None:
    assert [player.complaints for player in load.players if player.complaints] == []
    check(load, address)


def test_no_kill_costs_a_move(lasting_address: str) -> None:
    check_load(killed(lasting_address, KILLS, 1), lasting_address, KILLS)


@pytest.mark.soak
def test_two_hundred_kills_cost_no_move(lasting_address: str) -> None:
    check_load(killed(lasting_address, MANY_KILLS, 2), lasting_address, MANY_KILLS)


# Would it be noticed?


def promise_early() -> None:
    """In the server's process: say that a row is stored a little before it is."""
    from phasebook.tables.sqlite import SqliteStorage

    really = SqliteStorage.add

    def add(self: SqliteStorage, row: Row, snapshot: bytes | None, settle: Settle) -> None:
        self.loop.call_later(0.1, really, self, row, snapshot, lambda answer: None)
        settle(STORED)

    SqliteStorage.add = add  # type: ignore[method-assign]


def test_a_promise_that_is_not_kept_is_noticed(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.db")
    load = killed(store, 2, 1, promise_early, patience=3)
    with pytest.raises(AssertionError):
        check_kept(load, store)
