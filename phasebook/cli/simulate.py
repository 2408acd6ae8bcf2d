"""`phasebook simulate FLOW`: many games, counted, and the traffic drawn on the flowchart."""

import argparse
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fsm.errors import PhasebookError, SimulationError
from phasebook.cli.options import add_game, settings_from
from phasebook.cli.pictures import attempted, check_diagrams
from phasebook.cli.progress import bar
from phasebook.cli.results import facts, print_json
from phasebook.cli.verbs import CANNOT, DONE, NO, VERBS

if TYPE_CHECKING:
    from fsm.simulate import Simulation, Spread, Workers

MOST_LINES = 12


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("simulate", help=VERBS["simulate"])
    add_game(verb)
    verb.add_argument("--games", type=int, default=1_000, metavar="N", help="games to play (default: 1000)")
    verb.add_argument("--policy", action="append", default=[], metavar="[SEAT=]NAME",
                      help="random (the default), reckless, first, quick, or package.module:function; "
                           "with SEAT= for one seat; may be repeated")  # fmt: skip
    verb.add_argument("--max-moves", type=int, default=10_000, metavar="N", help="moves tried a game, at most")
    verb.add_argument("--giving-up", action="store_true", help="let policies concede and leave, too")
    verb.add_argument("--without", action="append", default=[], metavar="EVENT",
                      help="avoid an event while there are others; may be repeated")  # fmt: skip
    verb.add_argument("--check", type=int, default=16, metavar="N",
                      help="after the first games, check one of N moves (default: 16; 1: each, 0: never)")  # fmt: skip
    verb.add_argument("--jobs", type=int, default=1, metavar="J", help="processes (default: 1)")
    verb.add_argument("--dask", metavar="ADDRESS", help="work on the cluster of this Dask scheduler")
    verb.add_argument("--batch", type=int, metavar="N", help="games handed to a worker at once")
    verb.add_argument("--heatmap", type=Path, metavar="FILE", help="draw the traffic on the flowchart")
    verb.add_argument("--histogram", type=Path, metavar="FILE", help="draw game lengths and outcomes, as SVG")
    verb.add_argument("--log", type=Path, metavar="FILE",
                      help="where the first game that is stuck or broken goes (default: NAME-game-N.log)")  # fmt: skip
    verb.add_argument("--json", action="store_true", help="print the result as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Simulate, write, print; NO if a game went wrong. Ctrl-C and SIGTERM end it with what there is so far."""
    from fsm.simulate import Stops

    before = perf_counter()
    with Stops():
        found, errors = play(options)
    seconds = perf_counter() - before
    log = written_log(options, found)
    errors += attempted(
        (options.histogram, lambda path: draw_histogram(path, found)),
        (options.heatmap, lambda path: draw_heatmap(path, found)),
    )
    if options.json:
        print_json(as_json(found, seconds, log))
    else:
        print_text(found, seconds, log)
    if errors:
        raise PhasebookError(" ".join(map(str, errors)))
    if found.failure is not None:
        return NO
    return DONE if found.is_complete else CANNOT


def play(options: argparse.Namespace) -> "tuple[Simulation, list[PhasebookError]]":
    """The games that were asked for, or those before it could not go on."""
    from fsm.simulate import simulate

    policy, seats = policies_from(options)
    with bar(options.games, "games") as progress:
        try:
            found = simulate(
                options.flow,
                options.games,
                seed=options.seed,
                policy=policy,
                seats=seats,
                settings=settings_from(options),
                max_moves=options.max_moves,
                without=options.without,
                giving_up=options.giving_up,
                check=options.check,
                workers=workers_of(options),
                batch=options.batch,
                progress=progress.update,
            )
        except SimulationError as error:
            if error.so_far is None or not error.so_far.games:
                raise
            return error.so_far, [error]
    return found, []


def policies_from(options: argparse.Namespace) -> tuple[str, dict[str, str]]:
    """The policy of everybody, and those of single seats."""
    seats: dict[str, str] = {}
    everybody: list[str] = []
    for text in options.policy:
        seat, equals, name = text.rpartition("=")
        if equals and not (seat and name):
            raise PhasebookError(f"{text!r} is no policy of a seat; write --policy 0=random.")
        if seat in seats or (not equals and everybody):
            raise PhasebookError(f"There are two policies for {f'seat {seat}' if equals else 'everybody'}; name one.")
        seats |= {seat: name} if equals else {}
        everybody += [] if equals else [name]
    return everybody[0] if everybody else "random", seats


def workers_of(options: argparse.Namespace) -> "Workers":
    """Who works."""
    from fsm.simulate import Cluster, Processes, Serial

    if options.dask is not None:
        return Cluster(options.dask)
    return Serial() if options.jobs == 1 else Processes(options.jobs)


# Printing


def print_text(found: "Simulation", seconds: float, log: str) -> None:
    """For people."""
    from fsm.explore import summary, unreached

    stopped = "" if found.is_complete else f" of {found.wanted:,}, then stopped"
    print(f"{found.plan.flow}: {found.games:,} games{stopped}, {found.moves:,} moves in {seconds:.1f} s: "
          f"{found.games / seconds:,.0f} games/s, {found.moves / seconds:,.0f} moves/s")  # fmt: skip
    print(f"moves a game: {words(found.length)}")
    print(f"legal moves a decision: {words(found.branching_factor)}")
    print_counts("outcomes", found.outcomes)
    print_scores(found)
    print_counts("moves by seat", found.seats)
    print_counts("refusals", found.refusals)
    print(f"seen: {summary(found.coverage)}")
    missing = unreached(found.coverage)
    for name in (*missing.phases, *missing.rows, *missing.guards):
        print(f"  not seen: {name}")
    for seat in found.plan.seats:
        if found.games and seat not in found.seats:
            print(f"  seat {seat} has a policy, but never moved")
    if found.failure is not None:
        print(f"FAILED: {found.failures:,} of {found.games:,} games are stuck or broken. The first: {found.failure}")
        print(f"  {log}")


def print_scores(found: "Simulation") -> None:
    """A line for each seat or team."""
    from fsm.simulate import spread

    for owner, histogram in found.scores.items():
        print(f"{owner}: {words(spread(histogram))}")


def words(spread: "Spread | None") -> str:
    """A distribution in one line."""
    if spread is None:
        return "none"
    return (f"mean {spread.mean:.2f}, least {spread.least}, median {spread.median}, "
            f"9 of 10 up to {spread.ninth_tenth}, most {spread.most}")  # fmt: skip


def print_counts(title: str, counts: dict[str, int]) -> None:
    """The most frequent of something."""
    if counts:
        print(f"{title}:")
    for name, number in list(counts.items())[:MOST_LINES]:
        print(f"  {number:>10,}  {number / sum(counts.values()):6.1%}  {name}")
    if len(counts) > MOST_LINES:
        print(f"  and {len(counts) - MOST_LINES} more; --json gives all")


def as_json(found: "Simulation", seconds: float, log: str) -> dict[str, Any]:
    """For programs. `result` is the same for the same seed; `speed` is of this run."""
    return {
        "result": facts(found),
        "length": found.length,
        "branching_factor": found.branching_factor,
        "failures": found.failures,
        "log": log,
        "speed": {"seconds": seconds, "games_per_second": found.games / seconds},
    }


# Writing


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


def draw_histogram(path: Path, found: "Simulation") -> None:
    """Lengths and outcomes."""
    check_diagrams()
    from diagrams.files import write
    from diagrams.histogram import histogram

    title = f"{found.plan.flow}: {found.games:,} games, seed {found.plan.seed}"
    write(path, histogram(title, found.lengths, found.outcomes).encode())


def draw_heatmap(path: Path, found: "Simulation") -> None:
    """How often each row was taken, on the flow under the settings that the games had."""
    check_diagrams()
    from diagrams.diagram import Diagram

    Diagram(found.chart, counts=found.coverage.rows).save(path)
