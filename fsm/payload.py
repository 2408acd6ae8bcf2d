"""Does a move carry what its type declares? Structs do not check that when they are built in Python.

For the common field types the check is an expression in the generated code (~20 ns a field); for the rest it is a
call of `msgspec.convert`.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from fsm.moves import Move, event_of


class PayloadCheck(msgspec.Struct, frozen=True):
    """Expressions that are true when a field is wrong, and the names they use."""

    failures: tuple[str, ...]
    names: dict[str, Any]


@cache
def payload_check(move_type: type[Move]) -> PayloadCheck:
    """The check of one move type, for generated code."""
    failures: list[str] = []
    names: dict[str, Any] = {}
    hints = get_type_hints(move_type, include_extras=True)
    for field in msgspec.structs.fields(move_type):
        key = f"{event_of(move_type)}_{field.name}"
        failures.append(failure(f"move.{field.name}", hints[field.name], key, names))
    return PayloadCheck(tuple(failures), names)


def failure(value: str, hint: Any, key: str, names: dict[str, Any]) -> str:
    """An expression that is true when `value` is not of the hinted type."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    if not all(isinstance(option, type) and is_plain(option) for option in options):
        names[f"wrong_{key}"] = converter(hint)
        return f"wrong_{key}({value})"
    tests = [f"{value} is not None"] * (NoneType in options)
    for index, option in enumerate(option for option in options if option is not NoneType):
        names[f"type_{key}_{index}"] = option
        tests.append(f"{value}.__class__ is not type_{key}_{index}")
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


def complaint(move: Move) -> str:
    """What is wrong with a move's payload, or '' if nothing is."""
    for name, wanted, wrong in field_checks(type(move)):
        value = getattr(move, name)
        if wrong(value):
            return f"{event_of(type(move))} needs {name} to be {wanted}, not {value!r}."
    return ""


@cache
def field_checks(move_type: type[Move]) -> tuple[tuple[str, str, Callable[[Any], bool]], ...]:
    """Name, wanted type and check of every field: the same expressions that the generated code asks."""
    checks = []
    hints = get_type_hints(move_type, include_extras=True)
    for name in move_type.__struct_fields__:
        scope: dict[str, Any] = {}
        expression = failure("value", hints[name], "field", scope)
        check: Callable[[Any], bool] = eval(f"lambda value: {expression}", scope)  # over the declared type alone
        checks.append((name, getattr(hints[name], "__name__", None) or str(hints[name]), check))
    return tuple(checks)
