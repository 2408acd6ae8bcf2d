"""What the tables do by themselves: bots play games to their end, clocks run out, those who leave are played for."""

import asyncio
from typing import Any

import msgspec
import pytest

from fsm.errors import PhasebookError
from phasebook.tables.bots import Begins, Question, ignore
from phasebook.tables.memory import MemoryStorage
from phasebook.tables.protocol import Limits
from tests.phasebook.tables.kit import NO_LIMITS, Caller, Place, place, play_on


async def until(found: Any, seconds: float = 20) -> None:
    """Wait for something that happens by itself."""
    async with asyncio.timeout(seconds):
        while not found():
            await asyncio.sleep(0.005)


def played(caller: Caller) -> list[tuple[Any, Any]]:
    """Whose moves a caller has heard of, and who made them."""
    return [(event["seat"], event.get("by")) for event in caller.events if event["kind"] == "played"]


@pytest.mark.parametrize("flow", ["goofspiel", "uno", "belote"])
def test_bots_play_a_game_to_its_end(flow: str) -> None:
    async def scenario() -> None:
        async with place() as here:
            seats = {"goofspiel": 2, "uno": 4, "belote": 4}[flow]
            bots = {str(seat): "random" for seat in range(seats)}
            opened = await here.caller().ask("new", flow=flow, settings={"seed": 1}, options={"bots": bots})
            assert opened["seats"] == []
            table = here.house.tables[opened["table"]].table
            await until(lambda: table.is_over, 60)
            rows = await here.house.storage.rows(table.name)
            assert [row.n for row in rows] == list(range(1, table.n + 1))
            assert rows[-1].deadline is None

    asyncio.run(scenario())


def test_a_bot_answers_a_player() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, (caller,) = await here.table("goofspiel", options={"bots": {"1": "search:20"}})
            await until(lambda: played(caller) == [(1, "bot")])
            await play_on([caller], opened["table"], 1)
            await until(lambda: played(caller) == [(1, "bot"), (0, None), (1, "bot")])
            assert "move" not in caller.events[0]

    asyncio.run(scenario())


class Stubborn:
    """Bots that do not do what they should."""

    def __init__(self, answer: bytes | None) -> None:
        self.answer = answer

    async def decide(self, asked: Question, begins: Begins = ignore) -> bytes:
        if self.answer is None:
            raise PhasebookError("The bot did not answer in time.")
        return self.answer


@pytest.mark.parametrize(
    "answer", [None, b"", b"null", b'{"move": "castle"}', b'{"move": "bid", "seat": 0, "card": 3}']
)
def test_a_bot_that_fails_loses_its_move_and_not_the_table(answer: bytes | None) -> None:
    async def scenario() -> None:
        async with place(decider=Stubborn(answer)) as here:
            _, (caller,) = await here.table("goofspiel", options={"bots": {"1": "random"}})
            await until(lambda: played(caller) == [(1, "bot")])

    asyncio.run(scenario())


# Clocks


@pytest.mark.parametrize("clock", [{"turn": 0.05}, {"phases": {"round.playing": 0.05}}, {"turn": 60, "game": 0.05}])
def test_when_time_is_up_the_declared_move_is_played(clock: dict[str, Any]) -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5}, options={"clock": clock})
            table = here.house.tables[opened["table"]].table
            expected = table.engine.absent_move(table.snapshot, 0)
            await until(lambda: played(callers[0]))
            first = next(event for event in callers[0].events if event["kind"] == "played")
            assert (first["seat"], first["by"]) == (0, "clock")
            assert first["move"] == msgspec.to_builtins(expected)

    asyncio.run(scenario())


def test_a_move_in_time_stops_the_clock() -> None:
    async def scenario() -> None:
        async with place() as here:
            clock = {"turn": 0.3}
            opened, callers = await here.table("goofspiel", options={"clock": clock})
            before = here.house.tables[opened["table"]].table.deadline
            for caller in callers:
                move = (await caller.ask("moves", table=opened["table"]))["moves"][0]
                await caller.ask("play", table=opened["table"], move=move)
            table = here.house.tables[opened["table"]].table
            assert before is not None
            assert table.deadline is not None
            assert table.deadline > before
            assert callers[0].events[-1]["deadline"] == table.deadline
            assert all(by is None for _, by in played(callers[0]))

    asyncio.run(scenario())


