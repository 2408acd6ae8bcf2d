"""Phases and rows as they are written: python-statemachine's own, without its silent losses.

python-statemachine drops a callback that equals one it already has, tries rows in the order in which they were made
rather than joined, and forgets what a name was bound to before. What is declared with these classes keeps all three.
"""

from collections.abc import Iterable, Iterator
from inspect import signature
from typing import TYPE_CHECKING, Any

import msgspec
import statemachine
from statemachine.callbacks import CallbackGroup, CallbackPriority, CallbackSpec, SpecReference
from statemachine.event import Event
from statemachine.state import NestedStateFactory, _FromState, _ToState
from statemachine.states import States
from statemachine.transition import Transition
from statemachine.transition_list import TransitionList

from fsm.declaring.ordering import Bound
from fsm.declaring.reserved_names import check_name, words_of_a_state
from fsm.declaring.static_guards import guards_of
from fsm.errors import FlowError
from fsm.values.quoting import quoted


class Written(CallbackSpec):
    """A rule where its author put it. It equals only itself: a rule that is named twice counts twice."""

    def __init__(self, func: Any, group: CallbackGroup, **options: Any) -> None:
        name = func if isinstance(func, str) else getattr(func, "__name__", repr(func))
        super().__init__(name, group, **options)
        self.func = func
        self.reference = SpecReference.CALLABLE
        self.is_bounded = True  # never looked up among the attributes of a machine
        self.may_contain_boolean_expression = False
        self.attr_name = self.lookup_name = f"{name}@{id(self)}"  # python-statemachine calls each such name once

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


def specification(func: Any, group: CallbackGroup, is_convention: bool = False, **options: Any) -> CallbackSpec:
    """What python-statemachine keeps of a callback: its own for those that it looks up by convention."""
    if is_convention:
        return CallbackSpec(func, group, is_convention=True, **options)
    return Written(func, group, **options)


class Manner(msgspec.Struct, frozen=True):
    """How a row is taken, if not by leaving one phase and entering another."""

    inside: bool = False
    done: bool = False
    calls: bool = False
    then: Any = None
    most: int | None = None
    refuses: str | None = None
    by: Any = None
    again: bool = False


PLAIN = Manner()


