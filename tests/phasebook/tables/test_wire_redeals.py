"""Whole games over the wire, beside games that a seat cannot tell from them: it is told the same, move by move.

Two tables are played at the same time. One has the real game, the other what it could be for all that one seat knows:
the rest is dealt anew, and others may make other moves there, as long as the engine shows the seat the same. Where that
is no longer possible, the second table is dealt anew from the view of that moment.
"""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from random import Random
from typing import Any

import pytest

from fsm.catalogue import engine_of
from fsm.conforming.leaks import received
from fsm.engine import HOST, Engine, in_order
from fsm.moves import Move
from fsm.session import Session
from fsm.snapshot import Snapshot, encode, heard_by
from tests.phasebook.tables.test_wire_secrets import FLOWS, plain
from tests.phasebook.tables.wire import Client, Opened, Server, client, served

MOVES = 50
"""Of one game."""
TIME = re.compile('"time":[0-9]+')


@pytest.fixture(scope="module")
def house() -> Iterator[Server]:
    with served(*FLOWS, "--rate", "100000") as running:
        yield running


class World:
    """One of the two tables: the spy is at one seat, and somebody else plays for all others."""

    def __init__(self, clients: list[Client], flow: str, snapshot: Snapshot[Any], seat: Any) -> None:
        self.engine: Engine[Any] = engine_of(flow)
        self.snapshot = snapshot
        self.seat = seat
        self.spy, self.others = clients
        save = self.engine.dump(snapshot).decode()
        self.table = Opened(self.others.done("load", flow=flow, save=save, options={"host": "player"}))
        for other in self.table.tokens:
            self.sit(self.others, other)
        self.sit(self.spy, seat)

    def sit(self, guest: Client, seat: Any) -> None:
        if seat is None:
            guest.done("watch", table=self.table.name)
        else:
            token = self.table.host if seat is HOST else self.table.tokens[seat]
            guest.done("sit", table=self.table.name, token=token)

    def after(self, move: Move, seat: Any) -> tuple[Snapshot[Any], str]:
        """The position after a move, and all that the engine lets the spy know of it."""
        session: Session[Any, Any] = Session(self.engine, self.snapshot)
        after = session.send(move, seat)
        assert isinstance(after, Snapshot), after
        heard = [told for item in session.log[-1].news if (told := heard_by(item, self.seat)) is not None]
        return after, json.dumps([plain(self.engine.view(after, self.seat)), plain(heard)])

    def play(self, move: Move, seat: Any, after: Snapshot[Any]) -> None:
        """Play a move over the wire."""
        player = self.spy if seat == self.seat else self.others
        if player is self.others:
            self.sit(player, seat)
        player.done("play", table=self.table.name, move=plain(move))
        self.snapshot = after

    def told(self) -> list[str]:
        """All that the spy is told, which asks for everything; but for the table's name and the time."""
        self.spy.done("view", table=self.table.name)
        self.spy.done("moves", table=self.table.name)
        self.spy.done("events", table=self.table.name, since=1)
        self.others.done("ping")  # and they read what has come
        messages, self.spy.messages = self.spy.messages, []
        return [TIME.sub('"time":0', message).replace(self.table.name, "here") for message in messages]


class Pair:
    """The real game, and one that a seat cannot tell from it."""

    def __init__(self, clients: list[Client], flow: str, seat: Any, seed: int) -> None:
        self.clients, self.flow, self.seat = clients, flow, seat
        self.engine: Engine[Any] = engine_of(flow)
        self.chance = Random(seed)
        self.snapshot = self.engine.start(seed=seed)
        self.compared = self.differed = 0

    def play(self) -> None:
        """A whole game, or much of one."""
        moves = 0
        while moves < MOVES and not self.engine.is_over(self.snapshot):
            view = received(self.engine, self.engine.view(self.snapshot, self.seat))
            real = World(self.clients[:2], self.flow, self.snapshot, self.seat)
            other = World(self.clients[2:], self.flow, self.engine.redeal(view, self.chance), self.seat)
            moves += 1 + self.play_both(real, other, MOVES - moves)

    def play_both(self, real: World, other: World, most: int) -> int:
        """Play on for as long as the seat cannot tell; then one move more, in the real game alone."""
        for number in range(most):
            self.compare(real, other)
            seat, legal = self.turn(real.snapshot)
            if not legal:
                self.snapshot = real.snapshot
                return most
            found = self.same(real, other, seat, legal)
            if found is None:
                self.snapshot = real.after(legal[0], seat)[0]
                return number
            for world, (move, after) in zip((real, other), found, strict=True):
                world.play(move, seat, after)
            self.differed += encode(real.snapshot) != encode(other.snapshot)
        self.snapshot = real.snapshot
        return most

    def turn(self, snapshot: Snapshot[Any]) -> tuple[Any, list[Move]]:
        """Somebody who is to act, and what they may do, in any order."""
        acting = () if self.engine.is_over(snapshot) else in_order(self.engine.to_act(snapshot)) or (HOST,)
        seat = self.chance.choice(acting) if acting else HOST
        legal = [move for move in self.engine.legal_moves(snapshot, seat) if not type(move).gives_up] if acting else []
        return seat, self.chance.sample(legal, len(legal))

    def same(self, real: World, other: World, seat: Any, legal: list[Move]) -> list[tuple[Move, Snapshot[Any]]] | None:
        """A move for each world that look the same to the seat; its own is the same."""
        there = self.engine.legal_moves(other.snapshot, seat)
        instead = self.chance.sample(there, len(there))
        for mine, yours in product(legal[:8], instead):
            if seat == self.seat and mine != yours:
                continue
            (after, seen), (after_there, seen_there) = real.after(mine, seat), other.after(yours, seat)
            if seen == seen_there:
                return [(mine, after), (yours, after_there)]
        return None

    def compare(self, real: World, other: World) -> None:
        self.compared += 1
        assert real.told() == other.told()


@pytest.mark.parametrize("spectator", [False, True])
@pytest.mark.parametrize("flow", FLOWS)
def test_a_whole_game_cannot_be_told_from_what_it_could_be(house: Server, flow: str, spectator: bool) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(client(house)) for _ in range(4)]
        pair = Pair(clients, flow, None if spectator else 0, seed=5)
        pair.play()

    assert pair.compared > 20
    assert pair.differed >= 10, "what is hidden is different most of the time"
