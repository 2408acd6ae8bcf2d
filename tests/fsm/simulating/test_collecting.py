"""Batches are counted once, in any order, and what stops the work is said in one sentence."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fsm import PhasebookError
from fsm.errors import SimulationError
from fsm.simulate import runner
from fsm.simulating.collecting import Work, count
from fsm.simulating.journal import Journal, Shelf
from fsm.simulating.tally import Tally
from fsm.simulating.workers import Serial
from tests.fsm.race import engine as race


def counted(games: Iterable[int]) -> Tally:
    numbers = list(games)
    return Tally(games=len(numbers), moves=sum(numbers))


def nowhere(_: object) -> Tally:
    raise AssertionError("this work is done here")


WORK = Work(counted, nowhere, None)


class Backwards(Serial):
    """Brings the last batch first."""

    def work(self, task: Any, portions: Iterable[Any]) -> Iterator[Any]:
        return map(task, reversed(list(portions)))


def test_every_game_is_counted_once_in_any_order() -> None:
    totals = [Tally(), Tally()]
    for total, workers in zip(totals, (Serial(), Backwards()), strict=True):
        count(total, WORK, 100, workers=workers, batch=7)

    assert totals[0] == totals[1] == Tally(games=100, moves=sum(range(100)))


def test_a_journal_is_written_before_a_batch_counts(tmp_path: Path) -> None:
    """Whatever happens in between, the file never has less than was counted."""
    total = Tally()
    journal = Journal(tmp_path / "batches", "x", Shelf(Tally, runner(race)), print)

    def look(_: int) -> None:
        assert len((tmp_path / "batches").read_bytes().splitlines()) * 10 == total.games

    count(total, WORK, 50, workers=Serial(), batch=10, progress=look, journal=journal)
    assert total.games == 50


@pytest.mark.parametrize(("games", "batch"), [(0, None), (5, 0)])
def test_numbers_below_one_are_refused(games: int, batch: int | None) -> None:
    with pytest.raises(PhasebookError, match="must be at least 1, not 0"):
        count(Tally(), WORK, games, workers=Serial(), batch=batch)


def test_whatever_stops_the_workers_is_one_sentence() -> None:
    class Broken(Serial):
        def work(self, task: Any, portions: Iterable[Any]) -> Iterator[Any]:
            yield task(next(iter(portions)))
            raise OSError("no more electricity")

    total = Tally()
    with pytest.raises(SimulationError, match="The work cannot go on: OSError: no more electricity"):
        count(total, WORK, 50, workers=Broken(), batch=10)
    assert total.games == 10, "what came before is kept"
