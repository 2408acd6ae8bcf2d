"""The protocol over WebSocket: pages from elsewhere are not let in, slow readers harm nobody, garbage is answered."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast
from urllib.request import urlopen

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from fsm.catalogue import engine_of
from phasebook.tables.house import House
from phasebook.tables.lines import InThisProcess
from phasebook.tables.memory import MemoryStorage
from phasebook.tables.protocol import Limits
from phasebook.tables.web import MOST_WAITING, PATH, Connection, Tables, application


@contextmanager
def served(limits: Limits | None = None, origins: tuple[str, ...] = ()) -> Iterator[str]:
    """Tables of Goofspiel, in memory, behind a real server in a thread; where they are."""

    async def opening() -> tuple[House, InThisProcess]:
        house = House({"goofspiel": engine_of("goofspiel")}, MemoryStorage(), limits)
        return house, InThisProcess(house)

    async def close() -> None:
        closed.append(True)

    closed: list[bool] = []
    server = uvicorn.Server(uvicorn.Config(application(Tables(opening, close, origins)), log_level="critical"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
        thread.start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(20)
    assert closed == [True]


def seated(address: str, origin: str | None = None) -> ClientConnection:
    return connect(f"ws://{address}{PATH}", origin=cast("Any", origin))


def heard(client: ClientConnection) -> dict[str, Any]:
    return json.loads(client.recv(timeout=20))  # type: ignore[no-any-return]


def asked(client: ClientConnection, do: str, **fields: Any) -> dict[str, Any]:
    client.send(json.dumps({"id": 1, "do": do, **fields}))
    return heard(client)


def test_two_players_at_a_table() -> None:
    with served() as address, seated(address) as first, seated(address) as second:
        opened = asked(first, "new", flow="goofspiel", settings={"seed": 1})
        for client, seat in zip((first, second), opened["seats"], strict=True):
            assert asked(client, "sit", table=opened["table"], token=seat["token"])["seat"] == seat["seat"]
        assert heard(first)["event"]["kind"] == "sat"
        move = asked(first, "moves", table=opened["table"])["moves"][0]
        told = asked(first, "play", table=opened["table"], move=move)
        assert told["event"]["move"] == move
        assert heard(first)["n"] == 4
        assert "move" not in heard(second)["event"]


def test_garbage_is_answered_and_the_connection_kept() -> None:
    with served() as address, seated(address) as client:
        for message in ("", "garbage", "[]", "9" * 5_000, '{"id": 1e999}', b"\x00\xff", b"", "[" * 4_000):
            client.send(message)
            assert heard(client)["answer"] == "error"
        assert asked(client, "ping")["answer"] == "done"


def test_only_pages_from_here_or_from_allowed_origins_are_let_in() -> None:
    with served(origins=("https://play.example",)) as address:
        for origin in (None, f"http://{address}", "https://play.example"):
            with seated(address, origin) as client:
                assert asked(client, "ping")["answer"] == "done"
        for origin in ("https://evil.example", f"http://{address}.evil.example", "null", "http://play.example"):
            with pytest.raises(InvalidStatus, match="403"):
                seated(address, origin)


def test_one_connection_too_many_is_told_so() -> None:
    with served(Limits(connections=1)) as address:
        with seated(address) as client, seated(address) as another:
            assert asked(client, "ping")["answer"] == "done"
            assert heard(another)["code"] == "too_many_connections"
            with pytest.raises(ConnectionClosed):
                another.recv(timeout=20)
            assert asked(client, "ping")["answer"] == "done"
        with seated(address) as client:  # one that has ended makes room
            assert asked(client, "ping")["answer"] == "done"


def test_people_are_told_where_to_go() -> None:
    with served() as address, urlopen(f"http://{address}/") as page:
        assert page.read() == b"Tables of Phasebook: goofspiel. Connect to /tables.\n"


class Unread:
    """A socket whose other end reads nothing."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.closed: tuple[int, str] | None = None
        self.sent = 0
        self.reading = asyncio.Event()

    async def receive(self) -> None:
        """Nothing comes."""

    async def send_text(self, text: str) -> None:
        self.sent += 1
        await self.reading.wait()

    async def close(self, code: int, reason: str) -> None:
        self.closed = code, reason


def test_who_does_not_read_is_let_go_with_bounded_memory() -> None:
    async def scenario() -> None:
        socket = Unread()
        connection = Connection(socket)  # type: ignore[arg-type]
        writing = asyncio.ensure_future(connection.write())
        for _ in range(3 * MOST_WAITING):
            connection.tell(b"{}")
            if not _ % 100:
                await asyncio.sleep(0)
        assert len(connection.waiting) <= MOST_WAITING
        socket.reading.set()
        await writing
        assert socket.closed is not None
        assert socket.closed[0] == 1013

    asyncio.run(scenario())
