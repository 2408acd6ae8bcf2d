"""`phasebook simulate FLOW`: many games, counted, and the traffic drawn on the flowchart."""

import argparse
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fsm.commands import CANNOT, DONE, VERBS
from fsm.commands.options import add_game, settings_from
from fsm.commands.pictures import check_diagrams
from fsm.commands.progress import bar

if TYPE_CHECKING:
    from fsm.crews import Crew
    from fsm.simulate import Simulation
    from fsm.tally import Spread

MOST_LINES = 12


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("simulate", help=VERBS["simulate"])
    add_game(verb)
    verb.add_argument("--games", type=int, default=1_000, metavar="N", help="games to play (default: 1000)")
    verb.add_argument("--policy", default="random", metavar="NAME",
                      help="random, reckless, first, or package.module:function")  # fmt: skip
    verb.add_argument("--max-moves", type=int, default=10_000, metavar="N", help="moves tried a game, at most")
    verb.add_argument("--without", action="append", default=[], metavar="EVENT",
                      help="avoid an event while there are others, such as giving up; may be repeated")  # fmt: skip
    verb.add_argument("--jobs", type=int, default=1, metavar="J", help="processes (default: 1)")
    verb.add_argument("--dask", metavar="ADDRESS", help="work on the cluster of this Dask scheduler")
    verb.add_argument("--batch", type=int, metavar="N", help="games handed to a worker at once")
    verb.add_argument("--heatmap", type=Path, metavar="FILE", help="draw the traffic on the flowchart")
    verb.add_argument("--histogram", type=Path, metavar="FILE", help="draw game lengths and outcomes, as SVG")
    verb.add_argument("--json", action="store_true", help="print the result as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Simulate, print, draw. Ctrl-C ends it with what there is so far."""
    from fsm.simulate import simulate

    before = perf_counter()
    with bar(options.games, "games") as progress:
        found = simulate(
            options.flow,
            options.games,
            seed=options.seed,
            policy=options.policy,
            settings=settings_from(options),
            max_moves=options.max_moves,
            without=options.without,
            crew=crew_of(options),
            batch=options.batch,
            progress=progress.update,
        )
    seconds = perf_counter() - before
    print_json(found, seconds) if options.json else print_text(found, seconds)
    draw(options, found)
    return DONE if found.is_complete else CANNOT


def crew_of(options: argparse.Namespace) -> "Crew":
    """Who works."""
    from fsm.crews import Cluster, Processes, Serial

    if options.dask is not None:
        return Cluster(options.dask)
    return Serial() if options.jobs == 1 else Processes(options.jobs)


# Printing


def print_text(found: "Simulation", seconds: float) -> None:
    """For people."""
    from fsm.coverage import summary, unreached

    stopped = "" if found.is_complete else f" of {found.wanted:,}, then stopped"
    print(f"{found.plan.flow}: {found.games:,} games{stopped}, {found.moves:,} moves in {seconds:.1f} s: "
          f"{found.games / seconds:,.0f} games/s, {found.moves / seconds:,.0f} moves/s")  # fmt: skip
    print(f"moves a game: {words(found.length)}")
    print(f"legal moves a decision: {words(found.branching_factor)}")
    print_counts("outcomes", found.outcomes)
    print_counts("refusals", found.refusals)
    print(f"seen: {summary(found.coverage)}")
    missing = unreached(found.coverage)
    for name in (*missing.phases, *missing.arrows, *missing.guards):
        print(f"  not seen: {name}")


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


def print_json(found: "Simulation", seconds: float) -> None:
    """For programs. `result` is the same for the same seed; `speed` is of this run."""
    import msgspec

    everything = {
        "result": found,
        "length": found.length,
        "branching_factor": found.branching_factor,
        "speed": {"seconds": seconds, "games_per_second": found.games / seconds},
    }
    print(msgspec.json.format(msgspec.json.encode(everything)).decode())


# Drawing


def draw(options: argparse.Namespace, found: "Simulation") -> None:
    """The pictures that were asked for."""
    from fsm.errors import PhasebookError

    try:
        if options.histogram is not None:
            draw_histogram(options.histogram, found)
        if options.heatmap is not None:
            draw_heatmap(options.heatmap, found)
    except OSError as error:
        raise PhasebookError(f"The picture cannot be written: {error}.") from None


def draw_histogram(path: Path, found: "Simulation") -> None:
    """Lengths and outcomes."""
    from fsm.histogram import histogram

    title = f"{found.plan.flow}: {found.games:,} games, seed {found.plan.seed}"
    path.write_text(histogram(title, found.lengths, found.outcomes), encoding="utf-8")


def draw_heatmap(path: Path, found: "Simulation") -> None:
    """How often each arrow was taken, on the chart that the settings leave."""
    check_diagrams()
    from diagrams.diagram import Diagram
    from fsm.catalogue import engine_of
    from fsm.coverage import chart_in_force
    from fsm.starts import starter

    engine = engine_of(found.plan.flow)
    chart = chart_in_force(engine, starter(engine, found.plan.settings)(found.plan.seed, None).game)
    Diagram(chart, counts=found.coverage.arrows).save(path)
