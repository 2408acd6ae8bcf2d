"""Tables in this process, and guests who ask them: what the tests of the server's parts share."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fsm.catalogue import engine_of
from fsm.engine import Engine
from phasebook.tables.guests import Guest
from phasebook.tables.house import House
from phasebook.tables.keeping import Decider, Keeper
from phasebook.tables.lines import InThisProcess
from phasebook.tables.memory import MemoryStorage
from phasebook.tables.prompt import is_begun
from phasebook.tables.protocol import Limits, Play
from phasebook.tables.requests import read
from phasebook.tables.rows import Storage
from phasebook.tables.verbs import Desk

NO_LIMITS = Limits(rate=1e9, burst=10**9, clock=0.001, unattended=10**9)


class Caller:
    """A connection of a test: what it asks, what it is answered, what it is told."""

    is_prompt = False

    def __init__(self, desk: Desk, limits: Limits) -> None:
        self.desk = desk
        self.told: list[dict[str, Any]] = []
        self.guest = Guest(self.hear, limits, 0.0)
        self.answers: list[dict[str, Any]] = []
        self.ids = 0

    def hear(self, message: bytes) -> None:
        said = json.loads(message)
        (self.told if "event" in said else self.answers).append(said)

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request; there is exactly one."""
        self.ids += 1
        return await self.say(json.dumps({"id": self.ids, "do": do, **fields}).encode())

    async def say(self, message: bytes) -> dict[str, Any]:
        self.answers.clear()
        if not (self.is_prompt and await self.has_moved(message)):
            await self.desk.serve(self.guest, message, 0.0)
        (answer,) = self.answers
        return answer

    async def has_moved(self, message: bytes) -> bool:
        """Make a move without a task, if it is one that can be made like this."""
        request, ended = read(message, self.desk.house.limits), asyncio.Event()
        if not isinstance(request, Play) or not is_begun(self.desk, self.guest, request, ended.set):
            return False
        await ended.wait()
        return True

    @property
    def events(self) -> list[dict[str, Any]]:
        """What it was told of."""
        return [said["event"] for said in self.told]


class Place:
    """A house, with as many callers as are wanted."""

    def __init__(self, house: House, decider: Decider) -> None:
        self.house = house
        self.desk = Desk(house, decider)

    def caller(self) -> Caller:
        return Caller(self.desk, self.house.limits)

    async def table(self, flow: str, **fields: Any) -> tuple[dict[str, Any], list[Caller]]:
        """A new table, and somebody in each of its seats."""
        opened = await self.caller().ask("new", flow=flow, **fields)
        assert opened["answer"] == "done", opened
        return opened, [await self.seated(opened["table"], seat["token"]) for seat in opened["seats"]]

    async def seated(self, table: str, token: str) -> Caller:
        caller = self.caller()
        answer = await caller.ask("sit", table=table, token=token)
        assert answer["answer"] == "done", answer
        return caller


@asynccontextmanager
async def place(
    flows: Iterable[str] | Mapping[str, Engine[Any]] = ("goofspiel", "uno", "belote", "discard"),
    storage: Storage | None = None,
    limits: Limits = NO_LIMITS,
    decider: Decider | None = None,
    **options: Any,
) -> AsyncIterator[Place]:
    """A house of some flows, whose tables look after themselves."""
    engines = flows if isinstance(flows, Mapping) else {flow: engine_of(flow) for flow in flows}
    house = House(engines, storage or MemoryStorage(), limits, **options)
    decider = decider or InThisProcess(house)
    Keeper(house, decider)
    try:
        yield Place(house, decider)
    finally:
        await house.close()


async def play_on(callers: list[Caller], table: str, moves: int, choose: Any = lambda moves: moves[0]) -> int:
    """Let those who are to act play some moves; how many they played before the game was over."""
    for played in range(moves):
        view = await callers[0].ask("view", table=table)
        if view["over"] or not view["to_act"]:
            return played
        caller = callers[view["to_act"][0]]
        legal = (await caller.ask("moves", table=table))["moves"]
        answer = await caller.ask("play", table=table, move=choose(legal))
        assert answer["answer"] == "done", answer
    return moves
