"""What is too much, too often or too slow: answered with a reason, at no cost to anybody else."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.phasebook.tables.wire import (
    PATIENCE,
    Client,
    Server,
    client,
    frame,
    handshake,
    has_room,
    open_table,
    plain_socket,
    served,
    until,
)

QUICK = ("--rate", "100000")

# Rate, tables, connections


def test_who_asks_too_often_is_told_how_long_to_wait() -> None:
    with served("discard", "--rate", "20") as server, client(server) as guest, client(server) as other:
        for number in range(300):
            guest.socket.send(json.dumps({"id": number, "do": "ping"}))
        answers = [guest.receive() for _ in range(300)]
        refused = [answer for answer in answers if answer["answer"] == "error"]

        assert [answer["id"] for answer in answers] == list(range(300))
        assert len(refused) >= 50
        assert {answer["code"] for answer in refused} == {"too_fast"}
        assert other.done("ping")
        time.sleep(refused[-1]["wait"])
        assert guest.done("ping")


def test_garbage_counts_as_asking() -> None:
    with served("discard", "--rate", "20") as server, client(server) as guest:
        for _ in range(300):
            guest.socket.send("garbage")
        codes = [guest.receive()["code"] for _ in range(300)]

        assert set(codes) == {"unreadable", "too_fast"}


def test_there_are_so_many_tables_and_no_more() -> None:
    with served("discard", "--tables", "3") as server, client(server) as guest:
        tables = [open_table(guest, "discard") for _ in range(3)]
        answer = guest.ask("new", flow="discard")

        assert (answer["code"], "no room for more" in answer["sentence"]) == ("too_many_tables", True)
        assert guest.done("watch", table=tables[0].name)


def test_the_limit_of_tables_counts_those_of_before(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = str(tmp_path_factory.mktemp("limit") / "tables.db")
    with served("discard", "--tables", "3", store=store) as server, client(server) as guest:
        for _ in range(3):
            open_table(guest, "discard")
    with served("discard", "--tables", "3", store=store) as server, client(server) as guest:
        assert guest.ask("new", flow="discard")["code"] == "too_many_tables"


def test_one_connection_too_many_is_told_so_and_there_is_room_when_somebody_goes() -> None:
    with served("discard", "--connections", "2") as server, client(server) as first:
        with client(server), client(server) as third:
            assert third.receive()["code"] == "too_many_connections"
            assert third.closed()[0] == 1013
            assert first.done("ping")

        assert until(lambda: has_room(server))


# Slow readers


def busy_table(player: Client) -> str:
    """A table of discard at which there is something to do again and again."""
    table = open_table(player, "discard", settings={"seed": 1})
    player.done("sit", table=table.name, token=table.tokens[0])
    player.done("play", table=table.name, move={"move": "deal_next_hand"})
    return table.name


def chatter(player: Client, table: str, times: int) -> None:
    """Let much happen: a card is chosen, and not chosen, and chosen."""
    move = next(move for move in player.done("moves", table=table)["moves"] if move["move"] == "toggle_card")
    for _ in range(times):
        player.socket.send(json.dumps({"id": 0, "do": "play", "table": table, "move": move}))
    answers = 0
    while answers < times:
        answers += player.receive().get("answer") == "done"


def test_who_does_not_read_is_let_go_and_the_others_play_on() -> None:
    """What waits for a slow reader is bounded, and its place is free again."""
    with served("discard", *QUICK, "--connections", "2") as server, client(server) as player:
        table = busy_table(player)
        before = server.memory
        with plain_socket(server) as deaf:
            ask(deaf, do="watch", table=table)
            for _ in range(100):
                chatter(player, table, 200)
                if has_room(server):
                    break

            assert has_room(server)

        assert server.memory - before < 30_000_000
        assert player.done("ping")
        assert "Traceback" not in server.output


def ask(connection: socket.socket, **fields: object) -> None:
    connection.sendall(frame(json.dumps({"id": 1, **fields}).encode()))


def test_who_asks_for_much_and_reads_nothing_is_not_asked_for_more() -> None:
    with served("discard", *QUICK) as server, client(server) as player:
        table = busy_table(player)
        chatter(player, table, 60)
        before = server.memory
        with plain_socket(server) as greedy:
            ask(greedy, do="watch", table=table)
            greedy.settimeout(1.0)
            question = json.dumps({"id": 1, "do": "events", "table": table, "since": 1})
            with pytest.raises(TimeoutError):
                greedy.sendall(frame(question.encode()) * 100_000)

            assert player.done("ping")
            assert server.memory - before < 30_000_000


def test_a_patient_reader_of_much_is_served() -> None:
    """All answers come, in order, however many were asked for at once."""
    with served("discard", *QUICK) as server, client(server) as player:
        table = busy_table(player)
        chatter(player, table, 60)
        sending = threading.Thread(target=ask_often, args=(player, table), daemon=True)
        sending.start()
        time.sleep(0.5)
        answers = [player.receive() for _ in range(MANY)]

        assert [answer["id"] for answer in answers] == list(range(MANY))
        assert all(len(answer["events"]) >= 60 for answer in answers)


def test_events_of_long_ago_end_where_the_answer_says(tmp_path: Path) -> None:
    """Also while more is happening: what comes later is sent by itself, once."""
    store = str(tmp_path / "tables.db")
    with served("discard", *QUICK, store=store) as server, client(server) as player, client(server) as other:
        table = busy_table(player)
        chatter(player, table, 300)
        other.done("watch", table=table)
        playing = threading.Thread(target=chatter, args=(player, table, 200), daemon=True)
        playing.start()
        answers = [other.done("events", table=table, since=0) for _ in range(20)]
        playing.join()

        for answer in answers:
            assert [event["n"] for event in answer["events"]] == list(range(1, answer["n"] + 1))


MANY = 1_000


def ask_often(player: Client, table: str) -> None:
    for number in range(MANY):
        player.socket.send(json.dumps({"id": number, "do": "events", "table": table, "since": 1}))


# Pages of other origins


@pytest.mark.parametrize(
    ("origin", "host", "is_welcome"),
    [
        (None, None, True),
        ("http://127.0.0.1:{port}", None, True),
        ("http://localhost:{port}", "localhost:{port}", True),
        ("https://play.example", None, True),
        ("http://evil.example", None, False),
        ("null", None, False),
        ("", None, False),
        ("http://127.0.0.1", None, False),
        ("http://127.0.0.1:{port}.evil.example", None, False),
        ("http://evil.example@127.0.0.1:{port}", None, False),
        ("http://play.example", None, False),
        ("https://play.example.evil.example", None, False),
        ("http://evil.example:{port}", "evil.example:{port}", False),
        ("\xff\xfe", None, False),
        ("http://[", None, False),
    ],
)
def test_pages_connect_only_from_origins_that_are_allowed(
    shop: Server, origin: str | None, host: str | None, is_welcome: bool
) -> None:
    """A name of somebody else's that leads here is no better: a page can be made to believe that it is at home."""
    headers = {} if origin is None else {"Origin": origin.format(port=shop.port)}
    if host is not None:
        headers["Host"] = host.format(port=shop.port)

    assert first_line(shop, headers) == ("HTTP/1.1 101" if is_welcome else "HTTP/1.1 403")
    assert "Traceback" not in shop.output


@pytest.fixture(scope="module")
def shop() -> Iterator[Server]:
    with served("discard", "--origin", "https://play.example") as server:
        yield server


def first_line(server: Server, headers: dict[str, str]) -> str:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        connection.sendall(handshake(server, **headers))
        return connection.recv(4_096)[:12].decode()


def test_a_browser_reads_where_to_go(shop: Server) -> None:
    with socket.create_connection(("127.0.0.1", shop.port), PATIENCE) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        page = b"".join(iter(lambda: connection.recv(4_096), b""))

    assert b"200 OK" in page
    assert b"Connect to /tables" in page


def test_nobody_is_served_beside_the_path(shop: Server) -> None:
    with pytest.raises(InvalidStatus), connect(shop.address.replace("/tables", "/other")):
        pass
