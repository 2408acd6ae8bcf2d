"""A search in several processes: each searches by itself, with a seed of its own, and what they found is added up.

(In the literature: root parallelisation.) By iterations the answer depends on the seed and the number of processes, and
on nothing else. Processes find the engine and the hints by name; they stay for the next search, until `close`.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import blake2b
from time import monotonic
from typing import Any

import msgspec

from fsm.catalogue import engine_of
from fsm.errors import PhasebookError
from fsm.moves import Move
from fsm.searching.budgets import Budget
from fsm.searching.hints import Hints, hints_at
from fsm.searching.thinking import Choice, Search
from fsm.simulating.processes import Worker, WorkerLostError, dismiss, ready

GRACE = 5.0
"""Seconds by which a process may be late before it is given up: a hint of the author may hang."""

GLANCE = 0.2
"""Seconds between two looks at the clock."""

PATIENCE = 3
"""Times that a process may die with the same work."""

FOREVER = 1 << 62
"""Iterations that no deadline lets come true."""


class Share(msgspec.Struct, frozen=True):
    """What one process is to think about."""

    engine: str
    view: Any
    moves: tuple[Any, ...]
    seat: Any
    budget: Budget
    seed: int
    hints: str | None
    learning: bool


def think(share: Share) -> tuple[Choice, ...]:
    """Search in a process that was given nothing else."""
    hints = None if share.hints is None else named_hints(share.hints)
    search = Search(
        engine_of(share.engine),
        share.view,
        share.moves,
        share.seat,
        seed=share.seed,
        hints=hints,
        learning=share.learning,
    )
    run_for(search, share.budget)
    return search.choices


def named_hints(name: str) -> Hints:
    """Hints by name: `plain` are none."""
    return Hints() if name == "plain" else hints_at(name)


def run_for(search: Search, budget: Budget) -> None:
    """Let a search run. This is where the clock is read, and nowhere further in."""
    if budget.seconds is None:
        search.run(budget.iterations or 1)
    else:
        search.run(FOREVER, deadline(budget.seconds))


def deadline(seconds: float) -> Callable[[], bool]:
    """Answers whether so many seconds have passed since now."""
    end = monotonic() + seconds
    return lambda: monotonic() >= end


def shares_of(share: Share, number: int) -> list[Share]:
    """The same work in parts: iterations are shared out, seconds are for everybody."""
    iterations = share.budget.iterations
    if iterations is None:
        budgets = [share.budget] * number
    else:
        parts = [iterations // number + (place < iterations % number) for place in range(number)]
        budgets = [Budget(iterations=part) for part in parts if part]
    return [
        msgspec.structs.replace(share, budget=budget, seed=own_seed(share.seed, place))
        for place, budget in enumerate(budgets)
    ]


def own_seed(seed: int, place: int) -> int:
    """The seed of one process."""
    return int.from_bytes(blake2b(b"search %d:%d" % (seed, place), digest_size=16).digest(), "little")


def added_up(parts: Iterable[Sequence[Choice]]) -> tuple[Choice, ...]:
    """What several searches have found about the same moves."""
    sums: dict[Move, tuple[int, float]] = {}
    for choice in (choice for part in parts for choice in part):
        visits, total = sums.get(choice.move, (0, 0.0))
        sums[choice.move] = visits + choice.visits, total + choice.total
    return tuple(Choice(move, visits, total) for move, (visits, total) in sums.items())


class Helpers:
    """Processes that search together. They stay until `close`, or until they are forgotten."""

    def __init__(self, number: int) -> None:
        if number < 1:
            raise PhasebookError(f"The number of processes must be at least 1, not {number}.")
        self.number = number
        self.workers: dict[int, Worker[Share, tuple[Choice, ...]]] = {}

    def search(self, share: Share) -> tuple[Choice, ...]:
        """What all of them find together; those that are far too late are left out."""
        shares = shares_of(share, self.number)
        found: dict[int, tuple[Choice, ...]] = {}
        seconds = share.budget.seconds
        is_over = (lambda: False) if seconds is None else deadline(seconds + GRACE)
        try:
            for place, part in enumerate(shares):
                self.give(place, part)
            self.collect(found, is_over)
        finally:
            self.end(place for place, worker in list(self.workers.items()) if worker.is_busy)
        if not found:
            raise PhasebookError(f"No process answered within {seconds} seconds; see whether a hint of the game "
                                 "hangs.")  # fmt: skip
        return added_up(found[place] for place in sorted(found))

    def give(self, place: int, share: Share) -> None:
        """Hand out a share, to a process that is there or to a new one."""
        if place in self.workers:
            self.workers[place].give(share)
        else:
            self.workers[place] = Worker(think, share)

    def collect(self, found: dict[int, tuple[Choice, ...]], is_over: Callable[[], bool]) -> None:
        """Wait for results. The share of a process that died is done again."""
        deaths = 0
        while any(worker.is_busy for worker in self.workers.values()) and not is_over():
            for worker in ready(self.workers.values(), GLANCE):
                place = next(place for place, one in self.workers.items() if one is worker)
                try:
                    found[place] = worker.collect()
                except WorkerLostError:
                    deaths += 1
                    if deaths > PATIENCE:
                        raise PhasebookError("The processes of a search keep dying; use one process.") from None
                    self.end([place])
                    self.give(place, worker.portion)

    def end(self, places: Iterable[int]) -> None:
        """End some of the processes."""
        for place in list(places):
            dismiss([self.workers.pop(place)])

    def close(self) -> None:
        """End all of them."""
        self.end(list(self.workers))

    def __enter__(self) -> "Helpers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        with suppress(Exception):  # the interpreter may be on its way out
            self.close()
