"""What a player sees and types: a terminal with colours, or lines of a pipe without."""

import io
import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TextIO

from phasebook.playing.markup import coloured, harmless, in_columns, plain, spelled, width, wrapped

NARROWEST, WIDEST = 40, 110
FAR = 100
"""Lines that push everything off a screen that cannot be cleared."""
PROMPT = "> "
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""To the top, and nothing on the screen, nor above it to scroll back to."""
TITLE = re.compile(r" *\S[^:]{0,14}?  +(?=\S)| {3,16}(?=\S)| *\d+ ")
"""What stands before the text of a line: a word or two and blanks, blanks alone, or the number of a move."""
WIPE = "\r\x1b[2K"
"""To the beginning of the line, and nothing on it."""


class LeavingError(Exception):
    """Nobody is there to type any more, or they want to stop."""


class Screen:
    """Where a game is shown. Colours, clearing and notes that vanish are for terminals that know them.

    What somebody types at a keyboard stands on the screen already; what comes from a pipe is printed.
    """

    def __init__(
        self, is_terminal: bool, has_colours: bool, columns: int, signs: bool = True, is_typed: bool = False
    ) -> None:
        self.is_terminal = is_terminal
        self.is_typed = is_typed
        self.has_colours = has_colours
        self.columns = columns
        self.signs = signs
        self.noted = False

    def show(self, text: str = "", indent: str = "") -> None:
        """A line, or several where it is longer than the screen is wide."""
        self.wipe()
        for line in wrapped(text, self.columns, indent):
            print(self.rendered(harmless(line)))

    def show_command(self, command: str) -> None:
        """A line to be copied, which is never broken."""
        print(f"  {harmless(command)}")

    def show_all(self, lines: Iterable[str], indent: str = "") -> None:
        """Lines, all indented; where one goes on below, it does so under what it says after its title."""
        for line in lines:
            self.show(indent + line, indent + " " * title_width(line))

    def show_columns(self, items: list[str], indent: str = "") -> None:
        """Items side by side."""
        for line in in_columns(items, self.columns - len(indent)):
            self.show(indent + line)

    def rendered(self, line: str) -> str:
        """A line as this terminal shows it."""
        text = line if self.signs else spelled(line)
        return coloured(text) if self.has_colours else plain(text)

    def rule(self, title: str) -> None:
        """A line across, with a title."""
        shown = f"── {title} "
        print(self.rendered(f"[bold]{harmless(shown)}[/][dim]{'─' * max(0, self.columns - width(shown))}[/]"))

    def note(self, text: str) -> None:
        """What is going on, until the next line is shown."""
        if self.is_terminal:
            print(f"{WIPE}{self.rendered(f'[dim]{harmless(text)}[/]')}", end="", flush=True)
            self.noted = True

    def wipe(self) -> None:
        """Nothing is going on any more."""
        if self.noted:
            print(WIPE, end="")
            self.noted = False

    def clear(self) -> None:
        """Nothing is left to be seen, and nothing that was typed comes back with the arrow keys."""
        if self.is_terminal:
            print(CLEAR, end="", flush=True)
        elif self.is_typed:
            print("\n" * FAR)
        with suppress(ImportError):
            import readline

            readline.clear_history()

    def ask(self, prompt: str = PROMPT) -> str:
        """What is typed, without blanks around it."""
        self.wipe()
        sys.stdout.flush()
        if self.is_typed:
            line = typed(prompt)
            self.columns = columns_here(self.is_terminal)  # windows are resized
            return line
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise LeavingError
        print(f"{prompt}{harmless(line.strip())}")
        return line.strip()


def title_width(line: str) -> int:
    """How many columns a title at the beginning takes, with the blanks after it: two, if there is none."""
    found = TITLE.match(plain(line))
    return len(found[0]) if found else 2


def typed(prompt: str) -> str:
    """A line from the keyboard."""
    with suppress(ImportError):
        import readline  # noqa: F401  # lets people edit what they type
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        raise LeavingError from None


def screen_here(environment: Mapping[str, str] = os.environ) -> Screen:
    """The terminal of this process, or the pipe in its place. What is typed may be anything, text or not."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    is_clever = is_tty(sys.stdout) and environment.get("TERM") != "dumb"
    is_typed = is_tty(sys.stdin)
    is_terminal = is_clever and is_typed
    has_colours = is_clever and not environment.get("NO_COLOR")
    return Screen(is_terminal, has_colours, columns_here(is_terminal), knows_signs(), is_typed)


def columns_here(is_terminal: bool) -> int:
    """How wide the terminal is; a pipe is as wide as most."""
    return min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST) if is_terminal else 80


def is_tty(stream: TextIO | None) -> bool:
    """Whether somebody looks at it, or types."""
    return stream is not None and not stream.closed and stream.isatty()


def knows_signs() -> bool:
    """Whether the output can show suits and lines."""
    try:
        "♥─".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
