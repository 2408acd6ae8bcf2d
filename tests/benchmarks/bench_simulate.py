"""Simulated games a second: by generated turns, and step by step, which gives the same tally; then in two processes.

Step by step is what every simulation did before there were turns. Nothing is checked on the way, so that only playing
and counting is measured. `quick` draws once for each decision, where `random` makes a hash of every move.
"""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

from fsm.simulate import Processes, runner, simulate
from tests.benchmarks.timing import rates, show, verdict

GAMES = {"belote": range(60), "uno": range(80), "goofspiel": range(60), "onepiece": range(12), "discard": range(12)}
ROUNDS = 12
MOST_MOVES = 300
STEPS, TURNS, QUICK = "random, by steps", "random", "quick"
BARS = {"belote": (1.5, 2.4), "uno": (1.5, 2.4)}
"""Times of `random` by steps, for `random` and for `quick`, where there are bars."""
MANY, PAIRS = 6000, 2


def played(here: Any, games: range) -> int:
    """Play games; gives the moves."""
    return int(here.play(games).moves)


def contenders(name: str) -> dict[str, Callable[[], int]]:
    """Runners of the same plan."""
    plan: dict[str, Any] = {"max_moves": MOST_MOVES, "check": 0}
    steps, turns, quick = runner(name, **plan), runner(name, **plan), runner(name, policy="quick", **plan)
    steps.counted.is_possible = False
    assert steps.play(GAMES[name]) == turns.play(GAMES[name]), "not the same tally"
    return {kind: partial(played, here, GAMES[name]) for kind, here in ((STEPS, steps), (TURNS, turns), (QUICK, quick))}


def is_quick_enough(name: str) -> bool:
    """The figures of one game, and whether its bars are met."""
    measured = rates(contenders(name), ROUNDS)
    show(f"{name}: simulated moves", measured, STEPS, "moves")
    gains = [measured[kind] / measured[STEPS] for kind in (TURNS, QUICK)]
    if name not in BARS:
        print(f"     {gains[0]:.2f} and {gains[1]:.2f} times the moves by steps (no bar)")
        return True
    bars = zip((TURNS, QUICK), gains, BARS[name], strict=True)
    met = [verdict(f"{name}: times the moves by steps, {kind} (at least {bar})", x, x >= bar) for kind, x, bar in bars]
    return all(met)


def seconds(workers: Any) -> float:
    """How long a simulation takes, its processes included."""
    before = perf_counter()
    simulate("belote", MANY, seed=1, workers=workers, check=0)
    return perf_counter() - before


def two_processes() -> bool:
    """One process and two take turns; each keeps its best run."""
    one, two = [
        min(taken) for taken in zip(*((seconds(None), seconds(Processes(2))) for _ in range(PAIRS)), strict=True)
    ]
    print(f"\n{MANY} matches of Belote: {one:.2f} s in one process, {two:.2f} s in two")
    return verdict("times as quick in two processes (at least 1.7)", one / two, one / two >= 1.7)


def main() -> bool:
    """The figures, and whether the bars are met."""
    return all([*map(is_quick_enough, GAMES), two_processes()])
