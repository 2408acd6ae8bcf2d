"""Workers: real processes, and what is left of them after every way to end: nothing."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from fsm import PhasebookError
from fsm.simulate import SimulationError, simulate
from fsm.simulating import signals
from fsm.simulating.processes import packed, portable
from fsm.simulating.signals import STOPPING
from fsm.simulating.workers import Processes
from tests.fsm.simulating.strange_policies import MARK

ROOT = Path(__file__).parents[3]
TICTACTOE = "tests.fsm.tictactoe:engine"
PATIENCE = 120
"""Seconds for what takes one on a machine with nothing else to do."""

COMMAND = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell starts with it ignored
from phasebook.cli import main
sys.exit(main())
"""

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there can C code be ended from outside")


def triple(number: int) -> int:
    return 3 * number


def fail(number: int) -> int:
    raise UnfitError(number, number)


def whoami(number: int) -> int:
    return os.getpid()


class UnfitError(Exception):
    """Cannot be unpickled: it wants two arguments and remembers one."""

    def __init__(self, number: int, other: int) -> None:
        super().__init__(number)


def test_every_portion_is_done() -> None:
    assert sorted(Processes(2).work(triple, range(20))) == [3 * number for number in range(20)]


def test_nothing_to_do_needs_no_worker() -> None:
    assert list(Processes(2).work(triple, [])) == []


def test_there_are_as_many_workers_as_asked_for_and_portions_to_do() -> None:
    assert len(set(Processes(2).work(whoami, range(30)))) <= 2
    assert len(set(Processes(2).work(whoami, range(1)))) == 1


def test_workers_are_gone_when_the_work_is_done_or_given_up() -> None:
    pids = set(Processes(2).work(whoami, range(6)))
    half_done = Processes(2).work(whoami, range(6))
    pids.add(next(half_done))
    half_done.close()  # type: ignore[attr-defined]  # a generator

    assert [pid for pid in pids if is_alive(pid)] == []


def test_an_error_that_cannot_travel_comes_as_its_words() -> None:
    with pytest.raises(PhasebookError, match="UnfitError: 1"):
        list(Processes(1).work(fail, [1]))
    assert isinstance(portable(KeyError("x")), KeyError)
    assert b"PicklingError" in packed(lambda _: lambda: None, 1) or b"AttributeError" in packed(
        lambda _: lambda: None, 1
    )


def test_workers_that_keep_dying_are_given_up_and_the_results_so_far_kept() -> None:
    with pytest.raises(SimulationError, match="Workers keep dying") as caught:
        simulate(
            TICTACTOE, 4, policy="tests.fsm.simulating.strange_policies:always_dies", workers=Processes(1), batch=1
        )
    assert caught.value.so_far.games == 0


# Ends of all kinds


