"""Generated source while it grows: lines, nested as they are written, in functions, in blocks of functions.

A block is a function that is never called. It binds the names that the functions in it refer to, so that
Python compiles these as closures; `linking` then makes the functions, with the values behind the names.
Their global names stay free for the rules that are written into them.

    def n31(n0, n1, n2, n7):
        def n12(snapshot, move):  # step here go
            game = snapshot.game
            ...
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

import msgspec

from fsm.chart import Chart
from fsm.compiler.linking import Names, Space, comment

T = TypeVar("T")


class Helpers(msgspec.Struct, Generic[T], frozen=True):
    """What generated functions use beside the rules: the things themselves, or their names in the source."""

    snapshot_type: T
    game_type: T
    refuse: T
    """Builds the refusal. It finds the reason itself: the caller knows only that there is one."""
    bad_guard: T
    """Raises, because an answer is neither True nor False."""
    sure: T
    """Lets only True and False pass."""
    without_news: T
    """The game in the answer of an effect that did not return a bare game."""
    endless: T
    """Raises, because too many consequences followed one another."""


class Source:
    """The source of one program, and what it refers to."""

    def __init__(self, helpers: Helpers[Any]) -> None:
        self.names = Names()
        given = msgspec.structs.asdict(helpers)
        self.helpers: Helpers[str] = Helpers(**{word: self.names.link(given[word], word) for word in given})
        self.homes: dict[str, Space | None] = {}
        """Function -> the module that it runs in; None if any will do."""
        self.back = self.chosen = ""
        """The variables that hold what waits in the snapshot, in a flow whose rows can wait."""
        self.depth = 0
        self._blocks: list[str] = []
        self._lines: list[str] = []
        self._own: set[str] = set()
        self._home: Space | None = None
        self._links: dict[tuple[str, str], str] = {}

    def name_what_waits(self, chart: Chart) -> None:
        """Give names to the variables for callers and choices, if the flow has any."""
        if chart.called:
            self.back = self.names.fresh()
        if chart.gatherings:
            self.chosen = self.names.fresh()

    def parts(self) -> list[str]:
        """All of it: what the names stand for, then block by block."""
        legend = [f"# {name}{comment(self.names.words[name])}\n" for name in self.names.values]
        return ["".join(legend), *self._blocks]

    # Writing

    def write(self, line: str) -> None:
        """One line, as deep as everything that is open around it."""
        self._lines.append("    " * self.depth + line)

    @contextmanager
    def under(self, opening: str) -> Iterator[None]:
        """An `if`, `for` or `while`: what is written meanwhile belongs to it."""
        self.write(opening)
        with self._deeper():
            yield

    @contextmanager
    def function(self, parameters: str, *key: str) -> Iterator[None]:
        """A function; what it does is written meanwhile."""
        name = self.names.function(*key)
        self._home = None
        with self.under(f"def {name}({parameters}):{comment(self.names.words[name])}"):
            yield
        self.homes[name] = self._home
        self._own.add(name)

    @contextmanager
    def block(self) -> Iterator[None]:
        """Functions, in a scope that is written last, when it is known which names they refer to."""
        self._lines, self._own = [], set()
        with self._deeper():
            yield
        text = "\n".join(self._lines)
        shared = [name for name in self.names.shared(text) if name not in self._own]
        if self._own:
            self._blocks.append(f"def {self.names.fresh()}({', '.join(shared)}):\n{text}\n")

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1

    # Referring

    def link(self, kind: str, word: str, value: Any) -> str:
        """The name of something that the flow names; it has one, however often it is used."""
        if (kind, word) not in self._links:
            self._links[kind, word] = self.names.link(value, f"{kind} {word}")
        return self._links[kind, word]

    def runs_in(self, home: Space) -> bool:
        """Whether the present function runs in this module; the first one that is asked for is chosen."""
        if self._home is None:
            self._home = home
        return self._home is home
