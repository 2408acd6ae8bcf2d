"""Workers: processes on this machine, each at the end of a pipe of its own.

Nothing is shared between them, so one can be killed in the middle of anything without harm to the others.
A worker ends when its pipe is closed, when it is killed, and when its parent is gone, whatever it is doing.
"""

import pickle
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from fsm.errors import PhasebookError
from fsm.simulating.signals import serve_parent, unheard

P = TypeVar("P")
R = TypeVar("R")

GRACE = 5
"""Seconds that an idle worker has to leave by itself."""


class WorkerLostError(Exception):
    """A worker died with a portion in its hands."""


class Worker(Generic[P, R]):
    """One process, which does one portion at a time."""

    def __init__(self, task: Callable[[P], R], portion: P) -> None:
        context = get_context("spawn")  # not forked: the same everywhere, and safe beside threads
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, task))
        self.is_busy = False
        with unheard():
            self.process.start()
        theirs.close()
        self.give(portion)

    def give(self, portion: P) -> None:
        """Hand out a portion. Whether the worker still lives shows when it is to be collected."""
        self.portion = portion
        self.is_busy = True
        with suppress(OSError):
            self.pipe.send(portion)

    def collect(self) -> R:
        """The result, or what the task raised."""
        try:
            done, answer = pickle.loads(self.pipe.recv_bytes())
        except (EOFError, OSError):
            raise WorkerLostError from None
        self.is_busy = False
        if not done:
            raise answer
        return answer  # type: ignore[no-any-return]  # it came through a pipe


def ready(workers: Iterable[Worker[P, R]], timeout: float) -> list[Worker[P, R]]:
    """Busy workers that have something to collect, or are dead; none if that takes too long."""
    busy: dict[Any, Worker[P, R]] = {worker.pipe: worker for worker in workers if worker.is_busy}
    return [busy[pipe] for pipe in wait(busy, timeout)]


def dismiss(workers: Iterable[Worker[P, R]]) -> None:
    """End them all: those that are busy at once, for nobody waits for their results."""
    everybody = list(workers)
    for worker in everybody:
        worker.pipe.close()
        if worker.is_busy:
            worker.process.kill()
    for worker in everybody:
        worker.process.join(GRACE)
        worker.process.kill()
        worker.process.join()


# In the worker


def serve(pipe: "Connection[Any, Any]", task: Callable[[P], R]) -> None:
    """Do portion after portion until nobody sends any more."""
    serve_parent()
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(packed(task, pipe.recv()))


def packed(task: Callable[[P], R], portion: P) -> bytes:
    """Whether it could be done, and the result or the error."""
    try:
        return pickle.dumps((True, task(portion)))
    except Exception as error:
        return pickle.dumps((False, portable(error)))


def portable(error: Exception) -> Exception:
    """An error that can travel: the same one, or its words."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return PhasebookError(f"{type(error).__name__}: {error}")
    return error
