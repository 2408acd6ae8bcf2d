"""Policies for tests of bots in processes of their own."""

import os
import time
from typing import Any

from fsm.simulate import Decision


def hangs(decision: Decision) -> Any:
    """Never answers."""
    time.sleep(600)


def dies(decision: Decision) -> Any:
    """Takes its process with it."""
    os._exit(3)


def last(decision: Decision) -> Any:
    """A quick and honest one."""
    return decision.moves[-1]
