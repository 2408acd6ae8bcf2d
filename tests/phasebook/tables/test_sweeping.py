"""Tables that nobody needs any more are deleted; those that somebody uses, here or elsewhere, never are."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from phasebook.tables.memory import MemoryStorage
from phasebook.tables.rows import Row, Storage, StorageError
from phasebook.tables.storing import open_storage
from phasebook.tables.sweeping import DAY, LINGER, Sweeper
from tests.phasebook.tables.kit import NO_LIMITS, Caller, Place, place, play_on

KEEP = 10
"""Days."""


class Era:
    """Some houses on one store, and a clock that can be moved on."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.now = 1_700_000_000_000
        self.storages: list[Storage] = []

    def clock(self) -> int:
        return self.now

    @asynccontextmanager
    async def house(self, **limits: Any) -> AsyncIterator[tuple[Place, Sweeper]]:
        shared = bool(self.storages) and not self.address.startswith("postgres")  # one process has the file
        storage = self.storages[0] if shared else await open_storage(self.address)
        self.storages.append(storage)
        limited = msgspec.structs.replace(NO_LIMITS, **limits)
        try:
            async with place(storage=storage, limits=limited, now=self.clock) as here:
                yield here, Sweeper(here.house, KEEP)
        finally:
            if not shared:
                await storage.close()


async def names(storage: Storage) -> set[str]:
    return {head.table for head in await storage.heads()}


async def gone(here: Place, *callers: Caller) -> None:
    """Connections are lost."""
    for caller in callers:
        here.house.leave_all(caller.guest)


async def with_move(here: Place) -> tuple[dict[str, Any], Caller]:
    opened, (caller,) = await here.table("discard", settings={"seed": 1})
    await play_on([caller], opened["table"], 40)
    return opened, caller


def test_a_table_is_deleted_when_nothing_has_happened_for_long_enough(address: str) -> None:
    async def scenario() -> None:
        era = Era(address)
        async with era.house() as (here, sweeper):
            old, player = await with_move(here)
            await gone(here, player)
            era.now += KEEP * DAY - 1_000
            await sweeper.sweep()
            young, player = await with_move(here)
            await gone(here, player)
            assert await names(here.house.storage) == {old["table"], young["table"]}
            era.now += 2_000
            await sweeper.sweep()
            answer = await here.caller().ask("sit", table=old["table"], token=old["seats"][0]["token"])
            assert answer["code"] == "no_such_table"
            assert [row.kind for row in await here.house.storage.rows(old["table"])] == ["closed"]
            assert len(await here.house.storage.rows(young["table"])) == 42
            era.now += LINGER + 1_000
            await sweeper.sweep()
            assert await names(here.house.storage) == {young["table"]}
            back = await here.seated(young["table"], young["seats"][0]["token"])
            assert await play_on([back], young["table"], 2) == 2

    asyncio.run(scenario())


def test_who_is_connected_keeps_a_table_although_nothing_happens(address: str) -> None:
    """Here, or at another server, which says so from time to time."""

    async def scenario() -> None:
        era = Era(address)
        async with era.house() as (here, sweeper), era.house() as (there, other):
            opened, player = await with_move(here)
            await gone(here, player)
            watcher = there.caller()
            assert (await watcher.ask("watch", table=opened["table"]))["answer"] == "done"
            for _ in range(3):
                era.now += KEEP * DAY // 2 + 1_000
                await other.sweep()
                await sweeper.sweep()
            assert len(await here.house.storage.rows(opened["table"])) == 42
            await gone(there, watcher)
            era.now += KEEP * DAY + 1_000
            await other.sweep()
            assert [row.kind for row in await here.house.storage.rows(opened["table"])] == ["closed"]

    asyncio.run(scenario())


