"""Tables that play by themselves: they rest while nobody is there, go on when somebody comes, and are full one day."""

import asyncio
import time
from typing import Any

import msgspec
import pytest

from phasebook.tables.memory import MemoryStorage
from phasebook.tables.protocol import Limits
from phasebook.tables.rows import Row, Storage
from tests.phasebook.tables.kit import NO_LIMITS, Place, place
from tests.phasebook.tables.test_keeping import played, until

BOTS = {"bots": {"0": "random", "1": "random"}}
"""They play on and on, as long as the game lasts."""
FEW = msgspec.structs.replace(NO_LIMITS, unattended=5)


async def settled(storage: Storage, table: str) -> list[Row]:
    """The rows of a table, once nothing is due there and no more come."""
    rows: list[Row] = []
    async with asyncio.timeout(30):
        while (later := await storage.rows(table)) != rows or rows[-1].deadline is not None:
            rows = later
            await asyncio.sleep(0.1)
    return rows


async def everybody_gone(here: Place, absent: str) -> dict[str, Any]:
    """A table of Uno that all have left: those who are absent draw cards until the end of time."""
    opened, callers = await here.table("uno", settings={"players": 2, "seed": 1}, options={"absent": absent})
    for caller in callers:
        await caller.ask("leave", table=opened["table"])
    return opened


@pytest.mark.parametrize("absent", ["move", "random"])
def test_a_table_that_all_have_left_rests_after_some_moves(absent: str) -> None:
    async def scenario() -> None:
        async with place(limits=FEW) as here:
            opened = await everybody_gone(here, absent)
            rows = await settled(here.house.storage, opened["table"])
            assert [row.kind for row in rows[-6:]] == ["left", *["played"] * 5]
            assert rows[-1].deadline is None

    asyncio.run(scenario())


def test_clocks_of_those_who_never_came_run_out_only_so_often() -> None:
    async def scenario() -> None:
        async with place(limits=FEW) as here:
            clock = {"turn": 0.01}
            opened = await here.caller().ask("new", flow="uno", settings={"players": 2}, options={"clock": clock})
            rows = await settled(here.house.storage, opened["table"])
            assert [row.kind for row in rows] == ["opened", *["played"] * 5]

    asyncio.run(scenario())


def test_a_restart_does_not_begin_to_count_anew() -> None:
    async def scenario() -> None:
        storage = MemoryStorage()
        for _ in range(3):
            async with place(storage=storage, limits=FEW) as here:
                if not storage.logs:
                    opened = await everybody_gone(here, "move")
                await here.house.awake(opened["table"])
                rows = await settled(storage, opened["table"])
        assert [row.kind for row in rows].count("played") == 5

    asyncio.run(scenario())


@pytest.mark.parametrize("who", ["watch", "seat", "host"])
def test_it_goes_on_when_somebody_comes(who: str) -> None:
    async def scenario() -> None:
        async with place(limits=FEW) as here:
            opened = await everybody_gone(here, "move")
            before = await settled(here.house.storage, opened["table"])
            caller = here.caller()
            if who == "watch":
                await caller.ask("watch", table=opened["table"])
            else:
                token = opened["host"] if who == "host" else opened["seats"][0]["token"]
                await caller.ask("sit", table=opened["table"], token=token)
            rows = await here.house.storage.rows(opened["table"], before[-1].n)
            assert rows[0].kind == "resumed"
            if who != "seat":
                await until(lambda: len(played(caller)) > 20)

    asyncio.run(scenario())


def test_who_comes_back_has_all_of_the_time_for_a_move() -> None:
    """While the table rests, its clocks stand still."""

    async def scenario() -> None:
        now = [1_000_000]
        async with place(limits=FEW, now=lambda: now[0]) as here:
            clock = {"turn": 10, "game": 1_000}
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 1}, options={"clock": clock})
            for caller in callers:
                here.house.leave_all(caller.guest)  # connections are lost: nobody has left
            awake = here.house.tables[opened["table"]]
            while awake.table.deadline is not None:
                now[0] = awake.table.deadline
                await here.house.after_row.__self__.time_up(awake)  # type: ignore[attr-defined]  # the keeper
            spent = dict(awake.table.spent)
            now[0] += 3_600_000
            back = await here.seated(opened["table"], opened["seats"][0]["token"])
            assert awake.table.deadline == now[0] + 10_000
            now[0] += 4_000
            seat = awake.table.to_act(awake.table.snapshot)[0]
            player = await here.seated(opened["table"], opened["seats"][seat]["token"])
            move = (await player.ask("moves", table=opened["table"]))["moves"][0]
            await player.ask("play", table=opened["table"], move=move)
            assert awake.table.spent[seat] == spent.get(seat, 0) + 4_000
            assert [event["kind"] for event in back.events] == ["played"]

    asyncio.run(scenario())


def test_as_long_as_somebody_watches_it_goes_on() -> None:
    async def scenario() -> None:
        async with place(limits=FEW) as here:
            opened = await here.caller().ask("new", flow="uno", settings={"players": 2, "seed": 1}, options=BOTS)
            caller = here.caller()
            await caller.ask("watch", table=opened["table"])
            await until(lambda: len(played(caller)) > 30)
            assert "resumed" in [event["kind"] for event in caller.events]
            here.house.leave_all(caller.guest)
            rows = await settled(here.house.storage, opened["table"])
            assert [row.kind for row in rows[-5:]] == ["played"] * 5

    asyncio.run(scenario())


