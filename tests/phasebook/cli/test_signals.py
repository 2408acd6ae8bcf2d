"""Requests to end are heard while a verb runs, and everything is as before afterwards."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from phasebook.cli.signals import ENDINGS, Signals

ALL = (signal.SIGINT, *ENDINGS)


@pytest.fixture(autouse=True)
def _as_before(hears_interrupts: None) -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in ENDINGS}
    for number in ENDINGS:
        signal.signal(number, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def signals() -> Signals:
    return Signals()


@pytest.mark.parametrize("number", ENDINGS)
def test_a_request_to_end_is_an_interrupt(signals: Signals, number: int) -> None:
    signals.hear()
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), number)
    signals.restore()

    assert signal.getsignal(number) == signal.SIG_DFL


def test_whoever_handles_interrupts_handles_requests_to_end(signals: Signals) -> None:
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    signals.hear()
    os.kill(os.getpid(), signal.SIGTERM)
    signals.restore()

    assert heard == [signal.SIGINT]


def test_a_request_to_end_is_heard_where_interrupts_are_ignored(signals: Signals) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signals.hear()
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGTERM)
    signals.restore()


def test_what_is_ignored_stays_ignored(signals: Signals) -> None:
    """As under nohup."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signals.hear()
    os.kill(os.getpid(), signal.SIGHUP)
    signals.restore()

    assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN


def test_nothing_interrupts_the_last_words(signals: Signals) -> None:
    signals.hear()
    signals.ignore()
    for number in ALL:
        os.kill(os.getpid(), number)
    signals.restore()

    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert all(signal.getsignal(number) == signal.SIG_DFL for number in ENDINGS)


def test_in_another_thread_signals_are_left_alone(signals: Signals) -> None:
    for action in (signals.hear, signals.ignore, signals.restore):
        thread = threading.Thread(target=action)
        thread.start()
        thread.join()

    assert signals.before == {}
