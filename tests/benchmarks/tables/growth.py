"""How the cost of a move grows: with tables, with the length of a table's log, and with spectators; as a plot."""

import asyncio
from collections.abc import Callable
from time import process_time
from typing import Any

from diagrams.formats.palette import ACCENT, GUARD, LINE
from diagrams.plotting.canvas import drawn
from fsm import Refusal
from phasebook.tables.house import Awake, House
from phasebook.tables.loading import history, load
from phasebook.tables.memory import MemoryStorage
from phasebook.tables.opening import Opening
from phasebook.tables.protocol import New
from tests.benchmarks.tables.client import Plan
from tests.benchmarks.tables.rounds import engine
from tests.benchmarks.tables.scripts import ROUNDS, rounds
from tests.benchmarks.tables.servers import ROOT, Client, ours
from tests.benchmarks.timing import verdict

TABLES, SPECTATORS, LENGTHS = (1, 10, 100, 400), (0, 1, 10, 100), (300, 3_000, 30_000)
TURNS, SECONDS = 3, 0.7
STRETCH = 32
"""Moves of which the cost is measured, at each length of a log: as many as there are from one snapshot to the next."""
STEEPEST = 1.5
"""Growth of a move's cost that counts as none, on a noisy machine."""
PICTURE = ROOT / "build" / "bench" / "load.svg"

Points = dict[int, float]
"""Microseconds of CPU time, by how many there were of something."""


def growth() -> bool:
    """Measure, plot, and see whether what should not grow does not."""
    tables, spectators = on_the_wire("tables", TABLES), on_the_wire("spectators", SPECTATORS)
    moves, loading, replaying = asyncio.run(by_length())
    show("microseconds of the server's CPU for a move, by tables", tables)
    show("by spectators of one table", spectators)
    show("by moves in the log, without the sockets", moves)
    show("to read a table from the store, by moves in its log", loading)
    show("to play it again from its beginning", replaying)
    plot(tables, spectators, moves)
    longer, more = moves[LENGTHS[-1]] / moves[LENGTHS[0]], tables[TABLES[-1]] / tables[TABLES[1]]
    return all([
        verdict(f"a move at the end of {LENGTHS[-1]:,} beside one of {LENGTHS[0]}: at most {STEEPEST} x", longer,
                longer <= STEEPEST),
        verdict(f"a move at {TABLES[-1]} tables beside one at {TABLES[1]}: at most {STEEPEST} x", more,
                more <= STEEPEST),
    ])  # fmt: skip


def show(title: str, points: Points) -> None:
    print(f"{title}: " + ", ".join(f"{number:,}: {cost:,.0f}" for number, cost in points.items()))


# Over sockets


def on_the_wire(what: str, numbers: tuple[int, ...]) -> Points:
    """The least cost of a move in memory, with so many of something."""
    client, server = Client(), ours("memory:")
    plans = {number: plan_with(what, number, server.port, server.pid) for number in numbers}
    costs: dict[int, list[float]] = {number: [] for number in numbers}
    for _ in range(TURNS):
        for number, plan in plans.items():
            costs[number].append(client.play(plan).cost)
    client.stop()
    server.stop()
    return {number: min(found) for number, found in costs.items()}


def plan_with(what: str, number: int, port: int, pid: int) -> Plan:
    tables, spectators = (number, 0) if what == "tables" else (1, number)
    return Plan(ROUNDS, [port], [pid], tables, SECONDS, spectators=spectators)


# Without sockets


async def by_length() -> tuple[Points, Points, Points]:
    """What a move costs after so many others, what reading the table costs, and what playing all of it again costs."""
    storage = MemoryStorage()
    house = House({ROUNDS: engine}, storage)
    tables = {length: await played(house, length) for length in LENGTHS}
    loading = await costs(tables, lambda awake: load(storage, house.engine_of, awake.table.name))
    replaying = await costs(tables, lambda awake: history(storage, engine, awake.table.name), 1)
    moves = await costs(tables, lambda awake: play(house, awake, awake.table.n + STRETCH))  # last: the logs grow
    await house.close()
    return {length: cost / STRETCH for length, cost in moves.items()}, loading, replaying


async def played(house: House, length: int) -> Awake:
    """A table with so long a log."""
    opening = Opening(house, New(0, ROUNDS))
    await house.storage.append(opening.row)
    awake = house.wake(opening.table)
    await play(house, awake, length)
    return awake


async def play(house: House, awake: Awake, until: int) -> None:
    """Make moves until the log is so long."""
    turns = rounds(2 * LENGTHS[-1])
    while awake.table.n < until:
        turn = turns[awake.table.n - 1]
        move = engine.read_move(turn.move)
        assert not isinstance(move, Refusal)
        await house.play(awake, turn.seat, move, f"move {awake.table.n}")


async def costs(tables: dict[int, Awake], work: Callable[[Awake], Any], times: int = 10) -> Points:
    """Microseconds of CPU time, at least, at each of the tables, which take turns."""
    found: dict[int, list[float]] = {length: [] for length in tables}
    for _ in range(times):
        for length, awake in tables.items():
            before = process_time()
            await work(awake)
            found[length].append(process_time() - before)
    return {length: 1e6 * min(some) for length, some in found.items()}


# The picture


def plot(tables: Points, spectators: Points, moves: Points) -> None:
    """Draw what was measured over sockets, and write it down."""
    lines = (("tables", tables, GUARD.light), ("spectators of one table", spectators, ACCENT.light),
             ("moves in the log (without sockets)", moves, LINE.light))  # fmt: skip

    def draw(axes: Any) -> None:
        for label, points, colour in lines:
            axes.plot(
                [max(number, 0.5) for number in points], list(points.values()), marker="o", label=label, color=colour
            )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.minorticks_off()  # they would be labelled, as powers of ten, where the figures are close together
        axes.set_ylim(10, max(1_000, 2 * max(spectators.values())))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter("{x:,.0f}")
        axes.set_xlabel("how many; at the left end, no spectators")
        axes.set_ylabel("microseconds")
        axes.grid(axis="y")
        axes.legend(frameon=False, loc="lower left")

    words = " ".join(f"By {label}: {', '.join(f'{n:,}: {cost:,.0f}' for n, cost in points.items())}."
                     for label, points, _ in lines)  # fmt: skip
    picture = drawn(draw, height=3.4, title="CPU time of the server for a move", words=words, name="load", inline=False)
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(picture)
    print(f"The plot is {PICTURE.relative_to(ROOT)}.")
