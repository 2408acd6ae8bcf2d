"""Foreign text, made fit to stand in a message: one line, not too long, without terminal escapes."""

import re
from types import FunctionType

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")
"""Where in memory something is, which tells nobody anything."""

LONGEST = 200
"""Characters of foreign text that a message repeats."""


def shown(text: str, longest: int = LONGEST) -> str:
    """The text with whatever is not printable written as an escape, cut where it gets too long."""
    start = "".join(map(visible, text[: longest + 1]))
    return start if len(start) <= longest else f"{start[:longest]}…"


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text as it is, or its beginning: for what is handed on and not printed."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def quoted(value: object) -> str:
    """A value as Python writes it, without its address; a function or class by its name; for others, their type."""
    if isinstance(value, type | FunctionType):
        return "a lambda" if value.__name__ == "<lambda>" else shown(repr(value.__name__))
    try:
        return shown(ADDRESS.sub("", repr(value)))
    except Exception:
        return f"a {type(value).__name__}"


def described(error: BaseException) -> str:
    """An error by its type and its own words."""
    words = shown(str(error))
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def visible(character: str) -> str:
    """The character, or its escape."""
    return character if character.isprintable() else character.encode("unicode_escape").decode()


def distinct_names(one: type, other: type) -> tuple[str, str]:
    """Two classes by name; by module too where their names are the same."""
    if one.__name__ != other.__name__:
        return one.__name__, other.__name__
    full = [f"{kind.__module__}.{kind.__qualname__}" for kind in (one, other)]
    return full[0], full[1] if full[0] != full[1] else f"another class called {full[1]} (is its module loaded twice?)"
