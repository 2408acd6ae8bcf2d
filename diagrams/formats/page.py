"""What text languages share: ids, the texts of rows and phases, and where edges begin and end.

A row that ends where it starts is a line in the box of its phase. What can happen anywhere in a compound phase has a
small box in it, because these languages have no edge from a box to what is inside.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from diagrams.content.calls import WayBack, leading_on
from diagrams.content.manners import (
    ends_of,
    leads_inward,
    remarks,
    sign_in_box,
    sign_on_edge,
    starts_anywhere,
    tells_apart,
)
from diagrams.content.names import Names
from diagrams.content.scene import Scene, numbers_shown, outermost, rows_between, rows_within
from diagrams.content.text import clean, number_text
from fsm.chart import Phase, Row

RETURNS, BADGE = "↻", "⚑"
ON_EDGE, IN_BOX = 24, 40
"""Characters of a line. Mermaid breaks labels of more than 200 pixels once more, which is about 25 characters."""

NAMELESS, ANYWHERE = "—", "anywhere here"
LONGEST_ID = 60

Ends = tuple[str, str]
"""Where an edge begins and ends: the path of a phase, or the place in it for what can happen anywhere."""


def anywhere_in(path: str) -> str:
    """The place in a compound phase for what can happen anywhere there; no phase has such a path."""
    return f"{path}.*"


def ids(wishes: Iterable[str], reserved: Collection[str] = ()) -> list[str]:
    """An id of [a-z0-9_] near each wish, no two alike and none that is reserved."""
    found: list[str] = []
    taken = set(reserved)
    for wish in wishes:
        plain = re.sub(r"[^a-z0-9_]+", "_", wish.lower())[:LONGEST_ID] or "_"
        name, number = plain, 1
        while name in taken:
            number += 1
            name = f"{plain}_{number}"
        taken.add(name)
        found.append(name)
    return found


class Page:
    """One text being written."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.chart = scene.chart
        self.names = Names(self.chart, scene.words, scene.detail)
        self.numbers = numbers_shown(scene)
        self.tells_apart = tells_apart(self.chart)
        self.traced = frozenset(scene.marks.trace)

    def children(self, path: str | None) -> list[Phase]:
        """The phases directly in another, or directly in the flow."""
        if path is None:
            return outermost(self.chart)
        return [self.chart.by_path[child] for child in self.chart.by_path[path].children]

    # Texts

    def name(self, phase: Phase) -> str:
        return self.names.phases[phase.name] or NAMELESS

    def happening(self, phase: Phase) -> Iterator[str]:
        """What happens in a phase, line by line."""
        if note := self.scene.notes.get(phase.path):
            yield note
        for word, effects in self.names.on_the_way(phase):
            yield f"{word} {effects}"
        for row in rows_within(self.chart, phase):
            yield self.text(row, sign_in_box(row, RETURNS))

    def text(self, row: Row, sign: str = "") -> str:
        """Everything that a row says."""
        counts = self.scene.marks.counts
        parts = [
            sign,
            "▶" if row.id in self.traced else "",
            f"{self.numbers[row.id]}." if row.id in self.numbers else "",
            f"{BADGE} {self.names.badge(row)} ·" if row.variants else "",
            self.names.opening(row),
            *remarks(row, row.then is None),
            self.names.question(row),
            self.names.effects_of(row),
            f"× {number_text(counts[row.id])}" if row.id in counts else "",
        ]
        return clean(" ".join(part for part in parts if part))

    # Edges

    @cached_property
    def edges(self) -> dict[Ends, list[str]]:
        """The texts of each edge. Two edges with the same ends would lie on top of each other."""
        found: dict[Ends, list[str]] = {}
        for row in rows_between(self.chart):
            sign = sign_on_edge(self.chart, row, RETURNS) if self.tells_apart else ""
            found.setdefault(self.ends(row), []).append(self.text(row, sign))
        for way in leading_on(self.chart):
            found.setdefault(self.ends_of_way(way), []).append(self.names.way_back(way))
        return found

    @cached_property
    def departures(self) -> frozenset[str]:
        """The places from which edges start."""
        return frozenset(source for source, _ in self.edges)

    def ends(self, row: Row) -> Ends:
        """Where the edge of a row begins and ends."""
        if starts_anywhere(self.chart, row):
            return anywhere_in(row.source), row.target
        inward = leads_inward(self.chart, row)
        return ends_of(self.chart, row.source)[-1] if inward else row.source, row.target

    def ends_of_way(self, way: WayBack) -> Ends:
        """Where the edge of a way back begins and ends."""
        inward = way.called in self.chart.lineage(way.to)
        endings = ends_of(self.chart, way.called) if inward else []
        return endings[-1] if endings else way.called, way.to

    def has_anywhere(self, phase: Phase, lines: Collection[str]) -> bool:
        """Whether a compound phase needs the small box for what can happen anywhere."""
        return bool(lines) or anywhere_in(phase.path) in self.departures
