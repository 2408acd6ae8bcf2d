"""A ring of states, the same for every library: `go` is guarded and counts, `stop` is always refused by its guard.

Each library has one class here or in `peers_in_python` and `peers_in_node`. All loops are inside of its methods, so
that what is measured is the library, called in the way that its own documentation shows, and nothing around it. Before
anything is measured, `differences` plays the same events in it that a plain count plays.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any, ClassVar

import msgspec

from fsm import Engine, Flow, Move, Refusal, Snapshot, State, guard
from fsm.flow import FlowMeta
from tests.benchmarks.timing import Clock

REFUSED = "It never stops."
"""Why `stop` is refused, where a library can say why."""


class Ring(ABC):
    """One library's ring. Each method does its work so many times, and gives what came of the last."""

    name: ClassVar[str]
    can_list: ClassVar[bool] = True
    """Whether the library knows what is possible."""
    can_save: ClassVar[bool] = True
    clock: Clock = staticmethod(process_time)
    warm: ClassVar[float] = 0.0
    """Seconds of work before it is as fast as it gets."""

    @abstractmethod
    def define(self, size: int) -> Any:
        """Declare the ring, once."""

    def defined(self, size: int, times: int) -> Any:
        """Declare it, begin, and take the first event: what is put off until then is counted, too."""
        for _ in range(times):
            definition = self.define(size)
            self.go(self.start(definition, 1), 1)
        return definition

    @abstractmethod
    def start(self, definition: Any, times: int) -> Any:
        """Begin at the first state."""

    @abstractmethod
    def go(self, game: Any, times: int) -> Any:
        """Go to the next state, and count."""

    @abstractmethod
    def stop(self, game: Any, times: int) -> str | None:
        """Be refused; gives the reason, or "" if the library only says that nothing happened, and None if it did."""

    def legal(self, game: Any, times: int) -> list[str]:
        """The events that are possible, guards asked."""
        raise NotImplementedError

    def save(self, game: Any, times: int) -> Any:
        """Something that can be written to a file."""
        raise NotImplementedError

    def load(self, definition: Any, saved: Any, times: int) -> Any:
        """The game again."""
        raise NotImplementedError

    @abstractmethod
    def where(self, game: Any) -> tuple[str, int]:
        """The state, and how many were counted."""


# Ours


class Count(msgspec.Struct, frozen=True, gc=False):
    number: int


class Go(Move): ...


class Stop(Move): ...


def may_go(game: Count) -> bool:
    return game.number >= 0


@guard(REFUSED)
def never(game: Count) -> bool:
    return game.number < 0


def count(game: Count) -> Count:
    return Count(game.number + 1)


def new_count(seed: int = 0) -> Count:
    return Count(seed)


def ring(size: int) -> Engine[Count]:
    """An engine whose `go` walks a ring, and whose `stop` is always refused by a guard."""
    states = [State(f"s{i}", initial=i == 0) for i in range(size)]
    rows: Any = None
    stops: Any = None
    for here, there in zip(states, [*states[1:], states[0]], strict=True):
        row = here.to(there, cond=may_go, on=count)
        stop = here.to(here, cond=never)
        rows, stops = (row, stop) if rows is None else (rows | row, stops | stop)
    attributes = {f"s{i}": state for i, state in enumerate(states)}
    flow: Any = FlowMeta("Ring", (Flow,), {**attributes, "go": rows, "stop": stops})
    return Engine(flow, moves=(Go, Stop), new=new_count)


class Phasebook(Ring):
    name = "phasebook"
    engine: Engine[Count]

    def define(self, size: int) -> Engine[Count]:
        self.engine = ring(size)
        return self.engine

    def start(self, definition: Engine[Count], times: int) -> Any:
        start = definition.start
        for _ in range(times):
            snapshot = start(seed=0)
        return snapshot

    def go(self, game: Any, times: int) -> Any:
        step, go = self.engine.step, Go()
        for _ in range(times):
            game = step(game, go)
        return game

    def stop(self, game: Any, times: int) -> str | None:
        step, stop = self.engine.step, Stop()
        for _ in range(times):
            answer = step(game, stop)
        return answer.message if isinstance(answer, Refusal) else None

    def legal(self, game: Any, times: int) -> list[str]:
        legal = self.engine.legal_moves
        for _ in range(times):
            moves = legal(game)
        return [type(move).__name__.lower() for move in moves]

    def save(self, game: Any, times: int) -> bytes:
        dump = self.engine.dump
        for _ in range(times):
            saved = dump(game)
        return saved

    def load(self, definition: Engine[Count], saved: bytes, times: int) -> Any:
        load = definition.load
        for _ in range(times):
            game = load(saved)
        return game

    def where(self, game: Any) -> tuple[str, int]:
        return game.phase, game.game.number


# By hand

Handler = Callable[[Any], Any]


