"""The values that a guard's sentence names: checked when the sentence is written, asked for when it is read."""

from collections.abc import Callable, Iterable, Mapping
from inspect import iscoroutinefunction
from typing import Any, NamedTuple

from fsm.declaring.parameters import parameters_of
from fsm.errors import FlowError
from fsm.settings import types_of
from fsm.values.conditions import Condition
from fsm.values.quoting import quoted
from fsm.values.sentences import names_in

VALUES = "values"
"""Where a guard keeps them."""

SHAPES = (("game",), ("game", "move"))
TAKEN = frozenset({"sentence", "negated", "secret", "says"})
"""What `@guard` understands by itself."""


class Value(NamedTuple):
    """How a value is found."""

    function: Callable[..., Any]
    needs: tuple[str, ...]
    """The parameters of the function."""


def values_of(rule: Callable[..., Any]) -> Mapping[str, Value]:
    """The values that come with a guard's sentence, by name."""
    found: Mapping[str, Value] = getattr(rule, VALUES, {})
    return found


def checked_values(guard: str, sentences: Iterable[str], given: Mapping[str, Any]) -> dict[str, Value]:
    """The values for the sentences of a guard: at least those that they name."""
    owner = f"guard {guard!r}"
    for name in [name for sentence in sentences for name in named_in(owner, sentence)]:
        if name in TAKEN:
            raise FlowError(f"{owner} has a sentence with {{{name}}}, but {name}= means something else; rename it.")
        if name not in given:
            raise FlowError(f"{owner} has a sentence with {{{name}}}; say what to put there: @guard(..., {name}=...), "
                            "with a function of (game) or (game, move).")  # fmt: skip
    return {name: checked_value(owner, name, function) for name, function in given.items()}


def named_in(owner: str, sentence: Any) -> tuple[str, ...]:
    """The names in a sentence, if it is a sound one."""
    if not isinstance(sentence, str):
        raise FlowError(f"{owner} has {quoted(sentence)} for a sentence; write the text that a refused player reads.")
    try:
        return names_in(sentence)
    except ValueError as error:
        raise FlowError(f"{owner}: the sentence {quoted(sentence)} {error}.") from None


def checked_value(owner: str, name: str, function: Any) -> Value:
    """A value, if its function can be asked for it."""
    if not callable(function):
        raise FlowError(f"{owner}: {name}={quoted(function)} is no function; pass one of (game) or (game, move) "
                        "that gives the value.")  # fmt: skip
    if iscoroutinefunction(function):
        raise FlowError(f"{owner}: the function of {name!r} is a coroutine; rules wait for nothing: drop async.")
    try:
        needs = parameters_of(function)
    except (ValueError, TypeError):
        needs = ("...",)
    if needs not in SHAPES:
        allowed = " or ".join(f"({', '.join(shape)})" for shape in SHAPES)
        raise FlowError(f"{owner}: the function of {name!r} takes ({', '.join(needs)}); it must take {allowed}.")
    return Value(function, needs)


# Of conditions on settings


def settings_named(condition: Condition, sentences: Iterable[str]) -> dict[str, Value]:
    """The values for the sentences of a condition: names in braces are settings."""
    owner = f"the condition “{condition}”"
    names = [name for sentence in sentences for name in named_in(owner, sentence)]
    known = {name for setting in condition.settings() for name in types_of(setting.owner)} if names else set()
    for name in names:
        if name not in known:
            raise FlowError(f"{owner} has a sentence with {{{name}}}; it can name the settings, which are "
                            f"{', '.join(sorted(known))}.")  # fmt: skip
    return {name: setting_value(name) for name in names}


def setting_value(name: str) -> Value:
    """A setting of the match that is played."""
    return Value(lambda settings: getattr(settings, name), ("settings",))
