"""Policies for tests: by name, for workers in other processes."""

import os
import signal
from pathlib import Path

from fsm.moves import Move
from fsm.policies import Decision, random

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


def leaves_marks(decision: Decision) -> Move:
    """Tells whoever waits how many games were begun, one byte each."""
    if decision.number == 4:
        with Path(os.environ[MARK]).open("ab") as marks:
            marks.write(b".")
    return random(decision)


def fails_late(decision: Decision) -> Move:
    """Has a mistake that shows in the fifth decision."""
    return decision.moves[decision.number - 5 if decision.number < 5 else len(decision.moves)]


def answers_nonsense(decision: Decision) -> str:
    """Does not know what a move is."""
    return "pass"
