"""Servers and clients for tests from outside: the real command in a process of its own, and real sockets."""

import json
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 30.0
"""Seconds that a busy machine may need for anything."""

FORKS = multiprocessing.get_context("forkserver")
"""A process that has imported everything already forks a server in milliseconds; a new interpreter takes a second."""
FORKS.set_forkserver_preload(
    ["phasebook.cli.serve", "phasebook.tables.hosting", "phasebook.tables.web", "phasebook.tables.verbs", "uvicorn",
     "uvicorn.protocols.websockets.auto", "uvicorn.protocols.http.auto", "uvicorn.lifespan.on", "fsm.search",
     "games.belote", "games.discard", "games.uno", "games.goofspiel", "games.onepiece"]
)  # fmt: skip

Message = dict[str, Any]


def run_command(arguments: list[str], output: str, prepare: Callable[[], None] | None) -> None:
    """In the new process: be the command, and write to a file."""
    target = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(target, 1)
    os.dup2(target, 2)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=end_with_the_tests, daemon=True).start()
    if prepare is not None:
        prepare()
    from phasebook.cli import main

    sys.exit(main(arguments))


def end_with_the_tests() -> None:
    """Nobody else ends a server if the tests themselves are killed."""
    tests = multiprocessing.parent_process()
    if tests is not None:
        tests.join()
        os._exit(1)


class Server:
    """`phasebook serve`, running."""

    def __init__(self, arguments: list[str], output: Path, prepare: Callable[[], None] | None = None) -> None:
        self.file = output
        before = len(self.output)
        self.process = FORKS.Process(target=run_command, args=(arguments, str(output), prepare), daemon=True)
        self.process.start()
        until(lambda: "\n" in self.output[before:] or not self.process.is_alive())
        said = self.output[before:]
        assert said.startswith("Serving "), f"the server did not start: {said}"
        self.address = said.partition(" at ")[2].partition(";")[0]
        self.port = int(self.address.rpartition(":")[2].partition("/")[0])

    @property
    def output(self) -> str:
        """All that it has written, to both of its streams."""
        return self.file.read_text("utf-8") if self.file.exists() else ""

    @property
    def is_alive(self) -> bool:
        return self.process.is_alive()

    @property
    def memory(self) -> int:
        """Bytes that it has in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        return 1_024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))

    def send_signal(self, number: int) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    def kill(self) -> None:
        """The end, without a last word."""
        self.send_signal(signal.SIGKILL)
        self.process.join(PATIENCE)

    def end(self, number: int = signal.SIGTERM) -> int | None:
        """Ask it to end; its exit code."""
        self.send_signal(number)
        self.process.join(PATIENCE)
        return self.process.exitcode


def commanded(*arguments: str) -> tuple[int | None, str]:
    """The exit code of a command that ends by itself, and all that it has written."""
    with TemporaryDirectory() as folder:
        output = Path(folder) / "output"
        process = FORKS.Process(target=run_command, args=(list(arguments), str(output), None), daemon=True)
        process.start()
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
        return process.exitcode, output.read_text("utf-8")


@contextmanager
def served(*arguments: str, store: str = "memory:", prepare: Callable[[], None] | None = None) -> Iterator[Server]:
    """A server at some port, for as long as it is needed: flows and options as on the command line."""
    with TemporaryDirectory() as folder:
        command = ["serve", *arguments, "--store", store]
        if "--port" not in arguments:
            command += ["--port", "0"]
        server = Server(command, Path(folder) / "output", prepare)
        try:
            yield server
        finally:
            if server.is_alive:
                server.kill()


def until(happens: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait for something, and for no longer than that takes."""
    end = time.monotonic() + seconds
    while not (found := happens()):
        assert time.monotonic() < end, f"it did not happen within {seconds:g} seconds"
        time.sleep(0.005)
    return found


