"""From a scene to D2: boxes in boxes and arrows between them, for its own tool and for sites that have it."""

import re
from collections.abc import Iterator

from diagrams.content.scene import Scene
from diagrams.content.text import clean, wrapped
from diagrams.formats.page import ANYWHERE, IN_BOX, ON_EDGE, Page, anywhere_in, ids
from fsm.chart import Phase

INDENT = "  "
UNSAFE = re.compile(r'[\\"$]')
START = '"" {shape: circle; width: 14; height: 14}'
ENDS, CURRENT = "style.double-border: true", "style.stroke-width: 4"
RESERVED = frozenset(
    {"_", "label", "desc", "shape", "icon", "constraint", "tooltip", "link", "near", "width", "height", "direction",
     "top", "left", "class", "classes", "vars", "layers", "scenarios", "steps", "style", "opacity", "stroke", "fill",
     "filled", "font", "bold", "italic", "underline", "shadow", "multiple", "animated", "3d", "null", "true", "false"}
)  # fmt: skip


def d2(scene: Scene) -> str:
    """The D2 text of a scene. Equal scenes give equal text."""
    return "\n".join(D2Page(scene).lines()) + "\n"


def quoted(*lines: str) -> str:
    """Lines of text as one string."""
    return '"' + r"\n".join(UNSAFE.sub(r"\\\g<0>", clean(line)) for line in lines) + '"'


def start_in(path: str | None) -> str:
    """The place for the mark where a phase, or the flow, starts; no phase has such a path."""
    return f"{path or ''}.+"


class D2Page(Page):
    """One D2 text being written."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.id: dict[str, str] = {}
        for parent in (None, *(phase.path for phase in self.chart.phases if phase.children)):
            self.name_in(parent)

    def name_in(self, parent: str | None) -> None:
        """Give ids to everything in a box: with those of the boxes around it, from the outermost."""
        inside = [phase.path for phase in self.children(parent)]
        own = [path.removeprefix(f"{parent}.") for path in inside]
        outer = "" if parent is None else f"{self.id[parent]}."
        names = (outer + name for name in ids([*own, "start", "anywhere"], RESERVED))
        places = [*inside, start_in(parent), anywhere_in(parent or "")]
        self.id |= dict(zip(places, names, strict=True))

    def lines(self) -> Iterator[str]:
        """The whole text: boxes, then edges."""
        yield "direction: down"
        yield from self.scope(None, "")
        for phase in self.chart.phases:
            if phase.initial:
                yield f"{self.id[start_in(phase.parent)]} -> {self.id[phase.path]}"
        for (source, target), texts in self.edges.items():
            lines = (line for text in texts for line in wrapped(text, ON_EDGE))
            yield f"{self.id[source]} -> {self.id[target]}: {quoted(*lines)}"

    def scope(self, parent: str | None, indent: str) -> Iterator[str]:
        """Every box directly in a phase, or directly in the flow."""
        children = self.children(parent)
        if any(phase.initial for phase in children):
            yield f"{indent}{self.key(start_in(parent))}: {START}"
        for phase in children:
            yield from self.phase(phase, indent)
        if parent is not None:
            yield from self.anywhere(self.chart.by_path[parent], indent)

    def phase(self, phase: Phase, indent: str) -> Iterator[str]:
        """One phase with all that is in it."""
        lines = () if phase.children else self.wrapped_lines(phase)
        opening = f"{indent}{self.key(phase.path)}: {quoted(self.name(phase), *lines)}"
        inside = [f"{indent}{INDENT}{style}" for style in self.styles(phase)]
        if phase.children:
            inside += self.scope(phase.path, indent + INDENT)
        yield from [f"{opening} {{", *inside, f"{indent}}}"] if inside else [opening]

    def styles(self, phase: Phase) -> Iterator[str]:
        if phase.final:
            yield ENDS
        if phase.path == self.scene.marks.highlight:
            yield CURRENT

    def anywhere(self, phase: Phase, indent: str) -> Iterator[str]:
        """The box for what can happen anywhere in a phase."""
        lines = self.wrapped_lines(phase)
        if self.has_anywhere(phase, lines):
            yield f"{indent}{self.key(anywhere_in(phase.path))}: {quoted(ANYWHERE, *lines)}"

    def wrapped_lines(self, phase: Phase) -> list[str]:
        return [line for text in self.happening(phase) for line in wrapped(text, IN_BOX)]

    def key(self, place: str) -> str:
        """What a place is called inside its box."""
        return self.id[place].rpartition(".")[2]