def test_what_a_table_does_for_a_watcher_counts_as_what_that_one_asks_for() -> None:
    """Else one connection could keep a thousand tables playing as fast as they can."""
    slow = Limits(rate=20, burst=20, unattended=10)

    async def scenario() -> None:
        async with place(limits=slow) as here:
            names = [(await everybody_gone(here, "move"))["table"] for _ in range(3)]
            for name in names:
                await settled(here.house.storage, name)
            watcher, started = here.caller(), time.monotonic()
            watcher.guest.allowance.at = started
            for name in names:
                here.house.tables[name].guests.add(watcher.guest)
                watcher.guest.seats[name] = None
            await asyncio.sleep(2.5)
            rows = [row.kind for name in names for row in await here.house.storage.rows(name)]
            allowed = 20 + 20 * (time.monotonic() - started)
            assert 2 <= rows.count("resumed") <= allowed / 10
            assert rows.count("played") <= 30 + allowed + 10

    asyncio.run(scenario())


@pytest.mark.parametrize("do", ["sit", "watch"])
def test_who_comes_too_often_waits(do: str) -> None:
    async def scenario() -> None:
        async with place(limits=Limits(rate=20, burst=20, unattended=10)) as here:
            opened = await everybody_gone(here, "move")
            before = await settled(here.house.storage, opened["table"])
            caller = here.caller()
            for _ in range(12):
                await caller.ask("ping")
            fields = {"token": opened["host"]} if do == "sit" else {}
            answer = await caller.ask(do, table=opened["table"], **fields)
            assert (answer["answer"], answer["code"]) == ("error", "too_fast")
            assert answer["wait"] > 0
            assert await here.house.storage.rows(opened["table"]) == before

    asyncio.run(scenario())


def test_a_table_that_could_not_be_resumed_for_lack_of_a_store_is_later() -> None:
    class Moody(MemoryStorage):
        async def append(self, row: Row, snapshot: bytes | None = None) -> Any:
            if row.kind == "resumed" and not tried:
                tried.append(row)
                from phasebook.tables.rows import StorageError

                raise StorageError("The disk is full.")
            return await super().append(row, snapshot)

    tried: list[Row] = []

    async def scenario() -> None:
        async with place(storage=Moody(), limits=FEW) as here:
            opened = await here.caller().ask("new", flow="uno", settings={"players": 2, "seed": 1}, options=BOTS)
            caller = here.caller()
            await caller.ask("watch", table=opened["table"])
            await until(lambda: len(played(caller)) > 10)
            assert tried

    asyncio.run(scenario())


def test_a_player_s_own_moves_begin_the_count_anew() -> None:
    async def scenario() -> None:
        async with place(limits=FEW) as here:
            opened, (caller,) = await here.table("goofspiel", options={"bots": {"1": "first"}})
            here.house.tables[opened["table"]].guests.clear()
            for _ in range(12):
                view = await caller.ask("view", table=opened["table"])
                await until(lambda: 0 in here.house.tables[opened["table"]].table.to_act(view_of(here, opened)))
                if view["over"]:
                    break
                move = (await caller.ask("moves", table=opened["table"]))["moves"][0]
                assert (await caller.ask("play", table=opened["table"], move=move))["answer"] == "done"
                await until(lambda: here.house.tables[opened["table"]].table.alone in (0, 1))
            rows = await here.house.storage.rows(opened["table"])
            assert "resumed" not in [row.kind for row in rows]
            assert [row.kind for row in rows].count("played") >= 20

    asyncio.run(scenario())


def view_of(here: Place, opened: dict[str, Any]) -> Any:
    return here.house.tables[opened["table"]].table.snapshot


# Full tables

NARROW = msgspec.structs.replace(NO_LIMITS, events=8)


def test_a_full_table_says_so_and_can_still_be_looked_at() -> None:
    async def scenario() -> None:
        async with place(limits=NARROW) as here:
            opened, callers = await here.table("discard", settings={"seed": 1})
            table, (caller,) = opened["table"], callers
            answer: dict[str, Any] = {"answer": "done"}
            while answer["answer"] == "done":
                move = (await caller.ask("moves", table=table))["moves"][0]
                answer = await caller.ask("play", table=table, move=move)
            assert (answer["answer"], answer["code"]) == ("error", "table_full")
            assert "8 events" in answer["sentence"]
            assert (await caller.ask("take_back", table=table))["answer"] in ("error", "refused")
            assert (await caller.ask("leave", table=table))["answer"] == "done"
            late = await here.seated(table, opened["seats"][0]["token"])
            assert (await late.ask("view", table=table))["n"] == 8
            host = await here.seated(table, opened["host"])
            assert (await host.ask("save", table=table))["answer"] == "done"

    asyncio.run(scenario())


def test_a_full_table_does_nothing_by_itself_any_more() -> None:
    async def scenario() -> None:
        async with place(limits=NARROW) as here:
            opened = await here.caller().ask("new", flow="uno", settings={"players": 2, "seed": 1}, options=BOTS)
            caller = here.caller()
            await caller.ask("watch", table=opened["table"])
            rows = await settled(here.house.storage, opened["table"])
            assert len(rows) == 8
            assert rows[-1].deadline is None
            assert not here.house.tables[opened["table"]].thinking

    asyncio.run(scenario())


@pytest.mark.parametrize("clock", [{"turn": 0.5}, {"game": 0.9}, {"turn": 5, "phases": {"round.playing": 0.1}}])
def test_a_clock_has_a_shortest_time(clock: dict[str, Any]) -> None:
    async def scenario() -> None:
        async with place(limits=Limits()) as here:
            answer = await here.caller().ask("new", flow="uno", options={"clock": clock})
            assert (answer["answer"], answer["code"]) == ("error", "options")
            assert "from 1 to 10000000 seconds" in answer["sentence"]

    asyncio.run(scenario())
