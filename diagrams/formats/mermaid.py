"""From a scene to Mermaid: a state diagram that GitHub and many editors show without any tool."""

import re
from collections.abc import Iterator
from functools import cached_property

from diagrams.content.calls import WayBack, leading_on
from diagrams.content.manners import ends_of
from diagrams.content.scene import Scene, rows_between
from diagrams.content.text import clean
from diagrams.formats.blocks import INDENT, Blocks
from diagrams.formats.page import Ends, anywhere_in
from fsm.chart import Row

UNSAFE = re.compile(
    r"[^\w .,/()\[\]!?+='-]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis in Markdown, which labels are
    r"|^[+-]|(?:(?<=^\d)|(?<=^\d\d))[.)]",  # lists in Markdown, for which Mermaid measures wrongly
    re.ASCII,
)
RESERVED = frozenset(
    {"state", "note", "end", "class", "classdef", "click", "default", "direction", "style", "hide", "scale",
     "as", "acctitle", "accdescr", "statediagram", "href", "left", "right", "of", "tb", "bt", "lr", "rl"}
)  # fmt: skip


def mermaid(scene: Scene) -> str:
    """The Mermaid text of a scene. Equal scenes give equal text."""
    return "\n".join(MermaidPage(scene).lines()) + "\n"


def spelled(text: str) -> str:
    """Text with everything that could mean something to Mermaid written as its number."""
    return UNSAFE.sub(lambda found: numbered(found.group()), clean(text))


def numbered(character: str) -> str:
    """`"` -> `#34;`. Letters and signs beyond ASCII mean nothing to Mermaid and stay."""
    return character if ord(character) > 127 else f"#{ord(character)};"


class MermaidPage(Blocks):
    """One Mermaid text being written.

    Where edges cross the border of a box, Mermaid cuts those of the box itself at its border and moves their labels
    to the middle of what is left, onto other boxes. There, such edges lead to the phase in which the box starts, and
    come from the small box for what can happen anywhere, or from its end.
    """

    reserved = RESERVED
    line_break = "<br/>"
    look = "direction TB"

    def spelled(self, text: str) -> str:
        return spelled(text)

    def lines(self) -> Iterator[str]:
        """The whole text."""
        yield "stateDiagram-v2"
        yield f"{INDENT}{self.look}"
        yield from self.scope(None, INDENT)
        current = self.scene.marks.highlight
        if current is not None and not self.chart.by_path[current].children:
            yield f"{INDENT}classDef current stroke-width:4px"
            yield f"{INDENT}class {self.id[current]} current"

    def ends(self, row: Row) -> Ends:
        return self.led_inside(*super().ends(row), row.done)

    def ends_of_way(self, way: WayBack) -> Ends:
        return self.led_inside(*super().ends_of_way(way), True)

    def led_inside(self, source: str, target: str, ended: bool) -> Ends:
        """The ends of an edge that no border cuts; `ended` is for one that is taken at the end of its source."""
        if source in self.crossed:
            endings = ends_of(self.chart, source)
            source = anywhere_in(source) if not ended else endings[0] if len(endings) == 1 else source
        if target in self.crossed or target in self.chart.lineage(source.removesuffix(".*")):
            target = self.chart.descent(target)[-1]
        return source, target

    @cached_property
    def crossed(self) -> frozenset[str]:
        """The compound phases with edges between what is in them and what is not."""
        pairs = [super(MermaidPage, self).ends(row) for row in rows_between(self.chart)]
        pairs += [super(MermaidPage, self).ends_of_way(way) for way in leading_on(self.chart)]
        found: set[str] = set()
        for source, target in pairs:
            found |= set(self.around(source)) ^ set(self.around(target))
        return frozenset(found)

    def around(self, place: str) -> tuple[str, ...]:
        """The compound phases around a place."""
        return self.chart.lineage(self.block(place))
