"""Renderers: which one draws, and what happens when it cannot."""

from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from diagrams import Diagram, DrawingError, renderers
from diagrams.errors import LayoutError
from diagrams.options import RendererChoice
from diagrams.renderers import draw, embedded, renderer_for, system, version_of
from games.discard import DiscardTurn
from tests.diagrams.renderers import COMPLETE, INSTALLED, needs_dot, pretend, without_renderers

TINY = "digraph { a -> b }"
HALF = "printf '<svg'"


@pytest.mark.parametrize(
    ("choice", "format"),
    [
        ("embedded", "svg"),
        ("embedded", "png"),
        pytest.param("system", "svg", marks=needs_dot),
        pytest.param("system", "png", marks=needs_dot),
        pytest.param("system", "pdf", marks=needs_dot),
    ],
)
def test_each_renderer_draws_its_formats(choice: str, format: str) -> None:
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[format]

    assert draw(TINY, format, RendererChoice(choice)).startswith(start)


def test_the_embedded_renderer_comes_first() -> None:
    assert renderer_for("svg").kind is RendererChoice.EMBEDDED


@needs_dot
def test_pdf_falls_to_the_system() -> None:
    assert renderer_for("pdf").kind is RendererChoice.SYSTEM


def test_without_the_embedded_renderer_the_system_draws(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "exit 0", kind="system")

    assert renderer_for("svg").kind is RendererChoice.SYSTEM


def test_a_renderer_that_is_not_installed_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(renderers, "distribution", missing)
    monkeypatch.setenv("PATH", "")

    assert embedded() is None
    assert system() is None


def test_without_any_renderer_the_error_names_both_ways_out(monkeypatch: pytest.MonkeyPatch) -> None:
    without_renderers(monkeypatch)

    with pytest.raises(DrawingError) as caught:
        draw(TINY, "svg")

    assert "pip install 'phasebook[embedded]'" in str(caught.value)
    assert "graphviz.org/download" in str(caught.value)


@pytest.mark.parametrize(
    ("choice", "format", "advice"),
    [("embedded", "svg", "phasebook[embedded]"), ("system", "svg", "graphviz.org"), ("auto", "pdf", "graphviz.org")],
)
def test_a_missing_renderer_is_named_with_its_cure(
    monkeypatch: pytest.MonkeyPatch, choice: str, format: str, advice: str
) -> None:
    without_renderers(monkeypatch)

    with pytest.raises(DrawingError) as caught:
        draw(TINY, format, RendererChoice(choice))

    assert advice in str(caught.value)


def test_the_embedded_renderer_says_that_it_draws_no_pdf() -> None:
    with pytest.raises(DrawingError, match="draws no PDF"):
        draw(TINY, "pdf", RendererChoice.EMBEDDED)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exec sleep 30", "did not finish within 0.3 seconds"),
        ("kill -SEGV $$", "exit code -11"),
        ("exit 0", "drew nothing"),
        ("echo oops >&2; exit 3", "exit code 3: oops"),
        (HALF, "drew nothing"),
        (f"{HALF}; exit 1", "drew nothing"),
    ],
)
def test_a_renderer_that_fails_is_one_sentence_and_leaves_no_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, said: str
) -> None:
    pretend(monkeypatch, tmp_path, script)
    target = tmp_path / "out" / "x.svg"
    target.parent.mkdir()

    with pytest.raises(DrawingError) as caught:
        Diagram(DiscardTurn, timeout=0.3 if "sleep" in script else 20).save(target)

    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "try the system engine" in str(caught.value)
    assert list(target.parent.iterdir()) == []


def test_a_failure_leaves_the_old_picture(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "exit 1")
    target = tmp_path / "x.svg"
    target.write_text("old")

    with pytest.raises(DrawingError):
        Diagram(DiscardTurn).save(target)

    assert target.read_text() == "old"


@pytest.mark.parametrize(
    "complaint",
    [
        "echo 'Error: trouble in init_rank' >&2; exit 1",
        "echo 'Error: trouble in init_rank' >&2",
        "echo 'Warning: lost state_a state_b edge' >&2",
        "exit 1",
    ],
)
def test_a_complete_file_does_not_count_when_the_renderer_says_that_it_is_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, complaint: str
) -> None:
    pretend(monkeypatch, tmp_path, f"{COMPLETE}; {complaint}")

    with pytest.raises(LayoutError, match=r"could not lay this flow out.*; draw an overview or one phase, or try"):
        Diagram(DiscardTurn).svg()


def test_a_warning_about_looks_is_no_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, f"{COMPLETE}; echo 'Warning: no value for width of character 226' >&2")

    assert b"</svg>" in draw(TINY, "svg")


def test_a_program_that_cannot_be_run_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "")
    (tmp_path / "engine").write_bytes(b"\x7fELF nonsense")

    with pytest.raises(DrawingError, match="cannot be run"):
        draw(TINY, "svg")

    assert "cannot be run" in version_of(renderer_for("svg"))


def test_renderers_say_their_versions() -> None:
    found = [version_of(renderer) for renderer in INSTALLED]

    assert found
    assert all("version" in words for words in found)
