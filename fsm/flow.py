"""How a flow is declared: `Flow`, `State`, `guard` and `effect`.

`Flow` is python-statemachine's `StateChart` with its tolerances switched off: nothing is swallowed, nothing is
half done, and a definition that would misbehave quietly is refused when the class is made.
"""

from collections.abc import Callable, Sequence
from inspect import isfunction
from typing import Any, TypeVar

from statemachine import Event, HistoryState, StateChart
from statemachine import State as LibraryState
from statemachine.exceptions import InvalidDefinition
from statemachine.factory import StateMachineMetaclass
from statemachine.graph import iterate_states
from statemachine.states import States
from statemachine.transition import Transition
from statemachine.transition_list import TransitionList

from fsm.declaring.ordering import Bound, put_in_order
from fsm.declaring.plain_words import SAYS, checked_words, effect
from fsm.declaring.reserved_names import check_name, public_names, words_of_a_machine
from fsm.declaring.rows import PLAIN, Manner, Namespace, State, bound_rows, check_bindings, phases_in, rows_between
from fsm.declaring.sentence_values import VALUES, checked_values
from fsm.errors import FlowError

__all__ = ["Flow", "State", "effect", "gather", "guard", "stay"]

Rule = TypeVar("Rule", bound=Callable[..., Any])

READ_FROM_THE_BODY = frozenset({"listeners", "listeners_inherit"})
"""What python-statemachine looks for in a class body although its classes have no such attribute."""


SENT_BY_ITSELF = {
    "done_state_": "when sub-phases end, go on with a nameless row of the phase around them: phase.done.to(target).",
    "done_invoke_": "rename it.",
    "error_": "what a rule raises is never an event. Rename it.",
}
"""Prefixes of events that python-statemachine sends unasked, and what to do instead."""


def guard(
    sentence: str = "", *, negated: str = "", secret: bool = False, says: str = "", **values: Any
) -> Callable[[Rule], Rule]:
    """Give a guard the sentence that a refused player reads; `negated` is for rows that name it in `unless`.

    Sentences may name values: `@guard("Pass {count} cards.", count=cards_to_pass)`, with a function of `(game)` or
    `(game, move)` for each. It is asked when the guard has refused a move, and may presume what the guard may. Values
    that no sentence names are for translations. A `secret` guard looks at what not every seat may know.

    `says` is the condition itself in the words of a rule book, for pictures in plain words: "it is your turn".
    """
    if not isinstance(secret, bool):
        raise FlowError(f"secret={secret!r} says neither yes nor no; write True or False.")

    def mark(rule: Rule) -> Rule:
        name = getattr(rule, "__name__", repr(rule))
        found = {
            VALUES: checked_values(name, (sentence, negated), values),
            SAYS: checked_words(f"guard {name!r}", says),
        }
        vars(rule).update(found, sentence=sentence, negated_sentence=negated, secret=secret)
        return rule

    return mark


def stay(*phases: Any, **row: Any) -> TransitionList:
    """A row that leaves and enters nothing: `toggle = stay(discarding, cond=..., on=...)`; one for each phase.

    On a compound phase, the flow stays in whichever sub-phase it is in.
    """
    return rows_between(phases, [None], row, PLAIN)


def gather(phase: Any, *, by: Any, to: Any, again: bool = False, **row: Any) -> TransitionList:
    """A row that is taken once each of several seats has sent the event: `bid = gather(bidding, by=players, to=...)`.

    `by(game)` names the seats. Until the last move has come, the others are kept in the snapshot and the game stays as
    it is. Then the effects run for each move, in the order of `by`. With `again`, a seat may change its mind meanwhile.
    """
    return rows_between([phase], [to], row, Manner(by=by, again=again))


def sentence_of(rule: Callable[..., Any]) -> str:
    """The sentence of a guard that must hold and does not."""
    return str(getattr(rule, "sentence", ""))


def negated_sentence_of(rule: Callable[..., Any]) -> str:
    """The sentence of a guard that must not hold and does."""
    return str(getattr(rule, "negated_sentence", ""))


def is_secret(rule: Callable[..., Any]) -> bool:
    """Whether a guard looks at what not every seat may know."""
    return bool(getattr(rule, "secret", False))


