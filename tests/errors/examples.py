"""What provokes an error, and what is said then."""

import asyncio
import inspect
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from fsm.errors import PhasebookError
from phasebook.cli import main
from phasebook.syncing.problems import Problems
from tests.errors.sites import Site, being_raised, by_line

Provoke = Callable[[], object]

CHAPTERS = (
    "flows",
    "engines",
    "running",
    "settings",
    "saves",
    "cards",
    "bots",
    "commands",
    "pictures",
    "docs_blocks",
    "sites_of_docs",
    "serving",
    "storing",
)
"""The modules with examples, in the order of the page."""


class Example(NamedTuple):
    """Something that goes wrong, and what its error must name."""

    provoke: Provoke
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.provoke.__module__.rpartition('.')[2]}: {self.provoke.__name__}"

    @property
    def remark(self) -> str:
        """What the sentence does not say, for the page."""
        return " ".join((self.provoke.__doc__ or "").split())


class Said(NamedTuple):
    """What somebody reads who has done that."""

    sentence: str
    kind: str
    sites: frozenset[Site]
    code: int | None = None
    """The exit code of a command."""


class Printed(Exception):  # noqa: N818  it is no error: a command has ended
    """What a command has said on standard error, and its exit code."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text.rstrip("\n"))
        self.code = code


class Chapter:
    """Examples of one place where readers meet errors."""

    def __init__(self) -> None:
        self.examples: list[Example] = []

    def __call__(self, *names: str) -> Callable[[Provoke], Provoke]:
        """The decorator of an example whose error names these things."""

        def keep(provoke: Provoke) -> Provoke:
            self.examples.append(Example(provoke, names))
            return provoke

        return keep


def command(*words: str) -> None:
    """Run `phasebook` with these words."""
    said = StringIO()
    with redirect_stdout(StringIO()), redirect_stderr(said):
        code = main(words)
    raise Printed(code, said.getvalue())


@cache
def chapters() -> dict[str, Chapter]:
    """All examples, by the module that holds them."""
    return {name: import_module(f"tests.errors.{name}").example for name in CHAPTERS}


@cache
def said_by(provoke: Provoke) -> Said:
    """What somebody reads who does this in an empty folder."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve() / "my_game"
        folder.mkdir()
        modules = patch.object(sys, "path", [entry for entry in sys.path if entry])  # those of the folder are left out
        with chdir(folder), modules, heard() as made:
            return answer(raised_by(provoke), made, str(folder))


def raised_by(provoke: Provoke) -> Exception:
    """What comes of it."""
    try:
        done = provoke()
        if inspect.iscoroutine(done):
            asyncio.run(done)
    except Exception as error:
        return error
    raise AssertionError(f"{provoke.__name__} provokes nothing")


def answer(error: Exception, made: list[tuple[str, set[Site]]], folder: str) -> Said:
    """An error, with the places that have a part in its sentence; paths start at the folder, as its user sees them."""
    sentence = error.message if isinstance(error, ExceptionGroup) else str(error)
    found = {site for text, places in made if text in sentence for site in places} | raised_at(error)
    plain = sentence.replace(f"{folder}{os.sep}", "").replace(folder, Path(folder).name)
    code = getattr(error, "code", None)
    kind = code if isinstance(code, str) else type(error).__name__  # a server's answers have a code for programs
    return Said(plain, kind, frozenset(found), code if isinstance(code, int) else None)


def raised_at(error: BaseException) -> set[Site]:
    """The places that raised an error, as its traceback has them."""
    found, step = set(), error.__traceback__
    while step is not None:
        if site := by_line().get((step.tb_frame.f_code.co_filename, step.tb_lineno)):
            found.add(site)
        step = step.tb_next
    return found


@contextmanager
def heard() -> Iterator[list[tuple[str, set[Site]]]]:
    """Every error that is made meanwhile, with the places that make it, also those that somebody catches."""
    made: list[tuple[str, set[Site]]] = []
    begin, add = PhasebookError.__init__, Problems.add

    def beginning(self: PhasebookError, *arguments: object) -> None:
        begin(self, *arguments)
        made.append((str(self), set(being_raised(sys._getframe(1)))))

    def adding(self: Problems, place: str, sentence: str) -> None:
        made.append((sentence, set(being_raised(sys._getframe(1)))))
        add(self, place, sentence)

    with patch.object(PhasebookError, "__init__", beginning), patch.object(Problems, "add", adding):
        yield made
