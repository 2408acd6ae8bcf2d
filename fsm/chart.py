"""The frozen picture of a flow that everything else reads: phases, rows, guards, in the order they are tried.

A chart is plain data: it compares, it serialises to JSON, and it knows nothing of python-statemachine. `fsm.reading`
makes one from a flow.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any

import msgspec

from fsm.errors import FlowError
from fsm.values.comparing import spoken

__all__ = ["Accepted", "Chart", "Effect", "Guard", "Impossible", "Phase", "Row"]


class Guard(msgspec.Struct, frozen=True):
    """A condition on a row: `name` must hold, or must not if `negated`."""

    name: str
    sentence: str = ""
    negated: bool = False
    needs: tuple[str, ...] = ("game",)
    """The parameters of the rule: `game`, `game, move`, or `settings` (a static guard)."""
    reads: tuple[str, ...] = ()
    """The settings that decide it, if it comes from `when=`; its name is then the text of that condition."""

    @property
    def is_static(self) -> bool:
        """Reads only the settings, so a preset decides it once and for all."""
        return self.needs == ("settings",)

    @property
    def words(self) -> str:
        """The guard as a reader says it: `is_even`, `not is_even`, `players >= 3`."""
        if self.reads:
            return spoken(self.name, wanted=not self.negated)
        return f"not {self.name}" if self.negated else self.name


class Effect(msgspec.Struct, frozen=True):
    """Something that happens: a function from game to game."""

    name: str
    needs: tuple[str, ...] = ("game",)


class Phase(msgspec.Struct, frozen=True):
    """A state of the flow; one with children is a compound phase."""

    path: str
    name: str
    parent: str | None = None
    children: tuple[str, ...] = ()
    initial: bool = False
    final: bool = False
    enter: tuple[Effect, ...] = ()
    exit: tuple[Effect, ...] = ()

    @property
    def id(self) -> str:
        """The last part of the path, as declared."""
        return self.path.rpartition(".")[2]


class Row(msgspec.Struct, frozen=True):
    """One row of the flow: from a phase, on an event or unasked, under guards, with effects, to a phase."""

    id: str
    source: str
    target: str
    event: str | None = None
    guards: tuple[Guard, ...] = ()
    effects: tuple[Effect, ...] = ()
    internal: bool = False
    """Nothing is left or entered; the flow stays in the phase it is in."""

    @property
    def is_consequence(self) -> bool:
        """Happens unasked, as soon as its guards allow."""
        return self.event is None

    @property
    def variants(self) -> tuple[Guard, ...]:
        """The guards that settings alone decide: the matches that are played with this row."""
        return tuple(guard for guard in self.guards if guard.is_static)

    @property
    def questions(self) -> tuple[Guard, ...]:
        """The guards that play decides."""
        return tuple(guard for guard in self.guards if not guard.is_static)


class Impossible(msgspec.Struct, frozen=True):
    """The author's own sentence for an event that a phase does not know."""

    phase: str
    event: str
    sentence: str


MISSING_MOVE = "missing_legal_move"
"""The one defect of play that a flow can accept: candidates may stand for payloads without number."""


class Accepted(msgspec.Struct, frozen=True):
    """A lint finding that the author means, with the reason."""

    finding: str
    where: str
    reason: str