class WrittenRow(Transition):
    """One row of a flow, with every rule that was written on it."""

    def __init__(
        self,
        source: "State",
        target: Any = None,
        *,
        manner: Manner = PLAIN,
        when: Any = None,
        says: str = "",
        cond: Any = None,
        unless: Any = None,
        on: Any = None,
        internal: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(source, target, **options)
        self.manner = manner
        self.says = says
        self.internal = internal  # set here, so that all internal rows are refused in the same words, by `read`
        self._specs.factory = specification
        self.on.add(on, priority=CallbackPriority.INLINE)
        for rule, wanted in () if when is None else guards_of(when):  # before all others, however the row is written
            self.cond.add(rule, priority=CallbackPriority.INLINE, expected_value=wanted)
        self.cond.add(cond, priority=CallbackPriority.INLINE, expected_value=True)
        self.cond.add(unless, priority=CallbackPriority.INLINE, expected_value=False)


ROW_KEYWORDS = {"when", "says", *signature(Transition).parameters} - {"source", "target"}
STATE_KEYWORDS = frozenset(signature(statemachine.State).parameters)


def row(source: Any, target: Any, options: dict[str, Any], manner: Manner = PLAIN) -> WrittenRow:
    """A row from one phase to another, or a sentence about what is no phase or no part of a row."""
    for end in (source, *(target if isinstance(target, list) else [target]), manner.then):
        if isinstance(end, Ending):
            raise FlowError("the end of a phase is no phase; write phase.done.to(...) or phase.done.calls(...).")
        if end is not None and not isinstance(end, statemachine.State):
            raise FlowError(f"a row leads from phase to phase, and {quoted(end)} is none; pass the State itself.")
    if getattr(source, "final", False):
        raise FlowError(f"{source.name!r} is final, so no row starts there; list in refusals what cannot be tried any "
                        "more, and say what follows with phase.done.to(...) of the phase around.")  # fmt: skip
    if unknown := ", ".join(f"{name}=" for name in options if name not in ROW_KEYWORDS):
        raise FlowError(f"a row has no {unknown}; {keywords_for(manner, options)}")
    made = WrittenRow(source, target, manner=manner, **options)
    source.transitions.add_transitions(made)
    return made


def keywords_for(manner: Manner, options: Iterable[str]) -> str:
    """What a row of some manner can say."""
    if manner.calls or manner.by is not None or not {"then", "most", "by"}.intersection(options):
        return "say it with when=, cond=, unless=, on= and says=."
    return "write phase.calls(...) for then= and most=, and gather(...) for by= and again=."


def repeatable(options: dict[str, Any]) -> dict[str, Any]:
    """The same for each of several rows, also where rules come from an iterator."""
    return {name: list(value) if isinstance(value, Iterator) else value for name, value in options.items()}


def rows_between(
    sources: Iterable[Any], targets: Iterable[Any], options: dict[str, Any], manner: Manner
) -> TransitionList:
    """A row from each of some phases to each of others, taken in the same manner."""
    given, ends = repeatable(options), list(targets)
    return TransitionList([row(source, target, given, manner) for source in sources for target in ends])


class To(_ToState):
    """`phase.to(...)`: rows that start at a phase."""

    def __init__(self, state: Any, manner: Manner = PLAIN) -> None:
        super().__init__(state)
        self._manner = manner

    def __call__(self, *states: Any, **options: Any) -> TransitionList:
        """One row for each target."""
        return rows_between([self._state], states, options, self._manner)


class Done:
    """`phase.done`: what follows when a final sub-phase of a phase is reached.

    A sub-phase may be called `done` too: then that is what `phase.done` means.
    """

    def __get__(self, phase: Any, owner: type) -> Any:
        if phase is None:
            return self
        return vars(phase).get("done") or Ending(phase)

    def __set__(self, phase: Any, value: Any) -> None:
        if not isinstance(value, statemachine.State):
            raise FlowError("done is no name to bind rows to; write phase.done.to(target).")
        vars(phase)["done"] = value


class Ending:
    """The end of one phase; rows start at it."""

    def __init__(self, phase: Any) -> None:
        self._phase = phase

    def to(self, *targets: Any, **options: Any) -> TransitionList:
        """One row for each target."""
        return rows_between([self._phase], targets, options, Manner(done=True))

    def calls(self, phase: Any, *, then: Any = None, most: int | None = None, **options: Any) -> TransitionList:
        """One more phase is called before the flow goes on."""
        return rows_between([self._phase], [phase], options, Manner(done=True, calls=True, then=then, most=most))


class From(_FromState):
    """`phase.from_(...)`: rows that end at a phase."""

    def any(self, **options: Any) -> TransitionList:
        """Refused: python-statemachine gives such a row only to the phases that are declared above it."""
        raise FlowError("from_.any() reaches only some phases; name them, as in target.from_(here, there), "
                        "or give the row to a compound phase around them.")  # fmt: skip

    def __call__(self, *states: Any, **options: Any) -> TransitionList:
        """One row for each source."""
        given = repeatable(options)
        return TransitionList([row(state, self._state, given) for state in states])


class Namespace(dict[str, Any]):
    """A class body that remembers everything that was bound in it, also what its names no longer mean."""

    def __init__(self) -> None:
        self.history: list[tuple[str, Any]] = []

    def __setitem__(self, name: str, value: Any) -> None:
        self.history.append((name, value))
        super().__setitem__(name, value)


class Nesting(NestedStateFactory):
    """Makes a compound phase from a class inside a flow."""

    @classmethod
    def __prepare__(cls, name: str, bases: tuple[type, ...], /, **_: Any) -> Namespace:
        return Namespace()

    def __new__(mcs, classname: str, bases: tuple[type, ...], attrs: dict[str, Any], **options: Any) -> Any:
        """The phase, once its body has been checked."""
        if not bases:
            return super().__new__(mcs, classname, bases, attrs, **options)
        for name, _ in phases_in(attrs):
            check_name(classname, "a sub-phase", name, words_of_a_state())
        check_bindings(classname, attrs)
        inside = super().__new__(mcs, classname, bases, attrs)
        made = State(**{"parallel": inside.parallel, **options}, states=inside.states, history=inside.history,
                     _callbacks=inside._callbacks)  # fmt: skip
        made._rows = list(bound_rows(attrs))
        return made

    def to(cls, *targets: Any, **options: Any) -> TransitionList:  # type: ignore[override]  # for type checkers only
        """Rows that start at this phase. At run time `cls` is a State, which has a `to` of its own."""
        raise NotImplementedError

    def from_(cls, *sources: Any, **options: Any) -> TransitionList:  # type: ignore[override]  # likewise
        """Rows that end at this phase."""
        raise NotImplementedError

    if TYPE_CHECKING:
        done: Ending

        def into(cls, *targets: Any, **options: Any) -> TransitionList: ...

        def calls(cls, phase: Any, *, then: Any = None, most: int | None = None, **options: Any) -> TransitionList: ...

        def called_by(
            cls, *callers: Any, then: Any = None, most: int | None = None, **options: Any
        ) -> TransitionList: ...

        def refuses(cls, sentence: str, **options: Any) -> TransitionList: ...


class State(statemachine.State):
    """A phase of a flow. Effects in `enter` and `exit` run as often as they are written."""

    class Compound(metaclass=Nesting):
        """Base of a class inside a flow that is a phase with sub-phases."""

    class Parallel(metaclass=Nesting, parallel=True):
        """Refused by `read`, which says why."""

    def __init__(
        self,
        name: str = "",
        value: Any = None,
        *,
        enter: Any = None,
        exit: Any = None,
        secret: bool = False,
        **options: Any,
    ) -> None:
        if unknown := ", ".join(f"{word}=" for word in options if word not in STATE_KEYWORDS):
            raise FlowError(f"a phase has no {unknown}; it has a name, initial=, final=, enter=, exit= and secret=.")
        if options.get("donedata") is not None:
            raise FlowError("State(donedata=...) is not supported; keep what an ending yields in the game.")
        super().__init__(name, value, **options)
        self._rows: list[Bound] = []
        """The rows in the body of a compound phase, by the names they are bound to."""
        self._flow = ""
        """The flow that this is a phase of, once that is made."""
        self._secret = secret
        self._specs.factory = specification
        self.enter.add(enter, priority=CallbackPriority.INLINE)
        self.exit.add(exit, priority=CallbackPriority.INLINE)

    @property
    def to(self) -> To:
        """`phase.to(target, when=..., cond=..., unless=..., on=...)`."""
        return To(self)

    @property
    def from_(self) -> From:
        """`target.from_(phase, ..., cond=...)`."""
        return From(self)

    done = Done()
    """`phase.done.to(target)`: taken when a final sub-phase of this phase is reached."""

    def into(self, *targets: Any, **options: Any) -> TransitionList:
        """Rows into sub-phases of this phase, which is not left: `cancel = battle.into(choosing)`."""
        return rows_between([self], targets, options, Manner(inside=True))

    def calls(self, phase: Any, *, then: Any = None, most: int | None = None, **options: Any) -> TransitionList:
        """A row that suspends the flow here until another phase has ended: `starting.calls(triggers, then=refreshing)`.

        `phase` has sub-phases, or is the one of them to begin with. When a final one is reached, the flow is back here
        and goes on to `then`, or stays. A phase that can be called while it runs needs `most=`: so many calls at once.
        """
        return rows_between([self], [phase], options, Manner(calls=True, then=then, most=most))

    def called_by(self, *callers: Any, then: Any = None, most: int | None = None, **options: Any) -> TransitionList:
        """The same from several callers: `triggers.called_by(starting, ending, cond=a_trigger_waits)`."""
        return rows_between(callers, [self], options, Manner(calls=True, then=then, most=most))

    def refuses(self, sentence: str, **options: Any) -> TransitionList:
        """A row that refuses an event here, whatever phases further out make of it, and says why; `when=` if at all."""
        if not (isinstance(sentence, str) and sentence):
            raise FlowError(f"{sentence!r} tells nobody why; pass refuses(...) the sentence that a player reads.")
        if others := {name: option for name, option in options.items() if name != "when"}:
            unknown = ", ".join(f"{name}=" for name in others)
            raise FlowError(
                f"a refusing row has no {unknown}; leave it out: when= alone can say where such a row refuses."
            )
        return rows_between([self], [None], options, Manner(refuses=sentence))


def phases_in(attrs: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The phases that a class body declares, with their names; a shortcut to a sub-phase is none."""
    for key, value in attrs.items():
        if isinstance(value, States):
            yield from value._states.items()
        elif isinstance(value, statemachine.State) and not (value.parent and value.id == key):
            yield key, value


def bound_rows(attrs: dict[str, Any]) -> Iterator[Bound]:
    """The rows that a class body binds to a name, with the event that it makes them answer.

    An event that only names itself, for rows with `event=`, comes without rows.
    """
    for key, value in attrs.items():
        if isinstance(value, TransitionList):
            yield key, value
        elif isinstance(value, Event):
            yield (value.id if value._has_real_id else key), value._transitions or TransitionList()


def check_bindings(where: str, attrs: dict[str, Any]) -> None:
    """A name that means something else in the end must not have taken rows or phases with it."""
    kept = {id(row) for _, rows in bound_rows(attrs) for row in rows}
    phases = names_of_phases(where, attrs)
    for name, value in getattr(attrs, "history", ()):
        if isinstance(value, statemachine.State) and id(value) not in phases and value.parent is None:
            raise FlowError(f"{where}: {lost_phase(name, name in attrs)}")
        for _, rows in bound_rows({name: value}):
            if any(row.is_eventless and id(row) not in kept for row in rows):
                raise FlowError(f"{where}: {name!r} {lost_rows(name in attrs)}")


def names_of_phases(where: str, attrs: dict[str, Any]) -> dict[int, str]:
    """The one name of each phase in a class body, by identity."""
    known: dict[int, str] = {}
    for key, state in phases_in(attrs):
        first = known.setdefault(id(state), state.id if state.parent else key)
        if first != key:
            raise FlowError(f"{where}: {first!r} and {key!r} are one and the same phase; keep one of the names.")
    return known


def lost_phase(name: str, is_bound: bool) -> str:
    """What to say about a phase that no name leads to any more."""
    if is_bound:
        return f"two phases are bound to the name {name!r}; give each a name of its own."
    return f"phase {name!r} is deleted; leave it its name."


def lost_rows(is_bound: bool) -> str:
    """What to say about rows that no name leads to any more: nobody would take them for consequences."""
    if is_bound:
        return "is bound twice, and the rows that it was bound to first would be consequences; join them with |."
    return "is deleted, and its rows would be consequences; if they are meant to be, bind them to no name at all."
