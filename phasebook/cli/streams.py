"""Standard output and standard error, which may be closed, full, broken, or speak only ASCII."""

import codecs
import io
import os
import sys
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

LONGEST = 1_000
"""Letters of a sentence that are shown, at most: a foreign error message may have no end."""

ANY_TEXT = "phasebook.any_text"
"""The name of our error handler: what an encoding cannot say is spelled as in Python, and no byte is lost."""


def fill_gaps() -> None:
    """Put stand-ins where a stream is closed: one that fails as a full disk does, one that swallows everything.

    The next file to be opened would get the closed stream's number, and what is printed would end up in it.
    """
    if sys.stdout is None:
        sys.stdout = stand_in(1, os.O_RDONLY)
    if sys.stderr is None:
        sys.stderr = stand_in(2, os.O_WRONLY)


def accept_any_text() -> None:
    """Let nothing that is printed be an error, whatever letters there are in it."""
    codecs.register_error(ANY_TEXT, any_text)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=ANY_TEXT)


def stand_in(number: int, mode: int) -> "TextIO":
    """A stream in the place of a closed one."""
    null = os.open(os.devnull, mode)
    if null != number:
        os.dup2(null, number)
        os.close(null)
    os.set_inheritable(number, True)
    return open(number, "w", encoding="utf-8", closefd=False)  # it stays open to the end


def any_text(error: UnicodeError) -> tuple[str | bytes, int]:
    """The bytes of a file name that is not text; escapes for letters that the encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    try:
        return codecs.lookup_error("surrogateescape")(error)
    except UnicodeError:
        return codecs.lookup_error("backslashreplace")(error)


def give_up_if_broken(stream: "TextIO") -> None:
    """Point a stream that takes no more where everything is taken: else Python complains when it ends."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)
            stream.flush()


def say(sentence: str) -> None:
    """One line on standard error, if anybody can hear it."""
    write_error(f"phasebook: {one_line(sentence)}")


def one_line(text: str) -> str:
    """Text that a terminal shows as it is: one line, bounded, nothing in it that moves the cursor."""
    words = " ".join(text.split())
    bounded = words if len(words) <= LONGEST else f"{words[:LONGEST]}…"
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in bounded)


def write_error(text: str) -> None:
    """Lines on standard error as they are."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        give_up_if_broken(sys.stderr)
