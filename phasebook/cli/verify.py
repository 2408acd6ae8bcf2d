"""`phasebook verify FLOW`: lint it, explore a small setting whole, and play where games are too large for that."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fsm.errors import PhasebookError
from phasebook.cli.budget import seconds_in
from phasebook.cli.options import add_game, settings_from
from phasebook.cli.pictures import attempted, check_diagrams
from phasebook.cli.progress import bar
from phasebook.cli.results import facts, print_json
from phasebook.cli.verbs import DONE, NO, VERBS
from phasebook.cli.verify_report import Verdict, first_defect, print_verdict

if TYPE_CHECKING:
    from fsm.engine import Engine
    from fsm.explore import Defect, Exploration, GuidedPlay

SMALL = "small"
"""A preset of this name is the setting that is explored, unless another one is asked for."""


def add(verbs: Any) -> None:
    """Declare the verb."""
    verb = verbs.add_parser("verify", help=VERBS["verify"])
    add_game(verb)
    verb.add_argument("--seeds", type=int, default=1, metavar="N", help="explore so many seeds, from --seed on")
    verb.add_argument(
        "--limit",
        type=int,
        default=100_000,
        metavar="N",
        help="snapshots to visit for each seed, at most (default: 100000)",
    )
    verb.add_argument("--deep", action="store_true", help="guided play only: nothing is explored")
    verb.add_argument("--budget", default="30s", metavar="TIME", help="for guided play: 30s, 2m, 500ms; 0s: none")
    verb.add_argument(
        "--thorough", action="store_true", help="try every move with every payload in every snapshot; slower"
    )
    verb.add_argument("--perft", type=int, metavar="N", help="count the sequences of up to N moves, too")
    verb.add_argument("--draw", type=Path, metavar="FILE", help="draw the first defect, or else what was visited")
    verb.add_argument("--log", type=Path, metavar="FILE", help="write the moves to the first defect as a session log")
    verb.add_argument("--json", action="store_true", help="print the result as JSON")
    verb.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Lint, explore and play; NO if there is a defect."""
    from fsm.catalogue import find
    from fsm.engine import Engine
    from fsm.lint import examine

    budget = seconds_in(options.budget)
    found = find(options.flow)
    verdict = looked_into(options, found, budget) if isinstance(found, Engine) else Verdict(examine(found), None)
    errors = keep(options, verdict)
    if options.json:
        print_json(as_json(verdict))
    else:
        print_verdict(verdict)
    if errors:
        raise PhasebookError(" ".join(map(str, errors)))
    return DONE if verdict.is_clean else NO


def looked_into(options: argparse.Namespace, engine: "Engine[Any]", budget: float) -> Verdict:
    """Everything that is asked of an engine."""
    from fsm.explore import needless_acceptances, settle
    from fsm.lint import examine

    explorations = [] if options.deep else explore_all(options, engine)
    guided = play(options, engine, budget) if is_worth_playing(options, engine, explorations, budget) else None
    counts = perft_counts(options, engine)
    findings = settle(examine(engine), explorations) + needless_acceptances(engine.chart, explorations)
    return Verdict(findings, explorations, guided, counts, spot_checks(options, engine) if budget > 0 else None)


def as_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict for programs."""
    return {
        "lint": verdict.findings,
        "explorations": list(map(facts, verdict.explorations or ())),
        "guided": None if verdict.guided is None else facts(verdict.guided),
        "checks": verdict.checks,
        "perft": verdict.perft,
    }


# Exploring


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


# Playing


def is_worth_playing(
    options: argparse.Namespace, engine: "Engine[Any]", explorations: "Sequence[Exploration]", budget: float
) -> bool:
    """Whether there is anything to see that was not explored."""
    from fsm.explore import has_variations

    if not explorations:
        return True
    is_whole = all(exploration.complete for exploration in explorations)
    return budget > 0 and not (is_whole and (settings_from(options) or not has_variations(engine)))


def play(options: argparse.Namespace, engine: "Engine[Any]", budget: float) -> "GuidedPlay":
    """Guided play under a progress bar, until the time is up."""
    from time import monotonic

    from fsm.explore import guided_play, size_of

    end = monotonic() + budget
    total = size_of(engine.chart)
    with bar(total, "things seen", "guided play") as progress:

        def show(_: int, missing: Any) -> None:
            progress.update(total - len(missing) - progress.n)

        return guided_play(
            engine,
            seed=options.seed,
            settings=settings_from(options),
            is_late=lambda: monotonic() >= end,
            thorough=options.thorough,
            progress=show,
        )


# A few games, looked at as a whole

SPOT_GAMES: dict[str, Any] = {"games": 2, "max_moves": 40}
"""Not many: each position is dealt anew several times for every seat."""


def spot_checks(options: argparse.Namespace, engine: "Engine[Any]") -> dict[str, str]:
    """Checks that need more than one snapshot, and what they complain about: secrets are looked for in every preset."""
    from fsm.testing import SECRET_CHECKS, spot_checks

    asked = settings_from(options)
    found = spot_checks(engine, seed=options.seed, settings=asked, **SPOT_GAMES)
    for name, changes in engine.presets.items():
        if changes and not asked:
            more = spot_checks(engine, SECRET_CHECKS, seed=options.seed, settings={"preset": name}, **SPOT_GAMES)
            found |= {
                check: f"{said}\nsettings: preset {name}" for check, said in more.items() if said and not found[check]
            }
    return found


# Keeping


def keep(options: argparse.Namespace, verdict: Verdict) -> list[PhasebookError]:
    """Write and draw what was asked for, if there is anything to show."""
    result, defect = first_defect(verdict)
    if result is None:
        return []
    log = "" if defect is None else defect.log
    return attempted(
        (options.log if defect else None, lambda path: write_log(path, log)),
        (options.draw, lambda path: draw(path, result, defect)),
    )


def write_log(path: Path, log: str) -> None:
    """The moves to a defect."""
    from diagrams.files import write

    if not log:
        raise PhasebookError("The moves to the defect cannot be written: make the game of values that JSON can hold.")
    write(path, log.encode())


def draw(path: Path, result: "Exploration | GuidedPlay", defect: "Defect | None") -> None:
    """The way to a defect on the flowchart under the settings played, or else the traffic of all games."""
    check_diagrams()
    from diagrams.diagram import Diagram

    if defect is None:
        Diagram(result.chart, counts=result.coverage.rows).save(path)
    else:
        Diagram(result.chart, trace=list(defect.rows), highlight=defect.phase).save(path)
