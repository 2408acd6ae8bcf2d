"""A game's own words for players, and ours where it has none.

They are found by their place: in the module `text` beside the flow. Its functions are pure, and know a view at most.
"""

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move
from fsm.snapshot import Chosen
from phasebook.playing import words
from phasebook.playing.words import Name

MODULE = "text"
FUNCTIONS = ("show_table", "say_move", "say_news", "say_outcome", "moves_to_ask_about")
"""What a game may offer there; all are optional.

| function | gives |
|---|---|
| `show_table(view, name)` | lines: the hand, the table, the scores |
| `say_move(move, view, name)` | what a move carries; what it is called stands before it |
| `say_news(item, view, name)` | what has happened, or `""` for what need not be said |
| `say_outcome(outcome, name)` | how a finished game ended |
| `moves_to_ask_about(view)` | moves that a player may think of, legal or not: for `why` |
"""


class Texts:
    """What a player reads of a game."""

    def __init__(self, engine: Engine[Any], module: ModuleType | None = None) -> None:
        self.engine = engine
        self.own: dict[str, Callable[..., Any]] = functions_of(module)

    def table(self, view: Any, name: Name) -> Iterable[str]:
        """What the seat sees."""
        return list(self.own["show_table"](view, name) if "show_table" in self.own else words.view_in_words(view, name))

    def payload(self, move: Move, view: Any, name: Name) -> str:
        """What a move carries, without what it is called."""
        if "say_move" in self.own:
            return str(self.own["say_move"](move, view, name))
        return words.payload_in_words(move, name)

    def news(self, item: Any, view: Any, name: Name) -> str:
        """What has happened; empty if that need not be said."""
        if isinstance(item, Chosen) and name(item.seat) == "you":
            return ""
        if words.own_news(item, name) or "say_news" not in self.own:
            return words.news_in_words(item, name)
        return str(self.own["say_news"](item, view, name))

    def outcome(self, outcome: Any, name: Name) -> str:
        """How the game ended; empty if the game has no words for it."""
        return str(self.own["say_outcome"](outcome, name)) if "say_outcome" in self.own else ""

    def asked_about(self, view: Any) -> list[Move]:
        """Moves that a player may want to hear about, legal or not."""
        return list(self.own["moves_to_ask_about"](view)) if "moves_to_ask_about" in self.own else []


def texts_of(engine: Engine[Any]) -> Texts:
    """The words of a game's author, if there is a module for them."""
    package, _, _ = engine.flow.__module__.rpartition(".")
    if not package or find_spec(f"{package}.{MODULE}") is None:
        return Texts(engine)
    return Texts(engine, import_module(f"{package}.{MODULE}"))


def functions_of(module: ModuleType | None) -> dict[str, Callable[..., Any]]:
    """The functions of a module that are ours to call. One beside them with a name like theirs would never be."""
    found = {name: getattr(module, name) for name in FUNCTIONS if hasattr(module, name)}
    for name in vars(module) if found else ():
        if name.startswith(("show_", "say_", "moves_to_")) and name not in FUNCTIONS:
            known = ", ".join(FUNCTIONS)
            raise PhasebookError(
                f"{getattr(module, '__name__', module)}: nobody calls {name!r}; rename it, or call it one of {known}."
            )
    return found
