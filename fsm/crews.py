"""Who does the work: this process, a pool of processes, a Dask cluster, or any `concurrent.futures.Executor`.

Work is a pure function of small portions, so a portion whose worker died is simply done again.
"""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from importlib import import_module
from itertools import chain, islice
from types import FrameType
from typing import Any, Self, TypeVar

from fsm.errors import PhasebookError

P = TypeVar("P")
R = TypeVar("R")
Handler = Callable[[int, FrameType | None], Any]

PATIENCE = 3
"""Times that a pool may die without finishing a single portion before it is given up."""

GLANCE = 0.2
"""Seconds between two looks for a Ctrl-C while nothing is finished."""


class Interrupts:
    """Ctrl-C, kept until somebody asks: raised just anywhere, it could leave a lock of the pool taken for ever.

    The second one is not kept. Whoever handles or ignores the signal in another way goes on doing so.
    """

    def __init__(self) -> None:
        self.is_kept = False

    def __enter__(self) -> Self:
        self.replace(signal.default_int_handler, self.keep)
        return self

    def __exit__(self, *_: object) -> None:
        self.replace(self.keep, signal.default_int_handler)

    def replace(self, old: Handler, new: Handler) -> None:
        """Another handler, where the old one is the one in force. Only the main thread may."""
        if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) == old:
            signal.signal(signal.SIGINT, new)

    def keep(self, number: int, frame: FrameType | None) -> None:
        """What the signal does."""
        if self.is_kept:
            raise KeyboardInterrupt
        self.is_kept = True

    def check(self) -> None:
        """Here it may strike."""
        if self.is_kept:
            raise KeyboardInterrupt


@contextmanager
def unheard() -> Iterator[None]:
    """Workers that are started in here never hear a Ctrl-C, not even while they still import; here it comes after."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Crew:
    """Works through an executor, with a bounded number of portions handed out at any time."""

    is_elsewhere = True
    """Works in other processes, which must find everything by name."""

    def __init__(self, executor: Executor | None = None, window: int = 64) -> None:
        self.executor = executor
        self.window = window

    def hire(self) -> Executor:
        """The executor to begin with, or to go on with after the last one died."""
        if self.executor is None:
            raise PhasebookError("This crew has no executor; pass one.")
        return self.executor

    def dismiss(self, executor: Executor) -> None:
        """The work is done; an executor that was lent is given back as it is."""

    def work(self, task: Callable[[P], R], portions: Iterable[P]) -> Iterator[R]:
        """The results, in the order in which they are finished."""
        todo = iter(portions)
        pending: dict[Future[R], P] = {}
        executor = self.hire()
        deaths = 0
        with Interrupts() as interrupts:
            try:
                while self.hand_out(executor, task, todo, pending):
                    interrupts.check()
                    try:
                        for result in finished(pending):
                            deaths = 0
                            yield result
                    except BrokenExecutor:
                        deaths += 1
                        if deaths > PATIENCE:
                            raise PhasebookError("Workers keep dying; look at their memory, or try --jobs 1.") from None
                        self.dismiss(executor)
                        executor = self.hire()
                        todo, pending = chain(list(pending.values()), todo), {}
            finally:
                for future in pending:
                    future.cancel()
                self.dismiss(executor)

    def hand_out(
        self, executor: Executor, task: Callable[[P], R], todo: Iterator[P], pending: dict[Future[R], P]
    ) -> bool:
        """Fill the window; False when there is nothing left to wait for."""
        with unheard():
            for portion in islice(todo, self.window - len(pending)):
                pending[submitted(executor, task, portion)] = portion
        return bool(pending)


def submitted(executor: Executor, task: Callable[[P], R], portion: P) -> Future[R]:
    """A portion handed out. An executor that is dead already gives a future that says so: no portion is lost."""
    try:
        return executor.submit(task, portion)
    except BrokenExecutor as error:
        stillborn: Future[R] = Future()
        stillborn.set_exception(error)
        return stillborn


def finished(pending: dict[Future[R], P]) -> Iterator[R]:
    """Wait a little for results; a portion leaves `pending` only when its result is there. Good news comes first."""
    done = wait(pending, timeout=GLANCE, return_when=FIRST_COMPLETED).done
    for future in sorted(done, key=lambda future: future.exception() is not None):
        result = future.result()
        del pending[future]
        yield result


class Serial(Crew):
    """Works here and now, one portion after the other."""

    is_elsewhere = False

    def work(self, task: Callable[[P], R], portions: Iterable[P]) -> Iterator[R]:
        """The results in order."""
        return map(task, portions)


class Processes(Crew):
    """A pool of processes on this machine."""

    def __init__(self, jobs: int) -> None:
        if jobs < 1:
            raise PhasebookError(f"The number of jobs must be at least 1, not {jobs}.")
        super().__init__(window=4 * jobs)
        self.jobs = jobs

    def hire(self) -> Executor:
        """A new pool. Spawned, not forked: the same everywhere, and safe beside threads."""
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        return ProcessPoolExecutor(self.jobs, mp_context=get_context("spawn"), initializer=ignore_interrupts)

    def dismiss(self, executor: Executor) -> None:
        """Let the processes go."""
        executor.shutdown(wait=True, cancel_futures=True)


def ignore_interrupts() -> None:
    """Ctrl-C is for the process that collects; its workers finish their portion."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster(Crew):
    """Workers of a Dask scheduler. The cluster repeats the work of workers that it loses."""

    def __init__(self, address: str, window: int = 256) -> None:
        super().__init__(window=window)
        self.address = address
        self.client: Any = None

    def hire(self) -> Executor:
        """An executor in front of the cluster."""
        self.client = client_of(self.address)
        return self.client.get_executor()  # type: ignore[no-any-return]  # distributed is not typed

    def dismiss(self, executor: Executor) -> None:
        """Go, and leave the cluster running."""
        executor.shutdown(wait=False)
        self.client.close()


def client_of(address: str, patience: str = "10s") -> Any:
    """A connection to a scheduler, or an error that says what to do."""
    try:
        connect = import_module("distributed").Client
    except ImportError:
        raise PhasebookError("A Dask cluster needs the package distributed: pip install phasebook[cluster].") from None
    try:
        return connect(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as error:
        raise PhasebookError(f"There is no Dask scheduler at {address!r}: {error}; start one, or correct it.") from None
