"""Rates are of the best round, in turns; work is done as often as fits; the clock counts what was started, too."""

import subprocess
import sys
from collections.abc import Iterator

from tests.benchmarks.timing import Timed, paced, rates, with_children


class MadeUpClock:
    """A clock that goes on only when somebody works."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, seconds: float) -> None:
        self.now += seconds


def test_a_rate_is_that_of_the_best_round() -> None:
    clock = MadeUpClock()
    slow = iter([4.0, 2.0, 5.0])

    def contender() -> int:
        clock.work(next(slow))
        return 10

    assert rates({"one": contender}, 3, clock) == {"one": 5.0}


def test_contenders_take_turns() -> None:
    clock, order = MadeUpClock(), list[str]()

    def contender(name: str) -> Iterator[int]:
        while True:
            order.append(name)
            clock.work(1)
            yield 1

    one, other = contender("one"), contender("other")
    rates({"one": lambda: next(one), "other": lambda: next(other)}, 2, clock)

    assert order == ["one", "other", "one", "other"]


def test_who_has_measured_itself_is_believed() -> None:
    assert rates({"other process": lambda: Timed(30, 2.0)}, 1, MadeUpClock()) == {"other process": 15.0}


def test_work_is_done_as_often_as_fits() -> None:
    clock = MadeUpClock()
    run = paced(lambda times: clock.work(0.01 * times), seconds=1.0, clock=clock)

    done = run()

    assert done.events == 100
    assert abs(done.seconds - 1.0) < 1e-6


def test_what_is_done_once_does_not_make_the_rounds_short() -> None:
    clock, first = MadeUpClock(), [30.0]

    def work(times: int) -> None:
        clock.work(0.01 * times + (first.pop() if first else 0))

    assert paced(work, seconds=1.0, clock=clock)().events == 100


def test_slow_work_is_done_at_least_once() -> None:
    clock = MadeUpClock()

    assert paced(lambda times: clock.work(9.0 * times), seconds=1.0, clock=clock)() == Timed(1, 9.0)


def test_warming_up_comes_before() -> None:
    clock = MadeUpClock()
    paced(lambda times: clock.work(0.01 * times), seconds=0.02, clock=clock, warm=5.0)

    assert clock.now >= 5.0


def test_time_of_programs_that_were_started_counts() -> None:
    before = with_children()
    subprocess.run([sys.executable, "-c", "sum(range(2_000_000))"], check=True)

    assert with_children() - before > 0.01
