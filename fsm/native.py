"""The same flow on python-statemachine's own interpreter.

The differential tests compare the engine with it, and listeners of that library can follow a game here. It
is some 300 times slower than the compiled engine. python-statemachine decides which rows are tried, in
which order, and what is left and entered; this adapter only hands each rule the game as it is at that
moment, and keeps what effects return.

A flow without calls, endings, refusals and gatherings runs as the class that its author wrote. Others are lowered
first (`fsm.running.lowering`): states have other ids then, where the author's would not do, but the same names.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic

from statemachine import StateChart
from statemachine.callbacks import CallbackGroup, CallbackSpec, SpecReference
from statemachine.exceptions import TransitionNotAllowed
from statemachine.transition import Transition

from fsm.engine import Engine
from fsm.flow import Flow, FlowMeta
from fsm.moves import Move, event_of
from fsm.reading import read, rules_of
from fsm.running.lowered_rules import RefusedError, UnopenedError
from fsm.running.lowering import Form, is_plain, lower, unique
from fsm.running.table import Callers, Place, Table, applying, asking
from fsm.snapshot import G, Refusal, Snapshot

__all__ = ["Native", "unique"]

REMEMBERED = "_phasebook_native"
REBOUND = "_phasebook_rule"
"""Where a flow keeps its class, and that class its rules, so that they go when the flow goes."""

MOST_OPENED = 200
"""Calls that one class has copies for; when there are more, those that are not in hand are forgotten."""


class Native(Generic[G]):
    """A flow as a live python-statemachine machine."""

    def __init__(self, engine: Engine[G], snapshot: Snapshot[G] | G, listeners: Iterable[object] = ()) -> None:
        """Start a game, or go on from a snapshot."""
        self.engine = engine
        self.machine: StateChart[Any]
        """Another one after a call that was not made before: see `fsm.running.lowering`."""
        self._listeners = list(listeners)
        if isinstance(snapshot, Snapshot):
            engine.check(snapshot)
            self.table = Table(engine, snapshot.game, snapshot.chosen)
            self._stand(self._form_for(snapshot.back), (snapshot.back, snapshot.phase))
        else:
            self.table = Table(engine, snapshot)
            self._form = self._form_for(())
            self.table.places = self._form.places
            self.table.is_answered = True
            self._run(self._make_machine)
            self.table.clear()

    @property
    def snapshot(self) -> Snapshot[G]:
        """Where the machine stands."""
        back, phase = self.table.place
        return Snapshot(phase, self.table.game, back, self.table.chosen)

    def send(self, move: Move) -> Snapshot[G] | Refusal:
        """Send a move through the interpreter. Whatever goes wrong, the machine stays where it was."""
        before, table = self.snapshot, self.table
        table.move, table.news = move, []
        try:
            self._run(lambda: self.machine.send(event_of(type(move))))
        except (TransitionNotAllowed, RefusedError):
            return self.engine._refuse(self.snapshot, move)
        except Exception:
            self._put_back(before)
            raise
        finally:
            table.move = None
            table.clear()
        return self.snapshot

    def _put_back(self, before: Snapshot[G]) -> None:
        """Stand where the machine was."""
        self.table.game, self.table.chosen = before.game, before.chosen
        self.table.state = self._form.configuration((before.back, before.phase))
        if self.machine.is_terminated:
            self._make_machine()

    # The machine

    def _form_for(self, callers: Callers) -> Form:
        """The class that runs the flow while these callers are suspended."""
        return form_of(self.engine.flow, callers)

    def _make_machine(self) -> None:
        """A machine over the table: where that stands, or at the start if it does not stand anywhere yet."""
        self.machine = self._form.machine(model=self.table, listeners=self._listeners)

    def _stand(self, form: Form, place: Place) -> None:
        """A machine of this form at a place, which is not entered again."""
        self._form = form
        self.table.places, self.table.state = form.places, form.configuration(place)
        self._make_machine()

    def _run(self, act: Callable[[], Any]) -> None:
        """Act. A call that was not made before stops the machine between two rows, and a wider one goes on."""
        while True:
            try:
                act()
            except UnopenedError as call:
                self._stand(self._form_for(call.callers), self.table.place)
                if self.table.is_answered:
                    act = self._go_on
            else:
                return

    def _go_on(self) -> None:
        """The consequences that are left."""
        self.machine._processing_loop()


class Rebinding:
    """Replaces the rules of a machine by ones that read and write its table, before it starts."""

    def after_transition(self, transition: Transition) -> None:
        """Called for every row taken; `on_transition` would also be called for entering initial children."""
        self.model.arrive(transition.is_eventless)  # type: ignore[attr-defined]  # a mixin

    def _register_callbacks(self, listeners: list[object]) -> None:
        super()._register_callbacks(listeners)  # type: ignore[misc]  # a mixin in front of a StateChart
        for executor in self._callbacks._registry.values():  # type: ignore[attr-defined]
            for wrapper in executor:
                if wrapper.meta.reference is SpecReference.CALLABLE:
                    wrapper._callback = rebind(wrapper.meta, self.model)  # type: ignore[attr-defined]


def rebind(spec: CallbackSpec, table: Table) -> Callable[..., Any]:
    """A rule as python-statemachine calls it: arguments by our names, results kept by us."""
    if REBOUND not in vars(spec):  # once for all machines: to look at a rule's parameters takes long
        setattr(spec, REBOUND, (asking if spec.group is CallbackGroup.COND else applying)(spec.func))
    run: Callable[[Table], Any] = getattr(spec, REBOUND)
    return lambda *_, **__: run(table)


# Classes, made when they are needed and kept by the flow


def form_of(flow: type[Flow], callers: Callers) -> Form:
    """The class that runs a flow while these callers are suspended, and any that were before, unless they are many."""
    known: Form | None = vars(flow).get(REMEMBERED)
    if known is None or (callers and callers not in known.opened):
        known = made(flow, callers, known.opened if known is not None else frozenset())
        setattr(flow, REMEMBERED, known)
    return known


def made(flow: type[Flow], callers: Callers, opened: frozenset[Callers]) -> Form:
    """A class that runs a flow: its own if it can, otherwise one with copies for these calls."""
    chart = read(flow)
    if is_plain(chart):
        return Form(own_class(flow), {phase.id: ((), phase.path) for phase in chart.leaves}, frozenset())
    kept = opened if len(opened) < MOST_OPENED else frozenset()
    return lower(chart, rules_of(flow), {*kept, callers}, Rebinding)


def own_class(flow: type[Flow]) -> type[Flow]:
    """The class that the author wrote, with its rules rebound."""
    own: Any = FlowMeta(flow.__name__, (Rebinding, flow), {"__module__": flow.__module__})
    return own  # type: ignore[no-any-return]  # made at run time
