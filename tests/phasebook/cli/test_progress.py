"""Progress bars, where somebody watches."""

import io
import sys

import pytest

from phasebook.cli.progress import bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def watched(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, title: str = "") -> str:
    """What a bar of three files writes to a stream."""
    monkeypatch.setattr(sys, "stderr", stream)
    with bar(3, "files", title) as progress:
        progress.update(3)
        progress.refresh()
        return stream.getvalue()


def test_a_terminal_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    said = watched(Terminal(), monkeypatch, "drawing")

    assert "drawing" in said
    assert "3/3" in said
    assert " files" in said


def test_a_bar_needs_no_title(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "3/3" in watched(Terminal(), monkeypatch)


def test_nothing_is_written_where_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    assert watched(io.StringIO(), monkeypatch, "drawing") == ""


def test_a_bar_is_gone_when_the_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    watched(terminal, monkeypatch)

    assert terminal.getvalue().rpartition("\r")[0].rpartition("\r")[2].strip() == ""
    assert not terminal.getvalue().endswith("\n")
