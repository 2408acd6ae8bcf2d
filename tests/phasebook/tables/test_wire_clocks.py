"""Bots and clocks, seen from outside: tables go on alone; a bot that hangs loses its move, and not the server."""

import json
import sqlite3
import time
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.fsm.simulating.test_processes import is_alive
from tests.phasebook.tables.slow import leave_mark
from tests.phasebook.tables.wire import Client, Message, Opened, client, open_table, served, until

QUICK = ("--rate", "100000", "--clock", "0.01")
SLOW = "tests.phasebook.tables.slow"
"""Where the bots of these tests are."""


def is_over(event: Message) -> bool:
    return bool(event.get("over"))


def played_by(by: str | None) -> Any:
    return lambda event: event["kind"] == "played" and event.get("by") == by


def seated(guest: Client, table: Opened, seat: Any) -> Client:
    guest.events += guest.done("sit", table=table.name, token=table.tokens[seat], since=0)["events"]
    return guest


# Bots


def test_a_table_of_bots_plays_to_its_end() -> None:
    with served("goofspiel", "uno", *QUICK) as server, client(server) as guest:
        for flow, bots in (("goofspiel", {"0": "random", "1": "search:20"}), ("uno", {"0": "random", "1": "first"})):
            settings = {"seed": 1, "players": 2}
            table = open_table(guest, flow, settings=settings, options={"bots": bots})
            assert table.tokens == {}
            guest.events = guest.done("watch", table=table.name, since=0)["events"]
            last = guest.wait_for(is_over)

            assert last["outcome"]
            assert {event.get("by") for event in guest.events if event["kind"] == "played"} == {"bot"}
            assert [event["n"] for event in guest.events] == list(range(1, last["n"] + 1))
        assert "Traceback" not in server.output


@pytest.mark.parametrize("policy", ["hangs", "dies"])
def test_a_bot_that_gives_no_answer_loses_its_move_and_not_the_server(policy: str) -> None:
    """What is declared for those who are absent is played for it, and other tables go on meanwhile."""
    options = ("--bot", f"bad={SLOW}:{policy}", "--thinking", "0.5")
    with served("uno", *QUICK, *options) as server, client(server) as guest, client(server) as other:
        table = open_table(guest, "uno", settings={"seed": 1, "players": 2}, options={"bots": {"1": "bad"}})
        elsewhere = open_table(other, "uno", settings={"seed": 1, "players": 2})
        seated(guest, table, 0)
        seated(other, elsewhere, 1)
        if guest.events[-1]["to_act"] == [0]:
            guest.done("play", table=table.name, move=guest.done("moves", table=table.name)["moves"][0])
        if 1 in other.events[-1]["to_act"]:
            other.done("play", table=elsewhere.name, move=other.done("moves", table=elsewhere.name)["moves"][0])
        event = guest.wait_for(played_by("bot"))

        assert event["seat"] == 1
        assert other.done("ping")
        assert "Traceback" not in server.output


def test_a_bot_of_the_owner_plays(tmp_path: Path) -> None:
    with served("uno", *QUICK, "--bot", f"last={SLOW}:last") as server, client(server) as guest:
        table = open_table(
            guest, "uno", settings={"seed": 1, "players": 2}, options={"bots": {"0": "last", "1": "last"}}
        )
        guest.events = guest.done("watch", table=table.name, since=0)["events"]

        assert guest.wait_for(lambda event: bool(event["n"] > 10 or event.get("over")))


WRONG: list[Message] = [{"view": {}}, {"moves": []}, {"moves": [{"move": "x"}]}, {"seat": 99}, {"seat": {"a": 1}}]


def test_decide_is_answered_and_limited() -> None:
    with served("goofspiel", *QUICK, "--thinking", "2") as server, client(server) as guest:
        table = open_table(guest, "goofspiel", settings={"seed": 1})
        seated(guest, table, 0)
        view = guest.done("view", table=table.name)["view"]
        moves = guest.done("moves", table=table.name)["moves"]
        asked = {"flow": "goofspiel", "view": view, "moves": moves, "seat": 0}

        assert guest.done("decide", **asked, limit={"iterations": 20})["move"] in moves
        assert guest.done("decide", **asked, bot="random")["move"] in moves
        for limit in ({"seconds": 99}, {"iterations": 10**9}, {"seconds": -1}, {"iterations": -1}):
            assert guest.ask("decide", **asked, limit=limit)["code"] == "options"
        for wrong in WRONG:
            answer = guest.ask("decide", **{**asked, **wrong}, limit={"iterations": 20})
            assert answer["answer"] == "error", (wrong, answer)
            assert answer["code"] != "internal", (wrong, answer)
        assert guest.done("decide", **asked, limit={"iterations": 20})["move"] in moves


