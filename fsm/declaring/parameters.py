"""The parameters of a rule, by which the engine knows what to hand it."""

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any


def parameters_of(rule: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a rule's parameters, each marked unless it is a plain one."""
    return tuple(spelled(parameter) for parameter in signature(rule).parameters.values())


def spelled(parameter: Parameter) -> str:
    """A parameter's name, marked unless it is a plain one."""
    marks: dict[Any, str] = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**", Parameter.KEYWORD_ONLY: "*, "}
    return marks.get(parameter.kind, "") + parameter.name + ("/" if parameter.kind is Parameter.POSITIONAL_ONLY else "")
