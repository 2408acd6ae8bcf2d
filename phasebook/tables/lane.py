"""The short way between a socket and us, beside ASGI, for requests and answers as they nearly always are.

ASGI takes each message through two queues and two tasks, and stops and starts the reading for it: most of what a move
costs. uvicorn and websockets still open and close connections and read every frame that is out of the ordinary; only
short text frames are read here, and what is sent is written as such. On any other server everything goes by ASGI.
"""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request
from websockets.protocol import OPEN

from phasebook.tables.web import LANE

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform for which it was not compiled
    from websockets.utils import apply_mask

TEXT, PING, PONG = 0x81, 0x89, 0x8A
PLAIN = (TEXT, PING, PONG)
"""How frames begin that are whole messages, or may stand between any two."""
MASKED = 0x80
TWO_BYTES, EIGHT_BYTES = 126, 127
"""Lengths that say in how many bytes the real one follows."""
SHORT = [bytes((TEXT, size)) for size in range(TWO_BYTES)]
LONG, LONGER = bytes((TEXT, TWO_BYTES)), bytes((TEXT, EIGHT_BYTES))
"""How our frames begin."""
LONGEST = 8_192
"""Bytes of a message that is read here: saved games are longer."""
FOREIGN = b"\xff"
"""In place of a message that is not read here."""
MOST_UNANSWERED = 16
"""Messages of a client that may wait; then no more are read."""


class Gathering:
    """A transport that writes at the end of the turn what was written in it; for the rest, the one that it is given.

    What goes to one client in the same turn of the event loop leaves together: a system call is expensive.
    """

    def __init__(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport
        self._waiting: list[bytes] = []
        self._loop = asyncio.get_running_loop()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write soon."""
        if not self._waiting:
            self._loop.call_soon(self.flush)
        self._waiting.append(data)

    def flush(self) -> None:
        """Write now; nobody misses what was for a client that has gone meanwhile."""
        waiting, self._waiting = self._waiting, []
        if waiting and not self._transport.is_closing():
            self._transport.write(waiting[0] if len(waiting) == 1 else b"".join(waiting))

    def close(self) -> None:
        """Write what is left, and close."""
        self.flush()
        self._transport.close()


class Lane(WebSocketsSansIOProtocol):
    """uvicorn's WebSockets. Once it is taken, messages that are no more than that come as bytes, and go as such."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.is_taken = False
        self.left_of: Callable[[bytes], object] = lambda message: message
        """Takes a message that comes when none is waiting, and says what is left of it to be put into the queue."""
        self.is_plain = True
        """Whether every frame so far was one that is read here: otherwise websockets may have a part of one."""
        self.rest = b""
        """What has come of a frame."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not type(transport).__module__.startswith("uvloop"):  # that gathers by itself
            transport = cast("asyncio.BaseTransport", Gathering(transport))
        super().connection_made(transport)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope)["extensions"][LANE] = self

    # What comes

    def data_received(self, data: bytes) -> None:
        try:
            self.split(data)
        except InvalidState:  # uvicorn wants to complain about broken text to a client that says goodbye behind it
            self.transport.close()

    def split(self, data: bytes) -> None:
        """Bytes, as they have come: into frames."""
        if not self.is_plain or self.conn.state is not OPEN:
            self.is_plain = self.is_plain and not self.handshake_initiated  # else a frame has come too early
            super().data_received(data)
            return
        data = self.rest + data if self.rest else data
        is_first = True
        while len(data) > 1:
            start, end = bounds(data)
            if not end:
                self.is_plain, self.rest = False, b""
                super().data_received(data)
                return
            if end > len(data):
                break
            self.read(data[:end], start, is_first)
            data, is_first = data[end:], False
        self.rest = data

    def read(self, frame: bytes, start: int, is_first: bool) -> None:
        """A plain frame that is whole. Only the first of those that have come together is served when it comes."""
        message = apply_mask(frame[start:], frame[start - 4 : start]) if self.is_taken and frame[0] == TEXT else FOREIGN
        if self.close_sent or not message.isascii():
            super().data_received(frame)
            return
        left = self.left_of(message) if is_first and self.queue.empty() else message
        if left is None:
            return
        self.queue.put_nowait(cast("Any", left))
        if self.queue.qsize() > MOST_UNANSWERED and not self.read_paused:
            self.read_paused = True  # until all of them are taken out, in `receive`
            self.transport.pause_reading()

    # What goes

    def tell(self, message: bytes) -> bool:
        """Send a message, if that can be done without a wait."""
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(framed(message))
        return True


def bounds(data: bytes) -> tuple[int, int]:
    """Where the payload of a plain frame begins and ends, which may be further than what has come; else 0 and 0."""
    size = data[1] ^ MASKED
    if data[0] not in PLAIN or size > TWO_BYTES:
        return 0, 0
    if size < TWO_BYTES:
        return 6, 6 + size
    size = int.from_bytes(data[2:4], "big")
    return (8, 8 + size) if size <= LONGEST or len(data) < 4 else (0, 0)


def framed(message: bytes) -> bytes:
    """A text message as a frame of a server, which has no mask."""
    size = len(message)
    if size < TWO_BYTES:
        return SHORT[size] + message
    if size < 65_536:
        return LONG + size.to_bytes(2, "big") + message
    return LONGER + size.to_bytes(8, "big") + message
