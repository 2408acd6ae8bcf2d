"""Random flows that say everything a flow can say: calls, endings, refusals, gatherings, parts that are used twice.

They are sound by construction, except for what can only be seen in the whole: some nineteen of twenty. Every effect
writes itself into the game, so that games tell apart in which order things were done.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from fsm import Engine, Flow, Move, State, gather, guard, stay
from fsm.flow import FlowMeta
from tests.fsm import random_flows
from tests.fsm.random_flows import (
    MASK,
    Mood,
    Pick,
    Ping,
    Poke,
    Pong,
    Settings,
    Signal,
    condition,
    named,
    some,
)

KEPT = 40
"""So many of the last effects are in a game."""
DEPTH = 3
MOST_LEAVES = 12
MOST_CONSEQUENCES = 15
"""Few, so that some games come just to the limit."""


class Diary(msgspec.Struct, frozen=True):
    """A game that knows which effects ran last, and in which order."""

    number: int
    settings: Settings = Settings(0b0101)
    log: tuple[int, ...] = ()


class Seated(Signal):
    seat: int = 0

    @classmethod
    def candidates(cls, game: Any) -> Iterable[Any]:
        return [cls(bits, seat) for seat in range(4) for bits in (0, 3)]


class Choose(Seated): ...


class Vote(Seated): ...


MOVES: dict[str, type[Signal]] = {"ping": Ping, "pong": Pong, "poke": Poke, "choose": Choose, "vote": Vote}


def random_move(pick: Pick, moves: Sequence[Any]) -> Move:
    """Any move that can be sent, legal or not."""
    kind = moves[pick(len(moves))]
    move: Move = kind(pick(4), pick(5)) if issubclass(kind, Seated) else kind(pick(4))
    return move


# Rules


def note(k: int) -> Callable[..., Any]:
    def change(game: Diary) -> Diary:
        return Diary(game.number * 31 + k + 1 & MASK, game.settings, (*game.log, k)[-KEPT:])

    return named(f"note_{k}", change)


def note_move(k: int) -> Callable[..., Any]:
    def change(game: Diary, move: Signal) -> Diary:
        entry = 1000 * k + 10 * getattr(move, "seat", 9) + move.bits
        return Diary(game.number * 37 + entry & MASK, game.settings, (*game.log, entry)[-KEPT:])

    return named(f"note_move_{k}", change)


def vary(game: Diary) -> Diary:
    """Settings that change during a game."""
    bits = (game.settings.bits * 3 + game.number) & 7
    mood = Mood.WILD if bits & 4 else Mood.CALM
    return Diary(game.number, Settings(bits, bits & 1 == 1, bits & 2 == 0, mood), game.log)


@guard("Only the first seat chooses, not {seat}.", seat=lambda game, move: move.seat)
def one_seat(game: Diary) -> tuple[int, ...]:
    return (0,)


def two_seats(game: Diary) -> tuple[int, ...]:
    return (3, 1)


def two_seats_of_three(game: Diary) -> tuple[int, ...]:
    return (1, 0, 1)


def four_seats(game: Diary) -> list[int]:
    return [2, 0, 3, 1]


def some_seats(game: Diary) -> tuple[int, ...]:
    return tuple(seat for seat in range(4) if game.number >> seat & 1) or (2,)


SEATS = [one_seat, two_seats, two_seats_of_three, four_seats, some_seats]
GAME_GUARDS = random_flows.GAME_GUARDS
MOVE_GUARDS = random_flows.MOVE_GUARDS
PHASE_NOTES = [note(k) for k in range(100, 200)]
GAME_EFFECTS = [*(note(k) for k in range(8)), vary]
GATHERED_EFFECTS = [note_move(k) for k in range(1, 4)]
MOVE_EFFECTS = GAME_EFFECTS + GATHERED_EFFECTS


# Phases


@dataclass(eq=False)
class Spot:
    """A phase that is being made."""

    state: Any
    parent: "Spot | None" = None
    children: "list[Spot]" = field(default_factory=list)
    gathers: bool = False
    """Choices are gathered here, or in a sub-phase."""
    closed: set[tuple[str | None, bool]] = field(default_factory=set)
    """Events, and whether of endings, after whose last row no other can be reached."""

    def lineage(self) -> "list[Spot]":
        return [self, *(self.parent.lineage() if self.parent else ())]

    def within(self) -> "list[Spot]":
        return [self, *(inner for child in self.children for inner in child.within())]

    @property
    def ends(self) -> "list[Spot]":
        return [child for child in self.children if child.state.final]


class Garden:
    """Grows the phases of one flow."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        self.notes = iter(PHASE_NOTES)
        self.leaves = 0
        self.part = [pick(1 << 16) for _ in range(40)] if pick(3) else None
        """The choices by which a part is made, each time that it is used."""

    def level(self, depth: int) -> list[Spot]:
        """Siblings. Those of another level may have the same ids."""
        count = 2 + self.pick(3) if self.leaves < MOST_LEAVES else 2
        return [self.one(depth, name, "abcde"[:count]) for name in "abcde"[:count]]

    def one(self, depth: int, name: str, names: str) -> Spot:
        """A phase called by a letter, among siblings."""
        is_first, is_last = name == names[0], name == names[-1]
        if depth < DEPTH and self.leaves < MOST_LEAVES and self.pick(5) < 2:
            return self.compound(depth, name, is_first)
        self.leaves += 1
        is_final = not is_first and (self.pick(3) > 0 if is_last and depth > 1 else self.pick(8) == 0)
        return made(State(name, initial=is_first, final=is_final, **self.effects()), name)

    def compound(self, depth: int, name: str, is_first: bool) -> Spot:
        """A phase with sub-phases, which may be the part."""
        if self.part is not None and self.pick(2):
            self.leaves += 3
            return part_of(self.part, name, is_first)
        children = self.level(depth + 1)
        inside = [child.state for child in children]
        return made(State(name, initial=is_first, states=inside, **self.effects()), name, children)

    def effects(self) -> dict[str, Any]:
        return {word: [next(self.notes)] if self.pick(4) else [] for word in ("enter", "exit")}


