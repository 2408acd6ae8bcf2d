"""What to say when something went wrong: one sentence, whatever it was."""

import errno
import os
import sys
from traceback import walk_tb
from types import FrameType
from typing import NamedTuple

from phasebook.intact import HOME, PACKAGES, damage

LIBRARIES = ("statemachine", "networkx", "graphviz", "msgspec", "tqdm", "distributed", "dask", "tornado",
             "matplotlib", "numpy")  # fmt: skip

MORE = "--traceback shows more"


class Place(NamedTuple):
    """Where something happened."""

    package: str
    file: str
    line: int
    function: str

    @classmethod
    def of(cls, frame: FrameType, line: int) -> "Place":
        """The place of a frame of a traceback."""
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        return cls(package, frame.f_code.co_filename, line, frame.f_code.co_name)

    @property
    def is_library(self) -> bool:
        """Whether it is in Python itself or in a package that we depend on."""
        return self.package in sys.stdlib_module_names or self.package in LIBRARIES

    @property
    def is_ours(self) -> bool:
        """Whether it is in Phasebook; our games are flows like any other."""
        return self.package in ("phasebook", "fsm", "diagrams")

    @property
    def words(self) -> str:
        """For a reader."""
        file = self.file.removeprefix(f"{HOME}{os.sep}")
        function = "" if self.function.startswith("<") else f"{self.function}() in "
        return f"{function}{file}, line {self.line}"


def sentence_of(error: BaseException) -> str:
    """The sentence; empty if there is nobody to read it."""
    if isinstance(error, BrokenPipeError):
        return ""  # the reader has read enough
    if isinstance(error, KeyboardInterrupt):
        return "stopped."
    if is_ours(error):
        return message_of(error)
    if isinstance(error, OSError) and error.errno is not None:
        return trouble(error)
    if isinstance(error, MemoryError):
        return f"There is not enough memory; ask for less at once. {MORE}."
    return next(filter(None, map(damage, PACKAGES)), None) or bug(error)


def is_ours(error: BaseException) -> bool:
    """Whether an error was raised on purpose, with a sentence for the user."""
    errors = sys.modules.get("fsm.errors")
    return errors is not None and isinstance(error, errors.PhasebookError)


def bug(error: BaseException) -> str:
    """Whose it is, and what can be done."""
    kind = f"{type(error).__name__}: {message_of(error)}".removesuffix(": ").rstrip(".")
    place = place_of(error)
    if place is None or place.is_ours:
        where = f" ({place.words})" if place else ""
        return f"This is a bug of Phasebook, not of your flow: {kind}{where}. Please report it; {MORE}."
    return f"The flow's own code failed: {kind} ({place.words}). Mend it there; {MORE}."


def trouble(error: OSError) -> str:
    """What the operating system says."""
    reason = error.strerror or str(error)
    if error.filename is not None:
        return f"{error.filename}: {reason}. Correct the path, or choose another one; {MORE}."
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF):
        return f"The output cannot be written: {reason}. Send it somewhere else."
    return f"The system refused: {reason}. Try again, or ask for less at once; {MORE}."


# Where it happened


def place_of(error: BaseException) -> Place | None:
    """The innermost place in Phasebook or in a flow: what they called is not to blame."""
    places = (Place.of(frame, line) for frame, line in walk_tb(error.__traceback__))
    return next((place for place in reversed(list(places)) if not place.is_library), None)


# What it said


def message_of(error: BaseException) -> str:
    """An error's message; some have a broken one."""
    try:
        return str(error)
    except Exception:
        return ""
