"""A flow as nested states with ordinary rows, for languages that know no calls, gatherings or refusals.

Why it means the same:

- **A call** suspends a leaf, which is not left. So the leaf has sub-states: one to rest in, and one copy of the called
  phase for each call. To call is to go from resting into the copy; to come back is to leave the end of the copy, for
  the resting state or for where `then=` leads. A row that leads further out leaves the copy first, then its caller.
- **A suspended phase** answers nothing, although it is active: its rows ask first that no copy in it is.
- **A refusal** is a row that goes nowhere: rows behind it and further out are not asked.
- **A gathering** is two rows: with the last choice, to the target; before, nowhere, and the choice is kept.

What a flow can say beyond that is said in sentences: see `Expansion.notes`.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from fsm.chart import Chart, Effect, Gather, Guard, Phase, Row
from fsm.errors import PhasebookError
from fsm.native import unique
from fsm.snapshot import Caller

Callers = tuple[Caller, ...]
Place = tuple[Callers, str]
"""The suspended callers, and a phase."""
Path = tuple[str, ...]
"""The keys of a state and of those around it, outermost first."""

MOST_PLACES = 3_000
"""More ways to be suspended than this make no file that anybody could load."""


class Condition(NamedTuple):
    """What must hold, or must not: a rule by its name, or that a state is active."""

    name: str = ""
    state: Path = ()
    negated: bool = False


class Line(NamedTuple):
    """A row of one state."""

    row: Row
    event: str | None
    conditions: tuple[Condition, ...]
    effects: tuple[str, ...]
    target: Path | None
    """None goes nowhere."""
    leaves: bool = True
    """The source is left and entered again, if the target lies in it."""
    ends: tuple[Path, ...] = ()
    """Of a done row, the states in which the source has ended."""
    suspended: tuple[Condition, ...] = ()
    """That no copy is active in the source; asked before all else."""


class State(NamedTuple):
    """A state, with everything in it."""

    key: str
    path: Path
    phase: Phase
    place: Place
    children: tuple["State", ...]
    lines: tuple[Line, ...]
    initial: str | None = None
    final: bool = False
    is_resting: bool = False
    """It stands for a leaf that could call, and is entered and left with no effects of its own."""


def has_room(chart: Chart, row: Row, back: Callers) -> bool:
    """Whether the limit of a call, if it has one, allows one more."""
    limits = [int(re.findall(r"\d+", guard.name)[0]) for guard in row.guards if is_limit(guard)]
    return all(sum(chart.called_by(caller) == row.calls for caller in back) < limit for limit in limits)


def is_limit(guard: Guard) -> bool:
    """Whether a guard is the limit of a call, which the callers alone decide."""
    return guard.needs == ("back",)


def last_choice(gathers: Gather) -> str:
    """What the rule is called that says whether all others have chosen."""
    return f"all_other_{gathers.by}_have_chosen"


def kept_choice(row: Row) -> str:
    """What the effect is called that keeps a choice."""
    return f"keep_{row.event}"


class Places:
    """Everywhere that a flow can be, as far as its rows say."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.found: set[Place] = set()
        self.look([((), chart.descent(chart.initial.path)[-1])])
        self.stacks = sorted({back for back, _ in self.found if back}, key=lambda back: (len(back), repr(back)))

    def look(self, todo: list[Place]) -> None:
        """Go everywhere from some places."""
        while todo:
            place = todo.pop()
            if place not in self.found:
                self.found.add(place)
                todo += self.after(*place)
            if len(self.found) > MOST_PLACES:
                raise PhasebookError(f"{self.chart.name} can be suspended in more than {MOST_PLACES:,} ways, too many "
                                     "to write out; limit its calls with most=.")  # fmt: skip

    def after(self, back: Callers, leaf: str) -> Iterator[Place]:
        """Where one row leads from a place."""
        chart = self.chart
        if chart.comes_back(leaf, back):
            row, here, waiting = chart.way_back(back[-1]), back[-1].phase, back[:-1]
            yield chart.back_after(row, here, waiting), chart.landing(row, here)
            return
        for row in chart.rows_at(leaf):
            if not row.refuses and has_room(chart, row, back):
                yield chart.back_after(row, leaf, back), chart.landing(row, leaf)

    def calls_from(self, callers: Callers, leaf: str) -> list[Callers]:
        """The calls that can be made in a leaf."""
        return [stack for stack in self.stacks if stack[:-1] == callers and stack[-1].phase == leaf]

    def calls_inside(self, callers: Callers, path: str) -> list[Callers]:
        """The calls that can be made in a phase and suspend it."""
        return [
            stack
            for stack in self.stacks
            if stack[:-1] == callers
            and path in self.chart.lineage(stack[-1].phase)
            and path not in self.chart.lineage(self.chart.called_by(stack[-1]))
        ]

    def is_only_called(self, path: str) -> bool:
        """Whether no row leads into a phase but those that call it."""
        return path in self.chart.called and not self.chart.by_path[path].initial and path not in self.entered

    @cached_property
    def entered(self) -> set[str]:
        """The phases that rows lead into, and those around them that are entered on the way."""
        rows = [row for row in self.chart.rows if row.calls is None and not row.internal]
        rows += [self.chart.way_back(Caller(row.source, row.id)) for row in self.chart.rows if row.then is not None]
        return {path for row in rows for path in self.chart.lineage(row.target) if path not in self.chart.domain(row)}


