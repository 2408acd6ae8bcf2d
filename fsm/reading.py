"""From a flow class to its chart and its rules, with one small check a defect.

`read(flow)` is the public door; `rules_of(flow)` gives the functions behind the names in the chart.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import cleandoc, iscoroutinefunction, signature
from typing import Any

import msgspec
from statemachine import State
from statemachine.callbacks import CallbackGroup, CallbackSpec
from statemachine.transition import Transition

from fsm.chart import Accepted, Chart, Effect, Gather, Guard, Impossible, Phase, Row
from fsm.declaring.manner_checks import check_manners
from fsm.declaring.parameters import parameters_of
from fsm.declaring.plain_words import checked_words, words_of
from fsm.declaring.rows import PLAIN, Manner
from fsm.declaring.static_guards import condition_of
from fsm.declaring.waiting import Waiting
from fsm.errors import FlowError
from fsm.flow import Flow, is_secret, label, negated_sentence_of, sentence_of
from fsm.snapshot import Caller
from fsm.values.quoting import quoted

__all__ = ["read"]

Rule = Callable[..., Any]
Rules = Mapping[str, Rule]
Specs = dict[CallbackGroup, list[CallbackSpec]]

FOR_MOVES = (("game",), ("game", "move"))
FOR_CONSEQUENCES = (("game",),)
STATIC = (("settings",),)

Standing = tuple[str, tuple[Caller, ...]]
"""A leaf, and the callers that are suspended there."""

DECLARE = "declare the phase in the flow"
"""What to do about a row to somewhere else."""

REMEMBERED = "_phasebook_reading"
"""Where a flow keeps its own reading, so that it goes when the flow goes."""


def read(flow: type[Flow]) -> Chart:
    """The chart of a flow. Reading the same flow again gives the same object."""
    return read_with_rules(flow)[0]


def rules_of(flow: type[Flow]) -> Rules:
    """The guards and effects of a flow, by name."""
    return read_with_rules(flow)[1]


def read_with_rules(flow: type[Flow]) -> tuple[Chart, Rules]:
    """Read a flow once, and check all that can be checked before it runs."""
    known: tuple[Chart, Rules] | None = vars(flow).get(REMEMBERED) if isinstance(flow, type) else None
    if known is not None:
        return known
    if not (isinstance(flow, type) and issubclass(flow, Flow)):
        raise FlowError(f"{quoted(flow)} is not a flow; pass a class that derives from fsm.Flow.")
    if not flow.states:
        raise FlowError(f"{flow.__name__} has no phases; declare at least one State.")
    reader = Reader(flow)
    chart = reader.chart()
    check_manners(chart)
    check_no_certain_cycle(chart)
    setattr(flow, REMEMBERED, (chart, reader.rules))
    return chart, reader.rules


class Reader:
    """Walks one flow and collects its rules by name."""

    def __init__(self, flow: type[Flow]) -> None:
        self.flow = flow
        self.rules: dict[str, Rule] = {}
        self.parameters: dict[int, tuple[str, ...]] = {}
        self.paths: dict[int, str] = {}
        self.ids: dict[str, int] = {}
        self.waiting = Waiting()

    def chart(self) -> Chart:
        """The whole chart."""
        states = list(self.walk(self.flow.states, None))
        phases = tuple(self.phase(state) for state in states)
        rows = tuple(row for state in states for row in self.rows(state))
        doc = cleandoc(self.flow.__doc__ or "") if "__doc__" in vars(self.flow) else ""
        chart = Chart(self.flow.__name__, doc.partition("\n")[0] or self.flow.__name__, phases, rows)
        remarks = tuple(Impossible(*remark) for remark in self.flow.refusals)
        accepts = tuple(Accepted(*accepted) for accepted in self.flow.accepts)
        self.check_remarks(chart, remarks)
        return msgspec.structs.replace(chart, refusals=remarks, accepts=accepts)

    def fail(self, sentence: str) -> FlowError:
        """A definition error that names the flow."""
        return FlowError(f"{self.flow.__name__}: {sentence}")

    # Phases

    def walk(self, states: Iterable[State], parent: str | None) -> Iterator[State]:
        """States in document order, checked, with their paths noted."""
        for state in states:
            self.check_state(state)
            path = state.id if parent is None else f"{parent}.{state.id}"
            self.paths[id(state)] = path
            yield state
            yield from self.walk(state.states, path)

    def check_state(self, state: State) -> None:
        """Refuse what cannot be run faithfully."""
        if state.parallel:
            raise self.fail(f"phase {state.id!r} is parallel, which is not supported; {instead_of_parallel(state)}")
        if state.history:
            raise self.fail(f"phase {state.id!r} has history {state.history[0].id!r}, which is not supported; "
                            f"{instead_of_history(state)}")  # fmt: skip
        if state.value != state.id:
            raise self.fail(f"phase {state.id!r} has a value of its own; drop value=, phases are known by their ids.")
        if getattr(state, "_secret", False) and state.parent is None:
            raise self.fail(f"phase {state.id!r} is secret, and there is no phase around it to be shown instead; "
                            "put it into a State.Compound.")  # fmt: skip

    def phase(self, state: State) -> Phase:
        """One phase."""
        path = self.paths[id(state)]
        specs = authored(state._specs)
        if CallbackGroup.INVOKE in specs:
            raise self.fail(f"phase {state.id!r} invokes something; drop invoke=, a flow only names pure rules.")
        return Phase(
            path=path,
            name=str(state.name),
            parent=path.rpartition(".")[0] or None,
            children=tuple(self.paths[id(child)] for child in state.states),
            initial=bool(state.initial),
            final=bool(state.final),
            enter=self.effects(specs.get(CallbackGroup.ENTER, ()), f"entering {path!r}", FOR_CONSEQUENCES),
            exit=self.effects(specs.get(CallbackGroup.EXIT, ()), f"leaving {path!r}", FOR_CONSEQUENCES),
            secret=bool(getattr(state, "_secret", False)),
        )

    # Rows

    def rows(self, state: State) -> Iterator[Row]:
        """The rows of one phase, in the order tried."""
        open_for: set[tuple[str | None, bool]] = set()
        for transition in state.transitions:
            if transition.initial:
                continue
            for event in self.events(transition):
                row = self.row(transition, event)
                if not open_for.isdisjoint({(event, False), (event, row.done)}):
                    raise self.fail(f"{row.id!r} can never be taken: an alternative before it has no guard; "
                                    "guard that one, or write it last.")  # fmt: skip
                if not row.guards:
                    open_for.add((event, row.done))
                yield row

    def events(self, transition: Transition) -> list[str | None]:
        """The events of a row, or [None] for a consequence."""
        for event in transition.events:
            if not event._has_real_id:
                raise self.fail(f"a row of {transition.source.id!r} answers an Event without a name; "
                                "bind the row itself to the event's name.")  # fmt: skip
            if event.delay or event.internal:
                raise self.fail(
                    f"event {str(event)!r} is delayed or internal; drop that, moves are sent by players, at once."
                )
        return [str(event) for event in transition.events] or [None]

    def row(self, transition: Transition, event: str | None) -> Row:
        """One row."""
        source, manner = self.paths[id(transition.source)], manner_of(transition)
        where = f"the row {event or 'then'!r} of {source!r}"
        specs = authored(transition._specs)
        self.check_transition(transition, specs, where)
        target = source if transition.target is None else self.paths[id(transition.target)]
        shapes = FOR_MOVES if event is not None else FOR_CONSEQUENCES
        row = Row(
            id=self.unique_id(f"{source}-{event or 'then'}-{target}"),
            source=source,
            target=target,
            event=event,
            guards=self.guards(specs.get(CallbackGroup.COND, ()), where, shapes),
            effects=self.effects(specs.get(CallbackGroup.ON, ()), where, shapes),
            internal=transition.target is None,
            says=checked_words(f"{self.flow.__name__}: {where}", getattr(transition, "says", "")),
        )
        return row if manner is PLAIN else self.in_its_manner(row, transition, manner, where)

    def in_its_manner(self, row: Row, transition: Transition, manner: Manner, where: str) -> Row:
        """A row that does more than lead from phase to phase."""
        if manner.by is not None:
            self.note(manner.by, where, "by", FOR_CONSEQUENCES)
        called = self.called(transition, where) if manner.calls else None
        choosing, limits = self.waiting.choosing(manner), self.waiting.limits(called, manner.most)
        if called is not None:
            self.waiting.note(called, row.id)
        return msgspec.structs.replace(
            row,
            guards=(*self.implied(choosing), *row.guards, *self.implied(limits)),
            inside=manner.inside,
            done=manner.done,
            calls=called,
            then=self.then(manner, where),
            refuses=manner.refuses or "",
            gathers=None if manner.by is None else Gather(manner.by.__name__, manner.again),
        )

    def called(self, transition: Transition, where: str) -> str:
        """The phase that a row calls: its target, or the one around a target that has no sub-phases."""
        target: Any = transition.target
        called = target if target.states else target.parent
        if called is None:
            raise self.fail(f"{where} calls {target.id!r}, which has no sub-phases; call a phase with sub-phases, "
                            "one of them final.")  # fmt: skip
        return self.paths[id(called)]

    def then(self, manner: Manner, where: str) -> str | None:
        """Where a row goes on when its call has ended."""
        if manner.then is not None and id(manner.then) not in self.paths:
            raise self.fail(f"{where} goes on to {label(manner.then)!r}, which is not a phase of this flow; {DECLARE}.")
        return None if manner.then is None else self.paths[id(manner.then)]

    def implied(self, rules: Iterable[Rule]) -> Iterator[Guard]:
        """The guards that come with a call or a gathering."""
        for rule in rules:
            if not is_same(self.rules.setdefault(rule.__name__, rule), rule):
                raise self.fail(f"a rule is called {rule.__name__!r}, as one that comes with a row; rename it.")
            needs = tuple(signature(rule).parameters)
            yield Guard(rule.__name__, sentence_of(rule), needs=needs, secret=is_secret(rule))

    def check_transition(self, transition: Transition, specs: Specs, where: str) -> None:
        """Refuse rows that python-statemachine runs in a way nobody expects."""
        if len(transition.targets) > 1:
            raise self.fail(f"{where} has several targets at once; give each its own row.")
        if transition.target is not None and id(transition.target) not in self.paths:
            raise self.fail(f"{where} leads to {transition.target.id!r}, which is not a phase of this flow; {DECLARE}.")
        if transition.internal:
            raise self.fail(f"{where} is internal; {instead_of_internal(transition)}")
        for group in (CallbackGroup.BEFORE, CallbackGroup.AFTER, CallbackGroup.VALIDATOR):
            if group in specs:
                raise self.fail(f"{where} uses {group.name.lower()}=; say it with cond=, unless= and on=.")

    def unique_id(self, wish: str) -> str:
        """The wish, numbered from the second on."""
        self.ids[wish] = count = self.ids.get(wish, 0) + 1
        return wish if count == 1 else f"{wish}-{count}"

    # Rules

    def guards(
        self, specs: Iterable[CallbackSpec], where: str, shapes: tuple[tuple[str, ...], ...]
    ) -> tuple[Guard, ...]:
        """The guards of a row, in the order asked."""
        found = []
        for spec in specs:
            needs = self.note(spec.func, where, "guard", (*shapes, *STATIC))
            negated = spec.expected_value is False
            sentence = negated_sentence_of(spec.func) if negated else sentence_of(spec.func)
            reads, secret = settings_read(spec.func), is_secret(spec.func)
            found.append(Guard(spec.func.__name__, sentence, negated, needs, reads, secret, words_of(spec.func)))
        return tuple(found)

    def effects(
        self, specs: Iterable[CallbackSpec], where: str, shapes: tuple[tuple[str, ...], ...]
    ) -> tuple[Effect, ...]:
        """The effects of one kind, in order."""
        found = []
        for spec in specs:
            needs = self.note(spec.func, where, "effect", shapes)
            found.append(Effect(spec.func.__name__, needs, words_of(spec.func)))
        return tuple(found)

    def note(self, rule: Any, where: str, kind: str, shapes: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
        """Check a rule and remember it under its name; gives the parameters that it needs."""
        names = self.parameters.get(id(rule))
        if names is None:
            names = self.parameters[id(rule)] = self.first_seen(rule, where, kind)
        if names not in shapes:
            allowed = " or ".join(f"({', '.join(shape)})" for shape in shapes)
            raise self.fail(f"{kind} {rule.__name__!r} takes ({', '.join(names)}); in {where} it must take {allowed}.")
        return names

    def first_seen(self, rule: Any, where: str, kind: str) -> tuple[str, ...]:
        """All checks that do not depend on the place; a rule is put to them once, however many rows name it."""
        name = getattr(rule, "__name__", None)
        if not callable(rule) or name is None or not (name.isidentifier() or settings_read(rule)):
            raise self.fail(
                f"{where} cannot use {quoted(rule)} as its {kind}; pass a function with a name, made with def."
            )
        if not hasattr(rule, "__code__"):
            raise self.fail(
                f"{where} cannot use {name!r} as its {kind}, which is not a plain function; wrap it with def."
            )
        if iscoroutinefunction(rule):
            raise self.fail(f"{kind} {name!r} is a coroutine; rules are pure and wait for nothing: drop async.")
        if not is_same(self.rules.setdefault(name, rule), rule):
            both = "a condition of when= and a rule" if is_condition(rule, self.rules[name]) else "two different rules"
            raise self.fail(f"{both} are called {name!r}; rename one, so that reasons are unambiguous.")
        return parameters_of(rule)

    def check_remarks(self, chart: Chart, remarks: tuple[Impossible, ...]) -> None:
        """Sentences for impossible events must be about phases and events that exist, and about impossible ones."""
        events = chart.events
        for remark in remarks:
            for kind, name, known in (("phase", remark.phase, chart.by_path), ("event", remark.event, events)):
                if name not in known:
                    raise self.fail(f"refusals name the {kind} {name!r}; name one of {', '.join(known)}.")
            if any(remark.event == row.event for row in chart.rows_at(remark.phase)):
                raise self.fail(f"refusals speak of {remark.event!r} in {remark.phase!r}, where it is possible; "
                                "leave that line out.")  # fmt: skip


def is_same(one: Rule, other: Rule) -> bool:
    """Whether two rules are one: the same function, or made from the same condition."""
    mine, yours = condition_of(one), condition_of(other)
    return one is other or (mine is not None and yours is not None and mine == yours)


def is_condition(one: Rule, other: Rule) -> bool:
    """Whether just one of two rules is made from a condition."""
    return (condition_of(one) is None) is not (condition_of(other) is None)


def settings_read(guard: Rule) -> tuple[str, ...]:
    """The names of the settings in a condition; none for a function, which may read any."""
    condition = condition_of(guard)
    return () if condition is None else tuple(dict.fromkeys(one.name for one in condition.settings()))


def instead_of_internal(transition: Transition) -> str:
    """What to write for a row that python-statemachine would run as if its target's parents were entered again."""
    source, target = transition.source, transition.target
    if target is source or target is None:
        return f"write stay({source.id}, ...) to stay where you are."
    if not target.is_descendant(source):
        return f"{target.id!r} is outside {source.id!r}: drop internal=True."
    return (f"write {source.id}.into({target.id}, ...), which does not leave {source.id!r}, or drop internal=True: "
            "then it is left and entered again on the way.")  # fmt: skip


