"""The protocol over WebSocket, one message a frame: a small ASGI application for any server that speaks ASGI."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from fsm.errors import PhasebookError
from phasebook.tables.guests import Guest
from phasebook.tables.house import House
from phasebook.tables.keeping import Decider, Keeper
from phasebook.tables.protocol import Wrong, encode
from phasebook.tables.verbs import Desk

PATH = "/tables"
MOST_WAITING = 1_000
"""Messages that wait for a client which does not read; then the connection is closed, and it may come back."""

TOO_SLOW, TRY_AGAIN = 1013, 1013
NOT_ALLOWED = 1008

Opening = Callable[[], Awaitable[tuple[House, Decider]]]


class Connection:
    """One WebSocket: messages out are queued, so that nobody waits for a slow reader."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.waiting: deque[bytes] = deque()
        self.has_some = asyncio.Event()
        self.is_too_slow = False

    def tell(self, message: bytes) -> None:
        """Send something soon."""
        if len(self.waiting) >= MOST_WAITING:
            self.is_too_slow = True
        else:
            self.waiting.append(message)
        self.has_some.set()

    async def write(self) -> None:
        """Send what is waiting, until the connection ends."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while not self.is_too_slow:
                await self.has_some.wait()
                self.has_some.clear()
                while self.waiting and not self.is_too_slow:
                    await self.socket.send_text(self.waiting.popleft().decode())
            await self.socket.close(TOO_SLOW, "too slow: read faster, or come back and ask for the events since")


class Tables:
    """The application: opened when the server starts, closed when it ends."""

    def __init__(self, opening: Opening, close: Callable[[], Awaitable[None]], origins: Collection[str] = ()) -> None:
        self.opening = opening
        self.close = close
        self.origins = frozenset(origins)
        self.connections = 0
        self._desk: Desk | None = None

    @property
    def desk(self) -> Desk:
        """Who answers; there is nobody before the start."""
        if self._desk is None:
            raise PhasebookError("The tables are not open; give the application lifespan=tables.lifespan.")
        return self._desk

    @property
    def routes(self) -> list[BaseRoute]:
        """What an application serves."""
        return [WebSocketRoute(PATH, self.connect)]

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """From the server's start to its end."""
        house, decider = await self.opening()
        self._desk = Desk(house, decider)
        Keeper(house, decider)
        try:
            yield
        finally:
            self.desk.is_closing = True
            await house.close()
            await self.close()

    # Connections

    async def connect(self, socket: WebSocket) -> None:
        """Serve one connection until it ends."""
        if not self.is_welcome(socket):
            await socket.close(NOT_ALLOWED)  # before it is accepted: the handshake fails with 403
            return
        await socket.accept()
        connection = Connection(socket)
        if self.connections >= self.desk.house.limits.connections:
            await socket.send_text(encode(FULL).decode())
            await socket.close(TRY_AGAIN, "no room for more connections")
            return
        self.connections += 1
        guest = Guest(connection.tell, self.desk.house.limits, time.monotonic())
        writing = asyncio.ensure_future(connection.write())
        try:
            await self.listen(socket, guest)
        finally:
            self.connections -= 1
            self.desk.house.leave_all(guest)
            writing.cancel()

    async def listen(self, socket: WebSocket, guest: Guest) -> None:
        """Answer every message."""
        while True:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            message = received.get("bytes") or b"" if text is None else text.encode(errors="surrogatepass")
            await self.desk.serve(guest, message, time.monotonic())

    def is_welcome(self, socket: WebSocket) -> bool:
        """Whether a page may connect: from here, or from an origin that is allowed. Programs send no origin."""
        origin = socket.headers.get("origin")
        if origin is None or origin in self.origins:
            return True
        return urlsplit(origin).netloc == socket.headers.get("host")

    async def front_page(self, _: Request) -> PlainTextResponse:
        """For people who point a browser here."""
        return PlainTextResponse(f"Tables of Phasebook: {', '.join(self.desk.house.engines)}. Connect to {PATH}.\n")


FULL = Wrong(None, "too_many_connections", "There is no room for more connections; come back later.", 5.0)


def application(tables: Tables) -> Starlette:
    """The ASGI application."""
    return Starlette(routes=[Route("/", tables.front_page), *tables.routes], lifespan=tables.lifespan)
