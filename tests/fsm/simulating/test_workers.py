"""Workers: every portion is done exactly once, whatever dies, and a real Dask cluster does the same as one process."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import PhasebookError
from fsm.simulate import SimulationError, simulate
from fsm.simulating.workers import PATIENCE, Cluster, Serial, Workers, client_of
from tests.fsm.simulating.strange_policies import MARK

DISCARD: dict[str, Any] = {
    "seed": 2,
    "max_moves": 60,
    "batch": 5,
    "policy": "tests.fsm.simulating.strange_policies:dies_once",
}


def double(number: int) -> int:
    return 2 * number


class Frail(Executor):
    """Works at once, and dies after so many portions: while it takes one in, or with it in its hands."""

    def __init__(self, strength: int, dies_taking: bool) -> None:
        self.strength = strength
        self.dies_taking = dies_taking

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.strength > 0:
            self.strength -= 1
            future.set_result(task(*arguments))
        elif self.dies_taking:
            raise BrokenExecutor
        else:
            future.set_exception(BrokenExecutor())
        return future


class FrailWorkers(Workers):
    """Hires one frail executor after the other."""

    def __init__(self, strengths: list[int], dies_taking: bool, window: int = 3) -> None:
        super().__init__(window=window)
        self.strengths = strengths
        self.dies_taking = dies_taking
        self.hired: list[Executor] = []
        self.dismissed: list[Executor] = []

    def hire(self) -> Executor:
        self.hired.append(Frail(self.strengths.pop(0) if self.strengths else 10**6, self.dies_taking))
        return self.hired[-1]

    def dismiss(self, executor: Executor) -> None:
        self.dismissed.append(executor)


@given(st.lists(st.integers(1, 5), max_size=6), st.booleans(), st.integers(1, 6), st.integers(0, 30))
def test_every_portion_is_done_exactly_once_however_often_workers_die(
    strengths: list[int], dies_taking: bool, window: int, portions: int
) -> None:
    workers = FrailWorkers(strengths, dies_taking, window)

    assert sorted(workers.work(double, range(portions))) == [2 * number for number in range(portions)]
    assert workers.hired == workers.dismissed, "nobody is left behind"


@pytest.mark.parametrize("dies_taking", [False, True])
def test_workers_that_do_nothing_but_die_are_given_up(dies_taking: bool) -> None:
    workers = FrailWorkers([0] * 50, dies_taking)

    with pytest.raises(PhasebookError, match="Workers keep dying"):
        list(workers.work(double, range(10)))
    assert len(workers.hired) == PATIENCE + 1


def test_work_is_handed_out_as_it_is_needed() -> None:
    """A billion portions are not queued at once."""
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    results = FrailWorkers([], dies_taking=False, window=4).work(double, endless())
    for _ in range(10):
        next(results)
    results.close()  # type: ignore[attr-defined]  # a generator

    assert taken <= 10 + 2 * 4


def test_no_more_is_handed_out_than_the_window_holds() -> None:
    """However many portions there are, and however slowly they are done."""
    handed, done, most = 0, 0, 0

    def portions() -> Iterator[int]:
        nonlocal handed
        for number in range(30):
            handed += 1
            yield number

    def slow(number: int) -> int:
        nonlocal done, most
        time.sleep(0.002)
        most = max(most, handed - done)
        done += 1
        return number

    with ThreadPoolExecutor(1) as executor:
        assert sorted(Workers(executor, window=4).work(slow, portions())) == list(range(30))
    assert most == 4


def test_serial_works_in_order() -> None:
    assert list(Serial().work(double, range(5))) == [0, 2, 4, 6, 8]


def test_a_failure_of_the_work_itself_comes_through() -> None:
    workers = FrailWorkers([], dies_taking=False)

    with pytest.raises(ZeroDivisionError):
        list(workers.work(lambda number: 1 / number, [1, 0]))
    assert workers.hired == workers.dismissed


# Ctrl-C


class Interrupted(Executor):
    """Ctrl-C comes while it takes in its second portion: in the middle of its bookkeeping."""

    def __init__(self) -> None:
        self.begun = 0
        self.taken = 0

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        self.begun += 1
        if self.begun == 2:
            signal.raise_signal(signal.SIGINT)
        self.taken += 1
        future: Future[Any] = Future()
        future.set_result(task(*arguments))
        return future


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupt_never_tears_an_executor() -> None:
    executor = Interrupted()

    with pytest.raises(KeyboardInterrupt):
        list(Workers(executor, window=3).work(double, range(100)))
    assert executor.begun == executor.taken == 3
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupt_while_results_are_collected_loses_none_of_them() -> None:
    collected: list[int] = []

    def collect() -> None:
        for result in Workers(Frail(100, dies_taking=False), window=3).work(double, range(100)):
            if not collected:
                signal.raise_signal(signal.SIGINT)
            collected.append(result)

    with pytest.raises(KeyboardInterrupt):
        collect()
    assert sorted(collected) == [0, 2, 4]


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupt_is_heard_while_nothing_is_finished() -> None:
    """Also when the system gives the signal to another thread, which does not wake the one that waits."""
    opened = threading.Event()
    with ThreadPoolExecutor(1) as executor:
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            list(Workers(executor).work(lambda _: opened.wait(20), [1]))
        assert not opened.is_set()
        opened.set()


@pytest.mark.usefixtures("hears_interrupts")
def test_an_application_with_its_own_way_of_hearing_interrupts_keeps_it() -> None:
    heard = []
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))

    assert sorted(Workers(Interrupted(), window=3).work(double, range(4))) == [0, 2, 4, 6]
    assert heard == [signal.SIGINT]


def test_in_another_thread_work_goes_on_as_ever() -> None:
    with ThreadPoolExecutor(1) as executor:
        workers = FrailWorkers([], dies_taking=False)
        assert executor.submit(lambda: sorted(workers.work(double, range(3)))).result() == [0, 2, 4]


# A real Dask scheduler and workers, on loopback


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    environment = {MARK: str(tmp_path_factory.mktemp("dask") / "died"), "PYTHONPATH": os.pathsep.join(sys.path)}
    with distributed.LocalCluster(
        host="127.0.0.1", n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", env=environment
    ) as made:
        made.mark = Path(environment[MARK])
        yield made


def test_a_dask_cluster_gives_the_same_result_although_a_worker_is_killed(cluster: Any) -> None:
    """The policy kills the first worker process that comes far enough; the cluster repeats what it was doing."""
    whole = simulate("discard", 80, **DISCARD)
    found = simulate("discard", 80, workers=Cluster(cluster.scheduler_address), **DISCARD)

    assert cluster.mark.exists(), "a worker was to be killed"
    assert found == whole


def test_the_cluster_is_left_running_for_the_next_simulation(cluster: Any) -> None:
    workers = Cluster(cluster.scheduler_address, window=3)
    told: list[int] = []

    assert simulate("discard", 20, workers=workers, progress=told.append, **DISCARD) == simulate(
        "discard", 20, **DISCARD
    )
    assert told == [5] * 4
    assert simulate("discard", 10, workers=workers, **DISCARD).games == 10


def test_a_slow_worker_changes_nothing(cluster: Any) -> None:
    plan = DISCARD | {"policy": "tests.fsm.simulating.strange_policies:sleeps_once"}
    done: list[int] = []
    found = simulate("discard", 80, workers=Cluster(cluster.scheduler_address), progress=done.append, **plan)

    assert Path(f"{cluster.mark}-slept").exists(), "a worker was to be slow"
    assert done == [5] * 16, "every batch is counted once"
    assert found == simulate("discard", 80, **plan)


class Wire:
    """Stands between a client and the scheduler, and can be cut."""

    def __init__(self, address: str) -> None:
        self.far = int(address.rpartition(":")[2])
        self.server = socket.create_server(("127.0.0.1", 0))
        self.ends: list[socket.socket] = []
        threading.Thread(target=self.serve, daemon=True).start()

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.server.getsockname()[1]}"

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.server.accept()
                far = socket.create_connection(("127.0.0.1", self.far))
                self.ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                other.sendall(data)
        for end in (one, other):
            end.close()

    def cut(self) -> None:
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends.clear()


FAR_FROM_HERE = """
import sys
from fsm.simulate import Cluster, simulate

