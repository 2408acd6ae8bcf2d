"""Connections that have not become WebSockets yet: they count as any other, and do not stay for long."""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from phasebook.tables.web import Tables

HANDSHAKE = 10.0
"""Seconds in which a connection must have become a WebSocket; a page is long served by then."""
SPARE = 100
"""Connections beyond the limit that are let in nevertheless, to hear why they cannot stay."""


def arriving_at(tables: Tables) -> type[asyncio.Protocol]:
    """uvicorn's way to speak HTTP, for those on their way to some tables."""

    class Arriving(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # which one depends on what is installed
        """One connection, until it is a WebSocket."""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            tables.arriving.add(self)
            self.patience = asyncio.get_running_loop().call_later(HANDSHAKE, transport.close)
            if len(self.connections) > tables.desk.house.limits.connections + SPARE:
                transport.close()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.get_protocol() is not self:
                self.has_arrived()

        def connection_lost(self, error: Exception | None) -> None:
            super().connection_lost(error)
            self.has_arrived()

        def has_arrived(self) -> None:
            """It is a WebSocket now, or gone."""
            self.patience.cancel()
            tables.arriving.discard(self)

    return Arriving
