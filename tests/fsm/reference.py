"""What a flow means, as plainly as it can be run: the engine and the native machine are compared with it.

It shares nothing with the reader, the chart or the compiler. Where a flow stands is written out: a frame for every call
that is under way, with all phases that are active in it.
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from fsm import Flow, Move, Snapshot
from fsm.declaring.rows import PLAIN
from fsm.moves import event_of, seat_of
from fsm.snapshot import Caller
from tests.fsm.reference_rows import (
    Guard,
    Line,
    Node,
    Reading,
    Rule,
    is_static,
    parameters,
    refusing_code,
    sentence,
    values_of,
)


@dataclass
class Frame:
    """What is active in one call, outermost first; in the lowest frame, what is active without any."""

    active: list[Node]
    row: Line | None = None
    """The row that called."""


class RefusedError(Exception):
    """The rules say no: the kind, the sentence, the guard, the code, the values."""


class EndlessError(Exception):
    """Consequences without end."""


class Reference:
    """Runs one flow. After a step, `done` tells what was done: the rows that were taken, in order, and the effects."""

    def __init__(self, flow: type[Flow], most_consequences: int) -> None:
        self.reading = Reading(flow)
        self.most_consequences = most_consequences
        self.frames: list[Frame] = []
        self.game: Any = None
        self.move: Any = None
        self.chosen: list[Move] = []
        self.done: list[str] = []

    # Where the flow stands

    def stand(self, here: Snapshot[Any]) -> None:
        """Go where a snapshot says."""
        self.game, self.move, self.chosen, self.done = here.game, None, list(here.chosen), []
        leaves = [self.reading.nodes[path] for path in [*(caller.phase for caller in here.back), here.phase]]
        calls = [None, *(self.reading.lines[caller.row] for caller in here.back)]
        frames = [Frame([*leaf.around(), leaf], row) for leaf, row in zip(leaves, calls, strict=True)]
        for frame in frames:  # what lies around the phase that was called is active in a frame below
            around = [] if frame.row is None or frame.row.called is None else frame.row.called.around()
            frame.active = [node for node in frame.active if node not in around]
        self.frames = frames

    def snapshot(self) -> Snapshot[Any]:
        """Where the flow stands now."""
        back = [Caller(one.active[-1].path, two.row.id) for one, two in pairwise(self.frames) if two.row is not None]
        return Snapshot(self.leaf.path, self.game, tuple(back), tuple(self.chosen))

    @property
    def leaf(self) -> Node:
        return self.frames[-1].active[-1]

    # Playing

    def start(self, game: Any) -> Snapshot[Any]:
        """The first snapshot of a game; raises EndlessError."""
        self.game, self.move, self.chosen, self.done, self.frames = game, None, [], [], [Frame([])]
        self.enter(next(node for node in self.reading.tops if node.state.initial), [])
        self.settle()
        return self.snapshot()

    def step(self, here: Snapshot[Any], move: Move) -> Snapshot[Any]:
        """The next snapshot; raises RefusedError or EndlessError."""
        self.stand(here)
        self.move = move
        row = self.answer(event_of(type(move)))
        if row.manner.by is None:
            self.done.append(row.id)
            self.take(row, [move])
        elif not self.gather(row):
            return self.snapshot()
        self.settle()
        return self.snapshot()

    def answer(self, event: str) -> Line:
        """The row that answers the move in hand: the first whose guards hold."""
        row = self.first(event)
        if row is None:
            raise RefusedError(*self.reason(event))
        if row.manner.refuses is not None:
            raise RefusedError("impossible", row.manner.refuses, None, refusing_code(row), {})
        return row

    def first(self, event: str | None) -> Line | None:
        """The first row whose guards hold, if there is one."""
        return next((row for row in self.tried(event) if self.applies(row)), None)

    def tried(self, event: str | None) -> list[Line]:
        """The rows for an event, or those that follow by themselves: of the inner phases first."""
        rows = [row for node in [self.leaf, *reversed(self.leaf.around())] for row in node.rows]
        return [row for row in rows if row.event == event and (not row.manner.done or self.is_end_of(row.source))]

    def is_end_of(self, node: Node | None) -> bool:
        return bool(self.leaf.state.final) and node is not None and self.leaf.parent is node

    def applies(self, row: Line) -> bool:
        return all(self.holds(guard) for guard in row.guards)

    def holds(self, guard: Guard) -> bool:
        rule, wanted = guard
        return self.asked(rule, self.move) is wanted

    def asked(self, rule: Rule, move: Any) -> Any:
        """What a rule gives."""
        calls = [frame.row for frame in self.frames if frame.row is not None]
        values = {"game": self.game, "settings": self.game.settings, "move": move}
        values |= {"chosen": self.chosen, "calls": calls}
        return rule(*(values[name] for name in parameters(rule)))

    # What a row does

    def take(self, row: Line, moves: list[Any]) -> None:
        """Take a row for one move, for none, or for all that were gathered."""
        if row.target is not None and row.called is None:
            self.leave(row.kept())
        for move in moves:
            self.run(row.effects, move)
        if row.target is not None:
            if row.called is not None:
                self.frames.append(Frame([], row))
            self.enter(row.target, row.kept() if row.called is None else row.called.around())

    def leave(self, kept: list[Node]) -> None:
        """Leave what is active, innermost first. A call of which nothing is left is given up, and its caller left."""
        self.chosen = []
        while True:
            active = self.frames[-1].active
            while active and active[-1] not in kept:
                self.run(active.pop().exit)
            if active or len(self.frames) == 1:
                break
            self.frames.pop()
            self.done.append("gave up a call")

    def enter(self, target: Node, kept: list[Node]) -> None:
        """Enter what lies around a phase and is not kept, the phase, and what it begins with."""
        for node in [*(node for node in target.around() if node not in kept), *target.descent()]:
            self.frames[-1].active.append(node)
            self.run(node.enter)

    def run(self, effects: list[Rule], move: Any = None) -> None:
        for effect in effects:
            self.done.append(effect.__name__)
            self.game = self.asked(effect, move)

    def gather(self, row: Line) -> bool:
        """Keep the move in hand; if it was the last one, take the row for all of them."""
        seats = list(row.manner.by(self.game))
        others = [move for move in self.chosen if seat_of(move) != seat_of(self.move)]
        self.chosen = sorted([*others, self.move], key=lambda move: seats.index(seat_of(move)))
        if len(self.chosen) < len(set(seats)):
            return False
        self.done.append(row.id)
        self.take(row, self.chosen)
        return True

    def settle(self) -> None:
        """Everything that follows by itself."""
        self.move = None
        for _ in range(self.most_consequences + 1):
            call = self.frames[-1].row
            row = self.first(None)
            if call is not None and self.is_end_of(call.called):
                self.come_back(call)
            elif row is not None:
                self.done.append(row.id)
                self.take(row, [None])
            else:
                return
        raise EndlessError

    def come_back(self, call: Line) -> None:
        """The phase that was called has ended: leave it, and go on from where it was called."""
        self.done.append(f"back: {call.id}")
        for node in reversed(self.frames.pop().active):
            self.run(node.exit)
        if call.then is not None:
            self.take(replace(call, target=call.then, called=None, effects=[], manner=PLAIN), [])

    # Why not

    def accepts(self, here: Snapshot[Any], move: Move) -> bool:
        """Whether a row answers a move."""
        self.stand(here)
        self.move = move
        row = self.first(event_of(type(move)))
        return row is not None and row.manner.refuses is None

    def reason(self, event: str) -> tuple[str, str, str | None, str, dict[str, Any]]:
        """Why no row answers: of the rows that settings allow, if there are any, the one that got furthest says it."""
        rows = [row for row in self.tried(event) if row.manner.refuses is None]
        if not rows:
            values = self.impossible_values(event)
            return "impossible", self.impossible(**values), None, "engine.impossible", values
        allowed = [row for row in rows if self.is_in_force(row)]
        unmet = [[guard for guard in row.guards if not self.holds(guard)] for row in allowed or rows]
        if not allowed:
            unmet = [[guard for guard in guards if is_static(guard)] for guards in unmet]
        places = [row.guards.index(guards[0]) for row, guards in zip(allowed or rows, unmet, strict=True)]
        guard = unmet[places.index(max(places))][0]
        values = {name: self.asked(value.function, self.move) for name, value in values_of(guard).items()}
        return "guarded", *sentence(event, guard, values)

    def is_in_force(self, row: Line) -> bool:
        return all(self.holds(guard) for guard in row.guards if is_static(guard))

    def impossible(self, event: str, phase: str, possible: list[str]) -> str:
        return f"{event} is not possible in {phase}; possible: {', '.join(possible) or 'nothing'}."

    def impossible_values(self, event: str) -> dict[str, Any]:
        names = " › ".join(str(node.state.name) for node in [*self.leaf.around(), self.leaf])
        return {"event": event, "phase": names, "possible": self.possible()}

    def possible(self) -> list[str]:
        """The events that a row in force answers here, unless one in force refuses them first."""
        rows = [row for node in [self.leaf, *reversed(self.leaf.around())] for row in node.rows]
        first: dict[str, Line] = {}
        for row in rows:
            if row.event is not None and self.is_in_force(row):
                first.setdefault(row.event, row)
        events = dict.fromkeys(row.event for row in rows)
        return [event for event in events if event in first and first[event].manner.refuses is None]
