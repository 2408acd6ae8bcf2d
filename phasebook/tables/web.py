"""The protocol over WebSocket, one message a frame: a small ASGI application for any server that speaks ASGI."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request as PageRequest
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from fsm.errors import PhasebookError
from phasebook.tables.guests import Guest
from phasebook.tables.house import House
from phasebook.tables.keeping import Decider, Keeper
from phasebook.tables.origins import allowed, is_from_here
from phasebook.tables.prompt import is_begun
from phasebook.tables.protocol import Play, Request, Wrong, encode
from phasebook.tables.verbs import Desk

PATH = "/tables"
LANE = "phasebook"
"""What the short way between a socket and us is called among the extensions of a connection's scope."""
MOST_WAITING, MOST_BYTES = 1_000, 4_194_304
"""Messages, and their bytes, that wait for a client which does not read; then the connection is closed, and it may come
back. One message may be longer."""
LAST_WORD = 1.0
"""Seconds in which it may still read that."""
UNREAD = 65_536
"""Bytes that may wait for a client before its next request is read."""

TOO_SLOW, TRY_AGAIN = 1013, 1013
NOT_ALLOWED = 1008

Opening = Callable[[], Awaitable[tuple[House, Decider]]]


class Connection:
    """One WebSocket: messages out are queued, so that nobody waits for a slow reader."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.lane: Any = socket.scope.get("extensions", {}).get(LANE)
        """The short way, where there is one."""
        self.next: Callable[[], Awaitable[Any]] = socket.receive
        if self.lane is not None:
            self.lane.is_taken = True
            self.next = self.lane.receive
        self.waiting: deque[bytes] = deque()
        self.bytes = 0
        self.has_some = asyncio.Event()
        self.is_read = asyncio.Event()
        self.is_too_slow = False
        self.has_moved = asyncio.Event()
        """Unless a move of this connection is under way that has no task of its own."""
        self.has_moved.set()
        self.listening: asyncio.Task[None] | None = None
        self.is_between_requests = False
        """Whether the task that listens may be stopped: in the midst of a request it may not."""

    def tell(self, message: bytes) -> None:
        """Send something soon."""
        if self.is_too_slow:
            return
        if not self.bytes and self.lane is not None and self.lane.tell(message):
            return
        self.waiting.append(message)
        self.bytes += len(message)
        self.has_some.set()
        if len(self.waiting) > MOST_WAITING or (self.bytes > MOST_BYTES and len(self.waiting) > 1):
            self.give_up()

    def serve_promptly(self, desk: Desk, guest: Guest) -> None:
        """Serve what comes the short way when it comes, if nothing else is to be served before and no task is needed.

        What is left of a message for the task that listens is the message, or the request in it.
        """

        def left_of(message: bytes) -> bytes | Request | None:
            if not (self.is_between_requests and self.has_moved.is_set()) or self.bytes:
                return message
            request = desk.admitted(guest, message, time.monotonic())
            if isinstance(request, Wrong):
                self.tell(encode(request))
                return None
            if isinstance(request, Play):
                self.has_moved.clear()
                if is_begun(desk, guest, request, self.has_moved.set):
                    return None
                self.has_moved.set()
            return request

        if self.lane is not None:
            self.lane.left_of = left_of

    def give_up(self) -> None:
        """Nobody reads what is sent: keep none of it, and listen no longer."""
        self.is_too_slow = True
        self.waiting.clear()
        self.is_read.set()
        if self.listening is not None and self.is_between_requests:
            self.listening.cancel()

    async def write(self) -> None:
        """Send what is waiting, until the connection ends."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while not self.is_too_slow:
                await self.has_some.wait()
                self.has_some.clear()
                await self.write_all()
            await self.socket.close(TOO_SLOW, "too slow: read faster, or come back and ask for the events since")

    async def write_all(self) -> None:
        while self.waiting:
            message = self.waiting.popleft()
            await self.socket.send_text(message.decode())
            self.bytes -= len(message)
            if self.bytes < UNREAD:
                self.is_read.set()

    async def receive(self) -> bytes | Request | None:
        """The next message, once the answers to those before have been read; None at the end.

        One that has come the short way may be a request already that may be served.
        """
        while self.bytes >= UNREAD and not self.is_too_slow:
            self.is_read.clear()
            await self.is_read.wait()
        if self.is_too_slow:
            return None
        self.is_between_requests = True
        received = await self.next()
        self.is_between_requests = False
        if not self.has_moved.is_set():
            await self.has_moved.wait()
        if isinstance(received, bytes | Request):
            return received
        if received["type"] == "websocket.disconnect":
            return None
        text = received.get("text")
        return received.get("bytes") or b"" if text is None else text.encode(errors="surrogatepass")


class Tables:
    """The application: opened when the server starts, closed when it ends."""

    def __init__(self, opening: Opening, close: Callable[[], Awaitable[None]], origins: Collection[str] = ()) -> None:
        self.opening = opening
        self.close = close
        self.origins = allowed(origins)
        self.connections = 0
        self.arriving: set[object] = set()
        """Connections that are no WebSockets yet, where the server tells of them."""
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
        limits = self.desk.house.limits
        if not self.is_welcome(socket):
            await socket.close(NOT_ALLOWED)  # before it is accepted: the handshake fails with 403
            return
        await socket.accept()
        connection = Connection(socket)
        if self.connections + len(self.arriving) >= limits.connections:
            await socket.send_text(encode(FULL).decode())
            await socket.close(TRY_AGAIN, "no room for more connections")
            return
        self.connections += 1
        guest = Guest(connection.tell, limits, time.monotonic())
        connection.listening = asyncio.ensure_future(self.listen(connection, guest))
        working = [connection.listening, asyncio.ensure_future(connection.write())]
        try:
            await asyncio.wait(working[:1])
            if connection.is_too_slow:
                await asyncio.wait(working[1:], timeout=LAST_WORD)
        finally:
            self.connections -= 1
            self.desk.house.leave_all(guest)
            for task in working:
                task.cancel()

    async def listen(self, connection: Connection, guest: Guest) -> None:
        """Answer every message that is not answered when it comes."""
        connection.serve_promptly(self.desk, guest)
        while (message := await connection.receive()) is not None:
            if isinstance(message, bytes):
                await self.desk.serve(guest, message, time.monotonic())
            else:
                guest.tell(encode(await self.desk.answer(guest, message)))

    def is_welcome(self, socket: WebSocket) -> bool:
        """Whether a page may connect: from here, or from an origin that is allowed. Programs send no origin."""
        origin = socket.headers.get("origin")
        return origin is None or origin in self.origins or is_from_here(origin, socket.headers.get("host", ""))

    async def front_page(self, _: PageRequest) -> PlainTextResponse:
        """For people who point a browser here."""
        return PlainTextResponse(f"Tables of Phasebook: {', '.join(self.desk.house.engines)}. Connect to {PATH}.\n")


FULL = Wrong(None, "too_many_connections", "There is no room for more connections; come back later.", 5.0)


def application(tables: Tables) -> Starlette:
    """The ASGI application."""
    return Starlette(routes=[Route("/", tables.front_page), *tables.routes], lifespan=tables.lifespan)
