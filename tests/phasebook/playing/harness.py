"""Games that are played by the lines of a test."""

import io
import sys
from collections.abc import Callable, Sequence

import pytest

from phasebook.cli import main

Played = Callable[..., str]


def playing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Played:
    """`played("uno --seed 1", "1", "quit")` is everything that was shown; it must end well."""

    def played(arguments: str, *lines: str, code: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        found = main(["play", *arguments.split()])
        said = capsys.readouterr()
        assert (found, said.err) == (code, "")
        return said.out

    return played


def turns_in(shown: str) -> list[str]:
    """What was shown, turn by turn."""
    return shown.split("\n── ")[1:]


def answers_in(shown: str, line: str) -> str:
    """What was shown after a line was typed, up to the next one."""
    return shown.split(f"\n> {line}\n", 1)[1].split("\n> ", 1)[0]


def first_moves(count: int) -> Sequence[str]:
    """Always the first move."""
    return ["1"] * count