def say(games):
    print(games, flush=True)
    sys.stdin.readline()

found = simulate("discard", 80, seed=2, max_moves=60, batch=5, workers=Cluster(sys.argv[1], window=6), progress=say)
print(found.lengths, found.outcomes, found.coverage.rows)
"""


def test_a_connection_that_is_lost_in_the_middle_is_made_again(cluster: Any) -> None:
    """In a process of its own: Dask leaves the sockets of lost connections to the garbage collector."""
    wire = Wire(cluster.scheduler_address)
    command = [sys.executable, "-c", FAR_FROM_HERE, wire.address]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = []
        for number, line in enumerate(process.stdout):
            said.append(line.strip())
            if number in (3, 7):
                wire.cut()
            with suppress(BrokenPipeError):
                process.stdin.write("\n")
    wire.server.close()
    whole = simulate("discard", 80, seed=2, max_moves=60)

    assert said[:-1] == ["5"] * 16, "every batch is counted once"
    assert said[-1] == f"{whole.lengths} {whole.outcomes} {whole.coverage.rows}"


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler and a worker of its own, to be killed: the address and the scheduler's process."""
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    started = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *common, *more],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tmp_path,
        )
        for what, more in (
            ("scheduler", ["--host", "127.0.0.1", "--port", "0"]),
            ("worker", ["--nworkers", "1", "--nthreads", "1", "--no-nanny"]),
        )
    ]  # fmt: skip
    try:
        deadline = time.monotonic() + 120
        while not file.exists() or not file.read_text():
            assert time.monotonic() < deadline, "the scheduler did not start"
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"], started[0]
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_a_scheduler_that_is_killed_is_one_sentence_and_nothing_that_was_counted_is_lost(
    scheduler: tuple[str, subprocess.Popen[bytes]], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The rest can be played here, or on any other cluster."""
    address, process = scheduler
    plan: dict[str, Any] = {"seed": 2, "max_moves": 60, "batch": 5}
    file = tmp_path / "batches"

    with pytest.raises(SimulationError, match=f"The Dask scheduler at '{address}' is gone; start it") as caught:
        simulate("discard", 10**6, workers=Cluster(address), progress=lambda _: process.kill(), resume=file, **plan)
    so_far = caught.value.so_far
    assert (so_far.games % 5, so_far.is_complete) == (0, False)
    assert so_far.games == 5 * len(file.read_bytes().splitlines()) > 0
    assert sum(so_far.lengths.values()) == so_far.games
    assert capfd.readouterr().err == ""
    assert simulate("discard", 100, resume=file, **plan) == simulate("discard", 100, **plan)


def test_an_executor_that_is_shut_down_is_one_sentence() -> None:
    class Lazy(Executor):
        """Promises, and is gone."""

        def submit(self, task: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            return future

    with pytest.raises(SimulationError, match="The executor was shut down before the work was done"):
        simulate("discard", 5, workers=Workers(Lazy()))
    idle = ThreadPoolExecutor(1)
    idle.shutdown()
    with pytest.raises(SimulationError, match="The work cannot go on: RuntimeError: cannot schedule new futures"):
        simulate("discard", 5, workers=Workers(idle))


def test_no_scheduler_is_one_sentence() -> None:
    pytest.importorskip("distributed")
    before = time.perf_counter()
    with pytest.raises(PhasebookError, match=r"There is no Dask scheduler at 'tcp://127.0.0.1:9'"):
        client_of("tcp://127.0.0.1:9", patience="1s")
    assert time.perf_counter() - before < 20


def test_without_distributed_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(PhasebookError, match=r"pip install 'phasebook\[cluster\]'"):
        client_of("tcp://127.0.0.1:8786")
