"""The workload of servers: moves a second at real tables over WebSocket."""

from collections.abc import Iterable

from tests.benchmarks import bench_tables
from tests.benchmarks.bench_tables import BOARDGAME, MANY, MEMORY, ONE, PAIR, POSTGRES, SQLITE, SQLITE_UNO
from tests.benchmarks.figures.workloads import Column, Effort, Measured, Row, Workload

ONE_TABLE, MANY_TABLES, CPU = "1 table", f"{MANY} tables", f"{MANY} tables, CPU of the server"
OURS = "phasebook, in memory"
NAMES = {
    OURS: MEMORY,
    "phasebook, SQLite": SQLITE,
    "phasebook, SQLite, Uno": SQLITE_UNO,
    "phasebook, PostgreSQL": POSTGRES,
    "phasebook, PostgreSQL, two servers": PAIR,
    "boardgame.io": BOARDGAME,
}
QUICK = (MEMORY, SQLITE, BOARDGAME)
"""Who plays in a quick run."""


def serving(effort: Effort, names: frozenset[str]) -> Measured:
    wanted = {NAMES[name]: name for name in names}
    with bench_tables.running() as (client, found):
        contenders = {name: found[name] for name in chosen(wanted, effort) if name in found}
        by_tables = {tables: bench_tables.compared(client, contenders, tables, effort.turns) for tables in (ONE, MANY)}
    one, many = ({wanted[name]: each for name, each in found.items()} for found in (by_tables[ONE], by_tables[MANY]))
    return {
        ONE_TABLE: {name: each.rate for name, each in one.items()},
        MANY_TABLES: {name: each.rate for name, each in many.items()},
        CPU: {name: 1e6 / each.server for name, each in many.items()},
    }


def chosen(wanted: Iterable[str], effort: Effort) -> list[str]:
    """Those who play: in a quick run only some."""
    return [name for name in wanted if effort.turns > 1 or name in QUICK]


SERVER = Workload(
    "server",
    "Server moves a second",
    "Tic-tac-toe over WebSocket, two sockets a table; a player moves when the move before is answered and both have "
    "heard of it. This is the one workload that is measured by the clock on the wall, except for its last column. "
    "[Load](load.md) has more: how it is measured, waits, how cost grows.",
    (Column(ONE_TABLE, "move", False), Column(MANY_TABLES, "move", False), Column(CPU, "move")),
    (
        Row(OURS, "`phasebook serve`"),
        Row("phasebook, SQLite", "the same; each move is on the disk before it is answered"),
        Row("phasebook, SQLite, Uno", "the same with Uno for two"),
        Row("phasebook, PostgreSQL", "the same; the CPU of PostgreSQL itself is not in it", "PostgreSQL"),
        Row("phasebook, PostgreSQL, two servers", "the same with two processes on one database", "PostgreSQL"),
        Row("boardgame.io", "its own server, in memory: nothing is stored", "boardgame.io"),
    ),
    {
        "python-statemachine": "no server",
        "transitions": "no server",
        "Automat": "no server",
        "sismic": "no server",
        "XState": "no server",
        "RLCard": "no server",
        "OpenSpiel": "no server",
    },
    serving,
    OURS,
    main=(0, 1),
)
ON_SERVERS = (SERVER,)
