"""Policies for tests of bots in processes of their own."""

import os
import time
from pathlib import Path
from typing import Any

from fsm.simulate import Decision

MARK = "PHASEBOOK_TESTS_MARK"


def hangs(decision: Decision) -> Any:
    """Never answers; it writes down who does not, if somebody wants to know."""
    if mark := os.environ.get(MARK):
        Path(mark).write_text(str(os.getpid()))
    time.sleep(600)


def leave_mark(path: str) -> None:
    """In a server: where its bots that hang leave the numbers of their processes."""
    os.environ[MARK] = path


def dies(decision: Decision) -> Any:
    """Takes its process with it."""
    os._exit(3)


def last(decision: Decision) -> Any:
    """A quick and honest one."""
    return decision.moves[-1]
