"""Tables in an ASGI application of one's own: routes to add to it, and a lifespan that opens and closes them."""

from collections.abc import Collection, Mapping

from fsm.catalogue import engine_of
from phasebook.tables.hosting import Service
from phasebook.tables.protocol import Limits
from phasebook.tables.web import Tables


def tables_for(
    *flows: str,
    store: str = "tables.db",
    limits: Limits | None = None,
    bots: Mapping[str, str] | None = None,
    origins: Collection[str] = (),
    processes: int = 1,
) -> Tables:
    """Tables of some flows, each given as the command takes it, for an application of Starlette or FastAPI."""
    engines = {flow: engine_of(flow) for flow in flows}
    service = Service(engines, limits or Limits(), bots or {}, store, processes)
    return Tables(service.open, service.close, origins)
