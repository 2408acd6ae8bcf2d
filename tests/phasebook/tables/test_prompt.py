"""Moves without a task: the same as with one (see test_verbs), in order, and never in the way of others."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest

from phasebook.tables.memory import MemoryStorage
from phasebook.tables.prompt import is_begun, is_taken
from phasebook.tables.protocol import Play
from phasebook.tables.requests import read
from phasebook.tables.rows import STORED, TAKEN, Row, Settle, StorageError
from tests.phasebook.tables.kit import Caller, Place, place

DRAW = {"move": "draw", "player": 0}


class Slow(MemoryStorage):
    """A store that settles when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.is_slow = False
        self.kept: list[tuple[Row, bytes | None, Settle]] = []

    def add(self, row: Row, snapshot: bytes | None, settle: Settle) -> None:
        if self.is_slow:
            self.kept.append((row, snapshot, settle))
        else:
            super().add(row, snapshot, settle)

    def settle(self, answer: Any = STORED) -> None:
        row, snapshot, settle = self.kept.pop(0)
        if answer == STORED:
            super().add(row, snapshot, settle)
        else:
            settle(answer)


async def uno(here: Place) -> tuple[str, list[Caller]]:
    opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
    return opened["table"], callers


def begin(caller: Caller, ended: list[str], **fields: Any) -> bool:
    """Begin a move, unless it needs a task."""
    request = read(json.dumps({"id": 7, "do": "play", **fields}).encode(), caller.desk.house.limits)
    assert isinstance(request, Play)
    return is_begun(caller.desk, caller.guest, request, lambda: ended.append("ended"))


class UnderWay(NamedTuple):
    """A move that the store does not have yet."""

    here: Place
    storage: Slow
    name: str
    callers: list[Caller]
    told: int
    """How much the other player has heard before."""
    ended: list[str]


@asynccontextmanager
async def under_way() -> AsyncIterator[UnderWay]:
    storage, ended = Slow(), list[str]()
    async with place(storage=storage) as here:
        name, callers = await uno(here)
        callers[0].answers.clear()
        told, storage.is_slow = len(callers[1].told), True
        assert begin(callers[0], ended, table=name, move=DRAW)
        storage.is_slow = False
        yield UnderWay(here, storage, name, callers, told, ended)


def test_nobody_hears_of_a_move_before_it_is_stored() -> None:
    async def scenario() -> None:
        async with under_way() as (here, storage, name, callers, told, ended):
            await asyncio.sleep(0.01)
            assert (ended, callers[0].answers, len(callers[1].told)) == ([], [], told)
            storage.settle()
            assert ended == ["ended"]
            assert callers[0].answers == [{"answer": "done", "id": 7, "n": callers[1].events[-1]["n"]}]
            assert not here.house.tables[name].lock.locked()

    asyncio.run(scenario())


def test_a_table_at_which_something_is_under_way_needs_a_task() -> None:
    async def scenario() -> None:
        async with under_way() as (_, storage, name, callers, _, ended):
            assert not begin(callers[1], ended, table=name, move=DRAW)
            waiting = asyncio.create_task(callers[1].ask("play", table=name, move={"move": "draw", "player": 1}))
            await asyncio.sleep(0)
            storage.settle()
            assert not begin(callers[0], ended, table=name, move=DRAW)  # the other one has waited for longer
            assert (await waiting)["answer"] in ("done", "refused")
            assert ended == ["ended"]

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("fields", "table"), [({"at": 0}, ""), ({}, "none"), ({}, "asleep")], ids=["stale", "no table", "asleep"]
)
def test_what_needs_more_than_memory_is_left_to_a_task(fields: dict[str, Any], table: str) -> None:
    async def scenario() -> None:
        async with place() as here:
            name, callers = await uno(here)
            await callers[0].ask("play", table=name, move=DRAW)
            if table == "asleep":
                del here.house.tables[name]
            rows = len(await here.house.storage.rows(name))
            assert not begin(callers[0], [], table=table if table == "none" else name, move=DRAW, **fields)
            assert len(await here.house.storage.rows(name)) == rows

    asyncio.run(scenario())


def test_another_server_that_was_quicker_is_caught_up_with_in_a_task() -> None:
    async def scenario() -> None:
        async with under_way() as (_, storage, _, callers, _, ended), asyncio.timeout(5):
            storage.settle(TAKEN)
            assert not ended
            while not ended:
                await asyncio.sleep(0)
            assert [answer["answer"] for answer in callers[0].answers] == ["done"]

    asyncio.run(scenario())


def test_a_store_that_fails_later_is_an_error_and_the_table_is_free() -> None:
    async def scenario() -> None:
        async with under_way() as (_, storage, name, callers, _, ended):
            storage.settle(StorageError("The disk is full; make room."))
            assert ended == ["ended"]
            assert [answer["code"] for answer in callers[0].answers] == ["storage"]
            assert (await callers[0].ask("play", table=name, move=DRAW))["answer"] == "done"

    asyncio.run(scenario())


def test_a_bug_after_the_commit_is_an_answer_and_does_not_reach_the_store() -> None:
    async def scenario() -> None:
        async with under_way() as (here, storage, name, callers, _, ended):
            here.house.after_row = lambda awake: 1 / 0  # type: ignore[assignment]
            storage.settle()
            assert [answer["code"] for answer in callers[0].answers] == ["internal"]
            assert ended == ["ended"]
            assert not here.house.tables[name].lock.locked()

    asyncio.run(scenario())


def test_a_lock_is_taken_only_if_nobody_has_it_or_waits_for_it() -> None:
    async def scenario() -> None:
        lock = asyncio.Lock()
        assert is_taken(lock)
        assert not is_taken(lock)
        waiting = asyncio.create_task(lock.acquire())
        await asyncio.sleep(0)
        lock.release()
        assert not is_taken(lock)
        assert await asyncio.wait_for(waiting, 5)
        assert not is_taken(lock)
        lock.release()
        assert is_taken(lock)

    asyncio.run(scenario())
