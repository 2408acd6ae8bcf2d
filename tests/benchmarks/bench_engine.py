"""One guarded event: compiled, against hand-written dispatch, python-statemachine and transitions, in one run.

The task is the same for all: a ring of four states, one guard, one effect that counts, an immutable result where
the contender has one. Also: legal moves, refusals, the size of a snapshot, and whether big charts stay fast.
"""

import gc
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from fsm import Engine
from fsm.native import Native
from tests.benchmarks.figures.peers_in_python import PythonStatemachine, Transitions
from tests.benchmarks.figures.rings import ByHand, Count, Go, InPlace, Ring, Stop, count, ring
from tests.benchmarks.timing import rates, show, verdict

EVENTS = 20_000
SIZES = (10, 100, 1_000)


# Contenders


def running(ring: Ring, events: int, size: int = 4) -> Callable[[], int]:
    """A ring that goes round."""
    game = ring.start(ring.define(size), 1)

    def run() -> int:
        before = ring.where(game)[1]
        after = ring.go(game, events)
        assert ring.where(after)[1] == before + events
        return events

    return run


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
    return running(ByHand(), EVENTS)


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
            "hand-written, changed in place": running(InPlace(), EVENTS),
            "phasebook": compiled(engine),
            "phasebook, refused with a reason": refusing(engine),
            "phasebook, legal moves": listing(engine),
            "transitions": running(Transitions(), 2_000),
            "python-statemachine, in its own way": running(PythonStatemachine(), 400),
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
