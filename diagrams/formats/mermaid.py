"""From a scene to Mermaid: a state diagram that GitHub and many editors show without any tool."""

import re
from collections.abc import Iterable, Iterator

from diagrams.content.calls import WayBack, leading_on
from diagrams.content.manners import (
    asked,
    ends_of,
    leads_inward,
    opening_word,
    remarks,
    sign_in_box,
    sign_on_edge,
    starts_anywhere,
    tells_apart,
)
from diagrams.content.names import Names
from diagrams.content.scene import Scene, has_inward_rows, ordinals, outermost, rows_between, rows_within
from diagrams.content.text import clean, number_text, wrapped
from fsm.chart import Phase, Row

RETURNS, BADGE = "↻", "⚑"
WIDTH = 60
UNSAFE = re.compile(r"[^\w .,/()\[\]!?+='-]", re.ASCII)
RESERVED = frozenset(
    {"state", "note", "end", "class", "classdef", "click", "default", "direction", "style", "hide", "scale",
     "as", "acctitle", "accdescr", "statediagram", "href", "left", "right", "of", "tb", "bt", "lr", "rl"}
)  # fmt: skip


def mermaid(scene: Scene) -> str:
    """The Mermaid text of a scene. Equal scenes give equal text."""
    return "\n".join(Page(scene).lines()) + "\n"


def spelled(text: str) -> str:
    """Text with everything that could mean something to Mermaid written as its number."""
    return UNSAFE.sub(lambda found: numbered(found.group()), clean(text))


def numbered(character: str) -> str:
    """`"` -> `#34;`. Letters and signs beyond ASCII mean nothing to Mermaid and stay."""
    return character if ord(character) > 127 else f"#{ord(character)};"


def ids(paths: Iterable[str]) -> dict[str, str]:
    """An id of [a-z0-9_] for each path, no two alike and none that Mermaid keeps for itself."""
    found: dict[str, str] = {}
    taken = set(RESERVED)
    for path in paths:
        wish = re.sub(r"[^a-z0-9_]+", "_", path.lower())[:60] or "_"
        name, number = wish, 1
        while name in taken:
            number += 1
            name = f"{wish}_{number}"
        taken.add(name)
        found[path] = name
    return found


class Page:
    """One Mermaid text being written."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.chart = scene.chart
        paths = [phase.path for phase in self.chart.phases]
        names = ids([*paths, *(f"{path}.anywhere" for path in paths)])
        self.id = {path: names[path] for path in paths}
        self.anywhere = {path: names[f"{path}.anywhere"] for path in paths}
        self.names = Names(self.chart)
        self.places = ordinals(scene)
        self.tells_apart = tells_apart(self.chart)
        self.traced = frozenset(scene.marks.trace)
        self.edges = self.grouped()

    def lines(self) -> Iterator[str]:
        """The whole text."""
        yield "stateDiagram-v2"
        yield "    direction TB"
        yield from self.scope(None, "    ")
        current = self.scene.marks.highlight
        if current is not None and not self.chart.by_path[current].children:
            yield "    classDef current stroke-width:4px"
            yield f"    class {self.id[current]} current"

    def scope(self, parent: str | None, indent: str) -> Iterator[str]:
        """Everything directly in a phase, or directly in the flow."""
        children = outermost(self.chart) if parent is None else self.children(parent)
        yield from (f"{indent}[*] --> {self.id[phase.path]}" for phase in children if phase.initial)
        for phase in children:
            yield from self.phase(phase, indent)
        yield from (f"{indent}{edge}" for edge in self.edges.get(parent, ()))
        yield from (f"{indent}{self.id[phase.path]} --> [*]" for phase in children if phase.final)

    def children(self, path: str) -> list[Phase]:
        return [self.chart.by_path[child] for child in self.chart.by_path[path].children]

    def phase(self, phase: Phase, indent: str) -> Iterator[str]:
        """One phase with all that is in it."""
        lines = list(self.happening(phase))
        name = spelled(self.names.phases[phase.name]) or "#8212;"
        title = f'{indent}state "{name}" as {self.id[phase.path]}'
        if not phase.children:
            yield title
            yield from (f"{indent}{self.id[phase.path]} : {line}" for line in lines)
            return
        yield f"{title} {{"
        yield f"{indent}    direction TB"
        if lines or has_inward_rows(self.chart, phase):
            yield f'{indent}    state "anywhere here" as {self.anywhere[phase.path]}'
            yield from (f"{indent}    {self.anywhere[phase.path]} : {line}" for line in lines)
        yield from self.scope(phase.path, indent + "    ")
        yield f"{indent}}}"

    def happening(self, phase: Phase) -> Iterator[str]:
        """What happens in a phase, line by line."""
        if note := self.scene.notes.get(phase.path):
            yield note
        for word, effects in self.names.on_the_way(phase):
            yield spelled(f"{word} {effects}")
        for row in rows_within(self.chart, phase):
            yield self.text(row, sign_in_box(row, RETURNS))

    def text(self, row: Row, sign: str = "") -> str:
        """Everything that a row says, in lines that are not too long."""
        counts = self.scene.marks.counts
        parts = [
            sign,
            "▶" if row.id in self.traced else "",
            f"{self.places[row.id]}." if row.id in self.places else "",
            f"{BADGE} {self.names.chain(row.variants)} ·" if row.variants else "",
            opening_word(row) if row.event is None else row.event,
            *remarks(row, row.then is None),
            self.names.guards(asked(row)) if asked(row) else "",
            self.names.effects(row.effects) if row.effects else "",
            f"× {number_text(counts[row.id])}" if row.id in counts else "",
        ]
        return self.wrapped(clean(" ".join(part for part in parts if part)))

    def wrapped(self, words: str) -> str:
        return "<br/>".join(spelled(line) for line in wrapped(words, WIDTH))

    def grouped(self) -> dict[str | None, list[str]]:
        """The edges by the phase in whose block they stand; those across a border stand in no block."""
        labels: dict[tuple[str | None, str, str], list[str]] = {}
        for row in rows_between(self.chart):
            sign = sign_on_edge(self.chart, row, RETURNS) if self.tells_apart else ""
            labels.setdefault(self.ends(row), []).append(self.text(row, sign))
        for way in leading_on(self.chart):
            labels.setdefault(self.ends_of_way(way), []).append(self.wrapped(self.names.way_back(way)))
        edges: dict[str | None, list[str]] = {}
        for (scope, source, target), texts in labels.items():
            edges.setdefault(scope, []).append(f"{source} --> {target} : {'<br/>'.join(texts)}")
        return edges

    def ends(self, row: Row) -> tuple[str | None, str, str]:
        """The block, the source and the target of a row's edge."""
        chart = self.chart
        if starts_anywhere(chart, row):
            scope = row.source if chart.by_path[row.target].parent == row.source else None
            return scope, self.anywhere[row.source], self.id[row.target]
        return self.between(ends_of(chart, row.source)[-1] if leads_inward(chart, row) else row.source, row.target)

    def ends_of_way(self, way: WayBack) -> tuple[str | None, str, str]:
        """The block, the source and the target of the edge for a way back."""
        inward = way.called in self.chart.lineage(way.to)
        endings = ends_of(self.chart, way.called) if inward else []
        return self.between(endings[-1] if endings else way.called, way.to)

    def between(self, source: str, target: str) -> tuple[str | None, str, str]:
        """An edge in the block of both its ends; one across a border stands in no block."""
        parents = [self.chart.by_path[path].parent for path in (source, target)]
        return parents[0] if parents[0] == parents[1] else None, self.id[source], self.id[target]
