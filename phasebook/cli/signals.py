"""Ctrl-C, and its relatives for processes without a keyboard."""

import signal
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that ask a process to end. They do here what Ctrl-C does: what is half done is cleaned up."""


class Signals:
    """What the process does on a signal while a verb runs. A signal that the process ignores stays ignored."""

    def __init__(self) -> None:
        self.before: dict[int, Any] = {}

    def hear(self) -> None:
        """From now on, a request to end is a KeyboardInterrupt."""
        for number in ENDINGS:
            if signal.getsignal(number) == signal.SIG_DFL:
                self.set(number, interrupt)

    def ignore(self) -> None:
        """From now on, nothing interrupts: the last sentence is being written."""
        for number in (signal.SIGINT, *ENDINGS):
            self.set(number, signal.SIG_IGN)

    def restore(self) -> None:
        """As it was before."""
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def set(self, number: int, handler: "Any") -> None:
        """Another handler; only the main thread may."""
        with suppress(ValueError):
            before = signal.signal(number, handler)
            self.before.setdefault(number, before)


def interrupt(number: int, frame: "FrameType | None") -> None:
    """As if Ctrl-C had been pressed: who collects results on it collects them on this, too."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)
