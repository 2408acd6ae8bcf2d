"""Each request gets one answer, and does what it says: for the seat of the token, and for nobody else."""

import asyncio
from typing import Any

import pytest

from fsm.catalogue import engine_of
from phasebook.tables.memory import MemoryStorage
from phasebook.tables.protocol import AnyRequest, Limits
from phasebook.tables.rows import STORED, Answer, Row, Settle, StorageError
from phasebook.tables.table import RECENT
from phasebook.tables.verbs import LONGEST_ONCE, VERBS
from tests.phasebook.tables.kit import Caller, Place, place, play_on


@pytest.fixture(autouse=True, params=["in a task", "promptly"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves do the same with and without a task of their own."""
    monkeypatch.setattr(Caller, "is_prompt", request.param == "promptly")


def test_there_is_a_way_to_serve_every_request() -> None:
    assert set(VERBS) == set(AnyRequest.__args__)


# Coming and going


def test_a_token_gives_a_seat_and_everybody_hears_of_it() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, (first, second) = await here.table("goofspiel")
            assert [event["kind"] for event in first.events] == ["sat"]
            assert first.events[0]["seat"] == 1
            assert second.events == []
            again = await here.caller().ask("sit", table=opened["table"], token=opened["seats"][0]["token"], since=0)
            assert (again["seat"], again["n"]) == (0, 3)
            assert [event["n"] for event in again["events"]] == [1, 2, 3]

    asyncio.run(scenario())


def test_without_a_token_there_is_no_seat() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, _ = await here.table("goofspiel")
            name, stranger = opened["table"], here.caller()
            for token in ("", "guess", opened["seats"][0]["token"][:-1], opened["seats"][0]["token"] + "x"):
                assert (await stranger.ask("sit", table=name, token=token))["code"] == "wrong_token"
            other, _ = await here.table("goofspiel")
            wrong_table = await stranger.ask("sit", table=name, token=other["seats"][0]["token"])
            assert wrong_table["code"] == "wrong_token"
            assert (await stranger.ask("sit", table="none", token="x"))["code"] == "no_such_table"
            for do in ("view", "moves", "leave", "save", "take_back"):
                assert (await stranger.ask(do, table=name))["code"] == "not_seated"
            assert (await stranger.ask("play", table=name, move={}))["code"] == "not_seated"
            assert (await stranger.ask("events", table=name, since=0))["code"] == "not_seated"

    asyncio.run(scenario())


def test_spectators_hear_and_see_what_is_public_and_move_nothing() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            watcher, name = here.caller(), opened["table"]
            assert (await watcher.ask("watch", table=name, since=0))["n"] == 3
            await play_on(callers, name, 5)
            view = await watcher.ask("view", table=name)
            table = here.house.tables[name].table
            assert view["view"]["hand"] == []
            assert len(watcher.events) == 5
            assert not any("move" in event for event in watcher.events)
            assert (await watcher.ask("moves", table=name))["moves"] == []
            legal = table.engine.legal_moves(table.snapshot)[0]
            move = {"move": "draw", "player": legal.player}
            refused = await watcher.ask("play", table=name, move=move)
            assert (refused["answer"], refused["sentence"]) == ("refused", "Spectators make no moves.")

    asyncio.run(scenario())


def test_a_table_may_be_closed_to_spectators() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, _ = await here.table("uno", options={"spectators": False})
            assert (await here.caller().ask("watch", table=opened["table"]))["code"] == "not_allowed"

    asyncio.run(scenario())


def test_who_leaves_hears_no_more_and_may_come_back() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, (first, second) = await here.table("goofspiel")
            name = opened["table"]
            assert (await second.ask("leave", table=name))["n"] == 4
            assert [event["kind"] for event in first.events] == ["sat", "left"]
            await first.ask("play", table=name, move=(await first.ask("moves", table=name))["moves"][0])
            assert second.events == []
            back = await second.ask("sit", table=name, token=opened["seats"][1]["token"], since=4)
            assert [event["kind"] for event in back["events"]] == ["played", "sat"]

    asyncio.run(scenario())


def test_a_connection_that_ends_leaves_nobody() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, (first, second) = await here.table("goofspiel")
            here.house.leave_all(second.guest)
            assert first.events[-1]["kind"] == "sat"
            assert (await second.ask("view", table=opened["table"]))["code"] == "not_seated"
            assert here.house.tables[opened["table"]].guests == {first.guest}

    asyncio.run(scenario())


# Moving


def test_a_move_is_told_with_its_number_and_then_answered() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            name = opened["table"]
            view = await callers[0].ask("view", table=name)
            actor = callers[view["to_act"][0]]
            move = (await actor.ask("moves", table=name))["moves"][0]
            answer = await actor.ask("play", table=name, move=move, at=view["n"])
            assert answer["n"] == view["n"] + 1
            assert [caller.events[-1]["n"] for caller in callers] == [answer["n"]] * 2
            assert [caller.events[-1].get("move") == move for caller in callers] == [
                caller is actor for caller in callers
            ]

    asyncio.run(scenario())


def test_a_refusal_says_everything_and_changes_nothing() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            name = opened["table"]
            before = await callers[0].ask("view", table=name)
            for caller, move, kind in (
                (callers[1], {"move": "draw", "player": 0}, "not_yours"),
                (callers[1], {"move": "draw", "player": 1}, "guarded"),
                (callers[0], {"move": "accept", "player": 0}, "impossible"),
                (callers[0], {"move": "castle"}, "malformed"),
                (callers[0], {"move": "draw", "player": "0"}, "malformed"),
                (callers[0], 7, "malformed"),
            ):
                answer = await caller.ask("play", table=name, move=move)
                assert (answer["answer"], answer["kind"], answer["n"]) == ("refused", kind, before["n"]), answer
                assert answer["sentence"]
                assert answer["code"]
            assert await callers[0].ask("view", table=name) | {"id": 0} == before | {"id": 0}
            assert callers[0].events[-1]["kind"] == "sat"

    asyncio.run(scenario())


def test_who_is_behind_is_told_what_has_happened() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            name = opened["table"]
            known = (await callers[0].ask("view", table=name))["n"]
            await play_on(callers, name, 3)
            stale = await callers[0].ask("play", table=name, move={"move": "draw", "player": 0}, at=known)
            assert (stale["answer"], stale["n"]) == ("stale", known + 3)
            assert [event["n"] for event in stale["events"]] == [known + 1, known + 2, known + 3]
            assert stale["events"] == callers[0].events[-3:]

    asyncio.run(scenario())


def test_somebody_sitting_down_makes_no_move_stale() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened = await here.caller().ask("new", flow="goofspiel")
            first = await here.seated(opened["table"], opened["seats"][0]["token"])
            known = (await first.ask("view", table=opened["table"]))["n"]
            await here.seated(opened["table"], opened["seats"][1]["token"])
            move = (await first.ask("moves", table=opened["table"]))["moves"][0]
            assert (await first.ask("play", table=opened["table"], move=move, at=known))["answer"] == "done"

    asyncio.run(scenario())


@pytest.mark.parametrize("known", [True, False])
def test_what_is_sent_twice_is_played_once(known: bool) -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            name = opened["table"]
            n = (await callers[0].ask("view", table=name))["n"]
            at = {"at": n} if known else {}
            request = {"table": name, "move": {"move": "draw", "player": 0}, "once": "a", **at}
            answers = [await callers[0].ask("play", **request) for _ in range(3)]
            assert [(answer["answer"], answer["n"]) for answer in answers] == [("done", n + 1)] * 3
            await play_on(callers, name, 4)
            later = await callers[0].ask("play", **request)
            assert (later["answer"], later["n"]) == ("done", n + 1)
            rows = await here.house.storage.rows(name)
            assert [row.request for row in rows].count("once.0.a") == 1

    asyncio.run(scenario())


def test_the_same_word_of_another_seat_is_another_request() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("goofspiel")
            name = opened["table"]
            for caller in callers:
                move = (await caller.ask("moves", table=name))["moves"][0]
                assert (await caller.ask("play", table=name, move=move, once="a"))["answer"] == "done"
            bad = await callers[0].ask("play", table=name, move={}, once="x" * (LONGEST_ONCE + 1))
            assert bad["code"] == "malformed"

    asyncio.run(scenario())


def test_a_fair_move_is_taken_back_and_another_is_not() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("belote", settings={"seed": 7})
            name = opened["table"]
            assert (await callers[1].ask("take_back", table=name))["code"] == "engine.nothing_to_take_back"
            n = (await callers[1].ask("play", table=name, move={"move": "pass_bid", "seat": 1}))["n"]
            assert (await callers[2].ask("take_back", table=name))["answer"] == "refused"
            answer = await callers[1].ask("take_back", table=name, once="b")
            assert (answer["answer"], answer["n"]) == ("done", n + 1)
            assert (await callers[1].ask("take_back", table=name, once="b"))["n"] == n + 1
            assert callers[3].events[-1]["kind"] == "taken_back"
            assert (await callers[1].ask("view", table=name))["to_act"] == [1]
            assert (await callers[1].ask("take_back", table=name, at=n))["answer"] == "stale"

    asyncio.run(scenario())


def test_many_moves_are_taken_back_one_after_the_other() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, (caller,) = await here.table("discard", settings={"seed": 1})
            name = opened["table"]
            await play_on([caller], name, 1)
            start = (await caller.ask("view", table=name))["view"]
            cards = [move for move in (await caller.ask("moves", table=name))["moves"] if move["move"] == "toggle_card"]
            for _ in range(14):
                await caller.ask("play", table=name, move=cards[0])
            taken = [await caller.ask("take_back", table=name) for _ in range(14)]
            assert [answer["answer"] for answer in taken] == ["done"] * 14, taken
            assert (await caller.ask("view", table=name))["view"] == start

    asyncio.run(scenario())


# Asking


def test_the_host_sees_all_saves_and_a_save_opens_a_table_again() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            await play_on(callers, opened["table"], 6)
            host = await here.seated(opened["table"], opened["host"])
            assert "game" in (await host.ask("view", table=opened["table"]))["view"]
            assert (await callers[0].ask("save", table=opened["table"]))["code"] == "not_allowed"
            save = (await host.ask("save", table=opened["table"]))["save"]
            loaded = await host.ask("load", flow="uno", save=save)
            assert loaded["answer"] == "done"
            tables = [here.house.tables[name].table for name in (opened["table"], loaded["table"])]
            assert tables[0].snapshot == tables[1].snapshot
            torn = await host.ask("load", flow="uno", save=save[:-9])
            assert (torn["answer"], torn["code"]) == ("error", "save")

    asyncio.run(scenario())


def test_why_tells_a_seat_what_decides() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            name, engine = opened["table"], engine_of("uno")
            why = await callers[1].ask("why", table=name, move={"move": "draw", "player": 1})
            table = here.house.tables[name].table
            assert not why["why"]["accepted"]
            assert why["why"]["message"] == engine.why(table.snapshot, engine.move_type["draw"](1), seat=1).message
            assert (await callers[1].ask("why", table=name, move={"move": "castle"}))["answer"] == "refused"

    asyncio.run(scenario())


def drawing(moves: list[dict[str, Any]]) -> dict[str, Any]:
    """The choice of somebody who is in no hurry to win Uno."""
    return next((move for move in moves if move["move"] == "draw"), moves[0])


def test_events_since_any_number_are_the_rest() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            await play_on(callers, opened["table"], 150, drawing)
            whole = await callers[0].ask("events", table=opened["table"], since=0)
            assert whole["n"] > 2 * RECENT
            assert [event["n"] for event in whole["events"]] == list(range(1, whole["n"] + 1))
            for since in (1, 60, whole["n"] - RECENT, whole["n"] - 1, whole["n"], whole["n"] + 5):
                rest = await callers[0].ask("events", table=opened["table"], since=since)
                assert rest["events"] == whole["events"][since:]
            early = await callers[0].ask("events", table=opened["table"], since=-3)
            assert early["events"] == whole["events"]

    asyncio.run(scenario())


def test_a_bot_decides_for_anybody_who_asks() -> None:
    async def scenario() -> None:
        async with place() as here:
            opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
            name = opened["table"]
            view = await callers[0].ask("view", table=name)
            moves = (await callers[0].ask("moves", table=name))["moves"]
            asked: dict[str, Any] = {"flow": "uno", "view": view["view"], "moves": moves, "seat": 0}
            for bot in ("random", "first", "search"):
                answer = await callers[0].ask("decide", **asked, bot=bot, limit={"iterations": 20})
                assert answer["move"] in moves
            assert (await callers[0].ask("decide", **asked | {"moves": []}))["code"] == "malformed"
            assert (await callers[0].ask("decide", **asked | {"flow": "chess"}))["code"] == "no_such_flow"
            assert (await callers[0].ask("decide", **asked, bot="os:system"))["code"] == "options"

    asyncio.run(scenario())


# Limits and faults


def test_who_asks_too_often_is_told_how_long_to_wait() -> None:
    async def scenario() -> None:
        async with place(limits=Limits(rate=10, burst=3)) as here:
            caller = here.caller()
            answers = [await caller.ask("ping") for _ in range(5)]
            assert [answer["answer"] for answer in answers] == ["done"] * 3 + ["error"] * 2
            assert (answers[3]["code"], answers[3]["id"], answers[3]["wait"]) == ("too_fast", 4, 0.1)

    asyncio.run(scenario())


def test_there_are_as_many_tables_as_allowed() -> None:
    async def scenario() -> None:
        storage = MemoryStorage()
        for _ in range(2):  # those of before count, too
            async with place(storage=storage, limits=Limits(tables=2)) as here:
                answers = [await here.caller().ask("new", flow="goofspiel") for _ in range(2)]
        assert [answer["code"] for answer in answers] == ["too_many_tables"] * 2

    asyncio.run(scenario())


def test_another_version_of_the_protocol_is_refused() -> None:
    async def scenario() -> None:
        async with place() as here:
            assert (await here.caller().ask("hello", version=2))["code"] == "version"
            hello = await here.caller().ask("hello")
            assert (hello["version"], hello["flows"]) == (1, ["goofspiel", "uno", "belote", "discard"])

    asyncio.run(scenario())


def test_nobody_is_served_while_the_server_closes() -> None:
    async def scenario() -> None:
        async with place() as here:
            here.desk.is_closing = True
            assert (await here.caller().ask("ping"))["code"] == "closing"

    asyncio.run(scenario())


class Failing(MemoryStorage):
    """A store that fails when it is told to: before it has stored the row, or after."""

    fails: str = ""

    def add(self, row: Row, snapshot: bytes | None, settle: Settle) -> None:
        def fail(answer: Answer | StorageError) -> None:
            settle(StorageError("The database is gone; start it again.") if self.fails == "after" else answer)

        if self.fails == "before":
            raise StorageError("The disk is full; make room.")
        super().add(row, snapshot, fail)


async def table_on(here: Place) -> tuple[str, Any, int]:
    opened, callers = await here.table("uno", settings={"players": 2, "seed": 5})
    return opened["table"], callers, (await callers[0].ask("view", table=opened["table"]))["n"]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_store_that_fails_is_an_error_and_the_same_request_again_is_played_once(moment: str) -> None:
    async def scenario() -> None:
        storage = Failing()
        async with place(storage=storage) as here:
            name, callers, n = await table_on(here)
            storage.fails = moment
            request = {"table": name, "move": {"move": "draw", "player": 0}, "once": "a"}
            answer = await callers[0].ask("play", **request)
            assert (answer["answer"], answer["code"]) == ("error", "storage")
            assert all(event["kind"] == "sat" for event in callers[1].events)
            storage.fails = ""
            answer = await callers[0].ask("play", **request)
            assert (answer["answer"], answer["n"]) == ("done", n + 1)
            assert [event["n"] for event in callers[1].events if event["kind"] == "played"] == [n + 1]
            assert await storage.append((await storage.rows(name))[-1]) != STORED

    asyncio.run(scenario())


def test_a_bug_is_an_answer_and_the_next_request_is_served(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        async with place() as here:
            name, callers, n = await table_on(here)
            table = here.house.tables[name].table
            table.played = lambda move, seat: 1 / 0  # type: ignore[method-assign,assignment,return-value]
            answer = await callers[0].ask("play", table=name, move={"move": "draw", "player": 0})
            assert (answer["code"], answer["sentence"]) == (
                "internal",
                "The server failed at this (ZeroDivisionError); ask for the view, and go on from there.",
            )
            del table.played
            answer = await callers[0].ask("play", table=name, move={"move": "draw", "player": 0})
            assert answer["n"] == n + 1

    asyncio.run(scenario())
    assert "ZeroDivisionError" in caplog.text
