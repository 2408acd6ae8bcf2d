"""A flow as plain states and rows that python-statemachine runs as the flow means them.

python-statemachine knows no calls, endings, refusals or gatherings, and no two states of the same id. A flow
that has any of these is run as another class, in which every row is an ordinary one. Why it means the same:

- **Ids** are made unique; an id that no other phase of the flow has is kept.
- **A call** suspends a leaf, which is not left. So the leaf gets sub-states: one to rest in, and one copy of the
  called phase for each call. To call is to go from resting into the copy, inside the leaf; to come back is to go from
  the copy to resting. The copy is nested in its caller, so a row that leads further out by itself leaves the called
  phase first, then the suspended ones, innermost first. Calls inside a copy nest further copies.
- **Copies** are made for the calls in hand, not for all that are possible: these can be more than anybody can count.
  The guard of a call that has no copy yet raises `UnopenedError`, before anything has happened, and the machine is
  exchanged for one that has it.
- **A suspended phase** answers nothing, although it is active. Each row therefore asks first whether its source lies
  around the leaf that the flow is in (`is_in_charge`).
- **A return** is a consequence of the called phase that is tried when one of its final sub-phases is reached. No
  other consequence is in charge then.
- **Two halves.** The states that a row leaves follow from where it starts and ends. For a call, and for a row from a
  copy into a suspended phase, which must be left and entered again, these would be the wrong ones if the row started
  at its own source. Such a row is decided at its source, in its turn, by a half that goes nowhere; the other half
  follows at once, from the state where leaving is right. Both count as one row.
- **An ending** is a consequence of the phase around, with one more guard: its final sub-phase is reached.
- **Into** is python-statemachine's own internal row. It enters what the row leads to only if a machine has
  `enable_self_transition_entries`, which is off in a `Flow` and on in these classes. Nothing else here is internal.
- **A refusal** is a row whose last guard raises `RefusedError`: rows behind it and further out are not asked.
- **A gathering** is two rows with the guards of the one: while others are still to choose, a row that goes nowhere and
  keeps the move; for the last one, a row to the target whose effects run for each move.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from statemachine import State as LibraryState
from statemachine import StateChart
from statemachine.callbacks import CallbackPriority
from statemachine.factory import StateMachineMetaclass
from statemachine.orderedset import OrderedSet

from fsm.chart import Chart, Effect, Row
from fsm.declaring.rows import State, WrittenRow
from fsm.running.lowered_rules import (
    called,
    carry_out,
    collect,
    comes_back,
    decide,
    decide_to_call,
    drop_choices,
    has_ended,
    home,
    is_decided,
    is_in_charge,
    is_last,
    is_open,
    keep_choice,
    refuse,
    run_for_each,
)
from fsm.running.table import Callers, Place, Rule

Guards = Iterable[tuple[Rule, bool]]
"""Rules, and whether each must hold or must not."""


class Lowered(StateChart[Any]):
    """Base of the classes that are made here; as `Flow`, but for the entries of internal rows."""

    allow_event_without_transition = False
    catch_errors_as_events = False
    atomic_configuration_update = True
    enable_self_transition_entries = True
    validate_disconnected_states = False
    validate_trap_states = False
    validate_final_reachability = False


class Resting(State):
    """The sub-state of a leaf that has called nobody."""

    def _setup(self) -> None:
        """Without callbacks by naming convention: listeners do not hear of it, because no phase is entered or left."""


class Form(NamedTuple):
    """A class that runs a flow on python-statemachine, and what its states stand for."""

    machine: type[StateChart[Any]]
    places: Mapping[str, Place]
    """State without sub-states -> where the flow is, when the machine is there."""
    opened: frozenset[Callers]
    """The callers for whose calls there are copies."""

    def configuration(self, place: Place) -> Any:
        """The active states at a place, as python-statemachine keeps them in its model."""
        leaf = self.machine.states_map[next(state for state, known in self.places.items() if known == place)]
        states = [leaf, *leaf.ancestors()]
        return OrderedSet(state.id for state in reversed(states)) if len(states) > 1 else leaf.id


def is_plain(chart: Chart) -> bool:
    """Whether python-statemachine runs a flow rightly as it is written."""
    ids = Counter(phase.id for phase in chart.phases)
    special = (row for row in chart.rows if row.inside or row.done or row.calls or row.refuses or row.gathers)
    return max(ids.values()) == 1 and next(special, None) is None


def lower(chart: Chart, rules: Mapping[str, Rule], opened: Iterable[Callers], mixin: type) -> Form:
    """The class for a flow in which these callers, and those before them, may be suspended; it derives from `mixin`."""
    stacks = {callers[:count] for callers in opened for count in range(1, len(callers) + 1)}
    lowering = Lowering(chart, rules, frozenset(stacks))
    body: dict[str, Any] = {state.id: state for state in lowering.build()}
    machine: Any = StateMachineMetaclass(chart.name, (mixin, Lowered), body)  # type: ignore[arg-type]  # of any length
    return Form(machine, lowering.places(), lowering.opened)


class Lowering:
    """Makes the states and rows of one class."""

    def __init__(self, chart: Chart, rules: Mapping[str, Rule], opened: frozenset[Callers]) -> None:
        self.chart = chart
        self.rules = rules
        self.opened = opened
        self.stacks = sorted(opened, key=lambda callers: (len(callers), callers[-1].phase, callers[-1].row))
        self.states: dict[Place, State] = {}
        self.resting: dict[Place, State] = {}
        """The sub-states of leaves in which a call can begin."""

    def build(self) -> list[State]:
        """The states at the top, with all that is in them."""
        tops = [self.state((), phase.path) for phase in self.chart.phases if phase.parent is None]
        self.name_states()
        for place in self.states:
            for row in self.chart.rows_of[place[1]]:
                self.lower_row(row, place)
        for callers in self.stacks:
            self.begin_and_end(callers)
        return tops

    def places(self) -> dict[str, Place]:
        """What the states without sub-states stand for."""
        bottom = self.states | self.resting
        return {state.id: place for place, state in bottom.items() if state.is_atomic}

    # States

    def state(self, callers: Callers, path: str) -> State:
        """One state, with all that is in it."""
        phase = self.chart.by_path[path]
        inside = [self.state(callers, child) for child in phase.children]
        calls = [stack for stack in self.stacks if stack[:-1] == callers and stack[-1].phase == path]
        if calls:
            self.resting[callers, path] = Resting(phase.name, initial=True)
            inside = [self.resting[callers, path], *(self.state(stack, called(self.chart, stack)) for stack in calls)]
        made = self.states[callers, path] = State(
            phase.name,
            initial=phase.initial and not (callers and path == called(self.chart, callers)),
            final=phase.final and not calls,
            states=inside,
            enter=self.effects(phase.enter),
            exit=[*self.effects(phase.exit), *([drop_choices] if path in self.chart.gatherings else [])],
        )
        return made

    def name_states(self) -> None:
        """Give every state an id of its own, now that all are made: a state has attributes named after those in it."""
        count = Counter(phase.id for phase in self.chart.phases)
        kept = {name for name in count if count[name] == 1}
        taken = set(kept)
        for callers, path in sorted(self.states, key=lambda place: len(place[0])):
            state, name = self.states[callers, path], self.chart.by_path[path].id
            if callers or name not in kept:
                outer = f"{self.states[callers[:-1], callers[-1].phase].id}__" if callers else ""
                name = unique(outer + (name if name in kept else path.replace(".", "__")), taken)
            state._set_id(name)
            if (callers, path) in self.resting:
                self.resting[callers, path]._set_id(unique(f"{name}__resting", taken))

    # Rows

    def lower_row(self, row: Row, place: Place) -> None:
        """The rows that do what a row of a state says."""
        source, guards = self.states[place], list(self.guards(row, place))
        if row.calls is not None:
            guards.append((is_open(row, self.opened), True))
            self.add(source, None, row.event, guards, [decide_to_call(row)])
        elif row.gathers is not None:
            self.gather(row, place, guards, self.rules[row.gathers.by])
        elif row.refuses:
            self.add(source, None, row.event, [*guards, (refuse, True)])
        elif row.internal:
            self.add(source, None, row.event, guards, self.effects(row.effects))
        elif row.inside:
            target = self.states[place[0], row.target]
            self.add(source, target, row.event, guards, self.effects(row.effects), is_inside=True)
        else:
            self.cross(row, place, guards, self.effects(row.effects))

    def cross(
        self,
        row: Row,
        place: Place,
        guards: Guards,
        effects: list[Rule],
        first: Iterable[Rule] = (),
    ) -> None:
        """A row that leaves and enters: in one, or in two halves if it would not leave enough.

        What comes `first` is done before anything is left.
        """
        source, (target, domain) = self.states[place], self.ends(row, place[0])
        if common(source, target) is domain:
            self.add(source, target, row.event, guards, effects, first=first)
        else:
            self.add(source, None, row.event, guards, [*first, decide(place, row)])
            self.second_half(below(source, domain), target, (place, row.id), effects)

    def ends(self, row: Row, callers: Callers) -> tuple[State, State | None]:
        """The state that a row leads to, and the innermost that it does not leave."""
        domain = self.chart.domain(row)
        around = home(self.chart, callers, domain[0]) if domain else ()
        return self.states[around, row.target], self.states[around, domain[0]] if domain else None

    def second_half(self, source: State, target: State, decided: Any, effects: list[Rule]) -> None:
        """What follows when a row has been decided."""
        self.add(source, target, None, [(is_decided(decided), True)], effects, first=[carry_out])

    def begin_and_end(self, callers: Callers) -> None:
        """The second half of a call, and the way back."""
        row, start = self.chart.row_by_id[callers[-1].row], (callers[:-1], callers[-1].phase)
        rest = self.resting[start]
        self.second_half(rest, self.states[callers, row.target], callers, self.effects(row.effects))
        guards = [(comes_back(self.chart, callers), True)]
        if row.then is None:
            self.add(self.states[callers, called(self.chart, callers)], rest, None, guards)
        else:
            target, domain = self.ends(self.chart.way_back(callers[-1]), start[0])
            self.add(below(rest, domain), target, None, guards)

    def gather(self, row: Row, place: Place, guards: Guards, by: Rule) -> None:
        """A row for every move but the last, and one for that."""
        self.add(self.states[place], None, row.event, [*guards, (is_last(by), False)], [keep_choice(by)])
        effects = [run_for_each(self.effects(row.effects))]
        self.cross(row, place, [*guards, (is_last(by), True)], effects, [collect(by)])

    def add(
        self,
        source: State,
        target: State | None,
        event: str | None,
        guards: Guards,
        effects: Iterable[Rule] = (),
        *,
        first: Iterable[Rule] = (),
        is_inside: bool = False,
    ) -> None:
        """One row of python-statemachine, tried after those that its source has already."""
        made = WrittenRow(source, target, event=event, on=list(effects), internal=is_inside)
        made.before.add(list(first), priority=CallbackPriority.INLINE)
        for rule, wanted in guards:
            made.cond.add(rule, priority=CallbackPriority.INLINE, expected_value=wanted)
        source.transitions.add_transitions(made)

    # Rules

    def guards(self, row: Row, place: Place) -> Iterator[tuple[Rule, bool]]:
        """The guards of a row, after those that say whether it is its turn."""
        yield is_in_charge(self.chart, place, row.is_consequence), True
        if row.done:
            yield has_ended(self.chart, row.source), True
        for guard in row.guards:
            yield self.rules[guard.name], not guard.negated

    def effects(self, effects: Iterable[Effect]) -> list[Rule]:
        """The rules that effects name."""
        return [self.rules[effect.name] for effect in effects]


# Where rows leave and enter


def common(source: State, target: State) -> Any:
    """The innermost state that python-statemachine does not leave on the way from one state to another."""
    around = list(target.ancestors())
    return next((state for state in source.ancestors() if any(state is one for one in around)), None)


def below(inner: Any, outer: LibraryState | None) -> Any:
    """The state directly inside another in which a third lies; inside nothing, the one at the top."""
    while inner.parent is not outer:
        inner = inner.parent
    return inner


def unique(wish: str, taken: set[str]) -> str:
    """The wish, numbered if it is taken; it is taken now."""
    found, number = wish, 1
    while found in taken:
        number += 1
        found = f"{wish}_{number}"
    taken.add(found)
    return found