class Expansion:
    """The states of a flow."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.places = Places(chart)
        self.paths: dict[Place, Path] = {}
        self.notes: list[str] = []
        """What the states do not say, or say in another way, in sentences."""
        tops = [
            phase.path for phase in chart.phases if phase.parent is None and not self.places.is_only_called(phase.path)
        ]
        for path in tops:
            self.name((), path, ())
        self.states = tuple(self.state((), path) for path in tops)
        self.initial = chart.initial.id
        self.notes = [*self.general_notes(), *dict.fromkeys(self.notes)]

    # Names

    def name(self, callers: Callers, path: str, around: Path, key: str = "") -> None:
        """Give a state and all in it their places."""
        own = self.paths[callers, path] = (*around, key or self.chart.by_path[path].id)
        for child in self.children(path):
            self.name(callers, child, own)
        taken = {"resting"}
        for stack in self.places.calls_from(callers, path):
            called = self.called(stack)
            self.name(stack, called, own, unique(self.chart.by_path[called].id, taken))

    def children(self, path: str) -> list[str]:
        """The sub-phases that are written out where they are declared."""
        return [child for child in self.chart.by_path[path].children if not self.places.is_only_called(child)]

    def called(self, stack: Callers) -> str:
        """The phase that the last of some callers has called."""
        return self.chart.called_by(stack[-1]) or ""

    # States

    def state(self, callers: Callers, path: str) -> State:
        """One state, with everything in it."""
        phase, place = self.chart.by_path[path], (callers, path)
        calls = self.places.calls_from(callers, path)
        ends_call = self.chart.comes_back(path, callers)
        if calls:
            return self.calling(place, calls)
        children = tuple(self.state(callers, child) for child in self.children(path))
        lines = (self.way_back(callers),) if ends_call else tuple(self.lines(place))
        initial = self.chart.initial_child.get(path)
        key = self.paths[place][-1]
        initial_key = None if initial is None else self.chart.by_path[initial].id
        return State(key, self.paths[place], phase, place, children, lines, initial_key, phase.final and not ends_call)

    def calling(self, place: Place, calls: list[Callers]) -> State:
        """A leaf in which a call can begin."""
        phase, path = self.chart.by_path[place[1]], self.paths[place]
        lines = (*self.lines(place), *self.outer_calls(place, calls))
        rest = State("resting", (*path, "resting"), phase, place, (), lines, is_resting=True)
        copies = [self.state(stack, self.called(stack)) for stack in calls]
        return State(path[-1], path, phase, place, (rest, *copies), (), "resting")

    # Rows

    def lines(self, place: Place) -> Iterator[Line]:
        """The rows of a phase."""
        callers, path = place
        for row in self.chart.rows_of[path]:
            if row.calls is not None:
                yield from self.calls(row, place)
            elif row.gathers is not None:
                yield from self.gathering(row, row.gathers, place)
            elif not (row.done and callers and self.called(callers) == path):  # then its end is the way back
                yield self.plain(row, place)

    def plain(self, row: Row, place: Place) -> Line:
        """A row that leads somewhere, stays, or refuses."""
        goes = not (row.internal or row.refuses)
        target = self.target(row, place) if goes else None
        ends = tuple(
            self.paths[place[0], leaf.path] for leaf in self.chart.leaves if self.chart.is_end_of(leaf.path, row.source)
        )
        effects = names(row.effects)
        line = Line(row, row.event, conditions(row), effects, target, not row.inside, ends if row.done else ())
        return line._replace(suspended=self.not_suspended(place))

    def gathering(self, row: Row, gathers: Gather, place: Place) -> Iterator[Line]:
        """A row for the last choice, and one for those before."""
        last = Condition(last_choice(gathers))
        whole = self.plain(row, place)
        yield whole._replace(conditions=(*whole.conditions, last))
        yield whole._replace(target=None, effects=(kept_choice(row),))

    def calls(self, row: Row, place: Place) -> Iterator[Line]:
        """The row of a leaf that calls; those of phases around are written at each leaf."""
        for stack in self.places.calls_from(*place):
            if stack[-1].row == row.id:
                yield Line(row, row.event, conditions(row), names(row.effects), self.paths[stack, row.target])

    def outer_calls(self, place: Place, calls: list[Callers]) -> Iterator[Line]:
        """The calls that phases around a leaf make in it."""
        for path in self.chart.lineage(place[1])[1:]:
            for row in self.chart.rows_of[path]:
                if row.calls is not None:
                    self.check_order(row, place[1])
                    yield from self.calls(row, place)

    def check_order(self, row: Row, leaf: str) -> None:
        """Say so if a call is now asked before a row that comes first."""
        earlier = [one for one in self.chart.rows_at(leaf) if one.event == row.event]
        before = earlier[: earlier.index(row)] if row in earlier else []
        if any(one.source != leaf and one.calls is None for one in before):
            self.notes.append(f"In {leaf}, the call {row.id} is asked before other rows of phases around it.")

    def way_back(self, callers: Callers) -> Line:
        """What follows when a called phase has ended."""
        row, start = self.chart.way_back(callers[-1]), (callers[:-1], callers[-1].phase)
        if row.internal:
            return Line(row, None, (), (), (*self.paths[start], "resting"))
        source = callers, next(iter(self.ends_of(self.called(callers))))
        return Line(row, None, (), (), self.target(row, source, start[0]))

    def ends_of(self, path: str) -> list[str]:
        """The final sub-phases of a phase."""
        return [child for child in self.chart.by_path[path].children if self.chart.by_path[child].final]

    def target(self, row: Row, place: Place, callers: Callers | None = None) -> Path:
        """The state that a row leads to; says so if the way there leaves less than it should."""
        domain = self.chart.domain(row)
        around = self.home(place[0] if callers is None else callers, domain[0]) if domain else ()
        target = self.paths[around, row.target]
        stays = len(self.paths[around, domain[0]]) if domain else 0
        if not row.inside and shared(self.paths[place], target) != stays:
            self.notes.append(
                f"{row.id} leads from a called phase into one that is suspended, which is left and entered again in "
                "the flow, and only entered here: fewer exit and enter effects run."
            )
        return target

    def home(self, callers: Callers, path: str) -> Callers:
        """Of the callers that are suspended in a phase, those that are suspended in one around it."""
        while callers and self.called(callers) not in self.chart.lineage(path):
            callers = callers[:-1]
        return callers

    def not_suspended(self, place: Place) -> tuple[Condition, ...]:
        """That a phase is not suspended: none of the calls in it is under way."""
        inside = self.places.calls_inside(*place) if self.chart.by_path[place[1]].children else []
        return tuple(Condition(state=self.paths[stack, self.called(stack)], negated=True) for stack in inside)

    # What is said

    def general_notes(self) -> Iterator[str]:
        """What every reader of the states must know."""
        if self.places.stacks:
            called = ", ".join(sorted({self.called(stack) for stack in self.places.stacks}))
            yield f"Calls are written out: {called} is there once for each phase that can call it, inside that phase."
        for row in self.chart.gatherings.values():
            by, last = (row.gathers.by, last_choice(row.gathers)) if row.gathers is not None else ("", "")
            yield (
                f"{row.event} gathers the choices of {by}: {kept_choice(row)} keeps a choice, {last} says whether it "
                f"is the last, and then the effects are to run once for each choice, in the order of {by}."
            )
        if any(row.refuses for row in self.chart.rows):
            yield "Refusals are rows that go nowhere; their sentences are in the descriptions."


def conditions(row: Row) -> tuple[Condition, ...]:
    """The guards of a row."""
    return tuple(Condition(guard.name, negated=guard.negated) for guard in row.guards if not is_limit(guard))


def names(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """What effects are called."""
    return tuple(effect.name for effect in effects)


def shared(one: Path, other: Path) -> int:
    """How many states lie around both of two others, which are left out themselves."""
    count = 0
    for left, right in zip(one[:-1], other[:-1], strict=False):
        if left != right:
            break
        count += 1
    return count
