"""Signals: kept until the right moment, answered once, and never taken from whoever has other plans for them."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fsm.simulating.signals import STOPPING, Interrupts, Stops, unheard

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.usefixtures("hears_interrupts")


def test_the_second_interrupt_does_not_wait() -> None:
    with Interrupts():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_process_that_is_started_while_interrupts_are_unheard_never_hears_one() -> None:
    with unheard():
        mask = subprocess.run(
            [sys.executable, "-c", "import signal; print(signal.SIGINT in signal.pthread_sigmask(0, []))"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    assert mask.stdout == "True\n"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_an_interrupt_strikes_where_somebody_asks_for_it() -> None:
    with Interrupts() as interrupts:
        interrupts.check()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_one_inside_another_leaves_the_interrupt_to_the_outer_one() -> None:
    with Interrupts() as outer:
        with Interrupts() as inner:
            signal.raise_signal(signal.SIGINT)
            inner.check()
        with pytest.raises(KeyboardInterrupt):
            outer.check()


@pytest.mark.parametrize("number", STOPPING)
def test_either_signal_stops_a_command(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with Stops(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)
    assert signal.getsignal(number) is before


@pytest.mark.parametrize("number", STOPPING)
def test_a_command_that_collects_is_stopped_at_a_good_moment(number: signal.Signals) -> None:
    with Stops(), Interrupts() as interrupts:
        signal.raise_signal(number)  # nothing is raised yet
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()


def test_who_ignores_a_signal_goes_on_ignoring_it() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Stops():
        signal.raise_signal(signal.SIGINT)  # nothing is raised
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_a_library_leaves_termination_to_its_host() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Interrupts():
        assert signal.getsignal(signal.SIGTERM) is before


def test_another_thread_may_not_set_handlers_and_does_not() -> None:
    def enter() -> None:
        with Stops(), Interrupts():
            handlers.append(signal.getsignal(signal.SIGINT))

    handlers: list[object] = []
    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()

    assert handlers == [signal.default_int_handler]


SECOND = """
import signal
from fsm.simulating.signals import Interrupts, Stops

signal.signal(signal.SIGINT, signal.default_int_handler)
with Stops(), {context}:
    {before}
    for _ in range(2):
        try:
            signal.raise_signal(signal.{number})
        except KeyboardInterrupt:
            print("heard", flush=True)
print("lived on")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only its C library can say so")
@pytest.mark.parametrize("number", [number.name for number in STOPPING])
@pytest.mark.parametrize(
    ("context", "before", "said"),
    [
        ("Stops()", "pass", "heard\n"),
        ("Interrupts()", "pass", ""),
        ("Stops()", "with Interrupts(): pass", "heard\n"),
        ("Interrupts()", "with Interrupts(): pass", ""),
    ],
)
def test_the_second_signal_ends_a_command_without_asking_python(
    number: str, context: str, before: str, said: str
) -> None:
    """Also after it was kept for a while."""
    program = SECOND.format(context=context, before=before, number=number)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT)

    assert (done.returncode, done.stdout, done.stderr) == (-signal.Signals[number], said, "")