class ByHand(Ring):
    """Dict dispatch as one would write it for this flow alone, over the same immutable values."""

    name = "by hand"
    table: dict[str, dict[str, Handler]]

    def define(self, size: int) -> Any:
        self.table = {f"s{i}": {"go": going(f"s{(i + 1) % size}"), "stop": stopping} for i in range(size)}
        return self.table

    def start(self, definition: Any, times: int) -> Any:
        for _ in range(times):
            snapshot = Snapshot("s0", Count(0))
        return snapshot

    def dispatch(self) -> Callable[[Any, str], Any]:
        table = self.table

        def step(snapshot: Any, event: str) -> Any:
            handle = table[snapshot.phase].get(event)
            return handle(snapshot) if handle is not None else "There is no such event."

        return step

    def go(self, game: Any, times: int) -> Any:
        step = self.dispatch()
        for _ in range(times):
            game = step(game, "go")
        return game

    def stop(self, game: Any, times: int) -> str | None:
        step = self.dispatch()
        for _ in range(times):
            answer = step(game, "stop")
        return answer if isinstance(answer, str) else None

    def legal(self, game: Any, times: int) -> list[str]:
        for _ in range(times):
            events = [event for event, holds in ASKED.items() if holds(game.game)]
        return events

    def save(self, game: Any, times: int) -> str:
        for _ in range(times):
            saved = json.dumps({"phase": game.phase, "number": game.game.number})
        return saved

    def load(self, definition: Any, saved: str, times: int) -> Any:
        for _ in range(times):
            found = json.loads(saved)
            game = Snapshot(found["phase"], Count(found["number"]))
        return game

    def where(self, game: Any) -> tuple[str, int]:
        return game.phase, game.game.number


ASKED: dict[str, Callable[[Count], bool]] = {"go": may_go, "stop": never}


def going(target: str) -> Handler:
    def handle(snapshot: Any) -> Any:
        game = snapshot.game
        return Snapshot(target, count(game)) if may_go(game) else "It may not go."

    return handle


def stopping(snapshot: Any) -> Any:
    return snapshot if never(snapshot.game) else REFUSED


class Walker:
    """A state and a number that are changed in place."""

    __slots__ = ("number", "phase")

    def __init__(self, phase: str = "s0", number: int = 0) -> None:
        self.phase, self.number = phase, number


class InPlace(Ring):
    """The same dispatch over one object that is changed in place, nothing kept of the past: what purity costs."""

    name = "by hand, in place"
    table: dict[str, dict[str, Handler]]

    def define(self, size: int) -> Any:
        self.table = {f"s{i}": {"go": moving(f"s{(i + 1) % size}"), "stop": staying} for i in range(size)}
        return self.table

    def start(self, definition: Any, times: int) -> Walker:
        for _ in range(times):
            walker = Walker()
        return walker

    def dispatch(self) -> Callable[[Walker, str], str | None]:
        table = self.table

        def step(walker: Walker, event: str) -> str | None:
            handle = table[walker.phase].get(event)
            return handle(walker) if handle is not None else "There is no such event."

        return step

    def go(self, game: Walker, times: int) -> Walker:
        step = self.dispatch()
        for _ in range(times):
            step(game, "go")
        return game

    def stop(self, game: Walker, times: int) -> str | None:
        step = self.dispatch()
        for _ in range(times):
            answer = step(game, "stop")
        return answer

    def legal(self, game: Walker, times: int) -> list[str]:
        for _ in range(times):
            events = [event for event, holds in ASKED.items() if holds(game)]  # type: ignore[arg-type]  # has a number
        return events

    def save(self, game: Walker, times: int) -> str:
        for _ in range(times):
            saved = json.dumps({"phase": game.phase, "number": game.number})
        return saved

    def load(self, definition: Any, saved: str, times: int) -> Walker:
        for _ in range(times):
            found = json.loads(saved)
            game = Walker(found["phase"], found["number"])
        return game

    def where(self, game: Walker) -> tuple[str, int]:
        return game.phase, game.number


def moving(target: str) -> Handler:
    def handle(walker: Any) -> str | None:
        if may_go(walker):
            walker.number += 1
            walker.phase = target
            return None
        return "It may not go."

    return handle


def staying(walker: Any) -> str | None:
    return None if never(walker) else REFUSED


# Whether all do the same


def differences(ring: Ring, size: int, seed: int, events: int = 60) -> Iterator[str]:
    """What a library does otherwise than a plain count: random events, a reason for each refusal, saves on the way."""
    chance, passed = Random(seed), 0
    definition = ring.define(size)
    game = ring.start(definition, 1)
    for _ in range(events):
        what = chance.choice(["go", "several", "stop", *["legal"] * ring.can_list, *["save"] * ring.can_save])
        if what in ("go", "several"):
            steps = 1 if what == "go" else chance.randrange(2, 2 * size)
            game, passed = ring.go(game, steps), passed + steps
        elif what == "stop" and (reason := ring.stop(game, 1)) not in ("", REFUSED):
            yield f"{ring.name} answers {reason!r} to stop"
        elif what == "legal" and (legal := ring.legal(game, 1)) != ["go"]:
            yield f"{ring.name} lists {legal}"
        elif what == "save":
            game = ring.load(definition, ring.save(game, 1), 1)
        if ring.where(game) != (f"s{passed % size}", passed):
            yield f"{ring.name} is at {ring.where(game)} after {passed} events of a ring of {size}"
