"""Definitions that are refused when they are read: two that pass by that, and some that cannot be expressed."""

from collections.abc import Callable

from statemachine import HistoryState

from fsm import Flow, State
from tests.scxml.words import Data, Signal, ends

# fmt: off


def irp313() -> type[Flow]:
    """An expression that makes no sense is refused before the flow runs."""

    class Irp313(Flow):
        s0 = State(initial=True)
        passed, failed = ends()
        foo = s0.to(passed, cond="return")
        bar = s0.to(failed)

    return Irp313


def irp319() -> type[Flow]:
    """There is no event at the start: an enter effect that asks for one is refused."""

    def keep_event(game: Data, move: Signal) -> Data:
        return game

    class Irp319(Flow):
        s0 = State(initial=True, enter=keep_event)
        passed, failed = ends()
        foo = s0.to(passed)
        bar = s0.to(failed)

    return Irp319


def no_initial_phase() -> type[Flow]:
    class Irp355(Flow):
        s0 = State()
        passed, failed = ends()
        s0.to(passed)

    return Irp355


def parallel_phases() -> type[Flow]:
    class Irp570(Flow):
        class p0(State.Parallel, initial=True):
            s1 = State(initial=True)
            s2 = State(initial=True)

        passed, failed = ends()
        foo = p0.to(passed)

    return Irp570


def history() -> type[Flow]:
    class Irp388(Flow):
        class s0(State.Compound, initial=True):
            s01 = State(initial=True)
            s02 = State()
            last = HistoryState()
            foo = s01.to(s02)

        s1 = State()
        passed, failed = ends()
        bar = s0.to(s1) | s1.to(passed)

    return Irp388


REFUSED: dict[str, tuple[Callable[[], type[Flow]], str]] = {
    "313": (irp313, "cannot use 'return' as its guard; pass a function with a name"),
    "319": (irp319, "effect 'keep_event' takes (game, move); in entering 's0' it must take (game)"),
}
"""Tests that are passed by refusing a definition, and how the refusal reads."""

MISSING: dict[str, tuple[Callable[[], type[Flow]], str]] = {
    "355": (no_initial_phase, "has no initial phase; mark one with initial=True"),
    "388": (history, "has history 'last', which is not supported"),
    "570": (parallel_phases, "is parallel, which is not supported"),
}
"""Tests that cannot be expressed, because their definition is refused."""
