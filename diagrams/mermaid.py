"""From a scene to Mermaid: a state diagram that GitHub and many editors show without any tool."""

import re
from collections.abc import Iterable, Iterator

from diagrams.labels import Names, number_text, ordinals
from diagrams.options import Detail
from diagrams.scene import Scene, leads_inward
from diagrams.text import clean, wrapped
from fsm.chart import Chart, Phase, Row

STAYS, RETURNS, BADGE = "↔", "↻", "⚑"
WIDTH = 60
UNSAFE = re.compile(r"[^\w .,/()\[\]!?+='-]", re.ASCII)
RESERVED = frozenset(
    {"state", "note", "end", "class", "classdef", "click", "default", "direction", "style", "hide", "scale", "as",
     "acctitle", "accdescr", "statediagram", "href", "left", "right", "of", "tb", "bt", "lr", "rl"}
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
        self.chart: Chart = scene.chart
        paths = [phase.path for phase in self.chart.phases]
        names = ids([*paths, *(f"{path}.anywhere" for path in paths)])
        self.id = {path: names[path] for path in paths}
        self.anywhere = {path: names[f"{path}.anywhere"] for path in paths}
        self.names = Names(self.chart)
        self.places = ordinals(self.chart) if scene.detail is Detail.FULL else {}
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
        children = [phase for phase in self.chart.phases if phase.parent == parent]
        yield from (f"{indent}[*] --> {self.id[phase.path]}" for phase in children if phase.initial)
        for phase in children:
            yield from self.phase(phase, indent)
        yield from (f"{indent}{edge}" for edge in self.edges.get(parent, ()))
        yield from (f"{indent}{self.id[phase.path]} --> [*]" for phase in children if phase.final)

    def phase(self, phase: Phase, indent: str) -> Iterator[str]:
        """One phase with its rows."""
        rows = list(self.rows(phase))
        title = f'{indent}state "{spelled(self.names.phases[phase.name]) or "#8212;"}" as {self.id[phase.path]}'
        if not phase.children:
            yield title
            yield from (f"{indent}{self.id[phase.path]} : {row}" for row in rows)
            return
        yield f"{title} {{"
        yield f"{indent}    direction TB"
        if rows or any(leads_inward(self.chart, arrow) for arrow in self.chart.rows_of[phase.path]):
            yield f'{indent}    state "anywhere here" as {self.anywhere[phase.path]}'
            yield from (f"{indent}    {self.anywhere[phase.path]} : {row}" for row in rows)
        yield from self.scope(phase.path, indent + "    ")
        yield f"{indent}}}"

    def rows(self, phase: Phase) -> Iterator[str]:
        """What happens in a phase, a line each."""
        if note := self.scene.notes.get(phase.path):
            yield note
        for word, effects in (("enter", phase.enter), ("leave", phase.exit)):
            if effects:
                yield spelled(f"{word} {self.names.effects(effects)}")
        for arrow in self.chart.rows_of[phase.path]:
            if arrow.source == arrow.target:
                yield self.text(arrow, STAYS if arrow.internal else RETURNS)

    def text(self, arrow: Row, sign: str = "") -> str:
        """Everything that a row says, in lines that are not too long."""
        marks = self.scene.marks
        parts = [
            sign,
            "▶" if arrow.id in marks.trace else "",
            f"{self.places[arrow.id]}." if arrow.id in self.places else "",
            f"{BADGE} {self.names.chain(arrow.variants)} ·" if arrow.variants else "",
            "then" if arrow.event is None else arrow.event,
            self.names.guards(arrow.questions) if arrow.questions else "",
            self.names.effects(arrow.effects) if arrow.effects else "",
            f"× {number_text(marks.counts[arrow.id])}" if arrow.id in marks.counts else "",
        ]
        words = clean(" ".join(part for part in parts if part))
        return "<br/>".join(spelled(line) for line in wrapped(words, WIDTH))

    def grouped(self) -> dict[str | None, list[str]]:
        """The edges by the phase in whose block they stand; those that cross a border stand outside all blocks."""
        labels: dict[tuple[str | None, str, str], list[str]] = {}
        for arrow in self.chart.rows:
            if arrow.source != arrow.target:
                labels.setdefault(self.ends(arrow), []).append(self.text(arrow))
        edges: dict[str | None, list[str]] = {}
        for (scope, source, target), texts in labels.items():
            edges.setdefault(scope, []).append(f"{source} --> {target} : {'<br/>'.join(texts)}")
        return edges

    def ends(self, arrow: Row) -> tuple[str | None, str, str]:
        """The block, the source and the target of an arrow's edge."""
        source, target = (self.chart.by_path[path] for path in (arrow.source, arrow.target))
        if leads_inward(self.chart, arrow):
            scope = source.path if target.parent == source.path else None
            return scope, self.anywhere[source.path], self.id[target.path]
        return source.parent if source.parent == target.parent else None, self.id[source.path], self.id[target.path]
