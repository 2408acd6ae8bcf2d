"""The terminal of a process, and the pipe in its place."""

import io
import os
import pty
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from phasebook.playing.screen import LeavingError, Screen, screen_here


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Both streams are a terminal."""
    near, far = pty.openpty()
    with (
        os.fdopen(os.dup(far), encoding="utf-8") as stdin,
        os.fdopen(far, "w", encoding="utf-8") as stdout,
        monkeypatch.context() as patch,
    ):
        patch.setattr(sys, "stdin", stdin)
        patch.setattr(sys, "stdout", stdout)
        yield
    os.close(near)


@pytest.mark.parametrize(
    ("environment", "colours", "is_terminal"),
    [
        ({"TERM": "xterm"}, True, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, False, False),
    ],
)
def test_colours_are_for_terminals_whose_owner_wants_them(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], colours: bool, is_terminal: bool
) -> None:
    with terminal(monkeypatch):
        screen = screen_here(environment)

    assert (screen.has_colours, screen.is_terminal) == (colours, is_terminal)


def test_a_pipe_has_neither_colours_nor_clearing(capsys: pytest.CaptureFixture[str]) -> None:
    screen = screen_here({"TERM": "xterm"})
    screen.show("[red]7♥[/]")
    screen.clear()
    screen.note("thinking")

    assert capsys.readouterr().out == "7♥\n"
    assert (screen.has_colours, screen.is_terminal, screen.columns) == (False, False, 80)


def test_a_terminal_that_knows_only_ascii_gets_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    poor = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", poor)
    screen_here({}).show("7♥ · 8♠ →")
    poor.seek(0)

    assert poor.read() == "7H - 8S ->\n"


def test_notes_vanish_with_the_next_line(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(is_terminal=True, has_colours=False, columns=80)
    screen.note("seat 1 is thinking")
    screen.show("done")
    screen.show("more")

    assert capsys.readouterr().out == "\r\x1b[2Kseat 1 is thinking\r\x1b[2Kdone\nmore\n"


def test_clearing_leaves_nothing_to_scroll_back_to(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(is_terminal=True, has_colours=False, columns=80).clear()

    assert capsys.readouterr().out == "\x1b[H\x1b[2J\x1b[3J"


def test_lines_go_on_below_their_text(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(is_terminal=False, has_colours=False, columns=20)
    screen.show_all(["Hand    one two three four", "[bold] 10[/] Play a card: red 7 on blue"], "  ")
    screen.show_all(["a sentence without a title"], "  ")

    assert capsys.readouterr().out.splitlines() == [
        "  Hand    one two",
        "          three four",
        "   10 Play a card:",
        "      red 7 on blue",
        "  a sentence without",
        "    a title",
    ]


def test_words_that_stay_together_do(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(is_terminal=False, has_colours=False, columns=12).show("one two\N{NO-BREAK SPACE}three")

    assert capsys.readouterr().out == "one\ntwo three\n"


def test_what_a_game_says_never_moves_the_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(is_terminal=True, has_colours=True, columns=80)
    screen.show("[red]a\x1b[2Jb\rc")
    screen.rule("\x1b]0;title\x07")

    shown = capsys.readouterr().out
    assert shown.count("\x1b") == 2 + 4
    assert "\r" not in shown
    assert "\x07" not in shown


def test_a_pipe_shows_what_was_typed_and_its_end_is_a_leaving(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(" 3 \nlast"))
    screen = screen_here({})

    assert (screen.ask(), screen.ask()) == ("3", "last")
    assert capsys.readouterr().out == "> 3\n> last\n"
    with pytest.raises(LeavingError):
        screen.ask()


def test_a_closed_input_is_a_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)

    with pytest.raises(LeavingError):
        screen_here({}).ask()