def test_a_server_that_has_the_table_in_memory_does_not_bring_it_back(address: str) -> None:
    async def scenario() -> None:
        era = Era(address)
        async with era.house() as (here, sweeper), era.house() as (there, _):
            opened, player = await with_move(here)
            token = opened["seats"][0]["token"]
            stale = await there.seated(opened["table"], token)
            there.house._end_of_news()  # it hears nothing of the others any more
            await gone(here, player)
            era.now += KEEP * DAY + 1_000
            await sweeper.sweep()
            move = (await stale.ask("moves", table=opened["table"]))["moves"][0]
            assert (await stale.ask("play", table=opened["table"], move=move))["code"] == "no_such_table"
            assert (await stale.ask("view", table=opened["table"]))["code"] == "not_seated"
            assert (await stale.ask("sit", table=opened["table"], token=token))["code"] == "no_such_table"
            assert [row.kind for row in await here.house.storage.rows(opened["table"])] == ["closed"]

    asyncio.run(scenario())


@pytest.mark.parametrize("server", ["sits", "watches"])
def test_who_comes_while_a_table_goes_finds_it_whole_or_not_at_all(server: str) -> None:
    class Slow(MemoryStorage):
        """Somebody comes just before the last row is stored."""

        async def append(self, row: Row, snapshot: bytes | None = None) -> Any:
            if row.kind == "closed" and not came:
                came.append(await who[0]())
            return await super().append(row, snapshot)

    who: list[Callable[[], Awaitable[dict[str, Any]]]] = []
    came: list[dict[str, Any]] = []

    async def scenario() -> None:
        era = Era("memory:")
        era.storages.append(Slow())
        async with era.house() as (here, sweeper):
            opened, player = await with_move(here)
            await player.ask("leave", table=opened["table"])
            late = here.caller()
            token = opened["seats"][0]["token"]

            async def comes() -> dict[str, Any]:
                if server == "sits":
                    return await late.ask("sit", table=opened["table"], token=token)
                return await late.ask("watch", table=opened["table"])

            who.append(comes)
            era.now += KEEP * DAY + 1_000
            await sweeper.sweep()
            assert came[0]["answer"] == "done"
            await asyncio.sleep(0.05)
            view = await late.ask("view", table=opened["table"])
            if server == "sits":
                assert view["answer"] == "done"
                assert await play_on([late], opened["table"], 2) == 2
            else:
                assert view["code"] == "not_seated"

    asyncio.run(scenario())


def test_a_long_clock_is_no_neglect() -> None:
    async def scenario() -> None:
        era = Era("memory:")
        async with era.house() as (here, sweeper):
            clock = {"turn": 3 * KEEP * DAY / 1_000}
            opened, callers = await here.table("uno", settings={"players": 2}, options={"clock": clock})
            await gone(here, *callers)
            era.now += 2 * KEEP * DAY
            await sweeper.sweep()
            assert len(await here.house.storage.rows(opened["table"])) > 1

    asyncio.run(scenario())


def test_a_table_that_was_deleted_makes_room_for_another() -> None:
    async def scenario() -> None:
        era = Era("memory:")
        async with era.house(tables=1) as (here, sweeper):
            _, player = await with_move(here)
            await gone(here, player)
            assert (await here.caller().ask("new", flow="discard"))["code"] == "too_many_tables"
            era.now += KEEP * DAY + 1_000
            await sweeper.sweep()
            era.now += LINGER + 1_000
            await sweeper.sweep()
            assert (await here.caller().ask("new", flow="discard"))["answer"] == "done"

    asyncio.run(scenario())


def test_nothing_is_deleted_unless_asked_for_and_a_lost_store_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    class Gone(MemoryStorage):
        async def touch(self, tables: Any, now: int) -> None:
            if len(tried) < 2:
                tried.append(now)
                raise StorageError("The disk is full.")

    tried: list[int] = []

    async def scenario(keep: float | None, last: str) -> None:
        era = Era("memory:")
        era.storages.append(Gone())
        async with era.house(keep=keep) as (here, _):
            opened, player = await with_move(here)
            await gone(here, player)
            era.now += 1_000 * DAY
            await asyncio.sleep(0.5)
            assert (await here.house.storage.rows(opened["table"]))[-1].kind == last

    with caplog.at_level(logging.WARNING, "phasebook.tables"):
        asyncio.run(scenario(None, "played"))
        assert tried == []
        asyncio.run(scenario(0.1 * 1_000 / DAY, "closed"))  # a tenth of a second
    assert len(tried) == 2
    assert "The disk is full." in caplog.text
