"""Signals, and the ends of processes: Ctrl-C at a good moment, and no worker that outlives its parent."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from types import FrameType
from typing import Any, Self

Handler = Callable[[int, FrameType | None], Any]

STOPPING = (signal.SIGINT, signal.SIGTERM)


class Stops:
    """Lets a command end with what it has so far: Ctrl-C and SIGTERM raise KeyboardInterrupt, the first time.

    The second time the system itself ends the process, also in C code that never comes back to Python,
    where the C library can do that. For a command, never for a library: its host may want to live on.
    """

    def __init__(self) -> None:
        self.before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if is_main_thread():
            self.before = {number: signal.getsignal(number) for number in STOPPING}
            for number, handler in self.before.items():
                if handler not in (signal.SIG_IGN, None):
                    answer_once(number, self.stop)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            if handler is not None:
                signal.signal(number, handler)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """What the signals do."""
        raise KeyboardInterrupt


class Interrupts:
    """Ctrl-C, kept until somebody asks: raised just anywhere, it could leave a lock of the pool taken for ever.

    The second one is not kept. A program that handles or ignores the signal in its own way goes on doing so.
    """

    def __init__(self) -> None:
        self.kept: int | None = None
        self.before: dict[int, Handler] = {}

    def __enter__(self) -> Self:
        for number in STOPPING if is_main_thread() else ():
            handler: Any = signal.getsignal(number)
            if handler is signal.default_int_handler or is_command(handler):
                self.before[number] = handler
                self.replace(number, self.keep)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            if signal.getsignal(number) == self.keep:
                self.replace(number, handler)

    def replace(self, number: int, handler: Handler) -> None:
        """Another handler, which answers as often as the one before did."""
        if is_command(self.before[number]):
            answer_once(number, handler)
        else:
            signal.signal(number, handler)

    def keep(self, number: int, frame: FrameType | None) -> None:
        """What the signals do."""
        if self.kept is not None:
            self.before[number](number, frame)
        self.kept = number

    def check(self) -> None:
        """Here it may strike."""
        if self.kept is not None:
            self.before[self.kept](self.kept, None)


def is_command(handler: Any) -> bool:
    """Whether a command listens, which ends at the second signal."""
    return isinstance(getattr(handler, "__self__", None), Stops)


def is_main_thread() -> bool:
    """Only the main thread may set handlers, and only it hears signals."""
    return threading.current_thread() is threading.main_thread()


def answer_once(number: int, handler: Handler) -> None:
    """Let a handler answer the first signal, and the system the second, if the C library can arrange that.

    Python's own handlers run between two steps of the interpreter: while C code runs, they wait.
    """
    signal.signal(number, handler)
    with suppress(ImportError, AttributeError, OSError, TypeError):
        once, current = in_c()
        once(number, current(number))


@cache
def in_c() -> tuple[Any, Any]:
    """Two functions of the C library and of Python: set a handler that answers once, and tell which one is set."""
    import ctypes

    once, current = ctypes.CDLL(None).sysv_signal, ctypes.pythonapi.PyOS_getsig
    once.argtypes, once.restype = (ctypes.c_int, ctypes.c_void_p), ctypes.c_void_p
    current.argtypes, current.restype = (ctypes.c_int,), ctypes.c_void_p
    return once, current


@contextmanager
def unheard() -> Iterator[None]:
    """Workers that are started in here never hear a Ctrl-C, not even while they still import; here it comes after."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its start would let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In a worker


def serve_parent() -> None:
    """For a worker: Ctrl-C is for the parent, and without its parent it ends, whatever it is doing."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return
    die_with_parent(parent.pid)
    threading.Thread(target=outlive_nobody, args=[parent.sentinel], daemon=True).start()


def outlive_nobody(sentinel: int) -> None:
    """Wait for the parent's end, then end at once."""
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)


def die_with_parent(parent: int | None) -> None:
    """On Linux the system sees to it, also while C code keeps every thread of Python waiting."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    set_death_signal = 1
    ctypes.CDLL(None).prctl(set_death_signal, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)  # it went before the system knew
