"""Measuring on noisy machines: contenders take turns in one run, each keeps its best round, and only ratios count."""

from collections.abc import Callable, Mapping
from time import perf_counter

Contender = Callable[[], int]
"""Does a fixed amount of work and says how many events (games, snapshots, ...) it was."""


def rates(
    contenders: Mapping[str, Contender], rounds: int = 7, clock: Callable[[], float] = perf_counter
) -> dict[str, float]:
    """Events a second of each contender: the best of some interleaved rounds."""
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, contender in contenders.items():
            before = clock()
            events = contender()
            best[name] = max(best[name], events / (clock() - before))
    return best


def show(title: str, measured: Mapping[str, float], baseline: str, unit: str = "events") -> None:
    """Print a table: absolute figures for orientation, ratios to the baseline for judgement."""
    print(f"\n{title}\n{'-' * len(title)}")
    for name, rate in measured.items():
        print(f"{name:44} {rate:14,.0f} {unit}/s {1e6 / rate:12.3f} us {measured[baseline] / rate:10.2f} x {baseline}")


def verdict(claim: str, value: float, holds: bool) -> bool:
    """Print whether a bar is met; gives the answer, so that the run can fail as a whole."""
    print(f"{'ok  ' if holds else 'MISS'} {claim}: {value:,.2f}")
    return holds
