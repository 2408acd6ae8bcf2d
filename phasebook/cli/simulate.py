"""`phasebook simulate FLOW`: many games, counted, and the traffic drawn on the flowchart."""

import argparse
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fsm.errors import PhasebookError, SimulationError
from phasebook.cli.options import add_game
from phasebook.cli.outputs import STDOUT, check_outputs, written, written_log
from phasebook.cli.progress import bar
from phasebook.cli.sides import CHECKS, first_side, second_side
from phasebook.cli.verbs import CANNOT, DONE, NO, VERBS

if TYPE_CHECKING:
    from fsm.simulate import Comparison, Simulation, Workers


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("simulate", help=VERBS["simulate"])
    add_game(verb)
    verb.add_argument("--games", type=int, default=1_000, metavar="N", help="games to play (default: 1000)")
    verb.add_argument("--policy", action="append", default=[], metavar="[SEATS=]NAME",
                      help="random (the default), reckless, first, quick, search:500 (iterations), search:0.5s, or "
                           "package.module:function; with 0= or 0,2= for these seats; may be repeated")  # fmt: skip
    verb.add_argument(
        "--max-moves", type=int, default=10_000, metavar="N", help="moves of a game, at most (default: 10000)"
    )
    verb.add_argument("--giving-up", action="store_true", help="let policies concede and leave, too")
    verb.add_argument("--without", action="append", default=[], metavar="EVENT",
                      help="avoid an event while there are others; may be repeated")  # fmt: skip
    verb.add_argument("--compare", action="append", default=[], metavar="OPTION=VALUE",
                      help="play each game a second time with another option, such as preset=ffb, set=NAME=VALUE or "
                           "policy=NAME, and compare; may be repeated")  # fmt: skip
    checks = verb.add_mutually_exclusive_group()
    checks.add_argument("--invariants", choices=CHECKS, default="sample",
                        help="check invariants after all moves, a sample of them (the default), or none")  # fmt: skip
    checks.add_argument("--check", type=int, metavar="N", help="after the first games, check one of N moves")
    verb.add_argument("--jobs", type=int, default=1, metavar="J", help="processes (default: 1)")
    verb.add_argument("--dask", metavar="ADDRESS", help="work on the cluster of this Dask scheduler")
    verb.add_argument("--batch", type=int, metavar="N", help="games handed to a worker at once")
    verb.add_argument("--resume", type=Path, metavar="FILE",
                      help="keep finished batches in this file, and go on with those that are in it")  # fmt: skip
    add_outputs(verb)
    verb.set_defaults(run=run)


def add_outputs(verb: argparse.ArgumentParser) -> None:
    """Declare the files that can be written."""
    verb.add_argument("--report", type=Path, metavar="FILE", help="write everything on one HTML page")
    verb.add_argument("--csv", type=Path, metavar="DIR", help="write every table as a CSV file")
    verb.add_argument("--plots", type=Path, metavar="DIR", help="write every plot as an SVG file")
    verb.add_argument("--heatmap", type=Path, metavar="FILE", help="draw the traffic on the flowchart")
    verb.add_argument("--histogram", type=Path, metavar="FILE", help="draw game lengths, as SVG")
    verb.add_argument("--log", type=Path, metavar="FILE",
                      help="where the first game that is stuck or broken goes (default: NAME-game-N.log)")  # fmt: skip
    verb.add_argument("--json", nargs="?", const=STDOUT, metavar="FILE",
                      help="after FLOW: write the result as JSON; without a file, or to -, print it")  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Simulate, write, print; NO if a game went wrong. Ctrl-C and SIGTERM end it with what there is so far."""
    from fsm.simulate import Stops

    check_outputs(options)
    before = perf_counter()
    with Stops():
        found, errors = play(options)
    seconds = perf_counter() - before
    failed = next((one for one in sides_of(found) if one.failure is not None), None)
    log = "" if failed is None else written_log(options, failed)
    errors += written(options, found, seconds, log)
    show(options, found, seconds, log)
    if errors:
        raise PhasebookError(" ".join(map(str, errors)))
    if failed is not None:
        return NO
    return DONE if found.is_complete else CANNOT


def sides_of(found: "Simulation | Comparison") -> "tuple[Simulation, ...]":
    """The simulation, or both of a comparison."""
    from fsm.simulate import Comparison

    return (found.first, found.second) if isinstance(found, Comparison) else (found,)


def show(options: argparse.Namespace, found: "Simulation | Comparison", seconds: float, log: str) -> None:
    """Print the result."""
    from fsm.simulate import Comparison
    from phasebook.cli.results import print_json
    from phasebook.cli.statistics import everything_of, print_comparison, print_text

    if options.json == STDOUT:
        print_json(everything_of(found, seconds, log))
    elif isinstance(found, Comparison):
        print_comparison(found, seconds, log)
    else:
        print_text(found, seconds, log)


def play(options: argparse.Namespace) -> "tuple[Simulation | Comparison, list[PhasebookError]]":
    """The games that were asked for, or those before it could not go on."""
    from phasebook.cli.streams import say

    with bar(options.games, "games") as progress:
        common = {"seed": options.seed, "workers": workers_of(options), "batch": options.batch,
                  "progress": progress.update, "resume": options.resume, "note": say}  # fmt: skip
        try:
            return played(options, common), []
        except SimulationError as error:
            if error.so_far is None or not error.so_far.games:
                raise
            return error.so_far, [error]


def played(options: argparse.Namespace, common: dict[str, Any]) -> "Simulation | Comparison":
    """One side, or both."""
    from fsm.simulate import compare, simulate

    first = first_side(options)
    if options.compare:
        return compare(options.flow, options.games, first=first, second=second_side(options), **common)
    return simulate(options.flow, options.games, **first, **common)


def workers_of(options: argparse.Namespace) -> "Workers":
    """Who works."""
    from fsm.simulate import Cluster, Processes, Serial

    if options.dask is not None:
        return Cluster(options.dask)
    return Serial() if options.jobs == 1 else Processes(options.jobs)
