"""One guarded event: compiled, against hand-written dispatch, python-statemachine and transitions, in one run.

The task is the same for all: a ring of four states, one guard, one effect that counts, an immutable result where
the contender has one. Also: legal moves, refusals, the size of a snapshot, and whether big charts stay fast.
"""

import gc
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec
from statemachine import State as PlainState
from statemachine import StateMachine

from fsm import Engine, Flow, Move, Snapshot, State
from fsm.flow import FlowMeta
from fsm.native import Native
from tests.benchmarks.timing import rates, show, verdict

EVENTS = 20_000
SIZES = (10, 100, 1_000)


class Count(msgspec.Struct, frozen=True, gc=False):
    number: int


def may_go(game: Count) -> bool:
    return game.number >= 0


def count(game: Count) -> Count:
    return Count(game.number + 1)


class Go(Move): ...


class Stop(Move): ...


def new_count(seed: int = 0) -> Count:
    return Count(seed)


def never(game: Count) -> bool:
    return game.number < 0


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


# Contenders


def compiled(engine: Engine[Count], events: int = EVENTS) -> Callable[[], int]:
    """The engine under test."""

    def run() -> int:
        step, go = engine.step, Go()
        snapshot: Any = engine.start(seed=0)
        for _ in range(events):
            snapshot = step(snapshot, go)
        assert snapshot.game.number == events
        return events

    return run


def by_hand() -> Callable[[], int]:
    """Dict dispatch as one would write it for this flow alone, over the same immutable values."""

    def handler(target: str) -> Callable[[Any], Any]:
        def handle(snapshot: Any) -> Any:
            game = snapshot.game
            if may_go(game):
                return Snapshot(target, count(game))
            return None

        return handle

    table = {f"s{i}": {"go": handler(f"s{(i + 1) % 4}")} for i in range(4)}

    def step(snapshot: Any, event: str) -> Any:
        handle = table[snapshot.phase].get(event)
        return handle(snapshot) if handle is not None else None

    def run() -> int:
        snapshot: Any = Snapshot("s0", Count(0))
        for _ in range(EVENTS):
            snapshot = step(snapshot, "go")
        assert snapshot.game.number == EVENTS
        return EVENTS

    return run


def by_hand_in_place() -> Callable[[], int]:
    """The same dispatch over one object that is changed in place, nothing kept of the past: what purity costs."""

    class Ring:
        def __init__(self) -> None:
            self.phase, self.number = "s0", 0

    def handler(target: str) -> Callable[[Ring], bool]:
        def handle(ring: Ring) -> bool:
            if may_go(ring):  # type: ignore[arg-type]  # it has a number, too
                ring.number += 1
                ring.phase = target
                return True
            return False

        return handle

    table = {f"s{i}": {"go": handler(f"s{(i + 1) % 4}")} for i in range(4)}

    def step(ring: Ring, event: str) -> bool:
        handle = table[ring.phase].get(event)
        return handle is not None and handle(ring)

    def run() -> int:
        ring = Ring()
        for _ in range(EVENTS):
            step(ring, "go")
        assert ring.number == EVENTS
        return EVENTS

    return run


def in_its_own_way(events: int = 400) -> Callable[[], int]:
    """python-statemachine as its own documentation shows it: guard and action are methods of the machine."""

    class Machine(StateMachine):
        s0, s1, s2, s3 = PlainState(initial=True), PlainState(), PlainState(), PlainState()
        go = (
            s0.to(s1, cond="may_go", on="count")
            | s1.to(s2, cond="may_go", on="count")
            | s2.to(s3, cond="may_go", on="count")
            | s3.to(s0, cond="may_go", on="count")
        )
        number = 0

        def may_go(self) -> bool:
            return self.number >= 0

        def count(self) -> None:
            self.number += 1

    def run() -> int:
        machine = Machine()
        for _ in range(events):
            machine.send("go")
        assert machine.number == events
        return events

    return run


def interpreted(engine: Engine[Count], events: int = 400) -> Callable[[], int]:
    """python-statemachine's own interpreter over the same flow, its rules called through a listener."""

    class Kept:
        def __init__(self) -> None:
            self.game = Count(0)

        def prepare_event(self) -> dict[str, Any]:
            return {"game": self.game, "move": None}

        def after_transition(self) -> None:
            self.game = count(self.game)

    def run() -> int:
        kept = Kept()
        machine: Any = engine.flow(listeners=[kept])
        for _ in range(events):
            machine.send("go")
        assert kept.game.number == events
        return events

    return run


