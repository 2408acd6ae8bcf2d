"""Games handed out in batches, and the counts that come back added up: of one simulation, or of two together."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import Generic, Protocol, Self, TypeVar

import msgspec

from fsm.errors import PhasebookError, SimulationError
from fsm.simulating.journal import Journal
from fsm.simulating.plan import Batch, packed, portions
from fsm.simulating.signals import Interrupts
from fsm.simulating.workers import Workers


class Counts(Protocol):
    """What adds up, in any order."""

    @property
    def games(self) -> int:
        """How many were counted."""

    def add(self, other: Self) -> None:
        """Take in others of the same kind."""


C = TypeVar("C", bound=Counts)


class Work(msgspec.Struct, Generic[C]):
    """How the games of some numbers are played."""

    here: Callable[[Iterable[int]], C]
    elsewhere: Callable[[Batch], C]
    """In another process, from what `plan` says."""
    plan: object


class Numbered(msgspec.Struct, Generic[C]):
    """Remembers whose counts they are."""

    play: Callable[[Batch], C]

    def __call__(self, batch: Batch) -> tuple[range, C]:
        return batch.games, self.play(batch)


Progress = Callable[[int], None]


def count(
    total: C,
    work: Work[C],
    games: int,
    *,
    workers: Workers,
    batch: int | None = None,
    progress: Progress | None = None,
    journal: Journal[C] | None = None,
) -> None:
    """Add up the counts of all games; those in the journal are not played again."""
    if games < 1 or (batch is not None and batch < 1):
        raise PhasebookError(f"The numbers of games must be at least 1, not {games if games < 1 else batch}.")
    with nullcontext() if journal is None else journal:
        if journal is not None:
            for part in journal.finished(games):
                add(total, part, progress)
        todo = portions(games, batch, () if journal is None else journal.done)
        for numbers, part in results(workers, work, todo):
            with Interrupts() as interrupts:  # a batch counts whole or not at all
                if journal is not None:
                    journal.keep(numbers, part)
                add(total, part, progress)
            interrupts.check()


def add(total: C, part: C, progress: Progress | None) -> None:
    """One batch more."""
    total.add(part)
    if progress is not None:
        progress(part.games)


def results(workers: Workers, work: Work[C], games: Iterable[range]) -> Iterator[tuple[range, C]]:
    """What the workers bring. Whatever stops them is an error of the simulation, so that what there is is kept."""
    try:
        if workers.is_elsewhere:
            plan = packed(work.plan)
            yield from workers.work(Numbered(work.elsewhere), (Batch(plan, numbers) for numbers in games))
        else:
            yield from workers.work(lambda numbers: (numbers, work.here(numbers)), games)
    except PhasebookError:
        raise
    except Exception as error:  # an executor of anybody's, on machines of anybody's
        raise SimulationError(
            f"The work cannot go on: {type(error).__name__}: {error}; see to the workers, and start it again."
        ) from error
