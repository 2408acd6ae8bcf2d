"""From a scene to PlantUML: a state diagram for wikis and documents that are drawn by it."""

import re
from collections.abc import Iterator

from diagrams.content.scene import Scene
from diagrams.content.text import clean
from diagrams.formats.blocks import Blocks

UNSAFE = re.compile(
    r"[!-~«»“”\U00010000-\U0010ffff](?<![\w .,/()\[\]?+-])"  # quotes of all kinds; and it spoils some letters
    r"|([-_./\[\]])(?=\1)",  # two of these are a mark, such as __ for underlined
    re.ASCII,
)
RESERVED = frozenset(
    {
        "state",
        "note",
        "end",
        "as",
        "title",
        "legend",
        "header",
        "footer",
        "caption",
        "scale",
        "skinparam",
        "hide",
        "show",
    }
)
"""Words that open commands. The version that we test with copes with states of these names."""


def plantuml(scene: Scene) -> str:
    """The PlantUML text of a scene. Equal scenes give equal text."""
    return "\n".join(PlantUmlPage(scene).lines()) + "\n"


def spelled(text: str) -> str:
    """Text with everything that could mean something to PlantUML written as its number."""
    return UNSAFE.sub(lambda found: numbered(found.group()), clean(text))


def numbered(character: str) -> str:
    """`"` -> `<U+0022>`."""
    return f"<U+{ord(character):04X}>"


class PlantUmlPage(Blocks):
    """One PlantUML text being written."""

    reserved = RESERVED
    line_break = r"\n"
    current = " ##[bold]"

    def spelled(self, text: str) -> str:
        return spelled(text)

    def lines(self) -> Iterator[str]:
        """The whole text."""
        yield "@startuml"
        yield "hide empty description"
        yield from self.scope(None, "")
        yield "@enduml"