def adapted(engine: Engine[Count], events: int = 400) -> Callable[[], int]:
    """The same through our adapter, `fsm.native`."""

    def run() -> int:
        native, go = Native(engine, Count(0)), Go()
        for _ in range(events):
            native.send(go)
        assert native.snapshot.game.number == events
        return events

    return run


def with_transitions(events: int = 2_000) -> Callable[[], int]:
    """The `transitions` package, the same ring."""
    from transitions import Machine

    class Model:
        number = 0

        def may(self) -> bool:
            return self.number >= 0

        def counted(self) -> None:
            self.number += 1

    model = Model()
    machine = Machine(model, states=[f"s{i}" for i in range(4)], initial="s0", auto_transitions=False)
    for i in range(4):
        machine.add_transition("go", f"s{i}", f"s{(i + 1) % 4}", conditions="may", after="counted")

    def run() -> int:
        before = model.number
        for _ in range(events):
            model.go()  # type: ignore[attr-defined]  # transitions adds it at run time
        assert model.number == before + events
        return events

    return run


def refusing(engine: Engine[Count], events: int = 5_000) -> Callable[[], int]:
    """Refusals, with their reasons built."""

    def run() -> int:
        step, stop, snapshot = engine.step, Stop(), engine.start(seed=0)
        for _ in range(events):
            step(snapshot, stop)
        return events

    return run


def listing(engine: Engine[Count], events: int = EVENTS) -> Callable[[], int]:
    """Legal moves."""

    def run() -> int:
        legal, snapshot = engine.legal_moves, engine.start(seed=0)
        for _ in range(events):
            legal(snapshot)
        return events

    return run


# The run


def one_guarded_event() -> bool:
    """The bar: at most 1.5 x hand-written, at least 300 x faster than python-statemachine."""
    engine = ring(4)
    measured = rates(
        {
            "hand-written": by_hand(),
            "hand-written, changed in place": by_hand_in_place(),
            "phasebook": compiled(engine),
            "phasebook, refused with a reason": refusing(engine),
            "phasebook, legal moves": listing(engine),
            "transitions": with_transitions(),
            "python-statemachine, in its own way": in_its_own_way(),
            "python-statemachine": interpreted(engine),
            "python-statemachine through fsm.native": adapted(engine),
        }
    )
    show("One guarded event", measured, "hand-written")
    cost = measured["hand-written"] / measured["phasebook"]
    gain = measured["phasebook"] / measured["python-statemachine"]
    in_place = measured["hand-written, changed in place"] / measured["phasebook"]
    own_way = measured["phasebook"] / measured["python-statemachine, in its own way"]
    print(f"     {in_place:.2f} times hand-written that changes one object in place (no bar)")
    print(f"     {own_way:.0f} times faster than python-statemachine in its own way (no bar)")
    slow = verdict("times hand-written (at most 1.5)", cost, cost <= 1.5)
    return verdict("times faster than python-statemachine (at least 300)", gain, gain >= 300) and slow


def big_charts() -> bool:
    """Compile time for three sizes, and a step time that does not care."""
    engines = {}
    for size in SIZES:
        before = perf_counter()
        engines[f"{size} states"] = ring(size)
        print(f"{size:6} states: declared, read and compiled in {(perf_counter() - before) * 1000:9.1f} ms")
    measured = rates({name: compiled(engine) for name, engine in engines.items()})
    show("Step time by size of the chart", measured, "10 states")
    growth = measured["10 states"] / measured["1000 states"]
    return verdict("times slower with 1,000 states than with 10 (at most 1.5)", growth, growth <= 1.5)


def snapshot_size() -> bool:
    """Bytes of a snapshot with its (one-field) game."""
    snapshot = ring(4).start(seed=0)
    size = sys.getsizeof(snapshot) + sys.getsizeof(snapshot.game)
    return verdict("bytes of a snapshot and its one-field game (at most 96)", size, size <= 96)


def main() -> bool:
    """Run all; True when every bar is met."""
    gc.disable()
    try:
        met = [one_guarded_event(), big_charts(), snapshot_size()]
    finally:
        gc.enable()
    return all(met)
