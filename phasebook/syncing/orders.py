"""What a marker asks for: `diagram discard format=image file=images/discard.svg alt="The discard turn"`."""

import shlex
from collections.abc import Mapping
from typing import NamedTuple

from phasebook.pictures import OPTIONS
from phasebook.syncing.problems import DocsError

KINDS = {
    "diagram": (*OPTIONS, "format", "file", "alt"),
    "rows": ("detail", "phase", "preset", "words"),
    "phases": ("phase", "preset", "words"),
    "moves": ("phase", "preset", "words"),
    "settings": (),
    "sentences": (),
}
"""The kinds of blocks, and the options of each."""


class Order(NamedTuple):
    """A block that somebody wants."""

    kind: str
    flow: str
    options: Mapping[str, str]

    @property
    def picture(self) -> dict[str, str]:
        """The options that `phasebook.pictures` knows."""
        return {name: value for name, value in self.options.items() if name in OPTIONS}

    @property
    def title(self) -> str:
        """For readers: `moves belote`."""
        return f"{self.kind} {self.flow}"


def order_of(words: str) -> Order:
    """What the words of a marker ask for."""
    kind, flow, *options = split(words)
    if kind not in KINDS:
        raise DocsError(f"There is no kind of block {kind!r}; choose one of {', '.join(KINDS)}.")
    if not flow or "=" in flow:
        raise DocsError(f"A block {kind!r} needs the name of a flow next, for example {kind} discard.")
    return Order(kind, flow, options_of(kind, options))


def split(words: str) -> list[str]:
    """The words one by one, at least two; what stands in quotes is one word."""
    try:
        found = shlex.split(words)
    except ValueError:
        raise DocsError(f"The quotes in {words!r} do not match; put quotes around a value that has blanks.") from None
    return [*found, *[""] * (2 - len(found))]


def options_of(kind: str, words: list[str]) -> dict[str, str]:
    """The options of an order, each once."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise DocsError(f"{word!r} is no option; write name=value, with quotes around a value that has blanks.")
        if name not in KINDS[kind]:
            known = f"it takes {', '.join(KINDS[kind])}" if KINDS[kind] else "it takes none"
            raise DocsError(f"A block {kind!r} has no option {name!r}; {known}.")
        if name in found:
            raise DocsError(f"The option {name!r} is given twice; keep one of the two.")
        found[name] = value
    return found
