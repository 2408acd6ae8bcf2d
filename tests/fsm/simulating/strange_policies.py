"""Policies for tests: by name, for workers in other processes."""

import os
import signal
import sys
import time
from collections import deque
from contextlib import suppress
from itertools import count
from pathlib import Path

from msgspec.structs import force_setattr

from fsm.moves import Move
from fsm.simulating.policies import Decision, random

MARK = "PHASEBOOK_TEST_MARK"


def dies_once(decision: Decision) -> Move:
    """Kills the process it runs in, the first time that anybody asks it in the 40th decision of a game."""
    if decision.number == 39 and MARK in os.environ:
        try:
            Path(os.environ[MARK]).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return random(decision)


def sleeps_once(decision: Decision) -> Move:
    """Keeps one worker waiting for a second, the first time that anybody asks it in the 20th decision of a game."""
    if decision.number == 19 and MARK in os.environ:
        with suppress(FileExistsError):
            Path(f"{os.environ[MARK]}-slept").touch(exist_ok=False)
            time.sleep(1)
    return random(decision)


def leaves_marks(decision: Decision) -> Move:
    """Tells whoever waits how many games were begun, one byte each."""
    if decision.number == 4:
        with Path(os.environ[MARK]).open("ab") as marks:
            marks.write(b".")
    return random(decision)


def fails_late(decision: Decision) -> Move:
    """Has a mistake that shows in the fifth decision."""
    return decision.moves[decision.number - 5 if decision.number < 5 else len(decision.moves)]


def fails_in_long_games(decision: Decision) -> Move:
    """Has a mistake that shows only where a certain game is still going on in the ninth decision."""
    return decision.moves[99] if decision.number == 8 and decision.seed % 50 == 0 else random(decision)


def answers_nonsense(decision: Decision) -> str:
    """Does not know what a move is."""
    return "pass"


def leave_pid() -> None:
    """Tells whoever waits which process has come to a standstill."""
    with Path(os.environ[MARK]).open("a", encoding="utf-8") as marks:
        marks.write(f"{os.getpid()}\n")


def never_answers(decision: Decision) -> Move:
    """Thinks for ever, in a third of all games."""
    if decision.seed % 3 == 0:
        leave_pid()
        while True:
            pass
    return random(decision)


def never_answers_in_c(decision: Decision) -> Move:
    """Thinks for ever in C code, where no other thread of Python has a turn, and will not be interrupted."""
    while decision.seed % 3 == 0:
        with suppress(KeyboardInterrupt):
            leave_pid()
            deque(count(), maxlen=0)
    return random(decision)


def always_dies(decision: Decision) -> Move:
    """Kills whatever process it runs in."""
    os.kill(os.getpid(), signal.SIGKILL)
    return random(decision)


def leaves(decision: Decision) -> Move:
    """Ends the whole program, or tries to."""
    sys.exit("enough")


def changes_the_snapshot(decision: Decision) -> Move:
    """Thinks aloud on the table itself."""
    force_setattr(decision.snapshot, "phase", "elsewhere")
    return decision.moves[0]
