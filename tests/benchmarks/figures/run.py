"""One run of all workloads: what is kept of it, and how it is done."""

import os
import platform
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from tests.benchmarks.figures import on_rings, uno_in_node
from tests.benchmarks.figures.on_games import ON_GAMES
from tests.benchmarks.figures.on_rings import ON_RINGS
from tests.benchmarks.figures.on_servers import ON_SERVERS
from tests.benchmarks.figures.on_tools import ON_TOOLS
from tests.benchmarks.figures.peers import Installed, installed
from tests.benchmarks.figures.workloads import Effort, Line, Measured, Workload

GROUPS: dict[str, tuple[Workload, ...]] = {
    "State machines": ON_RINGS,
    "Games": ON_GAMES,
    "Around them": ON_TOOLS,
    "Servers": ON_SERVERS,
}
WORKLOADS = tuple(workload for group in GROUPS.values() for workload in group)
LINES = tuple(Line(workload, workload.columns[place]) for workload in WORKLOADS for place in workload.main)
"""What is in summaries."""


class Run(msgspec.Struct, frozen=True):
    """What was measured, and where."""

    system: str
    cores: int
    python: str
    versions: dict[str, str]
    missing: dict[str, str]
    """By peer, what to do about it."""
    figures: dict[str, Measured]
    """By workload: how many a second, by column and by row."""


class NotTheSameError(Exception):
    """Somebody does not do the same work as the others."""


def differences(names: Iterable[str]) -> list[str]:
    """What is not the same work, before anything is measured."""
    found = on_rings.check(names)
    return found + (uno_in_node.differences() if uno_in_node.BOARDGAME in names else [])


def measured(effort: Effort, here: Installed | None = None, say: Callable[[str], None] = print) -> Run:
    """Check that all do the same, then measure all workloads."""
    here = here or installed()
    for name, remedy in here.missing.items():
        say(f"{name} is not installed, so it is named and not measured: {remedy}.")
    if found := differences({name for workload in WORKLOADS for name in workload.names(here.versions)}):
        raise NotTheSameError("\n".join(found))
    figures = {}
    for workload in WORKLOADS:
        say(f"{workload.title} ...")
        figures[workload.key] = workload.measure(effort, workload.names(here.versions))
    return Run(platform.system(), os.cpu_count() or 1, platform.python_version(), *here, figures)


def write(run: Run, path: Path) -> None:
    """Keep the figures, to four digits: there is no more to them."""
    rounded = {
        key: {column: {name: float(f"{rate:.4g}") for name, rate in rows.items()} for column, rows in columns.items()}
        for key, columns in run.figures.items()
    }
    kept = msgspec.json.encode(msgspec.structs.replace(run, figures=rounded))
    path.write_bytes(msgspec.json.format(kept, indent=2) + b"\n")


def read(path: Path) -> Run:
    return msgspec.json.decode(path.read_bytes(), type=Run)
