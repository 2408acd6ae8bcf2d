"""Connections that never become anything count as any other, and do not stay."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from phasebook.tables import arriving
from tests.phasebook.tables.wire import PATIENCE, Server, client, handshake, served, until

SOON = 3.0


def hurry() -> None:
    """In the server's process: give them less time."""
    arriving.HANDSHAKE = SOON


def few() -> None:
    """In the server's process: let less of them wait."""
    arriving.SPARE = 3


@contextmanager
def silent(server: Server) -> Iterator[socket.socket]:
    """Somebody who connects, and says nothing."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        yield connection


def is_ended(connection: socket.socket, seconds: float) -> bool:
    """Whether the server ends a connection within some time."""
    connection.settimeout(seconds)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True


def test_who_says_nothing_counts_and_is_let_go_after_a_time() -> None:
    with (
        served("discard", "--connections", "2", prepare=hurry) as server,
        silent(server) as mute,
        client(server) as one,
    ):
        one.done("ping")
        with client(server) as two:
            assert two.receive()["code"] == "too_many_connections"
        assert is_ended(mute, PATIENCE)
        with client(server) as three:
            assert three.done("ping")
        time.sleep(SOON)
        assert one.done("ping"), "who has become a WebSocket stays"


def test_who_says_little_at_a_time_gains_none() -> None:
    with served("discard", prepare=hurry) as server, silent(server) as slow:
        started = time.monotonic()
        for byte in handshake(server)[:-1]:
            try:
                slow.sendall(bytes([byte]))
            except OSError:
                break
            if is_ended(slow, 0.1):
                break
        assert SOON * 0.9 < time.monotonic() - started < PATIENCE
        assert "Traceback" not in server.output


def test_after_a_page_was_served_nobody_stays_for_more() -> None:
    with served("discard", prepare=hurry) as server, silent(server) as browser:
        browser.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT")
        page = b"".join(iter(lambda: browser.recv(4_096), b""))
        assert b"Connect to /tables" in page, "and then it is ended"


def test_there_are_only_so_many_who_wait_to_be_told_that_there_is_no_room() -> None:
    with served("discard", "--connections", "2", prepare=few) as server, ExitStack() as stack:
        waiting = [stack.enter_context(silent(server)) for _ in range(5)]
        late = [stack.enter_context(silent(server)) for _ in range(5)]

        assert all(is_ended(one, PATIENCE) for one in late)
        assert not any(is_ended(one, 0.05) for one in waiting)
        waiting[0].close()
        until(lambda: is_told(server))


def is_told(server: Server) -> bool:
    """Whether somebody who comes hears why there is no room."""
    with silent(server) as one:
        one.sendall(handshake(server))
        return b"too_many_connections" in b"".join(iter(lambda: received(one), b""))


def received(connection: socket.socket) -> bytes:
    connection.settimeout(0.5)
    try:
        return connection.recv(4_096)
    except OSError:
        return b""