def made(state: Any, name: str, children: Sequence[Spot] = ()) -> Spot:
    state._set_id(name)
    spot = Spot(state, children=list(children))
    for child in spot.children:
        child.parent = spot
    return spot


def part_of(choices: list[int], name: str, is_first: bool) -> Spot:
    """A part: a function that makes a phase with sub-phases and rows of its own, the same each time."""
    left = iter(choices)

    def pick(n: int) -> int:
        return next(left, 0) % n

    class part(State.Compound, initial=is_first, enter=GAME_EFFECTS[1], exit=GAME_EFFECTS[2]):
        first = State(initial=True, exit=some(pick, GAME_EFFECTS, 1))
        second = State(enter=some(pick, GAME_EFFECTS, 1))
        last = State(final=True, enter=some(pick, GAME_EFFECTS, 1), exit=some(pick, GAME_EFFECTS, 1))

        pong = first.to(second, **rule(pick, "pong")) | second.to(last, **rule(pick, "pong"))
        second.to(last, **rule(pick, None, must_ask=True))

    phase: Any = part
    spots = [made(state, state.id) for state in phase.states]
    spots[0].closed.add(("pong", False))
    spots[1].closed.add(("pong", False))
    return made(phase, name, spots)


# Rows


def rule(pick: Pick, event: str | None, must_ask: bool = False) -> dict[str, Any]:
    """Guards and effects of a row; those of a consequence mostly have guards, so that circles can end."""
    guards, effects = (MOVE_GUARDS, MOVE_EFFECTS) if event else (GAME_GUARDS, GAME_EFFECTS)
    asked = some(pick, guards, 2)
    if not asked and (must_ask or (event is None and pick(4))):
        asked = [guards[pick(len(guards))]]
    cut = pick(len(asked) + 1)
    found = {"cond": asked[:cut], "unless": asked[cut:], "on": some(pick, effects, 2)}
    return found | ({"when": condition(pick)} if pick(5) == 0 else {})


def has_guards(options: dict[str, Any]) -> bool:
    return bool(options.get("cond") or options.get("unless") or options.get("when") is not None)


@dataclass
class Called:
    """A row that calls, as far as recursion goes."""

    source: Spot
    phase: Spot
    is_limited: bool