class FlowMeta(StateMachineMetaclass):
    """Checks what python-statemachine lets pass, while the class body can still be seen as it was written."""

    @classmethod
    def __prepare__(cls, name: str, bases: tuple[type, ...], /, **_: Any) -> Namespace:
        return Namespace()

    def __new__(mcs, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> Any:
        """The class, if its body is sound: python-statemachine would stumble over some names while it makes one."""
        if any(isinstance(base, FlowMeta) for base in bases):
            check_body(name, bases, attrs)
        return super().__new__(mcs, name, bases, attrs)

    def __init__(cls, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> None:  # noqa: N805 a metaclass
        try:
            super().__init__(name, bases, attrs)  # type: ignore[arg-type]  # it says tuple[type] and means any length
        except InvalidDefinition as error:
            raise FlowError(f"{name}: {plain_words(error)}") from error
        if cls.states:
            check_callbacks(cls)


class Flow(StateChart[Any], metaclass=FlowMeta):
    """Base of every flow. The body holds states and rows only; rules are functions passed to the rows."""

    # In writing, because the defaults of StateChart are the opposite.
    allow_event_without_transition = False
    catch_errors_as_events = False
    atomic_configuration_update = True
    enable_self_transition_entries = False

    # Left to the linter, which names the row and can be answered with a reason.
    validate_disconnected_states = False
    validate_trap_states = False
    validate_final_reachability = False

    refusals: tuple[tuple[str, str, str], ...] = ()
    """`(phase, event, sentence)`: what a player reads who tries an event that this phase does not know."""

    accepts: tuple[tuple[str, str, str], ...] = ()
    """`(finding, phase or row, reason)`: lint findings that are meant."""


def plain_words(error: InvalidDefinition) -> str:
    """What python-statemachine says of a definition; of an event that it has given a name of its own, our words."""
    if "has no id" in str(error):
        return "a row answers an Event without a name; bind the row itself to the event's name."
    return f"{str(error).rstrip('.')}; write it as python-statemachine asks."


def check_body(name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> None:
    """Refuse what a class body says and the finished class no longer shows."""
    phases, rows = dict(phases_in(attrs)), list(bound_rows(attrs))
    if (phases or rows) and any(getattr(base, "states", None) for base in bases):
        raise FlowError(f"{name}: a flow cannot extend another flow's phases, they would be shared; declare it whole.")
    check_bindings(name, attrs)
    for attribute, value in attrs.items():
        check_attribute(name, attribute, value)
    if phases:
        check_phases(name, phases, rows)


def check_phases(name: str, phases: dict[str, State], bound: list[Bound]) -> None:
    """Everything about phases and rows that can be checked before the class is made."""
    for key, state in phases.items():
        state._set_id(key)
    check_initial(name, name, list(phases.values()))
    everywhere = list(iterate_states(phases.values()))
    taken = words_of_a_machine() | public_names(Flow)
    for state in everywhere:
        check_name(name, "a phase", state.id, taken)
        check_owner(name, state)
    named = [event for state in everywhere for event in state.transitions.unique_events if event._has_real_id]
    for event in dict.fromkeys([*named, *(event for event, _ in bound)]):
        check_event(name, str(event), taken)
    inside = (pair for state in everywhere for pair in getattr(state, "_rows", ()))
    put_in_order(name, [*inside, *bound], everywhere)


def check_owner(name: str, state: Any) -> None:
    """A phase is one of ours, and of one flow only."""
    if isinstance(state, HistoryState):
        return  # `read` refuses it by name
    if not isinstance(state, State):
        raise FlowError(f"{name}: phase {state.id!r} is a State of python-statemachine; import State from fsm.")
    if state._flow:
        raise FlowError(f"{name}: phase {state.id!r} belongs to {state._flow} already; make one for each flow.")
    state._flow = name


def check_event(name: str, event: str, taken: frozenset[str]) -> None:
    """Names of events that python-statemachine sends by itself have a reason of their own."""
    prefix = next((prefix for prefix in SENT_BY_ITSELF if event.startswith(prefix)), None)
    if prefix is not None:
        raise FlowError(f"{name}: {event!r} would be an event that no player sends; {SENT_BY_ITSELF[prefix]}")
    check_name(name, "an event", event, taken)


def check_callbacks(flow: FlowMeta) -> None:
    """A phase or an event must not be called like something that python-statemachine calls by itself."""
    names = {*flow.states_map, *map(str, flow._events)}
    for specs in flow._all_specs():  # type: ignore[no-untyped-call]
        for name in specs.conventional_specs & names:
            raise FlowError(f"{flow.__name__}: python-statemachine would call {name!r} by itself, as every name "
                            "that joins before_, after_ or on_ to an event or a phase; rename it.")  # fmt: skip


def check_attribute(name: str, attribute: str, value: Any) -> None:
    """A flow's body is a table: no methods, no properties, no switches of the base."""
    declares = isinstance(value, State | TransitionList | Event | States)  # then its name is checked with the others
    if attribute in READ_FROM_THE_BODY or (attribute in words_of_a_machine() and not declares):
        raise FlowError(f"{name}: leave {attribute!r} as Flow sets it.")
    if isinstance(value, Transition):
        raise FlowError(f"{name}: {attribute!r} is one row out of several; bind them all, as .to() gives them.")
    if isfunction(value) or isinstance(value, (property, classmethod, staticmethod)):
        raise FlowError(
            f"{name}: {attribute!r} is logic inside the flow; make it a function of (game) or (game, move) "
            "and pass it with cond=, unless=, on=, enter= or exit=."
        )


def check_initial(name: str, where: str, siblings: Sequence[LibraryState]) -> None:
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


def label(state: LibraryState) -> str:
    """A state's id, or its name while it has none yet."""
    return str(state.id or state.name)
