"""States in braces, one block in another, as Mermaid and PlantUML both write them."""

from collections.abc import Collection, Iterator
from functools import cached_property

from diagrams.content.scene import Scene
from diagrams.content.text import wrapped
from diagrams.formats.page import ANYWHERE, IN_BOX, ON_EDGE, Page, anywhere_in, ids
from fsm.chart import Phase

INDENT = "    "


class Blocks(Page):
    """A text in one of these two languages."""

    reserved: Collection[str] = ()
    """Words that are no ids."""
    line_break = ""
    look = ""
    """What every block begins with, if anything."""
    current = ""
    """What stands behind the name of the current phase, if anything."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        paths = [phase.path for phase in self.chart.phases]
        names = ids([*paths, *(f"{path}.anywhere" for path in paths)], self.reserved)
        self.id = dict(zip([*paths, *map(anywhere_in, paths)], names, strict=True))

    def spelled(self, text: str) -> str:
        """Text without anything that could mean something to the language."""
        raise NotImplementedError

    def lines_of(self, text: str, width: int) -> str:
        """A text in lines that are not too long."""
        return self.line_break.join(map(self.spelled, wrapped(text, width)))

    def scope(self, parent: str | None, indent: str) -> Iterator[str]:
        """Everything directly in a phase, or directly in the flow."""
        children = self.children(parent)
        yield from (f"{indent}[*] --> {self.id[phase.path]}" for phase in children if phase.initial)
        for phase in children:
            yield from self.phase(phase, indent)
        if parent is not None:
            yield from self.anywhere(self.chart.by_path[parent], indent)
        yield from (f"{indent}{edge}" for edge in self.edges_in.get(parent, ()))
        yield from (f"{indent}{self.id[phase.path]} --> [*]" for phase in children if phase.final)

    def phase(self, phase: Phase, indent: str) -> Iterator[str]:
        """One phase with all that is in it."""
        if not phase.children:
            yield from self.box(phase.path, self.name(phase), self.happening(phase), indent)
            return
        yield f"{self.title(phase.path, self.name(phase), indent)} {{"
        if self.look:
            yield f"{indent}{INDENT}{self.look}"
        yield from self.scope(phase.path, indent + INDENT)
        yield f"{indent}}}"

    def anywhere(self, phase: Phase, indent: str) -> Iterator[str]:
        """The box for what can happen anywhere. After the others: Mermaid looks at the first when it ranks a block."""
        lines = list(self.happening(phase))
        if self.has_anywhere(phase, lines):
            yield from self.box(anywhere_in(phase.path), ANYWHERE, lines, indent)

    def box(self, place: str, name: str, lines: Iterator[str] | list[str], indent: str) -> Iterator[str]:
        """A state with lines in it."""
        yield self.title(place, name, indent)
        yield from (f"{indent}{self.id[place]} : {self.lines_of(line, IN_BOX)}" for line in lines)

    def title(self, place: str, name: str, indent: str) -> str:
        marked = self.current if place == self.scene.marks.highlight else ""
        return f'{indent}state "{self.spelled(name)}" as {self.id[place]}{marked}'

    @cached_property
    def edges_in(self) -> dict[str | None, list[str]]:
        """The edges by the phase in whose block they stand; those across a border stand in no block.

        These languages move a state into the block in which an edge names it first.
        """
        found: dict[str | None, list[str]] = {}
        for (source, target), texts in self.edges.items():
            text = self.line_break.join(self.lines_of(text, ON_EDGE) for text in texts)
            line = f"{self.id[source]} --> {self.id[target]} : {text}"
            blocks = {self.block(source), self.block(target)}
            found.setdefault(blocks.pop() if len(blocks) == 1 else None, []).append(line)
        return found

    def block(self, place: str) -> str | None:
        """The phase in whose block a place is."""
        phase = self.chart.by_path.get(place)
        return place.removesuffix(".*") if phase is None else phase.parent