class Sketch:
    """The rows of one flow, while they are made."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        self.tops = Garden(pick).level(1)
        self.spots = [spot for top in self.tops for spot in top.within()]
        self.rows: dict[str, Any] = {}
        self.calls: list[Called] = []

    def one_of(self, options: Sequence[Any]) -> Any:
        return options[self.pick(len(options))] if options else None

    def bind(self, event: str | None, made: Any) -> None:
        if event is not None:
            self.rows[event] = self.rows[event] | made if event in self.rows else made

    def event(self, source: Spot) -> str | None:
        """What a row of a phase may answer; None for a consequence."""
        event: str | None = self.one_of(["ping", "pong", "poke", None, *([] if source.gathers else ["choose"])])
        return event

    def is_open(self, source: Spot, event: str | None, done: bool = False) -> bool:
        return source.closed.isdisjoint({(event, False), (event, done)})

    def options(self, source: Spot, event: str | None, done: bool = False) -> dict[str, Any] | None:
        """Rules for a row of a phase; None if no more rows can be reached there."""
        if source.state.final or not self.is_open(source, event, done):
            return None
        found = rule(self.pick, event)
        if not has_guards(found):
            source.closed.add((event, done))
        return found

    def flow(self) -> Any:
        """All of it."""
        for leaf in [spot for spot in self.spots if not spot.children and not spot.state.final]:
            if not leaf.gathers and self.pick(4 if leaf.parent is not None and leaf.parent.ends else 8) == 0:
                self.add_gathering(leaf)
        kinds = [self.add_row] * 5 + [self.add_stay, self.add_into, self.add_refusal]
        kinds += [self.add_call] * 4 + [self.add_ending] * 3
        for _ in range(2 * len(self.spots) + self.pick(2 * len(self.spots))):
            self.one_of(kinds)(self.one_of(self.spots))
        for leaf in [spot for spot in self.spots if spot.gathers and not spot.children]:
            self.add_call_into(leaf)
        for phase in dict.fromkeys(call.phase for call in self.calls):
            self.add_way_to_end(phase)
        attributes = {**{spot.state.id: spot.state for spot in self.tops}, **self.rows}
        return FlowMeta("Rich", (Flow,), attributes)

    def add_row(self, source: Spot) -> None:
        event = self.event(source)
        if (options := self.options(source, event)) is not None:
            self.bind(event, source.state.to(self.one_of(self.spots).state, **options))

    def add_stay(self, source: Spot) -> None:
        event = self.event(source)
        if (options := self.options(source, event)) is not None:
            self.bind(event, stay(source.state, **options | ({"on": []} if source.gathers else {})))

    def add_into(self, source: Spot) -> None:
        event, inside = self.event(source), source.within()[1:]
        if inside and (options := self.options(source, event)) is not None:
            self.bind(event, source.state.into(self.one_of(inside).state, **options))

    def add_refusal(self, source: Spot) -> None:
        event = self.one_of(["ping", "pong", "poke"])
        if not source.state.final and self.is_open(source, event):
            when = condition(self.pick) if self.pick(2) else None
            if when is None:
                source.closed.add((event, False))
            if self.pick(2) and (options := rule(self.pick, event, must_ask=True)):
                self.bind(event, source.state.to(self.one_of(self.spots).state, **options))
            self.bind(event, source.state.refuses(f"No {event} in {source.state.id}.", when=when))

    def add_gathering(self, leaf: Spot) -> None:
        event = self.one_of(["choose", "vote"])
        options = rule(self.pick, event)
        options |= {"by": self.one_of(SEATS), "again": self.pick(3) == 0, "on": some(self.pick, GATHERED_EFFECTS, 3)}
        target = self.one_of(self.tops if self.pick(2) else self.spots)
        self.bind(event, gather(leaf.state, to=target.state, **options))
        for spot in leaf.lineage():
            spot.gathers = True
        if self.pick(3) == 0:
            self.bind("poke", stay(leaf.state))
            leaf.closed.add(("poke", False))

    # Endings and calls

    def add_ending(self, source: Spot) -> None:
        if source.ends and (options := self.options(source, None, done=True)) is not None:
            if self.pick(2) and not source.gathers:
                self.call(source, source.state.done.calls, None, options)
            else:
                source.state.done.to(self.one_of(self.spots).state, **options)

    def add_call(self, source: Spot) -> None:
        event = self.event(source)
        if not source.gathers and (options := self.options(source, event)) is not None:
            self.call(source, source.state.calls, event, options)

    def add_call_into(self, leaf: Spot) -> None:
        """So that choices are gathered while a caller waits."""
        if leaf.parent is None or not leaf.parent.ends:
            return
        around = leaf.parent.parent
        sources = [spot for spot in self.spots if not spot.gathers and (around is None or around in spot.lineage())]
        source, event = self.one_of(sources), self.one_of(["ping", "pong", "poke", None])
        if source is not None and (options := self.options(source, event)) is not None:
            self.call_of(leaf.parent, leaf, source, source.state.calls, event, options)

    def call(self, source: Spot, calls: Any, event: str | None, options: dict[str, Any]) -> None:
        """A row that calls a phase which lies beside the source, around it or further out."""
        around = [*source.lineage(), None]
        phase = self.one_of([spot for spot in self.spots if spot.ends and spot.parent in around])
        if phase is not None:
            begins = [phase, phase, *(child for child in phase.children if not child.children)]
            self.call_of(phase, self.one_of(begins), source, calls, event, options)

    def call_of(
        self, phase: Spot, begin: Spot, source: Spot, calls: Any, event: str | None, options: dict[str, Any]
    ) -> None:
        """A row that calls a phase, which begins with one of its own, or with itself."""
        known = Called(source, phase, is_limited=self.pick(3) == 0)
        known.is_limited = known.is_limited or recurs([*self.calls, known])
        self.calls.append(known)
        options |= {"most": 1 + self.pick(3)} if known.is_limited else {}
        options |= {"then": self.one_of(self.spots).state} if self.pick(2) else {}
        is_said_by_target = event is not None and self.pick(3) == 0
        if is_said_by_target:
            self.bind(event, begin.state.called_by(source.state, **options))
        else:
            self.bind(event, calls(begin.state, **options))

    def add_way_to_end(self, phase: Spot) -> None:
        """So that a call of a phase can end."""
        event = self.one_of([event for event in ("ping", "pong", "poke") if self.is_open(phase, event)])
        if event is not None:
            options = rule(self.pick, event)
            self.bind(event, phase.state.into(self.one_of(phase.ends).state, **options))


def recurs(calls: list[Called]) -> bool:
    """Whether a phase could be called while it runs, without a limit."""
    phases = {call.phase for call in calls}
    after = {
        phase: {call.phase for call in calls if not call.is_limited and are_related(call.source, phase)}
        for phase in phases
    }
    return any(phase in reached(after, phase) for phase in phases)


def are_related(source: Spot, phase: Spot) -> bool:
    """Whether rows of one phase are tried in a leaf of another."""
    return source in phase.lineage() or phase in source.lineage()


def reached(after: dict[Spot, set[Spot]], start: Spot) -> set[Spot]:
    found: set[Spot] = set()
    todo = [start]
    while todo:
        new = after[todo.pop()] - found
        found |= new
        todo += new
    return found


def new_diary(seed: int = 0) -> Diary:
    return Diary(seed)


def rich_engines(pick: Pick) -> tuple[Engine[Diary], Engine[Diary]]:
    """Two engines of one random flow: rules written out in the first, and called in the second.

    Definitions that `read` refuses raise FlowError: draw again.
    """
    sketch = Sketch(pick)
    flow = sketch.flow()
    sent = dict.fromkeys([*sketch.rows, "pong"] if has_part(sketch) else sketch.rows)
    moves = [kind for event, kind in MOVES.items() if event in sent]
    inlined = Engine(flow, moves=moves, new=new_diary, most_consequences=MOST_CONSEQUENCES, inline=True)
    called = Engine(flow, moves=moves, new=new_diary, most_consequences=MOST_CONSEQUENCES, inline=False)
    return inlined, called


def has_part(sketch: Sketch) -> bool:
    return any(spot.state.id == "second" for spot in sketch.spots)
