"""`phasebook docs`: pictures and blocks of documentation, written from flows and compared with them."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phasebook.cli.parser import add_traceback
from phasebook.cli.pictures import check_diagrams
from phasebook.cli.streams import say
from phasebook.cli.verbs import CANNOT, DONE, NO, VERBS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phasebook.syncing.plan import Plan
    from phasebook.syncing.problems import DocsError

TASKS = {
    "sync": "write what is not as the flows are now",
    "check": "show what is not as the flows are now, and write nothing",
}


def add(verbs: Any) -> None:
    """Declare the verb and its two tasks."""
    verb = verbs.add_parser("docs", help=VERBS["docs"])
    tasks = verb.add_subparsers(title="tasks", metavar="TASK", required=True)
    for name, run in (("sync", sync), ("check", check)):
        task = tasks.add_parser(name, help=TASKS[name], description=f"{TASKS[name].capitalize()}.")
        task.add_argument("--config", type=Path, metavar="FILE", help="a pyproject.toml or phasebook.toml")
        add_traceback(task)
        task.set_defaults(run=run)
    option = tasks.choices["sync"].add_argument
    option("--force", action="store_true", help="also replace what was edited by hand or drawn by others")
    option("--redraw", action="store_true", help="draw fresh pictures again, too")


def check(options: argparse.Namespace) -> int:
    """Show everything that is stale, and how to repair it."""
    from phasebook.syncing.config import project_of
    from phasebook.syncing.plan import plan_of
    from phasebook.syncing.problems import DocsError

    check_diagrams()
    try:
        plan = plan_of(project_of(options.config))
    except DocsError as error:
        return complain_of(error)
    for change in plan.changes:
        print(*change.reasons, *([change.diff] if change.diff else []), sep="\n", end="\n\n")
    if plan.problems:
        return complain(plan.problems)
    print(summary(plan) if not plan.changes else f"Not fresh. To repair: {repair(options, plan)}")
    return NO if plan.changes else DONE


def sync(options: argparse.Namespace) -> int:
    """Write everything that is stale, or nothing."""
    from phasebook.syncing.config import project_of
    from phasebook.syncing.plan import carry_out, plan_of
    from phasebook.syncing.problems import DocsError

    check_diagrams()
    try:
        project = project_of(options.config)
        plan = plan_of(project, redraw=options.redraw)
        if plan.problems or (plan.edited and not options.force):
            return complain([*plan.problems, *([] if options.force else map(refused, plan.edited))])
        for name in carry_out(plan, project):
            print(f"wrote {name}")
    except DocsError as error:
        return complain_of(error)
    print(summary(plan))
    return DONE


def complain_of(error: "DocsError") -> int:
    """Say all that an error says; a single sentence is left to the command, which can also show where it happened."""
    if len(error.problems) == 1:
        raise error
    return complain(error.problems)


def complain(problems: "Iterable[str]") -> int:
    """Say everything that is wrong, a line each."""
    for sentence in problems:
        say(sentence)
    return CANNOT


def refused(place: str) -> str:
    """Why a place is left alone."""
    return f"{place}: somebody else's work would be lost here; save it elsewhere, then sync with --force."


def repair(options: argparse.Namespace, plan: "Plan") -> str:
    """The command that writes what is stale."""
    config = [] if options.config is None else ["--config", str(options.config)]
    return shlex.join(["phasebook", "docs", "sync", *config, *["--force"] * bool(plan.edited)])


def summary(plan: "Plan") -> str:
    """What is fresh."""
    counts = ((plan.blocks, "block"), (plan.pages, "page"), (plan.files, "file"))
    blocks, pages, files = (f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in counts)
    return f"Fresh: {blocks} in {pages}, {files}."
