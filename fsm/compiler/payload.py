"""Does a move carry what its type declares? Structs do not check that when they are built in Python.

For the common field types the check is an expression in the generated code, which takes some 20 ns a field;
for all others it is a call of `msgspec.convert`.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache
from keyword import iskeyword
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints
from unicodedata import normalize

import msgspec

from fsm.compiler.linking import Names
from fsm.moves import Move, event_of


def failures(move_type: type[Move], names: Names) -> list[str]:
    """Expressions that are true when a field of `move` is wrong, for generated code."""
    event = event_of(move_type)
    hints = hints_of(move_type)
    return [failure(value_of(name, names), hints[name], names, f"{name} of {event}") for name in hints]


@cache
def hints_of(move_type: type[Move]) -> dict[str, Any]:
    """The fields of a move type and what they may hold."""
    hints = get_type_hints(move_type, include_extras=True)
    return {name: hints[name] for name in move_type.__struct_fields__}


def value_of(field: str, names: Names) -> str:
    """A field of the move as an expression. Not every name of a field can be written after a dot."""
    if field.isidentifier() and not iskeyword(field) and normalize("NFKC", field) == field:
        return f"move.{field}"
    return f"{names.link(lambda move: getattr(move, field), f'the field {field}')}(move)"


def failure(value: str, hint: Any, names: Names, words: str) -> str:
    """An expression that is true when `value` is not of the hinted type."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    if not all(isinstance(option, type) and is_plain(option) for option in options):
        return f"{names.link(converter(hint), f'whether {words} is wrong')}({value})"
    tests = [f"{value} is not None"] * (NoneType in options)
    for option in options:
        if option is not NoneType:
            tests.append(f"{value}.__class__ is not {names.type(option)}")
    return f"({' and '.join(tests)})"


def is_plain(option: type) -> bool:
    """Whether being of exactly this class says it all."""
    return option in (bool, int, str, float, bytes, NoneType) or issubclass(option, Enum)


def converter(hint: Any) -> Callable[[Any], bool]:
    """The slow, thorough check."""

    def wrong(value: Any) -> bool:
        try:
            return bool(msgspec.convert(msgspec.to_builtins(value), type=hint) != value)
        except (msgspec.ValidationError, TypeError, ValueError):
            return True

    return wrong


def complaint(move: Move) -> dict[str, str]:
    """What is wrong with a move's payload, as values for a sentence; empty if nothing is."""
    for name, wanted, wrong in field_checks(type(move)):
        value = getattr(move, name)
        if wrong(value):
            return {"event": event_of(type(move)), "field": name, "wanted": wanted, "sent": repr(value)}
    return {}


@cache
def field_checks(move_type: type[Move]) -> tuple[tuple[str, str, Callable[[Any], bool]], ...]:
    """Name, wanted type and check of every field: the same expressions that the generated code asks."""
    checks = []
    for name, hint in hints_of(move_type).items():
        names = Names()
        expression = failure("value", hint, names, name)
        # Safe: the expression is made of numbered names and the declared type, nothing that a player sends.
        check: Callable[[Any], bool] = eval(f"lambda value: {expression}", names.values)
        checks.append((name, type_text(hint), check))
    return tuple(checks)


def type_text(hint: Any) -> str:
    """A type for a reader, with the limits that an annotation sets."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        limits = [repr(mark).removeprefix("msgspec.Meta(").removesuffix(")") for mark in parts[1:]]
        return f"{type_text(parts[0])} ({', '.join(limits)})"
    if origin in (Union, UnionType):
        return " | ".join(map(type_text, parts))
    if origin is Literal:
        return f"one of {', '.join(map(repr, parts))}"
    if hint in (NoneType, Ellipsis):
        return "None" if hint is NoneType else "..."
    name = getattr(hint, "__name__", None) or str(hint)
    return f"{name}[{', '.join(map(type_text, parts))}]" if parts else name
