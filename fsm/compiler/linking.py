"""Generated source becomes functions: with numbered names, each in the module that it runs in.

All names come from one counter, and the words of a flow stand in comments only: whatever phases, events,
rules and fields are called, no two names can be the same. What a function refers to reaches it through its
closure. So its global names are free for the rules that are written into it: it runs in their module, where
their names mean what they mean in a call, whenever they are bound.
"""

import builtins
import linecache
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from types import CellType, CodeType, FunctionType
from typing import Any

GIVEN = frozenset({"snapshot", "game", "move", "trace", "found"})
"""The parameters of generated functions: the only words among their names."""

NUMBERED = re.compile(r"\bn[0-9]+\b")
NUMBER_OF_SOURCE = count(1)

Space = dict[str, Any]
"""The global names of a module."""

Homes = Mapping[str, Space | None]
"""Generated function -> the module that it runs in; None if any will do."""

Function = Callable[..., Any]
"""A rule, or a generated function."""

Key = tuple[str, ...]
"""Which generated function: the mark of its dialect, what it does, and for which leaf and event."""

Functions = Mapping[Key, Function]


class Names:
    """Gives out names, and remembers what is behind them."""

    def __init__(self) -> None:
        self.number = count()
        self.values: Space = {}
        self.functions: dict[Key, str] = {}
        self.words: dict[str, str] = {}
        self.types: dict[type, str] = {}

    def fresh(self) -> str:
        """A name that nothing else has."""
        return f"n{next(self.number)}"

    def link(self, value: Any, words: str) -> str:
        """A name for a value."""
        name = self.fresh()
        self.values[name] = value
        self.words[name] = words
        return name

    def type(self, value: type) -> str:
        """The name of a type: one only, because every name that a function shares makes its calls slower."""
        if value not in self.types:
            self.types[value] = self.link(value, f"type {value.__name__}")
        return self.types[value]

    def function(self, *key: str) -> str:
        """The name of a generated function, which may be written later."""
        if key not in self.functions:
            self.functions[key] = name = self.fresh()
            self.words[name] = " ".join(filter(None, key))
        return self.functions[key]

    def shared(self, text: str) -> list[str]:
        """The names in a text that are not its own."""
        return [name for name in dict.fromkeys(NUMBERED.findall(text)) if name in self.words]


def is_taken(name: str) -> bool:
    """Whether generated code may use a name for something of its own."""
    return name in GIVEN or NUMBERED.fullmatch(name) is not None


def comment(words: str) -> str:
    """Words at the end of a line, which they cannot leave."""
    return f"  # {words if words.isprintable() else ascii(words)}"


def compiled(blocks: Iterable[str], filename: str) -> Iterator[CodeType]:
    """The functions in source, block by block: to compile a large flow in one piece takes gigabytes."""
    line = 0
    for block in blocks:
        # Safe, whatever the flow says: names in the source are numbered, and strings are repr()s.
        code = compile(block, filename, "exec", dont_inherit=True)
        for scope in codes_in(code):
            yield from (moved(function, line) for function in codes_in(scope))
        line += block.count("\n")


def moved(code: CodeType, lines: int) -> CodeType:
    """The same code further down in a file; what is inside it moves along."""
    inside = tuple(moved(one, lines) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_firstlineno=code.co_firstlineno + lines, co_consts=inside)


def linked(codes: Iterable[CodeType], names: Names, homes: Homes) -> dict[str, FunctionType]:
    """Compiled functions, each in its home; those without one see only the built-in names."""
    cells = {name: CellType(value) for name, value in names.values.items()}
    cells |= {name: CellType() for name in homes}
    nowhere = {"__builtins__": builtins, "__name__": "phasebook"}
    made = {}
    for function in codes:
        name = function.co_name
        home = homes[name]
        closure = tuple(cells[free] for free in function.co_freevars)
        words = names.words[name]
        function = function.replace(co_name=words, co_qualname=words)  # tracebacks show these
        made[name] = FunctionType(function, nowhere if home is None else home, closure=closure)
        cells[name].cell_contents = made[name]
    return made


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """The functions that a piece of code makes."""
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


class Loader:
    """Hands generated source to tracebacks, as loaders of real modules do."""

    def __init__(self, source: str) -> None:
        self.source = source

    def get_source(self, _: str) -> str:
        """The source."""
        return self.source


def register(title: str, source: str) -> str:
    """Let tracebacks find generated source; the file name to compile it under."""
    filename = f"phasebook:{title!a}:{next(NUMBER_OF_SOURCE)}"
    linecache.lazycache(filename, {"__name__": filename, "__loader__": Loader(source)})
    return filename


def forget(filename: str) -> None:
    """No function of this source exists any more."""
    linecache.cache.pop(filename, None)
