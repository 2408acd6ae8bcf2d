"""How long the command takes to start, in CPU time, beside a Python that does nothing.

Every process is started anew, in turns, and each keeps its best run. Compiled files (`__pycache__`) are there, as after
an installation.
"""

import compileall
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from tests.benchmarks.timing import verdict

ROOT = Path(__file__).parents[2]
ROUNDS = 12
NOTHING, HELP, LIST = "python -c pass", "phasebook --help", "phasebook list"
COMMANDS = {
    NOTHING: [sys.executable, "-c", "pass"],
    HELP: [sys.executable, "-m", "phasebook", "--help"],
    LIST: [sys.executable, "-m", "phasebook", "list"],
}


def seconds(command: list[str]) -> float:
    """CPU time of one process."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ, cwd=ROOT)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def fastest(commands: Mapping[str, list[str]], rounds: int) -> dict[str, float]:
    """The least CPU time of each, all taking turns."""
    for package in ("fsm", "games", "phasebook", "diagrams"):
        compileall.compile_dir(ROOT / package, quiet=2)
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(rounds):
        for name, command in commands.items():
            best[name] = min(best[name], seconds(command))
    return best


def main() -> bool:
    """The figures, and whether the bars are met."""
    best = fastest(COMMANDS, ROUNDS)
    print("\nStarting\n--------")
    for name, took in best.items():
        print(f"{name:24} {took * 1000:8.1f} ms of CPU {took / best[NOTHING]:8.1f} x {NOTHING}")
    short, long = best[HELP] / best[NOTHING], best[LIST] / best[NOTHING]
    met = verdict(f"{HELP}, in times of {NOTHING} (at most 4)", short, short <= 4)
    return verdict(f"{LIST}, in times of {NOTHING} (at most 12)", long, long <= 12) and met