class Chart(msgspec.Struct, frozen=True, dict=True):
    """A whole flow. Phases in document order; rows in document order of their source, then as tried."""

    name: str
    title: str
    phases: tuple[Phase, ...]
    rows: tuple[Row, ...]
    refusals: tuple[Impossible, ...] = ()
    accepts: tuple[Accepted, ...] = ()

    @cached_property
    def by_path(self) -> Mapping[str, Phase]:
        """Phases by path."""
        return {phase.path: phase for phase in self.phases}

    @cached_property
    def rows_of(self) -> Mapping[str, tuple[Row, ...]]:
        """Rows by the phase they are declared on."""
        found: dict[str, list[Row]] = {phase.path: [] for phase in self.phases}
        for row in self.rows:
            found[row.source].append(row)
        return {path: tuple(rows) for path, rows in found.items()}

    def phase(self, path: str) -> Phase:
        """The phase at a path."""
        try:
            return self.by_path[path]
        except KeyError:
            known = ", ".join(self.by_path)
            raise FlowError(f"{self.name} has no phase {path!r}; its phases are {known}.") from None

    @cached_property
    def leaves(self) -> tuple[Phase, ...]:
        """The phases that a snapshot can be in."""
        return tuple(phase for phase in self.phases if not phase.children)

    @cached_property
    def events(self) -> tuple[str, ...]:
        """Event ids in order of first appearance."""
        return tuple(dict.fromkeys(row.event for row in self.rows if row.event is not None))

    @cached_property
    def static_guards(self) -> tuple[str, ...]:
        """The guards that settings alone decide, in order of first appearance; none if there are no variants."""
        static = (guard.name for row in self.rows for guard in row.guards if guard.is_static)
        return tuple(dict.fromkeys(static))

    @property
    def initial(self) -> Phase:
        """The top-level phase where a game starts."""
        return next(phase for phase in self.phases if phase.parent is None and phase.initial)

    def lineage(self, path: str | None) -> tuple[str, ...]:
        """A phase's path and its ancestors', innermost first."""
        found = []
        while path is not None:
            found.append(path)
            path = self.by_path[path].parent
        return tuple(found)

    @cached_property
    def initial_child(self) -> Mapping[str, str]:
        """Compound phase -> the sub-phase where it begins."""
        return {phase.parent: phase.path for phase in reversed(self.phases) if phase.parent and phase.initial}

    def descent(self, path: str) -> tuple[str, ...]:
        """The phases entered when a row ends at `path`: itself, then initial children down to a leaf."""
        found = [path]
        while self.by_path[found[-1]].children:
            found.append(self.initial_child[found[-1]])
        return tuple(found)

    def rows_at(self, leaf: str) -> Iterator[Row]:
        """Every row that can be taken in a leaf, in the order tried: its own first, then the ancestors'."""
        for path in self.lineage(leaf):
            yield from self.rows_of[path]

    @cached_property
    def alternatives_at(self) -> Mapping[str, Mapping[str | None, tuple[Row, ...]]]:
        """Leaf -> event (or None) -> alternatives in the order tried. Sub-phases share what they inherit."""
        table: dict[str | None, dict[str | None, tuple[Row, ...]]] = {None: {}}
        for phase in self.phases:
            outer, own = table[phase.parent], by_event(self.rows_of[phase.path])
            joined = {event: (*rows, *outer.get(event, ())) for event, rows in own.items()}
            table[phase.path] = (
                joined | {event: rows for event, rows in outer.items() if event not in own} if own else outer
            )
        return {leaf.path: table[leaf.path] for leaf in self.leaves}

    def alternatives(self, leaf: str, event: str | None) -> tuple[Row, ...]:
        """The alternatives for an event (or for no event) in a leaf, in the order tried."""
        return self.alternatives_at[leaf].get(event, ())

    def events_at(self, leaf: str) -> tuple[str, ...]:
        """The events that a leaf knows."""
        return tuple(event for event in self.alternatives_at[leaf] if event is not None)

    def landing(self, row: Row, leaf: str) -> str:
        """The leaf where a row taken in `leaf` ends."""
        return leaf if row.internal else self.descent(row.target)[-1]

    def crossing(self, row: Row, leaf: str) -> tuple[Effect, ...]:
        """Everything that happens when a row is taken in `leaf`: exits, the row's effects, entries."""
        if row.internal:
            return row.effects
        domain = self.domain(row)
        left = [path for path in self.lineage(leaf) if path not in domain]
        ancestors = [path for path in self.lineage(row.target)[:0:-1] if path not in domain]
        entered = [*ancestors, *self.descent(row.target)]
        exits = [effect for path in left for effect in self.by_path[path].exit]
        entries = [effect for path in entered for effect in self.by_path[path].enter]
        return (*exits, *row.effects, *entries)

    def domain(self, row: Row) -> tuple[str, ...]:
        """The phases that stay active while a row is taken: the common proper ancestors of both ends."""
        target_ancestors = self.lineage(row.target)[1:]
        return tuple(path for path in self.lineage(row.source)[1:] if path in target_ancestors)

    @cached_property
    def fingerprint(self) -> str:
        """Changes exactly when structure that decides behaviour changes: not with names, sentences or docs."""
        skeleton = {"phases": [bones_of_phase(phase) for phase in self.phases],
                    "rows": [bones_of_row(row) for row in self.rows]}  # fmt: skip
        return blake2b(msgspec.json.encode(skeleton), digest_size=8).hexdigest()

    def reason_to_accept(self, defect: str, where: str) -> str:
        """The author's reason for accepting a defect of play, or ''."""
        return next((a.reason for a in self.accepts if defect == a.finding == MISSING_MOVE and a.where == where), "")

    def specialise(self, *verdicts: Mapping[str, bool]) -> "Chart":
        """The chart for settings under which the named static guards have these verdicts, or any of these.

        Rows that can never apply are dropped, guards that always hold are no longer asked, and phases that
        nobody reaches any more are gone.
        """
        rows = tuple(slim for row in self.rows if (slim := in_any_case(row, verdicts)) is not None)
        return without_unreachable(msgspec.structs.replace(self, rows=rows))


