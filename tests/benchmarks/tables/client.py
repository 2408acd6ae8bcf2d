"""The process that plays: it reads what to play, a line each, and writes what it has measured."""

import asyncio
import os
import sys
import traceback
from time import perf_counter, process_time
from typing import Any

import msgspec
import psutil
import uvloop

from tests.benchmarks.tables.playing import KINDS, Table, Tally, ask
from tests.benchmarks.tables.sockets import Socket

AT_ONCE = 20
"""Tables that are opened at the same time."""


class Plan(msgspec.Struct):
    """What to play."""

    game: str
    """The flow, or boardgame.io."""
    ports: list[int]
    """Tables are spread over them."""
    pids: list[int]
    """The server's processes; with all that they have started."""
    tables: int
    seconds: float
    apart: bool = False
    """Whether the second player of each table is at the next port."""
    matches: int = 1
    """Games that each table has ready."""
    most: int = 30_000
    """Moves of each game."""
    spectators: int = 0
    """At each table."""


class Measured(msgspec.Struct):
    """What came of it."""

    moves: int
    seconds: float
    latencies: list[float]
    server: float
    """Seconds of CPU time of the server."""
    client: float
    memory: int
    """Bytes of the server's processes."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def cost(self) -> float:
        """Microseconds of the server's CPU for a move."""
        return 1e6 * self.server / self.moves

    def milliseconds(self, share: float) -> float:
        """The latency that a share of all moves stays under."""
        return 1e3 * sorted(self.latencies)[int(share * (len(self.latencies) - 1))]


def cpu_time(processes: list[psutil.Process]) -> float:
    """Seconds, in user mode and in the kernel."""
    return float(sum(times.user + times.system for times in (process.cpu_times() for process in processes)))


def memory(processes: list[psutil.Process]) -> int:
    """Bytes."""
    return int(sum(process.memory_info().rss for process in processes))


def give_up(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """End the process: whatever went wrong, what was measured is worth nothing."""
    error = context.get("exception")
    traceback.print_exception(error) if error else print(context["message"], file=sys.stderr)
    os._exit(1)


async def run(plan: Plan) -> Measured:
    """Play."""
    asyncio.get_running_loop().set_exception_handler(give_up)
    load = Load(plan)
    for start in range(0, plan.tables, AT_ONCE):
        await asyncio.gather(*map(load.prepare, range(start, min(plan.tables, start + AT_ONCE))))
    return await load.measure()


class Load:
    """The tables of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tally = Tally()
        self.tables: list[Table] = []
        self.sockets: list[Socket] = []

    async def prepare(self, number: int) -> None:
        """Get a table ready."""
        plan, kind = self.plan, KINDS[self.plan.game]
        ports = [plan.ports[(number + plan.apart * seat) % len(plan.ports)] for seat in range(2)]
        table = kind(self.tally, [await self.connected(port, kind.path) for port in ports])
        await table.prepare(plan.game, number, plan.matches, plan.most)
        for _ in range(plan.spectators):
            watching = await self.connected(ports[0], kind.path)
            await ask(watching, do="watch", table=table.name)
            watching.heard = lambda message: None
        self.tables.append(table)

    async def connected(self, port: int, path: str) -> Socket:
        socket = await Socket.connect(port, path)
        self.sockets.append(socket)
        return socket

    async def measure(self) -> Measured:
        """Play until it is enough, or one table has played all its games."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        servers = [psutil.Process(pid) for pid in self.plan.pids]
        servers += [child for server in servers for child in server.children(recursive=True)]
        server, client, start = cpu_time(servers), process_time(), perf_counter()
        loop.call_later(self.plan.seconds, ended.set)
        for table in self.tables:
            table.end = ended.set
            table.begin()
        await ended.wait()
        self.tally.is_enough = True
        moves, seconds = len(self.tally.latencies), perf_counter() - start
        measured = Measured(moves, seconds, self.tally.latencies[:moves], cpu_time(servers) - server,
                            process_time() - client, memory(servers))  # fmt: skip
        await asyncio.sleep(0.1)  # for the last answers
        for socket in self.sockets:
            socket.close()
        return measured


def main() -> None:
    """Play every plan that comes."""
    for line in sys.stdin.buffer:
        measured = uvloop.run(run(msgspec.json.decode(line, type=Plan)))
        sys.stdout.buffer.write(msgspec.json.encode(measured) + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
