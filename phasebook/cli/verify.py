"""`phasebook verify FLOW`: lint the chart, then play everything that a small setting can reach."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fsm.errors import PhasebookError
from phasebook.cli.options import add_game, settings_from
from phasebook.cli.pictures import attempted, check_diagrams
from phasebook.cli.progress import bar
from phasebook.cli.results import facts, print_json
from phasebook.cli.verbs import DONE, NO, VERBS

if TYPE_CHECKING:
    from fsm.engine import Engine
    from fsm.explore import Defect, Exploration
    from fsm.lint import Finding

SMALL = "small"
"""A preset of this name is the setting that is explored, unless another one is asked for."""


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("verify", help=VERBS["verify"])
    add_game(verb)
    verb.add_argument("--seeds", type=int, default=1, metavar="N", help="explore so many seeds, from --seed on")
    verb.add_argument("--limit", type=int, default=100_000, metavar="N", help="snapshots a seed (default: 100000)")
    verb.add_argument("--thorough", action="store_true", help="try every payload in every snapshot")
    verb.add_argument("--perft", type=int, metavar="N", help="count the sequences of up to N moves, too")
    verb.add_argument("--draw", type=Path, metavar="FILE", help="draw the first defect, or else what was visited")
    verb.add_argument("--log", type=Path, metavar="FILE", help="write the moves to the first defect as a session log")
    verb.add_argument("--json", action="store_true", help="print the result as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Lint and explore; NO if there is a defect."""
    from fsm.catalogue import find
    from fsm.engine import Engine
    from fsm.explore import needless_acceptances
    from fsm.lint import examine

    found = find(options.flow)
    explorations = explore_all(options, found) if isinstance(found, Engine) else []
    counts = perft_counts(options, found) if isinstance(found, Engine) else []
    findings = examine(found)
    if isinstance(found, Engine):
        findings += needless_acceptances(found.chart, explorations)
    errors = keep(options, explorations)
    if options.json:
        print_json({"lint": findings, "explorations": list(map(facts, explorations)), "perft": counts})
    else:
        print_lint(findings)
        print_explorations(explorations, isinstance(found, Engine))
        print_perft(counts)
    if errors:
        raise PhasebookError(" ".join(map(str, errors)))
    is_clean = all(finding.accepted for finding in findings) and most_telling(explorations)[1] is None
    return DONE if is_clean else NO


def setting_to_explore(options: argparse.Namespace, engine: "Engine[Any]") -> dict[str, Any]:
    """What was asked for, or else the small preset of the game if it has one."""
    asked = settings_from(options)
    return asked if asked or SMALL not in engine.presets else {"preset": SMALL}


def explore_all(options: argparse.Namespace, engine: "Engine[Any]") -> "list[Exploration]":
    """Explore the seeds asked for."""
    if options.seeds < 1:
        raise PhasebookError(f"The number of seeds must be at least 1, not {options.seeds}.")
    return [explore_one(options, engine, seed) for seed in range(options.seed, options.seed + options.seeds)]


def explore_one(options: argparse.Namespace, engine: "Engine[Any]", seed: int) -> "Exploration":
    """Explore one seed under a progress bar."""
    from fsm.explore import explore

    with bar(options.limit, "snapshots", f"seed {seed}") as progress:
        return explore(
            engine,
            seed=seed,
            settings=setting_to_explore(options, engine),
            limit=options.limit,
            thorough=options.thorough,
            progress=lambda visited: progress.update(visited - progress.n),
        )


def perft_counts(options: argparse.Namespace, engine: "Engine[Any]") -> list[int]:
    """Sequences of 1, 2, ... moves."""
    from fsm.explore import perft, starter

    if options.perft is None:
        return []
    first = starter(engine, setting_to_explore(options, engine))(options.seed, None)
    return [perft(engine, first, plies) for plies in range(1, options.perft + 1)]


# Printing


def print_lint(findings: "Sequence[Finding]") -> None:
    """What the linter says, accepted findings last."""
    opened = [finding for finding in findings if not finding.accepted]
    print(f"lint: {'clean' if not opened else count(len(opened), 'finding')}")
    for finding in opened:
        print(f"  {finding}")
    for finding in findings:
        if finding.accepted:
            print(f"  accepted: {finding.check} at {finding.where}: {finding.accepted}")


def print_explorations(explorations: "Sequence[Exploration]", has_engine: bool) -> None:
    """A paragraph a seed."""
    if not has_engine:
        print("explore: not done; name the Engine that runs this flow to explore its games.")
    for exploration in explorations:
        print_exploration(exploration)


def print_exploration(exploration: "Exploration") -> None:
    """What was visited, what was left out, what is wrong."""
    from fsm.explore import summary, unreached

    print(
        f"explore: seed {exploration.seed}: {exploration.snapshots:,} snapshots, {exploration.transitions:,} "
        f"transitions, {exploration.depth} moves deep, {exploration.endings:,} endings; "
        f"{exploration.payloads:,} other payloads tried"
    )
    if not exploration.complete:
        print(f"  the limit of {exploration.limit:,} snapshots was reached: raise --limit to see more of this seed, "
              f"or go on with --seed {exploration.seed + 1}")  # fmt: skip
    print(f"  seen: {summary(exploration.coverage)}")
    missing = unreached(exploration.coverage)
    for name in (*missing.phases, *missing.rows, *missing.guards):
        print(f"  not reached: {name}")
    for defect in exploration.defects:
        print_defect(defect)


def print_defect(defect: "Defect") -> None:
    """A defect and the moves that lead to it."""
    from fsm.moves import move_text

    if defect.accepted:
        print(f"  accepted: {defect.kind} of {defect.name}: {defect.accepted}")
        return
    print(f"  DEFECT {defect}")
    for move in defect.moves:
        print(f"    {move_text(move)}")
    for obstacle in defect.obstacles:
        print(f"    {obstacle}")


def print_perft(counts: Sequence[int]) -> None:
    """A line a ply."""
    for plies, sequences in enumerate(counts, start=1):
        print(f"perft {plies}: {sequences:,}")


def count(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


# Keeping


def keep(options: argparse.Namespace, explorations: "Sequence[Exploration]") -> list[PhasebookError]:
    """Write and draw what was asked for, if there is anything to show."""
    exploration, defect = most_telling(explorations)
    if exploration is None:
        return []
    log = "" if defect is None else defect.log
    return attempted(
        (options.log if defect else None, lambda path: write_log(path, log)),
        (options.draw, lambda path: draw(path, exploration, defect)),
    )


def most_telling(explorations: "Sequence[Exploration]") -> "tuple[Exploration | None, Defect | None]":
    """The first exploration with a defect that the flow does not accept, and the defect; or else the first of all."""
    for exploration in explorations:
        for defect in exploration.defects:
            if not defect.accepted:
                return exploration, defect
    return explorations[0] if explorations else None, None


def write_log(path: Path, log: str) -> None:
    """The moves to a defect."""
    from diagrams.files import write

    if not log:
        raise PhasebookError("The moves to the defect cannot be written: the game at its start cannot be saved.")
    write(path, log.encode())


def draw(path: Path, exploration: "Exploration", defect: "Defect | None") -> None:
    """The way to a defect on the flowchart under the settings explored, or else the traffic of the exploration."""
    check_diagrams()
    from diagrams.diagram import Diagram

    if defect is None:
        Diagram(exploration.chart, counts=exploration.coverage.rows).save(path)
    else:
        Diagram(exploration.chart, trace=list(defect.rows), highlight=defect.phase).save(path)
