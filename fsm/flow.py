"""How a flow is declared: `Flow`, `State` and `guard`.

`Flow` is python-statemachine's `StateChart` with its tolerances switched off: nothing is swallowed, nothing is
half done, and a definition that would misbehave quietly is refused when the class is made.
"""

from collections.abc import Callable, Iterator
from inspect import isfunction
from typing import Any, TypeVar

from statemachine import State, StateChart
from statemachine.exceptions import InvalidDefinition
from statemachine.factory import StateMachineMetaclass
from statemachine.states import States
from statemachine.transition_list import TransitionList

from fsm.errors import FlowError

__all__ = ["Flow", "FlowMeta", "State", "guard", "negated_sentence_of", "sentence_of", "stay"]

Rule = TypeVar("Rule", bound=Callable[..., Any])

SETTINGS_OF_THE_BASE = frozenset(
    {
        "allow_event_without_transition",
        "atomic_configuration_update",
        "catch_errors_as_events",
        "enable_self_transition_entries",
        "listeners",
        "start_configuration_values",
    }
)


def guard(sentence: str, *, negated: str = "") -> Callable[[Rule], Rule]:
    """Give a guard the sentence that a refused player reads; `negated` is for rows that name it in `unless`."""

    def mark(rule: Rule) -> Rule:
        vars(rule)["sentence"] = sentence
        vars(rule)["negated_sentence"] = negated
        return rule

    return mark


def stay(phase: Any, **row: Any) -> TransitionList:
    """A row that leaves and enters nothing: `toggle = stay(discarding, cond=..., on=...)`.

    On a compound phase, the flow stays in whichever sub-phase it is in.
    """
    rows: TransitionList = phase.to(None, **row)
    return rows


def sentence_of(rule: Callable[..., Any]) -> str:
    """The sentence of a guard that must hold and does not."""
    return str(getattr(rule, "sentence", ""))


def negated_sentence_of(rule: Callable[..., Any]) -> str:
    """The sentence of a guard that must not hold and does."""
    return str(getattr(rule, "negated_sentence", ""))


class FlowMeta(StateMachineMetaclass):
    """Checks what python-statemachine lets pass, while the class body can still be seen as it was written."""

    def __init__(cls, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> None:  # noqa: N805 a metaclass
        if any(isinstance(base, FlowMeta) for base in bases):
            check_body(name, bases, attrs)
        try:
            super().__init__(name, bases, attrs)  # type: ignore[arg-type]  # it says tuple[type] and means any length
        except InvalidDefinition as error:
            raise FlowError(f"{name}: {error}") from error


class Flow(StateChart[Any], metaclass=FlowMeta):
    """Base of every flow. The body holds states and rows only; rules are functions passed to the rows."""

    # In writing, because the defaults of StateChart are the opposite.
    allow_event_without_transition = False
    catch_errors_as_events = False
    atomic_configuration_update = True
    enable_self_transition_entries = False

    # Left to the linter, which names the arrow and can be answered with a reason.
    validate_disconnected_states = False
    validate_trap_states = False
    validate_final_reachability = False

    refusals: tuple[tuple[str, str, str], ...] = ()
    """`(phase, event, sentence)`: what a player reads who tries an event that this phase does not know."""

    accepts: tuple[tuple[str, str, str], ...] = ()
    """`(finding, phase or arrow, reason)`: lint findings that are meant."""


def check_body(name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> None:
    """Refuse what a class body says and the finished class no longer shows."""
    states = list(states_in(attrs))
    if states and any(getattr(base, "states", None) for base in bases):
        raise FlowError(f"{name}: a flow cannot extend another flow's phases, they would be shared; declare it whole.")
    for attribute, value in attrs.items():
        check_attribute(name, attribute, value)
    if states:
        check_initial(name, name, states)


def check_attribute(name: str, attribute: str, value: Any) -> None:
    """A flow's body is a table: no methods, no properties, no switches of the base."""
    if attribute in SETTINGS_OF_THE_BASE:
        raise FlowError(f"{name}: leave {attribute!r} as Flow sets it.")
    if isfunction(value) or isinstance(value, (property, classmethod, staticmethod)):
        raise FlowError(
            f"{name}: {attribute!r} is logic inside the flow; make it a function of (game) or (game, move) "
            "and pass it with cond=, unless=, on=, enter= or exit=."
        )


def check_initial(name: str, where: str, siblings: list[State]) -> None:
    """Exactly one initial child at every level, said by the author and not guessed from the order."""
    for state in siblings:
        if state._callbacks:
            raise FlowError(f"{name}: phase {label(state)!r} holds functions; pass them to its rows instead.")
        if state.states and state.final:
            raise FlowError(f"{name}: final phase {label(state)!r} has sub-phases; make one of them final, or none.")
        if state.states and not state.parallel:
            check_initial(name, label(state), state.states)
    initial = [label(state) for state in siblings if state.initial]
    if any(state.parallel for state in siblings):
        return  # `read` refuses parallel phases by name
    if not initial:
        raise FlowError(f"{name}: {where!r} has no initial phase; mark one with initial=True.")
    if len(initial) > 1:
        raise FlowError(f"{name}: {where!r} has {len(initial)} initial phases ({', '.join(initial)}); keep one.")


def label(state: State) -> str:
    """A state's id, or its name while it has none yet."""
    return str(state.id or state.name)


def states_in(attrs: dict[str, Any]) -> Iterator[State]:
    """The top-level states of a class body."""
    for key, value in attrs.items():
        if isinstance(value, States):
            yield from value
        elif isinstance(value, State):
            if not value.id:
                value._set_id(key)
            yield value
