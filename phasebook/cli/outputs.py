"""The files that `simulate` writes: logs, pictures, tables, the report. They are written before anything is printed."""

import argparse
import csv
import io
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fsm.errors import PhasebookError
from phasebook.cli.pictures import attempted, check_diagrams
from phasebook.cli.results import json_text
from phasebook.cli.statistics import everything_of

if TYPE_CHECKING:
    from fsm.simulate import Comparison, Simulation, Table

    Found = Simulation | Comparison


STDOUT = "-"
"""The name of a file that is printed."""


def check_outputs(options: argparse.Namespace) -> None:
    """What cannot be written is said before anything is played, as far as it is known then."""
    if str(options.csv) == STDOUT:
        raise PhasebookError("--csv writes a file for each table, so name a folder; --json prints everything.")
    if options.compare and (options.heatmap or options.histogram):
        raise PhasebookError("--heatmap and --histogram show one side; with --compare, use --report or --plots.")


def written(options: argparse.Namespace, found: "Found", seconds: float, log: str) -> list[PhasebookError]:
    """Write all files that were asked for; what got in their way."""
    json_file = None if options.json in (None, STDOUT) else Path(options.json)
    return attempted(
        (json_file, lambda path: write_json(path, everything_of(found, seconds, log))),
        (options.histogram, lambda path: draw_histogram(path, found)),
        (options.heatmap, lambda path: draw_heatmap(path, found)),
        (options.plots, lambda path: draw_plots(path, found)),
        (options.csv, lambda path: write_tables(path, found)),
        (options.report, lambda path: write_report(path, found, command_of(options))),
    )


def written_log(options: argparse.Namespace, found: "Simulation") -> str:
    """Write the way to the first failure; says where it is, or why it is nowhere."""
    from diagrams.files import write

    if found.failure is None:
        return ""
    if not found.failure.log:
        return "Its moves cannot be written: the game at its start cannot be saved."
    path = options.log or Path(f"{found.chart.name}-game-{found.failure.game}.log")
    try:
        write(path, found.failure.log.encode())
    except PhasebookError as error:
        return f"Its moves are not written: {error}"
    return f"Its moves are in {path}; Session.replay(engine, log) plays them again."


def draw_histogram(path: Path, found: "Found") -> None:
    """The lengths of games."""
    check_diagrams()
    from diagrams.files import write
    from fsm.simulate import Simulation
    from phasebook.reports.pictures import length_plot

    if isinstance(found, Simulation):
        title = f"{found.plan.flow}: length of {found.games:,} games"
        write(path, length_plot(found, {"title": title, "name": "plot-lengths", "inline": False}).encode())


def draw_heatmap(path: Path, found: "Found") -> None:
    """How often each row was taken, on the flow under the settings that the games had."""
    check_diagrams()
    from diagrams.diagram import Diagram
    from fsm.simulate import Simulation

    if isinstance(found, Simulation):
        Diagram(found.chart, counts=found.coverage.rows).save(path)


def draw_plots(folder: Path, found: "Found") -> None:
    """One SVG for each plot."""
    check_diagrams()
    from diagrams.files import made_folder, write
    from phasebook.reports.pictures import plots

    for name, svg in plots(found).items():
        write(made_folder(folder) / f"{name}.svg", svg.encode())


def write_json(path: Path, everything: dict[str, Any]) -> None:
    """The same as is printed, in a file."""
    from diagrams.files import write

    write(path, f"{json_text(everything)}\n".encode())


def write_tables(folder: Path, found: "Found") -> None:
    """One CSV file for each table."""
    from diagrams.files import made_folder, write
    from fsm.simulate import tables

    for table in tables(found):
        write(made_folder(folder) / f"{table.name}.csv", as_csv(table).encode())


def as_csv(table: "Table") -> str:
    """A table as CSV: a line with the names of the columns, then one for each row, with every digit."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(column.name for column in table.columns)
    lines.writerows(table.rows)
    return text.getvalue()


def write_report(path: Path, found: "Found", command: str) -> None:
    """Everything on one page."""
    check_diagrams()
    from diagrams.files import write
    from phasebook.reports.page import report

    write(path, report(found, command).encode())


# How to repeat it


def command_of(options: argparse.Namespace) -> str:
    """The command line with everything that decides the result."""
    return shlex.join(["phasebook", "simulate", options.flow, *arguments_of(options)])


def arguments_of(options: argparse.Namespace) -> Iterator[str]:
    """The options that are not as they would be anyway, or that readers look for."""
    yield from ("--games", str(options.games), "--seed", str(options.seed))
    for name in ("preset", "max_moves", "check"):
        if getattr(options, name) is not None:
            yield from (f"--{name.replace('_', '-')}", str(getattr(options, name)))
    if options.check is None:
        yield from ("--invariants", options.invariants)
    yield from ("--giving-up",) if options.giving_up else ()
    for name in ("set", "policy", "without", "compare"):
        for value in getattr(options, name):
            yield from (f"--{name}", value)
