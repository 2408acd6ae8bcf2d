"""Everything that a project declares, compared with its flows as they are now."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from phasebook.syncing.config import Project
from phasebook.syncing.pages import Page, pages_of, verdict_of
from phasebook.syncing.places import spot_of
from phasebook.syncing.problems import Problems
from phasebook.syncing.targets import Change, Target, change_of, checked
from phasebook.syncing.writing import File, obstacle, write_all


class Plan(NamedTuple):
    """What has to change, what is in the way, and how much there is altogether."""

    changes: tuple[Change, ...]
    problems: tuple[str, ...]
    blocks: int
    pages: int
    files: int

    @property
    def edited(self) -> list[str]:
        """The places where somebody else's work would be lost."""
        return [place for change in self.changes for place in change.edited]


def plan_of(project: Project, *, redraw: bool = False) -> Plan:
    """Look at everything; nothing is written, and nothing is drawn."""
    problems = Problems()
    with importable(project.folder):
        pages = pages_of(project, problems)
        verdicts = [verdict_of(project, page, problems) for page in pages]
        wanted = [*outputs_of(project, problems), *(target for verdict in verdicts for target in verdict.targets)]
        targets = distinct(wanted, pages, problems)
        changes = [verdict.change for verdict in verdicts]
        changes += [change_in(target, redraw, problems) for target in targets]
    return Plan(
        tuple(change for change in changes if change is not None),
        tuple(problems.sentences),
        sum(len(page.blocks) for page in pages),
        len(pages),
        len(targets),
    )


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Modules in the project's folder are found, wherever the command is run; Python keeps nothing of them.

    A check writes nothing at all. And a hook may run twice in a second, with another version of a module of the same
    size: Python would take what it has kept for fresh.
    """
    before, kept = list(sys.path), sys.dont_write_bytecode
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.path[:], sys.dont_write_bytecode = before, kept


def outputs_of(project: Project, problems: Problems) -> list[Target]:
    """The files that the configuration asks for; two of the same name are one too many."""
    found: dict[Path, Target] = {}
    for output in project.outputs:
        with problems.collected(output.place):
            spot = spot_of(project.folder, project.folder, output.file)
            target = checked(Target(spot, output.flow, output.options, project.folder, output.place))
            if spot.real in found:
                problems.add(output.place, f"{spot.shown} is already the file of {found[spot.real].place}; keep one.")
            found.setdefault(spot.real, target)
    return list(found.values())


def distinct(wanted: list[Target], pages: list[Page], problems: Problems) -> list[Target]:
    """Every file once. Blocks may share one if they want the same picture; no page can be one."""
    found: dict[Path, Target] = {}
    read = {page.spot.real for page in pages}
    for target in wanted:
        first = found.setdefault(target.spot.real, target)
        if target.spot.real in read:
            problems.add(target.place, f"{target.spot.shown} is a page with blocks, and cannot be drawn; rename one.")
        if not first.shows_the_same(target):
            problems.add(target.place, f"{first.place} draws something else into {first.spot.shown}; rename one.")
    return [target for path, target in found.items() if path not in read]


def change_in(target: Target, redraw: bool, problems: Problems) -> Change | None:
    """What has to change in a file; what is in the way is a problem of the place that asks for it."""
    with problems.collected(target.place):
        return change_of(target, redraw)
    return None


# Carrying it out


def carry_out(plan: Plan, project: Project) -> list[str]:
    """Make and write all that has to change; if anything is in the way, nothing is written. Gives the files' names."""
    problems, files = Problems(), []
    with importable(project.folder):
        for change in plan.changes:
            with problems.collected(change.spot.shown):
                files.append(File(change.spot, change.old, change.make()))
            if sentence := obstacle(change.spot):
                problems.sentences.append(sentence)
    problems.check()
    write_all(files)
    return [file.spot.shown for file in files]
