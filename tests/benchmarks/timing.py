"""Measuring on noisy machines: contenders take turns in one run, each keeps its best round, and only ratios count."""

from collections.abc import Callable, Mapping
from functools import partial
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time
from typing import NamedTuple

Clock = Callable[[], float]


class Timed(NamedTuple):
    """Work that was measured by a clock of its own, such as that of another process."""

    events: int
    seconds: float


Contender = Callable[[], int | Timed]
"""Does a fixed amount of work and says how many events (games, snapshots, ...) it was."""


def rates(contenders: Mapping[str, Contender], rounds: int = 7, clock: Clock = perf_counter) -> dict[str, float]:
    """Events a second of each contender: the best of some interleaved rounds."""
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, contender in contenders.items():
            before = clock()
            done = contender()
            taken = done if isinstance(done, Timed) else Timed(done, clock() - before)
            best[name] = max(best[name], taken.events / taken.seconds)
    return best


def paced(
    work: Callable[[int], object], seconds: float, clock: Clock = process_time, warm: float = 0.0
) -> Callable[[], Timed]:
    """A contender that does its work as many times as fit into some seconds; before that, it warms up for some."""

    def run(times: int) -> Timed:
        before = clock()
        work(times)
        return Timed(times, max(clock() - before, 1e-9))

    run(1)  # what is done only once is not counted
    times = 1
    while (first := run(times)).seconds < max(seconds / 8, warm):
        times *= 4
    return partial(run, max(1, round(times * seconds / first.seconds)))


def with_children() -> float:
    """CPU time of this process, and of those that it has started and that have ended."""
    ended = getrusage(RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime


def show(title: str, measured: Mapping[str, float], baseline: str, unit: str = "events") -> None:
    """Print a table: absolute figures for orientation, ratios to the baseline for judgement."""
    print(f"\n{title}\n{'-' * len(title)}")
    for name, rate in measured.items():
        print(f"{name:44} {rate:14,.0f} {unit}/s {1e6 / rate:12.3f} us {measured[baseline] / rate:10.2f} x {baseline}")


def verdict(claim: str, value: float, holds: bool) -> bool:
    """Print whether a bar is met; gives the answer, so that the run can fail as a whole."""
    print(f"{'ok  ' if holds else 'MISS'} {claim}: {value:,.2f}")
    return holds