def is_alive(pid: int) -> bool:
    """Whether a process runs; a dead one that nobody has asked for yet does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def wait_until(claim: Any, what: str) -> None:
    deadline = monotonic() + PATIENCE
    while not claim():
        assert monotonic() < deadline, what
        sleep(0.05)


def standstills(mark: Path) -> list[int]:
    """The processes whose policy has come to a standstill."""
    return [int(line) for line in mark.read_text().split()] if mark.exists() else []


@contextmanager
def simulation(policy: str, jobs: int, mark: Path) -> Iterator[subprocess.Popen[str]]:
    """A simulation that hangs in all its workers."""
    plan = [
        "--games",
        "100000",
        "--batch",
        "1",
        "--jobs",
        str(jobs),
        "--policy",
        f"tests.fsm.simulating.strange_policies:{policy}",
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "simulate", TICTACTOE, *plan],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, MARK: str(mark)},
        start_new_session=True,
    )
    try:
        wait_until(lambda: len(standstills(mark)) >= jobs or process.poll() is not None, "no policy ever hung")
        yield process
    finally:
        for pid in {process.pid, *standstills(mark)}:
            if is_alive(pid):
                os.kill(pid, signal.SIGKILL)
        process.communicate()


def nobody_is_left(process: subprocess.Popen[str], mark: Path) -> tuple[str, str]:
    """What a process said before it and all its workers ended: a worker would hold the pipes open."""
    said = process.communicate(timeout=PATIENCE)
    for pid in standstills(mark):
        wait_until(lambda pid=pid: not is_alive(pid), f"worker {pid} has outlived its parent")
    return said


@posix
@pytest.mark.parametrize("policy", ["never_answers", "never_answers_in_c"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 2), (signal.SIGTERM, 2)])
def test_one_signal_ends_a_simulation_whose_workers_hang(
    policy: str, number: signal.Signals, code: int, tmp_path: Path
) -> None:
    """With the results so far, and as a terminal or a service manager does it: the workers get the signal too."""
    mark = tmp_path / "hangs"
    with simulation(policy, 2, mark) as process:
        os.killpg(process.pid, number)
        out, err = nobody_is_left(process, mark)

    assert (process.returncode, err) == (code, "")
    assert " games of 100,000, then stopped" in out


@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 2), (signal.SIGTERM, 2)])
def test_one_signal_ends_a_simulation_that_hangs_in_this_process(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    with simulation("never_answers", 1, tmp_path / "hangs") as process:
        process.send_signal(number)
        out, err = nobody_is_left(process, tmp_path / "hangs")

    assert (process.returncode, err) == (code, "")
    assert " games of 100,000, then stopped" in out


@linux
@pytest.mark.parametrize("number", STOPPING)
def test_the_second_signal_ends_a_simulation_that_hangs_in_c_code(number: signal.Signals, tmp_path: Path) -> None:
    with simulation("never_answers_in_c", 1, tmp_path / "hangs") as process:
        process.send_signal(number)
        sleep(0.5)
        assert process.poll() is None, "Python cannot have heard it"
        process.send_signal(number)
        nobody_is_left(process, tmp_path / "hangs")

    assert process.returncode == -number


@posix
@pytest.mark.parametrize("policy", ["never_answers", pytest.param("never_answers_in_c", marks=linux)])
def test_no_worker_outlives_a_parent_that_is_killed(policy: str, tmp_path: Path) -> None:
    mark = tmp_path / "hangs"
    with simulation(policy, 2, mark) as process:
        process.kill()
        nobody_is_left(process, mark)

    assert process.returncode == -signal.SIGKILL


@posix
def test_an_idle_worker_ends_with_its_parent(tmp_path: Path) -> None:
    """One worker hangs, the other has nothing to do."""
    program = (
        "import os, time\n"
        "from fsm.simulating.workers import Processes\n"
        "from tests.fsm.simulating.test_processes import whoami\n"
        "if __name__ == '__main__':\n"
        "    work = Processes(1).work(whoami, range(2))\n"
        "    print(next(work), flush=True)\n"
        "    time.sleep(1000)\n"
    )
    script = tmp_path / "parent.py"
    script.write_text(program)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        assert is_alive(worker)
        process.kill()
    wait_until(lambda: not is_alive(worker), "the worker has outlived its parent")


def hang_unseen_by_the_system(mark: str) -> None:
    """A worker on a system that does not look after orphans."""
    signals.die_with_parent = lambda parent: None
    signals.serve_parent()
    Path(mark).write_text(str(os.getpid()))
    while True:
        pass


@posix
def test_a_worker_notices_by_itself_that_its_parent_is_gone(tmp_path: Path) -> None:
    mark = tmp_path / "worker"
    program = (
        "import sys\n"
        "from multiprocessing import get_context\n"
        "from tests.fsm.simulating.test_processes import hang_unseen_by_the_system\n"
        "if __name__ == '__main__':\n"
        "    get_context('spawn').Process(target=hang_unseen_by_the_system, args=sys.argv[1:]).start()\n"
    )
    script = tmp_path / "parent.py"
    script.write_text(program)
    with subprocess.Popen(
        [sys.executable, str(script), str(mark)], env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as process:
        wait_until(lambda: mark.exists() and mark.read_text(), "the worker did not start")
        process.kill()
    wait_until(lambda: not is_alive(int(mark.read_text())), "the worker has outlived its parent")
