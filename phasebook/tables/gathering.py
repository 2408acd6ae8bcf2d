"""Messages that go to one client in the same turn of the event loop leave together: a system call is expensive."""

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Gathering:
    """A transport that writes at the end of the turn what was written in it; for the rest, the one that it is given."""

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


class GatheringProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSockets, over such a transport."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast("asyncio.BaseTransport", Gathering(transport)))
