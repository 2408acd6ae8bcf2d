"""A full disk, a file that is gone, a database that is lost: clear answers, and play goes on when it is back."""

import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.phasebook.tables import postgres_server
from tests.phasebook.tables.wire import Client, Message, client, open_table, served, until

QUICK = ("--rate", "100000", "--clock", "0.1")
ROOM = 600_000
"""Bytes of the largest file."""


def small_disk() -> None:
    """In the server's process: no file may grow beyond some bytes, and who tries is told, not killed."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def seated(guest: Client, flow: str = "discard") -> str:
    table = open_table(guest, flow, settings={"seed": 1})
    guest.done("sit", table=table.name, token=table.tokens[0])
    guest.done("play", table=table.name, move={"move": "deal_next_hand"})
    return table.name


def toggle(guest: Client, table: str, once: str) -> Message:
    """Choose a card, or choose it no longer."""
    moves = guest.ask("moves", table=table)["moves"]
    return guest.ask("play", table=table, move=next(one for one in moves if one["move"] == "toggle_card"), once=once)


def test_a_full_disk_is_said_and_nothing_is_promised_that_is_not_kept(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.db")
    with served("discard", *QUICK, store=store, prepare=small_disk) as server, client(server) as guest:
        table = seated(guest)
        answers = [toggle(guest, table, f"{number}") for number in range(150)]
        stored = [answer["n"] for answer in answers if answer["answer"] == "done"]
        errors = [answer for answer in answers if answer["answer"] == "error"]

        assert len(stored) > 20
        assert {answer["code"] for answer in errors} == {"storage"}
        assert "full" in errors[0]["sentence"] or "room" in errors[0]["sentence"]
        assert guest.ask("new", flow="discard")["code"] == "storage"
        assert guest.done("view", table=table)
        assert guest.done("events", table=table, since=0)["events"][-1]["n"] == max(stored)
        assert "Traceback" not in server.output
        server.kill()
    with served("discard", *QUICK, store=store) as server, client(server) as guest:
        events = guest.done("watch", table=table, since=0)["events"]

        assert {event["n"] for event in events if event["kind"] == "played"} >= set(stored)
        assert [event["n"] for event in events] == list(range(1, len(events) + 1))


def test_play_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.db")
    with served("discard", *QUICK, store=store) as server, client(server) as guest:
        table = seated(guest)
        assert server.process.pid
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4_096, resource.RLIM_INFINITY))
        refused = toggle(guest, table, "again")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        first, second = toggle(guest, table, "again"), toggle(guest, table, "again")

        assert refused.get("code") == "storage"
        assert first["answer"] == second["answer"] == "done"
        assert first["n"] == second["n"]


def test_a_file_that_was_deleted_is_noticed(tmp_path: Path) -> None:
    """What goes nowhere is not promised."""
    store = tmp_path / "tables.db"
    with served("discard", *QUICK, store=str(store)) as server, client(server) as guest:
        table = seated(guest)
        for path in tmp_path.iterdir():
            path.unlink()
        answer = toggle(guest, table, "lost")

        assert answer["code"] == "storage"
        assert "deleted" in answer["sentence"]
        assert guest.done("ping")


@pytest.fixture
def killable() -> Iterator[postgres_server.Server]:
    if lack := postgres_server.missing_programs():
        pytest.skip(lack)
    database = postgres_server.Server()
    yield database
    database.close()


def test_a_database_that_is_gone_is_said_and_play_goes_on_when_it_is_back(killable: postgres_server.Server) -> None:
    with served("discard", *QUICK, store=killable.address) as server, client(server) as guest:
        table = seated(guest)
        killable.kill(signal.SIGQUIT)
        begun = time.monotonic()
        answer = toggle(guest, table, "lost")

        assert answer["code"] == "storage"
        assert time.monotonic() - begun < 20
        assert guest.done("ping")
        assert guest.done("view", table=table)
        killable.start()
        assert until(lambda: toggle(guest, table, "lost")["answer"] == "done")
        assert "Traceback" not in server.output


# The clock goes back


def test_a_clock_that_goes_back_undoes_no_time(tmp_path: Path) -> None:
    """Events keep their order, and the file is still played when the time has come again."""
    store = str(tmp_path / "tables.db")
    with served("discard", *QUICK, store=store) as server, client(server) as guest:
        table = seated(guest)
        server.kill()
    with served("discard", *QUICK, store=store, prepare=an_hour_ago) as server, client(server) as guest:
        host = open_table(guest, "discard", settings={"seed": 1}, options={"clock": {"turn": 0.2}})
        guest.events = guest.done("watch", table=host.name, since=0)["events"]
        assert guest.wait_for(lambda event: event.get("by") == "clock")
        before = guest.done("watch", table=table, since=0)["events"]
        times = [event["time"] for event in before]

        assert times == sorted(times)
        assert guest.events[0]["time"] < times[0] - 3_000_000


def an_hour_ago() -> None:
    """In the server's process: its clock has been set back."""
    from phasebook.tables import house

    really = house.wall_clock
    house.House.__init__.__defaults__ = (*house.House.__init__.__defaults__[:-1], lambda: really() - 3_600_000)  # type: ignore[index]
