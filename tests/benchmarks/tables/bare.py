"""The least that a server of tables in Python does: it keeps them in memory, asks the rules, and tells both players.

A yardstick for what Python and ASGI cost on a machine: nothing is stored, checked, counted or kept secret, and a client
that breaks off breaks it. It says as much of the protocol as players under load listen for.
"""

import asyncio
import socket
from typing import Any

import msgspec
import uvicorn
import uvloop

from fsm import Engine, Snapshot
from games.uno import engine as uno
from tests.benchmarks.tables.rounds import engine as rounds
from tests.benchmarks.tables.scripts import ROUNDS, UNO, dealt_on, stepped

ENGINES: dict[str, Engine[Any]] = {ROUNDS: rounds, UNO: uno}


class Table:
    """A position, and who hears of it."""

    def __init__(self, engine: Engine[Any], snapshot: Snapshot[Any]) -> None:
        self.engine, self.snapshot, self.n = engine, snapshot, 1
        self.players: list[Any] = []


tables: dict[str, Table] = {}


async def app(scope: Any, receive: Any, send: Any) -> None:
    """One WebSocket; or the server's own life, that needs nothing."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        for player, said in answers(msgspec.json.decode(message["text"]), send):
            await player({"type": "websocket.send", "text": said})


def answers(request: dict[str, Any], send: Any) -> list[tuple[Any, str]]:
    """Who is told what."""
    done = {"answer": "done", "id": request["id"]}
    match request["do"]:
        case "new":
            engine = ENGINES[request["flow"]]
            name = str(len(tables))
            tables[name] = Table(engine, engine.start(**request["settings"]))
            done |= {"table": name, "seats": [{"token": ""}, {"token": ""}]}
        case "sit":
            table = tables[request["table"]]
            table.players.append(send)
            done["n"] = table.n
        case "play":
            return [*played(request["table"], request["move"]), (send, text(done))]
    return [(send, text(done))]


def played(name: str, data: Any) -> list[tuple[Any, str]]:
    """Make a move and those of the host after it; each is an event."""
    table = tables[name]
    table.snapshot = stepped(table.engine, table.snapshot, table.engine.read_move(msgspec.json.encode(data)))
    table.snapshot, dealt = dealt_on(table.engine, table.snapshot)
    told = []
    for _ in range(1 + dealt):
        table.n += 1
        event = text({"table": name, "event": {"n": table.n, "phase": table.snapshot.phase, "move": data}})
        told += [(player, event) for player in table.players]
    return told


def text(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()


async def serve() -> None:
    """Until it is ended."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=1_024)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    config = uvicorn.Config(app, log_level="warning", lifespan="off", ws_per_message_deflate=False)
    print(f"port {listening.getsockname()[1]}", flush=True)
    await uvicorn.Server(config).serve(sockets=[listening])


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())