def test_no_bot_outlives_its_server(tmp_path: Path) -> None:
    """A server that is killed cannot end it, and a bot that hangs does not look whether somebody is there."""
    mark = tmp_path / "hangs"
    bots = ("--bot", f"hangs={SLOW}:hangs", "--thinking", "600")
    with served("goofspiel", *QUICK, *bots, prepare=partial(leave_mark, str(mark))) as server, client(server) as guest:
        open_table(guest, "goofspiel", settings={"seed": 1}, options={"bots": {"1": "hangs"}})
        number = int(until(lambda: mark.exists() and mark.read_text()))
        assert is_alive(number)
        server.kill()

    until(lambda: not is_alive(number))


def test_clients_that_ask_bots_all_the_time_cost_no_seat_its_move() -> None:
    bots = ("--bot", f"last={SLOW}:last", "--bot", f"hangs={SLOW}:hangs", "--thinking", "20", "--questions", "3")
    with served("goofspiel", *QUICK, *bots) as server, client(server) as guest, ExitStack() as stack:
        table = open_table(guest, "goofspiel", settings={"seed": 1}, options={"bots": {"1": "last"}})
        seated(guest, table, 0)
        view, moves = guest.done("view", table=table.name)["view"], guest.done("moves", table=table.name)["moves"]
        asked = {"do": "decide", "flow": "goofspiel", "view": view, "moves": moves, "seat": 0, "bot": "hangs"}
        floods = [stack.enter_context(client(server)) for _ in range(5)]
        for number, flood in enumerate(floods):
            flood.socket.send(json.dumps({"id": number, **asked}))
        guest.done("play", table=table.name, move=moves[0])
        guest.wait_for(lambda event: bool(event["n"] == guest.events[0]["n"] + 4))

        shown = guest.done("view", table=table.name)["view"]
        for flood in floods:
            flood.hear(0.2)
        answers = [json.loads(message)["code"] for flood in floods for message in flood.messages]
        assert 13 not in shown["hands"][1], "the bot has played its last card, and not its first"
        assert answers == ["too_many_questions"] * 2


# Clocks


SOON = 0.2


@pytest.mark.parametrize(
    "clock",
    [{"turn": SOON}, {"game": SOON}, {"turn": 100, "phases": {"round.playing": SOON}}, {"turn": 100, "game": SOON}],
    ids=str,
)
def test_when_time_is_up_the_declared_move_is_played(clock: Message) -> None:
    with served("uno", *QUICK) as server, client(server) as guest:
        table = open_table(guest, "uno", settings={"seed": 1, "players": 2}, options={"clock": clock})
        seated(guest, table, 0)
        opened = guest.events[0]
        event = guest.wait_for(played_by("clock"))

        assert opened["deadline"] == opened["time"] + 1_000 * SOON
        assert event["seat"] in opened["to_act"]
        assert event["time"] >= opened["deadline"]


def test_a_deadline_that_passes_while_nobody_serves_is_kept_later(lasting_address: str) -> None:
    with served("uno", *QUICK, store=lasting_address) as server, client(server) as guest:
        table = open_table(guest, "uno", settings={"seed": 1, "players": 2}, options={"clock": {"turn": 1.0}})
        server.kill()
    time.sleep(1.0)
    with served("uno", *QUICK, store=lasting_address) as server, client(server) as guest:
        seated(guest, table, 0)
        event = guest.wait_for(played_by("clock"))

        assert event["time"] >= guest.events[0]["deadline"]


def test_a_deadline_that_comes_after_a_restart_is_kept(lasting_address: str) -> None:
    with served("uno", *QUICK, store=lasting_address) as server, client(server) as guest:
        table = open_table(guest, "uno", settings={"seed": 1, "players": 2}, options={"clock": {"turn": 3.0}})
        server.kill()
    with served("uno", *QUICK, store=lasting_address) as server, client(server) as guest:
        seated(guest, table, 0)
        event = guest.wait_for(played_by("clock"))

        assert 3_000 <= event["time"] - guest.events[0]["time"] < 20_000


def test_bots_go_on_after_a_kill(lasting_address: str) -> None:
    """They are asked as soon as somebody is there, and not only when their time is up."""
    bots = {"bots": {"0": "random", "1": "random"}}
    with served("goofspiel", *QUICK, store=lasting_address) as server, client(server) as guest:
        table = open_table(guest, "goofspiel", settings={"seed": 1, "cards": 4}, options=bots)
        server.kill()
    with served("goofspiel", *QUICK, store=lasting_address) as server, client(server) as guest:
        guest.events = guest.done("watch", table=table.name, since=0)["events"]

        assert guest.wait_for(is_over)["outcome"]
        assert guest.events[1]["time"] < guest.events[0]["deadline"]


