"""What the linter says, and the index of a chart that all its checks read."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from fsm.chart import Chart, Phase, Row
from fsm.checking import logic
from fsm.checking.graph import graph

if TYPE_CHECKING:
    import networkx


class Finding(msgspec.Struct, frozen=True):
    """One defect at one place: what it is, why it matters, and what to do."""

    check: str
    phase: str
    problem: str
    why: str
    remedy: str
    row: str = ""
    guard: str = ""
    accepted: str = ""
    """The author's reason, if the flow accepts this finding."""

    @property
    def where(self) -> str:
        """The most telling name of the place: the row, or else the phase."""
        return self.row or self.phase

    def __str__(self) -> str:
        return f"{self.check} at {self.where}: {self.problem} {self.why} {self.remedy}"


class ChartIndex:
    """A chart with what several checks ask of it, worked out once."""

    def __init__(self, chart: Chart, events_sent: frozenset[str] | None = None) -> None:
        self.chart = chart
        self.events_sent = events_sent
        """The events that move types send, or None when no move types are known."""
        self.decisions: dict[int, logic.Alternatives] = {}

    @cached_property
    def live(self) -> frozenset[tuple[str, str]]:
        """Leaf and row id wherever the row can be taken, as far as guard names tell."""
        return frozenset(
            (leaf, row)
            for leaf, table in self.chart.alternatives_at.items()
            for event, rows in table.items()
            if event is None or not self.never_rests(leaf)
            for row in self.alternatives(rows).taken
        )

    @cached_property
    def graph(self) -> "networkx.MultiDiGraph[str]":
        """The chart's graph without the rows that can never be taken."""
        made = graph(self.chart)
        dead = [(a, b, key) for a, b, key in made.edges(keys=True) if (a, key) not in self.live]
        made.remove_edges_from(dead)
        return made

    @cached_property
    def reached(self) -> frozenset[str]:
        """The leaves that a game can come to."""
        import networkx

        start = self.chart.descent(self.chart.initial.path)[-1]
        return frozenset({start, *networkx.descendants(self.graph, start)})

    def alternatives(self, rows: tuple[Row, ...]) -> logic.Alternatives:
        """What is known of the rows of one decision; sub-phases that inherit all of them share it."""
        key = id(rows)  # the chart keeps them alive
        if key not in self.decisions:
            self.decisions[key] = logic.Alternatives(rows)
        return self.decisions[key]

    def always_applies(self, leaf: str, event: str | None) -> bool:
        """Whether some row for an event applies whatever the guards answer."""
        return self.alternatives(self.chart.alternatives(leaf, event)).cover_everything

    def before(self, leaf: str, row: Row) -> list[Row]:
        """The alternatives tried before a row in a leaf."""
        rows = self.chart.alternatives(leaf, row.event)
        return list(rows[: rows.index(row)])

    def never_rests(self, leaf: str) -> bool:
        """Whether a consequence always applies, so that no move is ever awaited here."""
        return self.always_applies(leaf, None)

    @cached_property
    def leaves_in(self) -> Mapping[str, list[str]]:
        """The leaves where the rows of a phase are tried: itself, or those inside it."""
        found: dict[str, list[str]] = {phase.path: [] for phase in self.chart.phases}
        for leaf in self.chart.leaves:
            for path in self.chart.lineage(leaf.path):
                found[path].append(leaf.path)
        return found

    @cached_property
    def by_id(self) -> Mapping[str, Row]:
        """Rows by id."""
        return {row.id: row for row in self.chart.rows}

    def leading_to(self, ends: list[str]) -> set[str]:
        """The leaves from which some way leads to one of these, and these themselves."""
        found, todo = {*ends}, [*ends]
        while todo:
            fresh = {*self.graph.predecessors(todo.pop())} - found
            found |= fresh
            todo += fresh
        return found

    def exits(self, leaf: str) -> set[str]:
        """The other leaves that rows lead to."""
        return {target for target in self.graph.successors(leaf) if target != leaf}

    def is_trap(self, leaf: str) -> bool:
        """Whether a game that comes here stays here for good, although there are other phases."""
        if self.exits(leaf):
            return False
        return len(self.chart.leaves) > 1 or not self.graph.out_degree(leaf)

    def waiting(self) -> Iterator[Phase]:
        """The leaves where a game in progress can be."""
        return (leaf for leaf in self.chart.leaves if leaf.path in self.reached and not is_end(leaf))


def not_an_end(phase: Phase) -> str:
    """Why a game that comes to this phase is not over, to follow "and"."""
    return f"the phase ends only {phase.parent!r}, not the game" if phase.final else "the phase is not final"


def is_end(phase: Phase) -> bool:
    """Whether the whole game is over in this phase."""
    return phase.final and phase.parent is None
