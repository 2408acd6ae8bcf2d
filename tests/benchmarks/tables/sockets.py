"""A WebSocket client that does as little as it can: the server is to be measured, not the client.

Frames are masked, as the standard wants, with a mask of zeros, which changes nothing.
"""

import asyncio
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
MASKED = 0x80
NO_MASK = bytes(4)
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(kind: int, payload: bytes) -> bytes:
    """A message of a client."""
    size = len(payload)
    if size < 126:
        return bytes((kind, MASKED | size)) + NO_MASK + payload
    return bytes((kind, MASKED | 126)) + size.to_bytes(2, "big") + NO_MASK + payload


class Socket(asyncio.Protocol):
    """One connection. Messages go to `heard`, which can be changed."""

    def __init__(self, port: int, path: str) -> None:
        self.heard: Callable[[bytes], None] = self.keep
        self.kept: asyncio.Queue[bytes] = asyncio.Queue()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.handshake = HANDSHAKE.format(path=path, port=port).encode()
        self.rest = b""
        self.is_closing = False

    @classmethod
    async def connect(cls, port: int, path: str) -> "Socket":
        """A connection on loopback."""
        _, socket = await asyncio.get_running_loop().create_connection(lambda: cls(port, path), "127.0.0.1", port)
        await socket.opened
        return socket

    def keep(self, message: bytes) -> None:
        """Hear something while nobody plays."""
        self.kept.put_nowait(message)

    def send(self, message: bytes) -> None:
        self.transport.write(frame(TEXT, message))

    def close(self) -> None:
        self.is_closing = True
        self.transport.close()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by its type
        self.transport.write(self.handshake)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.is_closing:
            raise ConnectionError("The server has closed the connection.")

    def data_received(self, data: bytes) -> None:
        self.rest += data
        if not self.opened.done():
            self.shake_hands()
        while len(self.rest) > 1:
            start, end = bounds(self.rest)
            if end > len(self.rest):
                return
            kind, message, self.rest = self.rest[0], self.rest[start:end], self.rest[end:]
            if kind == TEXT:
                self.heard(message)
            else:
                self.control(kind, message)

    def shake_hands(self) -> None:
        head, end, rest = self.rest.partition(b"\r\n\r\n")
        if end:
            assert b" 101 " in head, head
            self.rest = rest
            self.opened.set_result(None)

    def control(self, kind: int, message: bytes) -> None:
        if kind == PING:
            self.transport.write(frame(PONG, message))
        elif kind == CLOSE:
            assert self.is_closing, f"The server closes: {message!r}"


def bounds(data: bytes) -> tuple[int, int]:
    """Where the message of the first frame begins and ends; as far as that is known."""
    size = data[1]
    if size < 126:
        return 2, 2 + size
    start = 4 if size == 126 else 10
    if len(data) < start:
        return start, start
    return start, start + int.from_bytes(data[2:start], "big")
