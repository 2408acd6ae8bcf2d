"""The phases and rows of a flow for the reference: taken from the states and transitions of the flow's class."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from inspect import signature
from typing import Any

from statemachine.callbacks import CallbackGroup

from fsm import Flow, Move
from fsm.declaring.rows import Manner
from fsm.moves import seat_of
from fsm.values.comparing import spoken

Rule = Callable[..., Any]
Guard = tuple[Rule, bool]
"""A rule, and the answer that it must give."""


@dataclass(eq=False)
class Node:
    """A phase."""

    path: str
    state: Any
    parent: "Node | None"
    enter: list[Rule]
    exit: list[Rule]
    rows: "list[Line]" = field(default_factory=list)
    children: "list[Node]" = field(default_factory=list)

    def around(self) -> "list[Node]":
        """The phases around this one, outermost first."""
        return [] if self.parent is None else [*self.parent.around(), self.parent]

    def descent(self) -> "list[Node]":
        """This phase and those that it begins with."""
        return [self, *(inner for child in self.children if child.state.initial for inner in child.descent())]


@dataclass(eq=False)
class Line:
    """A row."""

    id: str
    event: str | None
    source: Node
    target: Node | None
    """None if the row stays."""
    manner: Manner
    guards: list[Guard]
    effects: list[Rule]
    called: Node | None = None
    then: Node | None = None

    def kept(self) -> list[Node]:
        """The phases that the row neither leaves nor enters, unless it calls."""
        if self.manner.inside:
            return [*self.source.around(), self.source]
        around = [] if self.target is None else self.target.around()
        return [node for node in self.source.around() if node in around]


class Reading:
    """All phases of a flow, with their rows."""

    def __init__(self, flow: type[Flow]) -> None:
        self.nodes: dict[str, Node] = {}
        self.lines: dict[str, Line] = {}
        self.tops = [self.node(state, None) for state in flow.states]
        for source in self.nodes.values():
            for row in [row for row in source.state.transitions if not row.initial]:
                events = [None] if row.is_eventless else [str(event) for event in row.events]
                source.rows += [self.line(source, row, event) for event in events]

    def node(self, state: Any, parent: Node | None) -> Node:
        """A phase and everything in it."""
        path = state.id if parent is None else f"{parent.path}.{state.id}"
        node = Node(path, state, parent, rules(state, CallbackGroup.ENTER), rules(state, CallbackGroup.EXIT))
        self.nodes[path] = node
        node.children = [self.node(child, node) for child in state.states]
        return node

    def node_of(self, state: Any) -> Node | None:
        """The phase of a state. States with the same name are equal, so they are not compared."""
        return next((node for node in self.nodes.values() if node.state is state), None)

    def line(self, source: Node, transition: Any, event: str | None) -> Line:
        """A row, called as callers in a snapshot are."""
        target, manner = self.node_of(transition.target), transition.manner
        wish = f"{source.path}-{event or 'then'}-{(target or source).path}"
        names = [wish, *(f"{wish}-{number}" for number in range(2, len(self.lines) + 2))]
        id = next(name for name in names if name not in self.lines)
        line = Line(id, event, source, target, manner, [], rules(transition, CallbackGroup.ON))
        if manner.calls and target is not None:
            line.called = target if target.children else target.parent
            line.then = self.node_of(manner.then)
        line.guards = [*choosing(manner), *written(transition), *limits(line)]
        self.lines[id] = line
        return line


def specs(owner: Any, group: CallbackGroup) -> list[Any]:
    """What was written on a phase or a row."""
    return [spec for spec in owner._specs if spec.group is group and not spec.is_convention]


def rules(owner: Any, group: CallbackGroup) -> list[Rule]:
    return [spec.func for spec in specs(owner, group)]


# Guards


def written(transition: Any) -> list[Guard]:
    return [(spec.func, spec.expected_value) for spec in specs(transition, CallbackGroup.COND)]


def choosing(manner: Manner) -> Iterator[Guard]:
    """The guards that come with a gathering."""

    def chooses(game: Any, move: Move) -> bool:
        return seat_of(move) in manner.by(game)

    def has_not_chosen(move: Move, chosen: list[Move]) -> bool:
        return seat_of(move) not in map(seat_of, chosen)

    if manner.by is not None:
        among = getattr(manner.by, "sentence", "") or "You have nothing to choose here."
        vars(chooses)["values"] = getattr(manner.by, "values", {})
        yield named(f"is_among_{manner.by.__name__}", among, chooses)
        if not manner.again:
            yield named("has_not_chosen", "You have chosen already.", has_not_chosen)


def limits(line: Line) -> Iterator[Guard]:
    """The guard that comes with `most`."""
    most, called = line.manner.most, line.called
    if most is not None and called is not None:

        def has_room(calls: list[Line]) -> bool:
            return sum(call.called is called for call in calls) < most

        name, words = f"fewer_than_{most}_{called.path.replace('.', '_')}", called.state.id.replace("_", " ")
        yield named(name, f"No more than {most} of “{words}” can be open at once.", has_room)


def named(name: str, sentence: str, rule: Rule) -> Guard:
    rule.__name__ = name
    vars(rule)["sentence"] = sentence
    return rule, True


def is_static(guard: Guard) -> bool:
    """Whether settings alone decide a guard."""
    return parameters(guard[0]) == ("settings",)


@cache
def parameters(rule: Rule) -> tuple[str, ...]:
    """What a rule asks for."""
    return tuple(signature(rule).parameters)


def values_of(guard: Guard) -> dict[str, Any]:
    """How to find the values that come with a guard's sentence."""
    found: dict[str, Any] = getattr(guard[0], "values", {})
    return found


def sentence(event: str, guard: Guard, values: dict[str, Any]) -> tuple[str, str, str, dict[str, Any]]:
    """What a player reads whom a guard refuses, the guard, the code and the values."""
    rule, wanted = guard
    name = rule.__name__
    if own := getattr(rule, "sentence" if wanted else "negated_sentence", ""):
        sent = {key: value.value if isinstance(value, Enum) else value for key, value in values.items()}
        return own.format(**sent), name, name if wanted else f"!{name}", sent
    words = name.replace("_", " ")
    code, text = ("engine.needs", "needs") if wanted else ("engine.needs_not", "needs not")
    return f"{event} is not allowed: it {text} “{words}”.", name, code, {"event": event, "guard": words}


def refusing_code(line: Line) -> str:
    """Which sentence a row refuses an event with."""
    words = [spoken(rule.__name__, wanted=wanted) for rule, wanted in line.guards]
    return f"{line.source.path}-{line.event}" + (f" when {' & '.join(words)}" if words else "")
