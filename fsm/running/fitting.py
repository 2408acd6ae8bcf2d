"""Whether moves, rules and settings fit together, as far as types tell: asked once, when an engine is built."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import Parameter, getattr_static, isasyncgenfunction, iscoroutinefunction, signature, unwrap
from types import SimpleNamespace, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from fsm.chart import Chart, Row
from fsm.declaring.sentence_values import values_of
from fsm.declaring.static_guards import condition_of
from fsm.errors import FlowError
from fsm.moves import Move, event_of, has_default_candidates
from fsm.values.immutable import fields_of
from fsm.values.quoting import distinct_names, quoted

Rule = Callable[..., Any]


def check_moves(chart: Chart, moves: Sequence[type[Move]]) -> None:
    """Events and move types must match one to one."""
    sent: dict[str, type[Move]] = {}
    for move_type in moves:
        if not (isinstance(move_type, type) and issubclass(move_type, Move)):
            raise FlowError(f"{chart.name}: {quoted(move_type)} is not a move type; derive it from fsm.Move.")
        event = event_of(move_type)
        if event in sent:
            raise FlowError(
                f"{chart.name}: {sent[event].__name__} and {move_type.__name__} both send {event!r}; keep one."
            )
        if event not in chart.events:
            raise FlowError(f"{chart.name}: {move_type.__name__} sends {event!r}, which no row answers; "
                            f"the events are {', '.join(chart.events)}.")  # fmt: skip
        if move_type.__struct_fields__ and has_default_candidates(move_type):
            raise FlowError(f"{chart.name}: {move_type.__name__} has a payload; define candidates(game) for it.")
        sent[event] = move_type
    check_seats(chart, sent)
    for event in chart.events:
        if event not in sent:
            raise FlowError(f"{chart.name}: no move type sends {event!r}; add one to moves=.")


def check_seats(chart: Chart, sent: Mapping[str, type[Move]]) -> None:
    """A move that several seats send must say whose it is."""
    for row in chart.rows:
        move_type = sent.get(row.event or "")
        if row.gathers and move_type is not None and move_type.seat_field not in move_type.__struct_fields__:
            raise FlowError(f"{chart.name}: {row.event!r} is gathered from several seats, but {move_type.__name__} has "
                            f"no field {move_type.seat_field!r}; add it, or name the field that says whose move it is "
                            "with seat_field.")  # fmt: skip


def check_settings(chart: Chart, game_type: type) -> None:
    """Static guards need settings to read."""
    if chart.static_guards and not (hasattr(game_type, "settings") or "settings" in fields_of(game_type)):
        raise FlowError(f"{chart.name}: guard {chart.static_guards[0]!r} reads settings, "
                        f"but {game_type.__name__} has no field 'settings'; give it one.")  # fmt: skip


def check_transient(name: str, game_type: type, transient: Iterable[str]) -> None:
    """Transient fields need a default to start anew with."""
    fields = {field.name: field for field in msgspec.structs.fields(game_type)} if transient else {}
    for wanted in transient:
        if wanted not in fields:
            raise FlowError(f"{name}: transient field {wanted!r} is not a field of {game_type.__name__}; name one of "
                            f"{', '.join(fields)}.")  # fmt: skip
        if fields[wanted].required:
            raise FlowError(f"{name}: transient field {wanted!r} needs a default to start anew with.")


def check_fit(chart: Chart, rules: Mapping[str, Rule], moves: Iterable[type[Move]]) -> None:
    """Refuse candidates that cannot be listed, and rules on rows whose moves they are not written for."""
    types = {event_of(move_type): move_type for move_type in moves}
    for move_type in types.values():
        check_candidates(chart.name, move_type)
    hints: dict[Rule, Any] = {}
    for row in chart.rows:
        for name, rule in rules_about_the_move(row, rules):
            if rule not in hints:
                hints[rule] = hint_of(rule)
            sent = types[row.event or ""]
            if not is_for(hints[rule], sent):
                raise FlowError(f"{chart.name}: {name} is written for {shown(hints[rule])}, but {row.id!r} "
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
        raise FlowError(f"{where} takes ({taken}) after its class; it must take (game), and may take found=() and "
                        "seat=None.") from None  # fmt: skip


def rules_about_the_move(row: Row, rules: Mapping[str, Rule]) -> Iterator[tuple[str, Rule]]:
    """The rules of a row that look at its move, and the functions that its sentences ask, with what they are called."""
    if row.event is None:
        return
    yield from ((f"guard {guard.name!r}", rules[guard.name]) for guard in row.guards if "move" in guard.needs)
    yield from ((f"effect {effect.name!r}", rules[effect.name]) for effect in row.effects if "move" in effect.needs)
    for guard in row.guards:
        for name, value in values_of(rules[guard.name]).items():
            if "move" in value.needs:
                yield f"the value {name!r} of guard {guard.name!r}", value.function


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
