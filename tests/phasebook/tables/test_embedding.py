"""Tables in an application of one's own: the example of the documentation, and what goes wrong without its parts."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import uvicorn
from starlette.applications import Starlette
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from fsm.errors import PhasebookError
from phasebook.tables.embedding import tables_for
from phasebook.tables.protocol import Limits
from tests.docs.pages import FENCED, section, text_of

[(_, EXAMPLE)] = FENCED.findall(section(text_of("docs/serve.md"), "In an application of your own"))


@contextmanager
def running(app: Starlette) -> Iterator[str]:
    """An application behind a real server, in a thread; where it is."""
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
        thread.start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(20)
    assert not thread.is_alive()


def hello(address: str, path: str) -> dict[str, Any]:
    with connect(f"ws://{address}{path}") as client:
        client.send('{"id": 1, "do": "hello"}')
        answer: dict[str, Any] = json.loads(client.recv(timeout=20))
    return answer


def test_the_example_of_the_page_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made: dict[str, Any] = {}
    exec(EXAMPLE, made)
    with running(made["app"]) as address:
        assert urlopen(f"http://{address}/").read() == b"Come in."
        assert hello(address, "/games/tables")["flows"] == ["goofspiel", "uno"]

    assert (tmp_path / "tables.db").exists()


def test_tables_open_and_close_within_a_lifespan_of_ones_own() -> None:
    tables = tables_for("goofspiel", store="memory:", limits=Limits(tables=3))
    noted = []

    @asynccontextmanager
    async def lifespan(app: Starlette) -> Any:
        async with tables.lifespan(app):
            noted.append("open")
            yield
        noted.append("closed")

    with running(Starlette(routes=tables.routes, lifespan=lifespan)) as address:
        assert hello(address, "/tables")["limits"]["tables"] == 3
    assert noted == ["open", "closed"]


def test_without_the_lifespan_a_sentence_says_what_is_missing() -> None:
    tables = tables_for("goofspiel", store="memory:")

    with pytest.raises(PhasebookError, match=r"not open; give the application lifespan=tables\.lifespan\.$"):
        _ = tables.desk
    with running(Starlette(routes=tables.routes)) as address, pytest.raises(InvalidStatus):
        hello(address, "/tables")


def test_an_unknown_flow_is_noticed_at_once() -> None:
    with pytest.raises(PhasebookError, match="nobody"):
        tables_for("nobody")