def by_event(rows: Iterable[Row]) -> dict[str | None, list[Row]]:
    """Rows by their event, each group in order."""
    found: dict[str | None, list[Row]] = {}
    for row in rows:
        found.setdefault(row.event, []).append(row)
    return found


def bones_of_phase(phase: Phase) -> list[Any]:
    """What of a phase decides behaviour."""
    return [
        phase.path,
        phase.initial,
        phase.final,
        [e.name for e in phase.enter],
        [e.name for e in phase.exit],
    ]


def bones_of_row(row: Row) -> list[Any]:
    """What of a row decides behaviour."""
    guards = [[guard.name, guard.negated] for guard in row.guards]
    return [row.source, row.event, guards, [e.name for e in row.effects], row.target, row.internal]


def in_any_case(row: Row, verdicts: Iterable[Mapping[str, bool]]) -> Row | None:
    """The row as all the verdicts leave it; as it is written, if they do not agree about it."""
    left = {without_decided(row, one) for one in verdicts}
    return left.pop() if len(left) == 1 else row


def without_decided(row: Row, verdicts: Mapping[str, bool]) -> Row | None:
    """The row without the guards that the verdicts settle, or None if one of them forbids it."""
    kept = []
    for guard in row.guards:
        if guard.name not in verdicts:
            kept.append(guard)
        elif verdicts[guard.name] is guard.negated:
            return None
    return msgspec.structs.replace(row, guards=tuple(kept))


def without_unreachable(chart: Chart) -> Chart:
    """Only the phases that the remaining rows can reach, and only rows and remarks between them."""
    reached = reachable_leaves(chart)
    alive = {path for leaf in reached for path in chart.lineage(leaf)}
    phases = tuple(
        msgspec.structs.replace(phase, children=tuple(child for child in phase.children if child in alive))
        for phase in chart.phases
        if phase.path in alive
    )
    taken = {row.id for leaf in reached for row in live_rows(chart, leaf)}
    return Chart(
        name=chart.name,
        title=chart.title,
        phases=phases,
        rows=tuple(row for row in chart.rows if row.id in taken),
        refusals=tuple(remark for remark in chart.refusals if remark.phase in alive),
        accepts=chart.accepts,
    )


def live_rows(chart: Chart, leaf: str) -> Iterator[Row]:
    """The rows of a leaf that no unguarded alternative before them hides."""
    closed: set[str | None] = set()
    for row in chart.rows_at(leaf):
        if row.event not in closed:
            yield row
            if not row.guards:
                closed.add(row.event)


def reachable_leaves(chart: Chart) -> set[str]:
    """Leaves that live rows lead to from the start."""
    todo = [chart.descent(chart.initial.path)[-1]]
    found = set(todo)
    while todo:
        leaf = todo.pop()
        for row in live_rows(chart, leaf):
            landing = chart.landing(row, leaf)
            if landing not in found:
                found.add(landing)
                todo.append(landing)
    return found
