"""What a flow means, as plainly as it can be run: the engine and the native machine are compared with it.

It reads the states and transitions of the flow's class, and shares nothing with the reader, the chart or the compiler.
Where a flow stands is written out: a frame for every call, each with all phases that are active in it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any

from statemachine.callbacks import CallbackGroup

from fsm import Flow, Move, Snapshot
from fsm.declaring.rows import Manner
from fsm.moves import event_of, seat_of
from fsm.snapshot import Caller

Rule = Callable[..., Any]


@dataclass(eq=False)
class Node:
    """A phase."""

    path: str
    state: Any
    parent: "Node | None"
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
    manner: Manner
    guards: list[tuple[Rule, bool]]
    effects: list[Rule]
    then: Node | None = None
    called: Node | None = None

    def stays_in(self) -> list[Node]:
        """The phases that the row does not leave."""
        assert self.target is not None
        if self.manner.inside:
            return [*self.source.around(), self.source]
        return [node for node in self.source.around() if node in self.target.around()]


@dataclass
class Frame:
    """What is active in one call, outermost first; in the lowest frame, what is active without any."""

    active: list[Node]
    row: Line | None = None
    """The row that called."""


class Refused(Exception):
    """The rules say no: the kind, and the sentence."""


class TooMany(Exception):
    """Consequences without end."""


class Reference:
    """Runs one flow. `done` tells after each step what was done, in order: rows, exits, effects, entries."""

    def __init__(self, flow: type[Flow], most_consequences: int) -> None:
        self.most_consequences = most_consequences
        self.nodes: dict[str, Node] = {}
        self.lines: dict[str, Line] = {}
        self.tops = [self.read_node(state, None) for state in flow.states]
        for node in list(self.nodes.values()):
            self.read_rows(node)
        self.frames: list[Frame] = []
        self.game: Any = None
        self.move: Move | None = None
        self.chosen: list[Move] = []
        self.done: list[str] = []

    # Reading

    def read_node(self, state: Any, parent: Node | None) -> Node:
        node = Node(state.id if parent is None else f"{parent.path}.{state.id}", state, parent)
        self.nodes[node.path] = node
        node.children = [self.read_node(child, node) for child in state.states]
        return node

    def node_of(self, state: Any) -> Node | None:
        return next((node for node in self.nodes.values() if node.state is state), None)

    def read_rows(self, source: Node) -> None:
        for transition in source.state.transitions:
            for event in [str(event) for event in transition.events] or [None]:
                if not transition.initial:
                    source.rows.append(self.read_row(source, transition, event))

    def read_row(self, source: Node, transition: Any, event: str | None) -> Line:
        target, manner = self.node_of(transition.target), transition.manner
        id = wish = f"{source.path}-{event or 'then'}-{(target or source).path}"
        count = 1
        while id in self.lines:
            count += 1
            id = f"{wish}-{count}"
        line = Line(id, event, source, target, manner, [], rules(transition, CallbackGroup.ON))
        if manner.calls and target is not None:
            line.called = target if target.children else target.parent
            line.then = self.node_of(manner.then)
        line.guards = list(self.read_guards(line, transition))
        self.lines[id] = line
        return line

    def read_guards(self, line: Line, transition: Any) -> Iterator[tuple[Rule, bool]]:
        by, most, called = line.manner.by, line.manner.most, line.called
        if by is not None:
            among = getattr(by, "sentence", "") or "You have nothing to choose here."
            yield named(f"is_among_{by.__name__}", among, lambda: seat_of(self.sent) in by(self.game)), True
            if not line.manner.again:
                yield named("has_not_chosen", "You have chosen already.", lambda: not self.has_chosen()), True
        for spec in specs(transition, CallbackGroup.COND):
            yield spec.func, spec.expected_value
        if most is not None and called is not None:
            few = f"No more than {most} of these can be open at once."
            name = f"fewer_than_{most}_{called.path.replace('.', '_')}"
            yield named(name, few, lambda: sum(is_call_of(frame, called) for frame in self.frames) < most), True

    # Where the flow stands

    def stand(self, here: Snapshot[Any]) -> None:
        """Go where a snapshot says."""
        self.game, self.chosen, self.done, self.frames = here.game, list(here.chosen), [], []
        callers: list[Caller | None] = [None, *here.back]
        leaves = [*(caller.phase for caller in here.back), here.phase]
        for caller, leaf in zip(callers, leaves, strict=True):
            row = None if caller is None else self.lines[caller.row]
            active = [*self.nodes[leaf].around(), self.nodes[leaf]]
            self.frames.append(Frame(active if row is None else active[active.index(sure(row.called)) :], row))

    def snapshot(self) -> Snapshot[Any]:
        pairs = zip(self.frames, self.frames[1:], strict=False)
        back = tuple(Caller(frame.active[-1].path, sure(inner.row).id) for frame, inner in pairs)
        return Snapshot(self.leaf.path, self.game, back, tuple(self.chosen))

    @property
    def leaf(self) -> Node:
        return self.frames[-1].active[-1]

    @property
    def sent(self) -> Move:
        assert self.move is not None
        return self.move

    def has_chosen(self) -> bool:
        return seat_of(self.sent) in [seat_of(move) for move in self.chosen]

    # Playing

    def start(self, game: Any) -> Snapshot[Any]:
        self.game, self.move, self.chosen, self.done, self.frames = game, None, [], [], [Frame([])]
        self.enter([], next(node for node in self.tops if node.state.initial))
        self.settle()
        return self.snapshot()

    def step(self, here: Snapshot[Any], move: Move) -> Snapshot[Any]:
        """The next snapshot; raises Refused or TooMany."""
        self.stand(here)
        self.move = move
        row = self.answer(event_of(type(move)))
        if row.manner.by is not None:
            if not self.choose(row):
                return self.snapshot()
        else:
            self.take(row, [move])
        self.settle()
        return self.snapshot()

    def answer(self, event: str) -> Line:
        """The row that answers the move in hand."""
        row = next((row for row in self.tried(event) if all(map(self.holds, row.guards))), None)
        if row is None:
            raise Refused(*self.reason(event))
        if row.manner.refuses is not None:
            raise Refused("impossible", row.manner.refuses)
        return row

    def tried(self, event: str | None) -> list[Line]:
        """The rows that are tried for an event or unasked, in order: those of inner phases first."""
        rows = [row for node in [self.leaf, *reversed(self.leaf.around())] for row in node.rows if row.event == event]
        return [row for row in rows if not row.manner.done or self.has_ended(row.source)]

    def has_ended(self, node: Node | None) -> bool:
        return bool(self.leaf.state.final) and self.leaf.parent is node

    def holds(self, guard: tuple[Rule, bool]) -> bool:
        rule, wanted = guard
        return self.ask(rule) is wanted

    def ask(self, rule: Rule, move: Move | None = None) -> Any:
        values = {"game": self.game, "move": move or self.move, "settings": getattr(self.game, "settings", None)}
        return rule(*(values[name] for name in signature(rule).parameters))

    # What a row does

    def take(self, row: Line, moves: list[Move]) -> None:
        """Take a row for one move, for none, or for all that were gathered."""
        self.done.append(row.id)
        if row.target is not None and row.called is None:
            self.leave(row.stays_in())
        for move in moves or [None]:
            for effect in row.effects:
                self.run(effect, move)
        if row.called is not None:
            self.frames.append(Frame([], row))
            self.enter(row.called.around(), sure(row.target))
        elif row.target is not None:
            self.enter(row.stays_in(), row.target)

    def leave(self, staying: list[Node]) -> None:
        """Leave what is active, innermost first. A call of which nothing is left is given up, and so on."""
        while True:
            active = self.frames[-1].active
            while active and active[-1] not in staying:
                self.exit(active.pop())
            if active or len(self.frames) == 1:
                break
            self.frames.pop()
        self.chosen = []

    def enter(self, active: list[Node], target: Node) -> None:
        """Enter what lies around a phase and is not active, the phase, and what it begins with."""
        for node in [*(node for node in target.around() if node not in active), *target.descent()]:
            self.frames[-1].active.append(node)
            for effect in rules(node.state, CallbackGroup.ENTER):
                self.run(effect)

    def exit(self, node: Node) -> None:
        for effect in rules(node.state, CallbackGroup.EXIT):
            self.run(effect)

    def run(self, effect: Rule, move: Move | None = None) -> None:
        self.done.append(effect.__name__)
        self.game = self.ask(effect, move)

    def choose(self, row: Line) -> bool:
        """Keep the move in hand; take the row if that was the last one."""
        seats = list(row.manner.by(self.game))
        others = [move for move in self.chosen if seat_of(move) != seat_of(self.sent)]
        self.chosen = sorted([*others, self.sent], key=lambda move: seats.index(seat_of(move)))
        is_last = len(self.chosen) == len(seats)
        if is_last:
            self.take(row, self.chosen)
        return is_last

    def settle(self) -> None:
        """Everything that follows by itself."""
        self.move = None
        for _ in range(self.most_consequences + 1):
            while len(self.frames) > 1 and self.has_ended(sure(self.frames[-1].row).called):
                self.come_back()
            row = next((row for row in self.tried(None) if all(map(self.holds, row.guards))), None)
            if row is None:
                return
            self.take(row, [])
        raise TooMany

    def come_back(self) -> None:
        """The phase that was called has ended."""
        frame = self.frames.pop()
        for node in reversed(frame.active):
            self.exit(node)
        row = sure(frame.row)
        self.done.append(f"back by {row.id}")
        if row.then is not None:
            way = replace(row, target=row.then, called=None, effects=[], manner=Manner())
            self.take(way, [])

    # Why not

    def reason(self, event: str) -> tuple[str, str]:
        """The kind and the sentence of a refusal by no row in particular."""
        rows = [row for row in self.tried(event) if row.manner.refuses is None]
        if not rows:
            return "impossible", self.impossible(event)
        furthest: list[tuple[int, str]] = []
        for is_in_force in (True, False):
            for row in rows if not furthest else ():
                asked = [guard for guard in row.guards if is_in_force or is_static(guard)]
                if self.is_in_force(row) is is_in_force:
                    rule, wanted = next(guard for guard in asked if not self.holds(guard))
                    furthest.append((-row.guards.index((rule, wanted)), sentence(event, rule, wanted)))
        return "guarded", min(furthest, key=lambda found: found[0])[1]

    def is_in_force(self, row: Line) -> bool:
        return all(self.holds(guard) for guard in row.guards if is_static(guard))

    def impossible(self, event: str) -> str:
        here = " › ".join(str(node.state.name) for node in [*self.leaf.around(), self.leaf])
        return f"{event} is not possible in {here}; possible: {', '.join(self.possible()) or 'nothing'}."

    def possible(self) -> list[str]:
        """The events that some row in force answers here."""
        nodes = [self.leaf, *reversed(self.leaf.around())]
        events = dict.fromkeys(row.event for node in nodes for row in node.rows if row.event is not None)
        return [event for event in events if self.can_be_answered(event)]

    def can_be_answered(self, event: str) -> bool:
        for row in self.tried(event):
            if self.is_in_force(row):
                return row.manner.refuses is None
        return False


def specs(owner: Any, group: CallbackGroup) -> list[Any]:
    """What was written on a phase or a row."""
    return [spec for spec in owner._specs if spec.group is group and not spec.is_convention]


def rules(owner: Any, group: CallbackGroup) -> list[Rule]:
    return [spec.func for spec in specs(owner, group)]


def named(name: str, sentence: str, rule: Rule) -> Rule:
    rule.__name__ = name
    vars(rule)["sentence"] = sentence
    return rule


def is_call_of(frame: Frame, called: Node) -> bool:
    return frame.row is not None and frame.row.called is called


def is_static(guard: tuple[Rule, bool]) -> bool:
    return list(signature(guard[0]).parameters) == ["settings"]


def sentence(event: str, rule: Rule, wanted: bool) -> str:
    """What a refused player reads."""
    own = getattr(rule, "sentence" if wanted else "negated_sentence", "")
    words = rule.__name__.replace("_", " ")
    return own or f"{event} is not allowed: it needs {'' if wanted else 'not '}“{words}”."


def sure(thing: Any) -> Any:
    assert thing is not None
    return thing