class Client:
    """A connection that asks, waits for the answer, and keeps the events that come meanwhile."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.ids = count(1)
        self.events: list[Message] = []
        self.messages: list[str] = []
        """All that has come, as it came."""

    def ask(self, do: str, **fields: Any) -> Message:
        """The answer to a request."""
        number = next(self.ids)
        return self.answer_to(json.dumps({"id": number, "do": do, **fields}), number)

    def done(self, do: str, **fields: Any) -> Message:
        """The answer to a request that is granted."""
        answer = self.ask(do, **fields)
        assert answer["answer"] == "done", answer
        return answer

    def answer_to(self, message: str | bytes, number: Any = None) -> Message:
        """The answer to a message, whatever that is."""
        self.socket.send(message)
        while "answer" not in (received := self.receive()):
            pass
        assert received["id"] == number, received
        return received

    def receive(self, seconds: float = PATIENCE) -> Message:
        """The next message."""
        self.messages.append(str(self.socket.recv(timeout=seconds)))
        message: Message = json.loads(self.messages[-1])
        if "event" in message:
            self.events.append(message["event"])
        return message

    def wait_for(self, holds: Callable[[Message], bool], seconds: float = PATIENCE) -> Message:
        """The first event that is so, of those that have come and will come."""
        end = time.monotonic() + seconds
        while not (found := [event for event in self.events if holds(event)]):
            with suppress(TimeoutError):
                self.receive(max(0.01, min(1.0, end - time.monotonic())))
            assert time.monotonic() < end, f"no such event within {seconds:g} seconds; the last: {self.events[-1:]}"
        return found[0]

    def hear(self, seconds: float = 0.1) -> None:
        """Take what comes, until nothing has come for a while."""
        with suppress(TimeoutError):
            while True:
                self.receive(seconds)

    def closed(self) -> tuple[int | None, str]:
        """Wait for the end of the connection: its code and reason."""
        end = time.monotonic() + PATIENCE
        with suppress(ConnectionClosed):
            while time.monotonic() < end:
                with suppress(TimeoutError):
                    self.receive(1.0)
        return self.socket.close_code, self.socket.close_reason or ""


@contextmanager
def client(server: Server, **options: Any) -> Iterator[Client]:
    """A client of a server."""
    with connect(server.address, max_size=None, open_timeout=PATIENCE, **options) as socket:
        yield Client(socket)


def has_room(server: Server) -> bool:
    """Whether one more client is let in."""
    with client(server) as late:
        with suppress(ConnectionClosed):
            late.socket.send('{"id": 1, "do": "ping"}')
        return bool(late.receive()["answer"] == "done")


@contextmanager
def plain_socket(server: Server) -> Iterator[socket.socket]:
    """A connection on which anything can be sent, after a proper handshake; there is little room for what comes."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.settimeout(PATIENCE)
        connection.connect(("127.0.0.1", server.port))
        connection.sendall(handshake(server))
        received = b""
        while b"\r\n\r\n" not in received:
            received += connection.recv(4_096)
        assert received.startswith(b"HTTP/1.1 101"), received
        yield connection


def handshake(server: Server, **headers: str) -> bytes:
    """How a WebSocket begins."""
    given = {"Host": f"127.0.0.1:{server.port}", **headers}
    lines = [
        "GET /tables HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


TEXT, BINARY, CLOSE = 1, 2, 8


def frame(content: bytes, code: int = TEXT) -> bytes:
    """One message of a client, masked with zeros."""
    length = len(content)
    if length < 126:
        size = bytes([0x80 | length])
    elif length < 65_536:
        size = bytes([0x80 | 126]) + length.to_bytes(2, "big")
    else:
        size = bytes([0x80 | 127]) + length.to_bytes(8, "big")
    return bytes([0x80 | code]) + size + bytes(4) + content


# Tables


class Opened:
    """A table, and the tokens of those who belong there."""

    def __init__(self, answer: Message) -> None:
        self.name: str = answer["table"]
        self.host: str = answer["host"]
        self.tokens: dict[Any, str] = {one["seat"]: one["token"] for one in answer["seats"]}


def open_table(client: Client, flow: str, **fields: Any) -> Opened:
    """Open a table."""
    return Opened(client.done("new", flow=flow, **fields))
