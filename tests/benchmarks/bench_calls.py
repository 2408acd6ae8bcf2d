"""What rows that wait cost: a call with its return, and a move that is gathered, against guarded events, in one run.

A call and its return take two events: one that interrupts, and one that ends the interruption. Both rows are guarded
and have an effect here, as the events that they are compared with.
"""

import gc
from collections.abc import Callable
from typing import Any

from fsm import Engine, Flow, Move, State, gather
from tests.benchmarks.bench_engine import compiled
from tests.benchmarks.figures.rings import Count, count, may_go, new_count, ring
from tests.benchmarks.timing import rates, show, verdict

PAIRS = 10_000


class Interrupt(Move): ...


class Close(Move): ...


class Interrupted(Flow):
    """Work that is interrupted, and goes on."""

    working = State(initial=True)

    class window(State.Compound):
        open = State(initial=True)
        closed = State(final=True)
        close = open.to(closed, cond=may_go, on=count)

    interrupt = working.calls(window, cond=may_go, on=count)


class Choose(Move):
    seat: int

    @classmethod
    def candidates(cls, game: Count) -> list["Choose"]:
        return [cls(0), cls(1)]


def both(game: Count) -> tuple[int, ...]:
    return (0, 1)


def take(game: Count, move: Choose) -> Count:
    return Count(game.number + 1)


class Secret(Flow):
    """Two seats choose at the same time, again and again."""

    choosing = State(initial=True)
    choose = gather(choosing, by=both, cond=may_go, on=take, to=choosing)


def played(engine: Engine[Count], one: Move, other: Move) -> Callable[[], int]:
    """Two moves in turn, over and over; a pair counts as one."""

    def run() -> int:
        step: Any = engine.step
        snapshot: Any = engine.start(seed=0)
        for _ in range(PAIRS):
            snapshot = step(step(snapshot, one), other)
        assert snapshot.game.number == 2 * PAIRS
        return PAIRS

    return run


def pairs_of(contender: Callable[[], int]) -> Callable[[], int]:
    """A contender whose events count in pairs."""
    return lambda: contender() // 2


def main() -> bool:
    """The bar: a call with its return costs at most two guarded events more than the two events without it."""
    calling: Engine[Count] = Engine(Interrupted, moves=(Interrupt, Close), new=new_count)
    gathering: Engine[Count] = Engine(Secret, moves=(Choose,), new=new_count)
    gc.disable()
    try:
        measured = rates(
            {
                "two guarded events": pairs_of(compiled(ring(4), 2 * PAIRS)),
                "a call and its return": played(calling, Interrupt(), Close()),
                "two moves that are gathered": played(gathering, Choose(0), Choose(1)),
            }
        )
    finally:
        gc.enable()
    show("Rows that wait", measured, "two guarded events", "pairs")
    cost = measured["two guarded events"] / measured["a call and its return"]
    gathered = measured["two guarded events"] / measured["two moves that are gathered"]
    print(f"     {cost:.2f} times two guarded events for two that call and return (no bar)")
    print(f"     {gathered:.2f} times two guarded events for two moves that are gathered (no bar)")
    added = 2 * (cost - 1)
    return verdict("guarded events that a call and its return cost, beside those two (at most 2)", added, added <= 2)