def test_a_table_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    """Somebody has written nonsense into the file; both tables are due."""
    store = tmp_path / "tables.db"
    with served("uno", *QUICK, store=str(store)) as server, client(server) as guest:
        options = {"clock": {"turn": 0.2}}
        tables = [open_table(guest, "uno", settings={"seed": 1, "players": 2}, options=options) for _ in range(4)]
        server.kill()
    for table in tables[:3]:
        content = {tables[0]: b"{", tables[1]: b'{"flow": "uno"}', tables[2]: b"\xff"}[table]
        with closing(sqlite3.connect(store)) as file:
            file.execute('UPDATE log SET content = ?, snapshot = NULL WHERE "table" = ?', (content, table.name))
            file.commit()
    with served("uno", *QUICK, store=str(store)) as server, client(server) as guest:
        seated(guest, tables[3], 0)
        assert guest.wait_for(played_by("clock"))
        for table in tables[:3]:
            answer = guest.ask("watch", table=table.name)
            assert (answer["answer"], answer["code"]) == ("error", "damaged")
            assert f"Row 1 of table {table.name} cannot be read" in answer["sentence"]
            assert server.output.count(answer["sentence"]) == 1
        assert "Traceback" not in server.output


# Nobody is there


def test_a_table_that_all_have_left_rests_through_a_restart(lasting_address: str) -> None:
    few = ("--unattended", "7")
    with served("uno", *QUICK, *few, store=lasting_address) as server, client(server) as guest:
        table = open_table(guest, "uno", settings={"seed": 1, "players": 2}, options={"absent": "move"})
        for seat in table.tokens:
            seated(guest, table, seat)
            guest.done("leave", table=table.name)
        time.sleep(0.5)
    with served("uno", *QUICK, *few, store=lasting_address) as server, client(server) as guest:
        time.sleep(1.5)
        guest.done("sit", table=table.name, token=table.host, since=0)
        events = guest.done("events", table=table.name, since=0)["events"]
        kinds = [event["kind"] for event in events]
        alone = events[max(n for n, kind in enumerate(kinds) if kind == "left") + 1 : kinds.index("resumed")]

        assert [event.get("by") for event in alone] == ["absence"] * 7
        assert "deadline" not in alone[-1]
        assert guest.wait_for(lambda event: bool(event["n"] > events[-1]["n"] + 20))


# Leaving and coming back


def test_a_seat_that_was_left_is_played_for_until_somebody_is_back() -> None:
    with served("uno", *QUICK) as server, client(server) as one, client(server) as two:
        options = {"absent": "move"}
        table = open_table(one, "uno", settings={"seed": 1, "players": 2}, options=options)
        seated(one, table, 0)
        seated(two, table, 1)
        two.done("leave", table=table.name)
        play_until(one, table, 0, played_by("absence"))
        seated(two, table, 1)
        count = len([event for event in one.events if event.get("by")])
        play_until(one, table, 0, lambda event: bool(event["n"] == one.events[-1]["n"] and event["to_act"] == [1]))
        one.hear(0.5)

        assert [event["kind"] for event in one.events if event["kind"] in ("left", "sat")][-2:] == ["left", "sat"]
        assert len([event for event in one.events if event.get("by")]) == count


def play_until(guest: Client, table: Opened, seat: Any, holds: Any) -> None:
    """Draw a card whenever it is this seat's turn, until something has happened."""
    for _ in range(50):
        guest.hear(0.2)
        if any(holds(event) for event in guest.events):
            return
        if seat in guest.events[-1]["to_act"]:
            moves = guest.done("moves", table=table.name)["moves"]
            guest.done("play", table=table.name, move=next(move for move in moves if move["move"] != "leave"))
    raise AssertionError(f"it never happened: {guest.events[-3:]}")


def test_a_bot_takes_over_a_seat_that_was_left() -> None:
    with served("goofspiel", *QUICK) as server, client(server) as one, client(server) as two:
        table = open_table(one, "goofspiel", settings={"seed": 1, "cards": 3}, options={"absent": "random"})
        seated(one, table, 0)
        seated(two, table, 1)
        two.done("leave", table=table.name)
        event = one.wait_for(played_by("bot"))

        assert event["seat"] == 1
        assert "move" not in event


def test_where_nobody_plays_for_them_the_table_waits() -> None:
    with served("goofspiel", *QUICK) as server, client(server) as one, client(server) as two:
        table = open_table(one, "goofspiel", settings={"seed": 1})
        seated(one, table, 0)
        seated(two, table, 1)
        two.done("leave", table=table.name)
        one.hear(0.5)

        assert one.events[-1]["kind"] == "left"
        assert 1 in one.events[-1]["to_act"]