def instead_of_parallel(state: State) -> str:
    """What to write for parts that go on at the same time."""
    parts = " and ".join(repr(child.id) for child in state.states[:2])
    first = state.states[0].id if state.states else state.id
    return (f"where several seats choose at the same time, write choose = gather({first}, by=seats, to=...); "
            f"otherwise let {parts or 'its parts'} follow one another.")  # fmt: skip


def instead_of_history(state: State) -> str:
    """What to write to come back to a phase as it was left."""
    return (f"to interrupt {state.id!r} and come back to where it was, call: pause = {state.id}.calls(interruption), "
            "with a phase that ends in a final sub-phase.")  # fmt: skip


def manner_of(transition: Transition) -> Manner:
    """How a row is taken."""
    manner: Manner = getattr(transition, "manner", PLAIN)
    return manner


def authored(specs: Iterable[CallbackSpec]) -> Specs:
    """The rules that the author wrote, by kind; without the callbacks looked up by naming convention."""
    found: Specs = {}
    for spec in specs:
        if not spec.is_convention:
            found.setdefault(spec.group, []).append(spec)
    return found


def check_no_certain_cycle(chart: Chart) -> None:
    """Refuse consequences that, once begun, certainly never end: unguarded first rows in a circle."""
    ending: set[Standing] = set()
    for leaf in chart.leaves:
        trail: dict[Standing, int] = {}
        here: Standing | None = (leaf.path, ())
        while here is not None and here not in ending:
            if here in trail:
                circle = " -> ".join(path for path, _ in [*list(trail)[trail[here] :], here])
                raise FlowError(f"{chart.name}: consequences without end: {circle}; guard one of these rows.")
            trail[here] = len(trail)
            here = certainly_next(chart, *here)
        ending.update(trail)


def certainly_next(chart: Chart, leaf: str, back: tuple[Caller, ...]) -> Standing | None:
    """Where the flow goes on to by itself, whatever the game is; None if that depends, or nothing follows."""
    if chart.comes_back(leaf, back):
        row, leaf, back = chart.way_back(back[-1]), back[-1].phase, back[:-1]
    else:
        rows = chart.alternatives(leaf, None)
        if not rows or rows[0].guards:
            return None
        row = rows[0]
    return chart.landing(row, leaf), chart.back_after(row, leaf, back)
