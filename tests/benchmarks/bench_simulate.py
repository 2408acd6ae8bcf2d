"""Simulated games a second: by generated turns, and step by step, which gives the same tally; beside version 0.1.0; and
in two processes.

Step by step is what every simulation did before there were turns. Nothing is checked on the way, so that only playing
and counting is measured. `quick` draws once for each decision, where `random` makes a hash of every move.

Version 0.1.0 is taken from the history, where there is one, and plays Belote in a process of its own; ours do, too.
"""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
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


# Version 0.1.0

HERE = Path(__file__).parents[2]
VERSION_1 = "b91537bee"
MATCHES, TURNS_EACH = 30, 4
LEAST = """
from time import process_time

def least(play):
    taken = []
    for _ in range(7):
        before = process_time()
        play()
        taken.append(process_time() - before)
    print(min(taken))
"""
OF_VERSION_1 = f"""{LEAST}
from types import SimpleNamespace
from fsm.simulate import bench
made, batch = bench("belote"), SimpleNamespace(first=0, games={MATCHES})
least(lambda: made.play(batch))
"""
OURS = f"""{LEAST}
import sys
from fsm.simulate import runner
made = runner("belote", policy=sys.argv[1], check=0)
least(lambda: made.play(range({MATCHES})))
"""


def seconds_by(tree: Path, *script: str) -> float:
    """The least CPU time that a new process takes for the matches, with the version that lies there."""
    command = [sys.executable, "-P", "-c", *script]
    answer = subprocess.run(command, cwd=tree, env={"PYTHONPATH": str(tree)}, capture_output=True, check=True)
    return float(answer.stdout)


def version_1(folder: str) -> Path | None:
    """Version 0.1.0 in a folder, or None if the history does not have it."""
    packed = subprocess.run(["git", "archive", VERSION_1], cwd=HERE, capture_output=True, check=False)
    if packed.returncode:
        return None
    subprocess.run(["tar", "x", "-C", folder], input=packed.stdout, check=True)
    return Path(folder)


def beside_version_1() -> bool:
    """Version 0.1.0 and ours take turns, each in a new process."""
    with TemporaryDirectory() as folder:
        tree = version_1(folder)
        if tree is None:
            print("Version 0.1.0 is not in the history here, so it was not measured.")
            return True
        scripts = {"0.1.0": (tree, OF_VERSION_1)} | {kind: (HERE, OURS, kind) for kind in (TURNS, QUICK)}
        rounds = [{kind: seconds_by(*script) for kind, script in scripts.items()} for _ in range(TURNS_EACH)]
    best = {kind: min(one[kind] for one in rounds) for kind in scripts}
    print(f"\n{MATCHES} matches of Belote: {', '.join(f'{1e3 * one:.0f} ms by {kind}' for kind, one in best.items())}")
    gain, quick = (best["0.1.0"] / best[kind] for kind in (TURNS, QUICK))
    met = verdict("times as quick as version 0.1.0, random (at least 2)", gain, gain >= 2)
    return verdict("times as quick as version 0.1.0, quick (at least 2)", quick, quick >= 2) and met


def main() -> bool:
    """The figures, and whether the bars are met."""
    return all([*map(is_quick_enough, GAMES), beside_version_1(), two_processes()])
