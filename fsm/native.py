"""The same flow on python-statemachine's own interpreter.

The differential tests compare the engine with it, and listeners of that library can follow a game here. It
is some 300 times slower than the compiled engine. python-statemachine decides which rows are tried, in
which order, and what is left and entered; this adapter only hands each rule the game as it is at that
moment, and keeps what effects return.
"""

from collections.abc import Callable, Iterable
from inspect import signature
from typing import Any, Generic

from statemachine import State
from statemachine.callbacks import CallbackGroup, CallbackSpec, SpecReference
from statemachine.exceptions import TransitionNotAllowed
from statemachine.orderedset import OrderedSet
from statemachine.transition import Transition

from fsm.chart import Chart
from fsm.compiler.consequences import endless
from fsm.compiler.program import sure
from fsm.engine import Engine
from fsm.flow import Flow, FlowMeta
from fsm.moves import Move, event_of
from fsm.snapshot import G, Refusal, Snapshot, WithNews, news_version_of

__all__ = ["Native"]

REMEMBERED = "_phasebook_native"


class Table:
    """What the rules of one native machine share: the game, the move in hand, and the news so far."""

    def __init__(self, engine: Engine[Any], game: Any, state: Any = None) -> None:
        self.state = state  # python-statemachine keeps its configuration here
        self.engine = engine
        self.game = game
        self.move: Any = None
        self.news: list[Any] = []
        self.trail: list[str] = []

    def arrive(self, active: Iterable[State], is_consequence: bool) -> None:
        """A row was taken. Consequences are counted, because python-statemachine itself sets no limit."""
        if not is_consequence:
            self.trail.clear()
        elif not self.trail:  # of a machine that has just started
            self.trail += self.engine.chart.descent(self.engine.chart.initial.path)[-1:]
        self.trail.append(leaf_among(self.engine.chart, active))
        if len(self.trail) - 1 > self.engine.most_consequences:
            raise endless(self.engine.name, self.trail, self.engine.most_consequences)

    def values(self) -> dict[str, Any]:
        """The arguments a rule can ask for."""
        return {"game": self.game, "move": self.move, "settings": getattr(self.game, "settings", None)}


class Native(Generic[G]):
    """A flow as a live python-statemachine machine."""

    def __init__(self, engine: Engine[G], snapshot: Snapshot[G] | G, listeners: Iterable[object] = ()) -> None:
        """Start a game, or go on from a snapshot."""
        self.engine = engine
        self.table = Table(engine, snapshot)
        if isinstance(snapshot, Snapshot):
            engine.check(snapshot)
            lineage = reversed(engine.chart.lineage(snapshot.phase))
            ids = OrderedSet(path.rpartition(".")[2] for path in lineage)
            self.table = Table(engine, snapshot.game, ids if len(ids) > 1 else snapshot.phase)
        self.machine: Flow = bound(engine.flow)(model=self.table, listeners=list(listeners))

    @property
    def snapshot(self) -> Snapshot[G]:
        """Where the machine stands."""
        return Snapshot(leaf_among(self.engine.chart, self.machine.configuration), self.table.game)

    def send(self, move: Move) -> Snapshot[G] | Refusal:
        """Send a move through the interpreter. Whatever goes wrong, the machine stays where it was."""
        before, configuration = self.table.game, self.machine.configuration
        self.table.move, self.table.news = move, []
        try:
            self.machine.send(event_of(type(move)))
        except TransitionNotAllowed:
            return self.engine._refuse(self.snapshot, move)
        except Exception:
            self.table.game = before
            self.machine.configuration = configuration
            raise
        finally:
            self.table.move = None
        return self.snapshot


class Rebinding:
    """Replaces the rules of a machine by ones that read and write its table, before it starts."""

    def after_transition(self, transition: Transition) -> None:
        """Called for every row taken; `on_transition` would also be called for entering initial children."""
        self.model.arrive(self.configuration, transition.is_eventless)  # type: ignore[attr-defined]  # a mixin

    def _register_callbacks(self, listeners: list[object]) -> None:
        super()._register_callbacks(listeners)  # type: ignore[misc]  # a mixin in front of a Flow
        for executor in self._callbacks._registry.values():  # type: ignore[attr-defined]
            for wrapper in executor:
                if wrapper.meta.reference is SpecReference.CALLABLE:
                    wrapper._callback = rebind(wrapper.meta, self.model)  # type: ignore[attr-defined]


def leaf_among(chart: Chart, active: Iterable[State]) -> str:
    """The path of the leaf among the active states."""
    ids = {state.id for state in active}
    return next(phase.path for phase in chart.leaves if phase.id in ids)


def bound(flow: type[Flow]) -> type[Flow]:
    """The flow with its rules rebound; made once and kept by the flow."""
    if REMEMBERED in vars(flow):
        known: type[Flow] = vars(flow)[REMEMBERED]
        return known
    made: type[Any] = FlowMeta(flow.__name__, (Rebinding, flow), {"__module__": flow.__module__})
    setattr(flow, REMEMBERED, made)
    return made


def rebind(spec: CallbackSpec, table: Table) -> Callable[..., Any]:
    """A rule as python-statemachine calls it: arguments by our names, results kept by us."""
    rule = spec.func
    names = tuple(signature(rule).parameters)  # as `read` understands them: those of the rule that a wrapper wraps
    version = news_version_of(rule)

    def run() -> Any:
        values = table.values()
        return version(*(values[name] for name in names))

    def ask(*_: Any, **__: Any) -> bool:
        return sure(rule.__name__, run())

    def apply(*_: Any, **__: Any) -> None:
        answer = run()
        if isinstance(answer, WithNews):
            table.news.extend(answer.news)
            answer = answer.game
        table.game = answer

    return ask if spec.group is CallbackGroup.COND else apply
