"""A house: nothing is told that is not stored, several houses on one store agree, and memory is bounded."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from phasebook.tables import house as module
from phasebook.tables.house import SNAPSHOT_EVERY, House
from phasebook.tables.memory import MemoryStorage
from phasebook.tables.rows import Answer, Row
from tests.phasebook.tables.kit import Caller, Place, place, play_on


class Slow(MemoryStorage):
    """A store that takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()

    async def append(self, row: Row, snapshot: bytes | None = None) -> Answer:
        await self.gate.wait()
        return await super().append(row, snapshot)


def test_nobody_sees_or_hears_what_is_not_stored_yet() -> None:
    async def scenario() -> None:
        storage = Slow()
        async with place(storage=storage) as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            name = opened["table"]
            before = await callers[1].ask("view", table=name)
            storage.gate.clear()
            playing = asyncio.ensure_future(callers[0].ask("play", table=name, move={"move": "draw", "player": 0}))
            await asyncio.sleep(0.01)
            now = await callers[1].ask("view", table=name)
            assert {**now, "id": 0} == {**before, "id": 0}
            assert callers[1].events == []
            assert not playing.done()
            storage.gate.set()
            assert (await playing)["n"] == before["n"] + 1
            assert [event["n"] for event in callers[1].events] == [before["n"] + 1]

    asyncio.run(scenario())


class Shared(MemoryStorage):
    """A store of several houses, which hear of each other's rows, or do not."""

    def __init__(self, tells: bool) -> None:
        super().__init__()
        self.tells = tells
        self.listeners: list[Callable[[str, int], None]] = []

    async def append(self, row: Row, snapshot: bytes | None = None) -> Answer:
        await asyncio.sleep(0)  # let the others try at the same time
        answer = await super().append(row, snapshot)
        if self.tells:
            for heard in self.listeners:
                heard(row.table, row.n)
        return answer

    def subscribe(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        self.listeners.append(heard)
        return lambda: self.listeners.remove(heard)


@pytest.mark.parametrize("tells", [True, False])
def test_two_houses_on_one_store_agree(tells: bool) -> None:
    """Seats at different houses choose at the same time: one of them has to try again with the next number."""

    async def scenario() -> None:
        storage = Shared(tells)
        async with place(storage=storage) as here, place(storage=storage) as there:
            opened = await here.caller().ask("new", flow="goofspiel", settings={"seed": 1})
            name, tokens = opened["table"], [seat["token"] for seat in opened["seats"]]
            callers = [await here.seated(name, tokens[0]), await there.seated(name, tokens[1])]
            if not tells:
                await here.house.follow(here.house.tables[name])
            for _ in range(4):
                moves = [(await caller.ask("moves", table=name))["moves"][0] for caller in callers]
                asked = [caller.ask("play", table=name, move=move) for caller, move in zip(callers, moves, strict=True)]
                answers = await asyncio.gather(*asked)
                assert [answer["answer"] for answer in answers] == ["done", "done"]
                assert len({answer["n"] for answer in answers}) == 2
                for one in (here, there):
                    await one.house.follow(one.house.tables[name])
            assert numbers(callers[0])[-8:] == numbers(callers[1])[-8:]
            positions = {here.house.tables[name].table.snapshot, there.house.tables[name].table.snapshot}
            assert len(positions) == 1
            for caller in callers:
                since = await caller.ask("events", table=name, since=0)
                assert [event["n"] for event in since["events"]] == list(range(1, since["n"] + 1))

    asyncio.run(scenario())


def numbers(caller: Caller) -> list[int]:
    return [event["n"] for event in caller.events]


def test_tables_that_nobody_needs_are_let_go_and_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AWAKE", 3)

    async def scenario() -> None:
        async with place() as here:
            first, callers = await here.table("goofspiel", settings={"seed": 1})
            view = await callers[0].ask("view", table=first["table"])
            opened = [await here.caller().ask("new", flow="goofspiel") for _ in range(10)]
            assert len(here.house.tables) == 5  # those three, the newest, and the one with people
            assert first["table"] in here.house.tables
            for caller in callers:
                here.house.leave_all(caller.guest)
            for table in opened:
                await here.seated(table["table"], table["seats"][0]["token"])
            assert first["table"] not in here.house.tables
            back = await here.seated(first["table"], first["seats"][0]["token"])
            assert (await back.ask("view", table=first["table"]))["view"] == view["view"]

    asyncio.run(scenario())


def test_many_who_need_a_table_at_once_read_it_once() -> None:
    async def scenario() -> None:
        storage = MemoryStorage()
        async with place(storage=storage) as here:
            opened, _ = await here.table("goofspiel")
        reads = 0
        rows = storage.rows

        async def counted(*arguments: Any) -> Any:
            nonlocal reads
            reads += 1
            await asyncio.sleep(0)
            return await rows(*arguments)

        storage.rows = counted  # type: ignore[method-assign,assignment]
        async with place(storage=storage) as here:
            tokens = [seat["token"] for seat in opened["seats"]]
            await asyncio.gather(*(here.seated(opened["table"], token) for token in tokens * 5))
            assert reads == 1

    asyncio.run(scenario())


def test_a_clock_that_is_set_back_turns_no_time_back() -> None:
    async def scenario() -> None:
        times = iter([5_000, 4_000, 3_000, 9_000, *[1_000] * 100])
        async with place(now=lambda: next(times)) as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            await play_on(callers, opened["table"], 4)
            rows = await here.house.storage.rows(opened["table"])
            assert [row.time for row in rows] == sorted(row.time for row in rows)
            assert rows[0].time == 5_000

    asyncio.run(scenario())


def test_a_snapshot_is_stored_now_and_then_and_not_by_all_tables_at_once() -> None:
    async def latest(here: Place) -> int:
        opened, callers = await here.table("discard", settings={"seed": 5})
        await play_on(callers, opened["table"], 2 * SNAPSHOT_EVERY + 3)
        kept = await here.house.storage.snapshot(opened["table"])
        assert kept is not None
        assert here.house.tables[opened["table"]].table.n - kept[0] < SNAPSHOT_EVERY
        return kept[0]

    async def scenario() -> None:
        async with place() as here:
            assert len({await latest(here) for _ in range(10)}) > 2

    asyncio.run(scenario())


def test_a_house_closes_with_all_that_it_does_by_itself() -> None:
    async def scenario() -> House:
        async with place() as here:
            await here.table("goofspiel", options={"clock": {"turn": 100}, "bots": {"1": "random"}})
        assert here.house._tasks == set()
        assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []
        return here.house

    assert asyncio.run(scenario()).tables
