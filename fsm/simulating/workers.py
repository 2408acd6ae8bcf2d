"""Who does the work: this process, a pool of processes, a Dask cluster, or any `concurrent.futures.Executor`.

Work is a pure function of small portions, so a portion whose worker died is simply done again.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from importlib import import_module
from itertools import chain, islice
from typing import Any, TypeVar

from fsm.errors import PhasebookError, SimulationError
from fsm.simulating.processes import Worker, WorkerLostError, dismiss, ready
from fsm.simulating.signals import Interrupts, unheard

P = TypeVar("P")
R = TypeVar("R")

PATIENCE = 3
"""Times that a pool may die without finishing a single portion before it is given up."""

LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
"""They show tracebacks of every connection that is lost."""

FIRST_PATIENCE, SECOND_PATIENCE = "10s", "5s"
"""For how long a scheduler is called, at first and after the connection to it was lost."""

GLANCE = 0.2
"""Seconds between two looks for a Ctrl-C while nothing is finished."""


class Workers:
    """Works through an executor, with a bounded number of portions handed out at any time."""

    is_elsewhere = True
    """Works in other processes, which must find everything by name."""

    gone = "The executor was shut down before the work was done; lend one that stays."
    """What to say when those who do the work have thrown it away."""

    def __init__(self, executor: Executor | None = None, window: int = 64) -> None:
        self.executor = executor
        self.window = window

    def hire(self) -> Executor:
        """The executor to begin with, or to go on with after the last one died."""
        if self.executor is None:
            raise PhasebookError("These workers have no executor; pass one.")
        return self.executor

    def hire_again(self, executor: Executor) -> Executor:
        """Another executor after one that has thrown its work away, or an error if there is none."""
        raise SimulationError(self.gone) from None

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
                        deaths = counted(deaths, PATIENCE)
                        self.dismiss(executor)
                        executor = self.hire()
                        todo, pending = chain(list(pending.values()), todo), {}
                    except CancelledError:
                        deaths = counted(deaths, PATIENCE)
                        executor = self.hire_again(executor)
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
    wait(pending, timeout=GLANCE, return_when=FIRST_COMPLETED)
    done = [future for future in pending if future.done()]  # `wait` does not count those that were cancelled
    for future in sorted(done, key=lambda future: future.cancelled() or future.exception() is not None):
        result = future.result()
        del pending[future]
        yield result


class Serial(Workers):
    """Works here and now, one portion after the other."""

    is_elsewhere = False

    def work(self, task: Callable[[P], R], portions: Iterable[P]) -> Iterator[R]:
        """The results in order."""
        return map(task, portions)


class Processes(Workers):
    """Processes on this machine. Whatever ends the work ends them too."""

    def __init__(self, jobs: int) -> None:
        if jobs < 1:
            raise PhasebookError(f"The number of jobs must be at least 1, not {jobs}.")
        super().__init__(window=jobs)

    def work(self, task: Callable[[P], R], portions: Iterable[P]) -> Iterator[R]:
        """The results, in the order in which they are finished."""
        todo = iter(portions)
        workers: list[Worker[P, R]] = []
        deaths = 0
        with Interrupts() as interrupts:
            try:
                while self.employ(workers, task, todo):
                    interrupts.check()
                    for worker in ready(workers, GLANCE):
                        try:
                            yield worker.collect()
                            deaths = 0
                        except WorkerLostError:
                            deaths = counted(deaths, PATIENCE * self.window)
                            workers.remove(worker)
                            dismiss([worker])
                            todo = chain([worker.portion], todo)
            finally:
                dismiss(workers)

    def employ(self, workers: list[Worker[P, R]], task: Callable[[P], R], todo: Iterator[P]) -> bool:
        """Give everybody something to do; False when there is nothing left to wait for."""
        for worker in workers:
            if not worker.is_busy:
                for portion in islice(todo, 1):
                    worker.give(portion)
        for portion in islice(todo, self.window - len(workers)):
            workers.append(Worker(task, portion))
        return any(worker.is_busy for worker in workers)


def counted(deaths: int, patience: int) -> int:
    """One death more, or an error when that is one too many without a result in between."""
    if deaths >= patience:
        raise SimulationError("Workers keep dying; look at their memory, or try --jobs 1.") from None
    return deaths + 1


class Cluster(Workers):
    """Workers of a Dask scheduler. The cluster repeats the work of workers that it loses."""

    def __init__(self, address: str, window: int = 256) -> None:
        super().__init__(window=window)
        self.address = address
        self.client: Any = None
        self.gone = f"The Dask scheduler at {address!r} is gone; start it, and then this once more."

    def work(self, task: Callable[[P], R], portions: Iterable[P]) -> Iterator[R]:
        """The results, in the order in which they are finished. What goes wrong is said once, by us."""
        distributed()  # it sets up its loggers when it is imported
        with silent(*LOGGERS):
            yield from super().work(task, portions)

    def hire(self, patience: str = FIRST_PATIENCE) -> Executor:
        """An executor in front of the cluster."""
        self.client = client_of(self.address, patience)
        return self.client.get_executor()  # type: ignore[no-any-return]  # distributed is not typed

    def hire_again(self, executor: Executor) -> Executor:
        """The connection was lost: a scheduler that still answers, or answers soon, is asked once more."""
        self.dismiss(executor)
        try:
            return self.hire(SECOND_PATIENCE)
        except PhasebookError:
            raise SimulationError(self.gone) from None

    def dismiss(self, executor: Executor) -> None:
        """Go, and leave the cluster running."""
        executor.shutdown(wait=False)
        self.client.close()


@contextmanager
def silent(*names: str) -> Iterator[None]:
    """Nothing is logged under these names."""
    before = {logger: logger.level for logger in map(logging.getLogger, names)}
    try:
        for logger in before:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in before.items():
            logger.setLevel(level)


def distributed() -> Any:
    """The package that speaks to Dask clusters, or an error that says how to get it."""
    try:
        return import_module("distributed")
    except ImportError:
        raise PhasebookError(
            "A Dask cluster needs the package distributed: pip install 'phasebook[cluster]'."
        ) from None


def client_of(address: str, patience: str = FIRST_PATIENCE) -> Any:
    """A connection to a scheduler, or an error that says what to do."""
    try:
        return distributed().Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as error:
        raise PhasebookError(f"There is no Dask scheduler at {address!r}: {error}; start one, or correct it.") from None