def test_a_deadline_outlives_the_server() -> None:
    async def scenario() -> None:
        storage = MemoryStorage()
        async with place(storage=storage) as here:
            opened, _ = await here.table("goofspiel", options={"clock": {"turn": 0.2}})
        await asyncio.sleep(0.25)
        async with place(storage=storage):

            async def rows() -> list[str]:
                return [row.kind for row in await storage.rows(opened["table"])]

            async with asyncio.timeout(10):
                while (await rows()).count("played") < 2:
                    await asyncio.sleep(0.02)

    asyncio.run(scenario())


def test_time_spent_in_the_whole_game_is_counted_for_each_seat() -> None:
    async def scenario() -> None:
        now = [1_000]
        async with place(now=lambda: now[0]) as here:
            opened, callers = await here.table(
                "uno", settings={"players": 2, "seed": 5}, options={"clock": {"game": 100}}
            )
            table = here.house.tables[opened["table"]].table
            for _ in range(4):
                now[0] += 3_000
                await play_on(callers, opened["table"], 1)
            assert sum(table.spent.values()) == 12_000
            assert set(table.spent) == {0, 1}

    asyncio.run(scenario())


# Absence


async def left(here: Place, absent: str) -> tuple[list[Caller], dict[str, Any]]:
    """A table that the first of two players has left."""
    opened, callers = await here.table("goofspiel", options={"absent": absent})
    await callers[0].ask("leave", table=opened["table"])
    return callers, opened


@pytest.mark.parametrize(("absent", "by"), [("move", "absence"), ("random", "bot")])
def test_who_has_left_is_played_for(absent: str, by: str) -> None:
    async def scenario() -> None:
        async with place() as here:
            callers, opened = await left(here, absent)
            await until(lambda: played(callers[1]) == [(0, by)])
            move = (await callers[1].ask("moves", table=opened["table"]))["moves"][0]
            await callers[1].ask("play", table=opened["table"], move=move)
            await until(lambda: played(callers[1]) == [(0, by), (1, None), (0, by)])
            token = opened["seats"][0]["token"]
            await callers[0].ask("sit", table=opened["table"], token=token)
            await callers[1].ask(
                "play", table=opened["table"], move=(await callers[1].ask("moves", table=opened["table"]))["moves"][0]
            )
            await asyncio.sleep(0.05)
            assert played(callers[1])[-1] == (1, None)  # who is back plays again

    asyncio.run(scenario())


def test_who_has_left_is_waited_for_unless_agreed_otherwise() -> None:
    async def scenario() -> None:
        async with place() as here:
            callers, _ = await left(here, "wait")
            await asyncio.sleep(0.05)
            assert played(callers[1]) == []

    asyncio.run(scenario())


# The host


@pytest.mark.parametrize("host", ["server", "player"])
def test_the_host_s_moves_are_made_by_whom_it_was_agreed(host: str) -> None:
    async def scenario() -> None:
        async with place() as here:
            settings = {"seed": 1, "players": 2, "score_limit": 200}
            bots = {"0": "random", "1": "random"}
            opened = await here.caller().ask("new", flow="uno", settings=settings, options={"bots": bots, "host": host})
            caller = await here.seated(opened["table"], opened["host"])
            table = here.house.tables[opened["table"]].table
            await until(lambda: table.is_over or not table.to_act(table.snapshot), 60)
            if host == "server":
                await until(lambda: table.is_over, 60)
                assert ("host", None) in played(caller)
            else:
                await asyncio.sleep(0.05)
                assert not table.to_act(table.snapshot)
                (move,) = (await caller.ask("moves", table=table.name))["moves"]
                assert (await caller.ask("play", table=table.name, move=move))["answer"] == "done"

    asyncio.run(scenario())


def test_a_table_that_cannot_be_read_does_not_stop_the_others() -> None:
    async def scenario() -> None:
        storage = MemoryStorage()
        async with place(storage=storage) as here:
            broken, _ = await here.table("goofspiel", options={"clock": {"turn": 0.1}})
            sound, _ = await here.table("goofspiel", options={"clock": {"turn": 0.1}})
        rows = storage.logs[broken["table"]].rows
        rows[0] = msgspec.structs.replace(rows[0], content=b'{"flow": "chess"}')
        await asyncio.sleep(0.15)
        async with place(storage=storage, limits=Limits(rate=NO_LIMITS.rate, burst=NO_LIMITS.burst)):
            async with asyncio.timeout(10):
                while (await storage.heads())[0].n == 3 and (await storage.heads())[1].n == 3:
                    await asyncio.sleep(0.02)
        assert [row.kind for row in await storage.rows(sound["table"])].count("played") > 0

    asyncio.run(scenario())
