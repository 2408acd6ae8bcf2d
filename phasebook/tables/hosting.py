"""Runs the application in this process, with uvicorn, until somebody stops it."""

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import closing, suppress
from typing import Any

from fsm.engine import Engine
from fsm.errors import PhasebookError
from phasebook.tables.house import House
from phasebook.tables.protocol import Limits
from phasebook.tables.rows import Storage
from phasebook.tables.storing import open_storage
from phasebook.tables.workers import Workers

MISSING = "Serving WebSockets needs Starlette and uvicorn: pip install 'phasebook[serve]'. --stdio works without."

UNSENT = 131_072
"""Bytes that the system keeps for a client which does not read."""
BETWEEN_TIDYINGS = 20_000
"""Objects more than there were, before the garbage collector looks for cycles among them."""
DEAF = 30_000
"""Milliseconds after which a connection is ended whose other side takes nothing of what was sent."""


def serve_sockets(
    engines: Mapping[str, Engine[Any]],
    limits: Limits,
    bots: Mapping[str, str],
    store: str,
    *,
    address: tuple[str, int],
    origins: Collection[str] = (),
    processes: int = 1,
) -> None:
    """Serve tables at an address."""
    try:
        import uvicorn  # noqa: F401  # what is missing is said before anything is opened

        import phasebook.tables.web  # noqa: F401
    except ImportError as error:
        raise PhasebookError(MISSING) from error
    service = Service(engines, limits, bots, store, processes)
    # The signal that ends it comes out here again, when everything is closed.
    with (
        closing(listen(address)) as listening,
        suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=loop_factory()) as runner,
    ):
        runner.run(service.run(listening, origins))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The quicker event loop, where it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def web_sockets() -> Any:
    """Our way to write WebSockets; uvicorn's own, where a release of it has no place for that."""
    try:
        from phasebook.tables.lane import Lane
    except ImportError:
        return "auto"
    return Lane


def listen(address: tuple[str, int]) -> socket.socket:
    """A socket that listens; or a sentence that says why there is none."""
    host, port = address
    if not 0 <= port <= 65_535:
        raise PhasebookError(f"There is no port {port}; choose one up to 65535, or 0 for any.")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server(address, family=family, backlog=1_024)
    except socket.gaierror as error:
        raise PhasebookError(f"There is no address {host}: {error.strerror}; choose another --host.") from None
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise PhasebookError(f"Cannot listen at {host}, port {port}: {reason}; choose another one.") from None
    set_manners(listening)
    return listening


def set_manners(listening: socket.socket) -> None:
    """How connections behave, which inherit all of it."""
    # Without, an answer that follows an event waits until the client has confirmed that: 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # Little waits in the system for a client, and one that takes nothing of it is let go.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF)


def tidy_rarely() -> None:
    """Let the garbage collector alone what has been imported, and look for cycles seldom: positions have none."""
    gc.freeze()
    gc.set_threshold(BETWEEN_TIDYINGS, 10, 10)


def is_news(record: logging.LogRecord) -> bool:
    """Not where a client has sent bytes that are no text: that would be a traceback for each."""
    return not record.getMessage().startswith("Invalid UTF-8")


class Service:
    """The house, its store and its bots, from the start of the server to its end."""

    def __init__(
        self,
        engines: Mapping[str, Engine[Any]],
        limits: Limits,
        bots: Mapping[str, str],
        store: str,
        processes: int,
    ) -> None:
        self.engines, self.limits, self.bots, self.address = engines, limits, bots, store
        self.workers = Workers(list(engines), bots, limits, processes)
        self.store: Storage | None = None

    async def run(self, listening: socket.socket, origins: Collection[str]) -> None:
        """Serve until a signal says that it is enough."""
        import uvicorn

        from phasebook.tables.arriving import arriving_at
        from phasebook.tables.web import PATH, Tables, application

        tables = Tables(self.open, self.close, origins)
        self.store = await open_storage(self.address)
        server = uvicorn.Server(
            uvicorn.Config(
                application(tables),
                http=arriving_at(tables),
                log_level="warning",
                access_log=False,
                lifespan="on",
                ws_max_size=2 * self.limits.save,
                ws=web_sockets(),
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=3,
            )
        )
        logging.getLogger("uvicorn.error").addFilter(is_news)
        host, port = listening.getsockname()[:2]
        tidy_rarely()
        print(f"Serving {', '.join(self.engines)} at ws://{host}:{port}{PATH}; Ctrl-C ends it.", flush=True)
        await server.serve(sockets=[listening])
        if not server.started:
            sys.exit(2)

    async def open(self) -> tuple[House, Workers]:
        """At the start of the server."""
        self.store = self.store or await open_storage(self.address)
        return House(self.engines, self.store, self.limits, self.bots), self.workers

    async def close(self) -> None:
        """At its end."""
        await self.workers.close()
        if self.store is not None:
            await self.store.close()
            self.store = None
