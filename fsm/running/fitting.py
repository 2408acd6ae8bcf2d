"""Whether moves, rules and settings fit together, as far as types tell: asked once, when an engine is built."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import Parameter, getattr_static, isasyncgenfunction, iscoroutinefunction, signature, unwrap
from types import SimpleNamespace, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from fsm.chart import Chart, Row
from fsm.declaring.static_guards import condition_of
from fsm.errors import FlowError
from fsm.moves import Move, event_of
from fsm.values.quoting import distinct_names

Rule = Callable[..., Any]


def check_fit(chart: Chart, rules: Mapping[str, Rule], moves: Iterable[type[Move]]) -> None:
    """Refuse candidates that cannot be listed, and rules on rows whose moves they are not written for."""
    types = {event_of(move_type): move_type for move_type in moves}
    for move_type in types.values():
        check_candidates(chart.name, move_type)
    hints: dict[str, Any] = {}
    for row in chart.rows:
        for kind, name in rules_about_the_move(row):
            if name not in hints:
                hints[name] = hint_of(rules[name])
            sent = types[row.event or ""]
            if not is_for(hints[name], sent):
                raise FlowError(f"{chart.name}: {kind} {name!r} is written for {shown(hints[name])}, but {row.id!r} "
                                f"is about {sent.__name__}; annotate its move with what it really takes, or use "
                                "another rule there.")  # fmt: skip


def check_candidates(name: str, move_type: type[Move]) -> None:
    """The candidates of a move are listed by its class, from a game, at once."""
    where = f"{name}: {move_type.__name__}.candidates"
    if not isinstance(getattr_static(move_type, "candidates"), classmethod | staticmethod):
        raise FlowError(f"{where} must be a class method; put @classmethod above it.")
    if iscoroutinefunction(move_type.candidates) or isasyncgenfunction(move_type.candidates):
        raise FlowError(f"{where} is a coroutine; it lists moves and waits for nothing: drop async.")
    parameters = signature(move_type.candidates).parameters
    try:
        signature(move_type.candidates).bind("game", **({"found": ()} if "found" in parameters else {}))
    except TypeError:
        taken = ", ".join(parameters)
        raise FlowError(f"{where} takes ({taken}) after its class; it must take (game) or (game, found=()).") from None


def rules_about_the_move(row: Row) -> Iterator[tuple[str, str]]:
    """The rules of a row that look at its move."""
    yield from (("guard", guard.name) for guard in row.guards if "move" in guard.needs)
    yield from (("effect", effect.name) for effect in row.effects if "move" in effect.needs)


def hint_of(rule: Rule) -> Any:
    """The annotation of a rule's move, or Any if there is none or it cannot be resolved from here."""
    hint = signature(rule).parameters["move"].annotation
    plain = unwrap(rule)
    if hint is Parameter.empty or (isinstance(hint, str) and "<locals>" in plain.__qualname__):
        return Any  # a name of the function around it would be looked up in the wrong place
    try:
        return get_type_hints(SimpleNamespace(__annotations__={"move": hint}), plain.__globals__)["move"]
    except Exception:  # an annotation is foreign code: whatever it raises, nothing is known
        return Any


def is_for(hint: Any, move_type: type[Move]) -> bool:
    """Whether a value of the move's type is one of the hint's; what nobody can tell counts as yes."""
    if isinstance(hint, TypeVar):
        return any(is_for(option, move_type) for option in hint.__constraints__ or (hint.__bound__ or Any,))
    if get_origin(hint) in (Union, UnionType):
        return any(is_for(option, move_type) for option in get_args(hint))
    if hasattr(hint, "__value__"):  # an alias made with the statement `type`
        return is_for(hint.__value__, move_type)
    if hint is Any:
        return True
    try:
        return issubclass(move_type, get_origin(hint) or hint)
    except TypeError:
        return True


def check_variants(name: str, rules: Mapping[str, Rule], settings: Any) -> None:
    """Refuse conditions of `when=` about other settings than the game's, whose annotation this is."""
    known = class_of(settings)
    for condition in map(condition_of, rules.values() if known is not None else ()):
        for setting in condition.settings() if condition is not None else ():
            if known is not None and not issubclass(known, setting.owner):
                mine, other = distinct_names(known, setting.owner)
                raise FlowError(f"{name}: when= asks for {setting.name!r} of {other}, but the game's settings are "
                                f"{mine}; take it from variants({mine}).")  # fmt: skip


def class_of(hint: Any) -> type | None:
    """The class that an annotation names; None for one that names several, or none."""
    plain = hint.__origin__ if get_origin(hint) is Annotated else hint
    found = get_origin(plain) or plain
    return found if isinstance(found, type) and found is not UnionType else None


def shown(hint: Any) -> str:
    """An annotation as a reader of the rule knows it."""
    return hint.__name__ if isinstance(hint, type) else str(hint)
