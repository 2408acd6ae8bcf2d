"""Settings beside values: the signs, how values are written, and which of them a setting can have."""

from enum import Enum
from math import isfinite
from types import NoneType
from typing import Any

import msgspec

OPPOSITE = {"==": "!=", "<": ">=", "<=": ">", "in": "not in"}
"""The signs of comparisons, and what each is when it must not hold."""

WORDS = {
    "==": "must be",
    "!=": "must not be",
    "<": "must be less than",
    ">=": "must be at least",
    "<=": "must be at most",
    ">": "must be more than",
    "in": "must be one of",
    "not in": "must be none of",
}


def spoken(text: str, *, wanted: bool) -> str:
    """The text of a condition, or of its opposite, in words: `not a`, `players >= 3`, `(a or not b)`."""
    name, sign, value = [*text.split(" ", 2), "", ""][:3]
    if sign in OPPOSITE:
        return f"{name} {sign if wanted else OPPOSITE[sign]} {value}"
    words = text.replace(" & ", " and ").replace(" | ", " or ").replace("~", "not ")
    words = f"({words})" if " | " in text else words
    return words if wanted else f"not {words}"


def text_of(value: Any) -> str:
    """A value as a reader knows it, the same in every process."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, tuple) and type(value) is tuple:
        return f"({', '.join(map(text_of, value))}{',' * (len(value) == 1)})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(text_of, value)))}}}"
    return repr(value)


def literal(value: Any) -> str:
    """A value as Python source, or nothing if that cannot say what it is."""
    if type(value) is tuple:
        parts = [literal(part) for part in value]
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})" if all(parts) else ""
    plain = type(value) in (bool, int, str, bytes, NoneType) or (type(value) is float and isfinite(value))
    return repr(value) if plain else ""


def is_possible(hint: Any, value: object) -> bool:
    """Whether something of this type can equal a value; what nobody can tell counts as yes."""
    try:
        return bool(msgspec.convert(msgspec.to_builtins(value), type=hint, strict=True) == value)
    except msgspec.ValidationError:
        return False
    except Exception:  # msgspec does not know the type, or the author's own way to compare fails
        return True
