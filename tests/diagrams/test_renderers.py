"""The drawing engine: who draws, and what happens when it cannot."""

from base64 import b64decode
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from diagrams import Diagram, DrawingError, renderers
from diagrams.errors import LayoutError
from diagrams.options import RendererChoice
from diagrams.renderers import Renderer, draw, embedded, renderer_for, system, version_of
from games.discard import DiscardTurn

TINY = "digraph { a -> b }"
HALF = "printf '<svg'"

needs_dot = pytest.mark.skipif(system() is None, reason="the system's dot is not installed")


def pretend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, kind: str = "embedded") -> None:
    """Put a shell script in the place of an engine, and nothing in the place of the other."""
    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    engine = Renderer(RendererChoice(kind), str(program), frozenset({"svg", "png", "pdf"}))
    monkeypatch.setattr(renderers, "embedded", lambda: engine if kind == "embedded" else None)
    monkeypatch.setattr(renderers, "system", lambda: engine if kind == "system" else None)


def without_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderers, "embedded", lambda: None)
    monkeypatch.setattr(renderers, "system", lambda: None)


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
def test_each_engine_draws_its_formats(choice: str, format: str) -> None:
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[format]

    assert draw(TINY, format, RendererChoice(choice)).startswith(start)


def test_the_embedded_engine_comes_first() -> None:
    assert renderer_for("svg").kind is RendererChoice.EMBEDDED


@needs_dot
def test_pdf_falls_to_the_system() -> None:
    assert renderer_for("pdf").kind is RendererChoice.SYSTEM


def test_without_the_embedded_engine_the_system_draws(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "exit 0", kind="system")

    assert renderer_for("svg").kind is RendererChoice.SYSTEM


def test_an_engine_that_is_not_installed_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(renderers, "distribution", missing)
    monkeypatch.setenv("PATH", "")

    assert embedded() is None
    assert system() is None


def test_without_any_engine_the_error_names_both_ways_out(monkeypatch: pytest.MonkeyPatch) -> None:
    without_engines(monkeypatch)

    with pytest.raises(DrawingError) as caught:
        draw(TINY, "svg")

    assert "pip install 'phasebook[embedded]'" in str(caught.value)
    assert "graphviz.org/download" in str(caught.value)


@pytest.mark.parametrize(
    ("choice", "format", "advice"),
    [("embedded", "svg", "phasebook[embedded]"), ("system", "svg", "graphviz.org"), ("auto", "pdf", "graphviz.org")],
)
def test_a_missing_engine_is_named_with_its_cure(
    monkeypatch: pytest.MonkeyPatch, choice: str, format: str, advice: str
) -> None:
    without_engines(monkeypatch)

    with pytest.raises(DrawingError) as caught:
        draw(TINY, format, RendererChoice(choice))

    assert advice in str(caught.value)


def test_the_embedded_engine_says_that_it_draws_no_pdf() -> None:
    with pytest.raises(DrawingError, match="draws no PDF"):
        draw(TINY, "pdf", RendererChoice.EMBEDDED)


def test_without_any_engine_texts_still_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    without_engines(monkeypatch)
    diagram = Diagram(DiscardTurn)

    for format in ("dot", "mmd", "md", "rst", "json"):
        assert diagram.save(tmp_path / f"x.{format}").stat().st_size > 500


def test_a_notebook_gets_text_when_there_is_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    without_engines(monkeypatch)
    bundle = Diagram(DiscardTurn)._repr_mimebundle_()

    assert set(bundle) == {"text/plain", "text/markdown"}
    assert bundle["text/markdown"].startswith("```mermaid\nstateDiagram-v2")


def test_a_notebook_gets_the_picture_when_there_is_one() -> None:
    """And no Markdown, which notebooks would show instead."""
    bundle = Diagram(DiscardTurn)._repr_mimebundle_()

    assert set(bundle) == {"text/plain", "image/svg+xml", "image/png"}
    assert bundle["image/svg+xml"].startswith("<svg")
    assert b64decode(bundle["image/png"]).startswith(b"\x89PNG")


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
def test_an_engine_that_fails_is_one_sentence_and_leaves_no_file(
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


COMPLETE = "echo '<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>'"


@pytest.mark.parametrize(
    "complaint",
    [
        "echo 'Error: trouble in init_rank' >&2; exit 1",
        "echo 'Error: trouble in init_rank' >&2",
        "echo 'Warning: lost state_a state_b edge' >&2",
        "exit 1",
    ],
)
def test_a_complete_file_does_not_count_when_the_engine_says_that_it_is_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, complaint: str
) -> None:
    pretend(monkeypatch, tmp_path, f"{COMPLETE}; {complaint}")

    with pytest.raises(LayoutError, match=r"could not lay this flow out.*; draw an overview or one phase, or try"):
        Diagram(DiscardTurn).svg()


def test_a_warning_about_looks_is_no_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, f"{COMPLETE}; echo 'Warning: no value for width of character 226' >&2")

    assert b"</svg>" in draw(TINY, "svg")


def test_where_one_way_of_ranking_fails_the_other_is_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fails = "echo 'Error: trouble in init_rank' >&2; exit 1"
    pretend(monkeypatch, tmp_path, f"if grep -q newrank=true; then {COMPLETE}; {fails}; else {COMPLETE}; fi")

    assert "<svg" in Diagram(DiscardTurn).svg()


def test_an_svg_that_cannot_be_read_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "echo '<svg><g></svg>'")

    with pytest.raises(DrawingError, match="cannot be read"):
        Diagram(DiscardTurn).svg()


def test_a_program_that_cannot_be_run_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "")
    (tmp_path / "engine").write_bytes(b"\x7fELF nonsense")

    with pytest.raises(DrawingError, match="cannot be run"):
        draw(TINY, "svg")

    assert "cannot be run" in version_of(renderer_for("svg"))


def test_engines_tell_their_versions() -> None:
    found = [version_of(engine) for engine in (embedded(), system()) if engine is not None]

    assert found
    assert all("version" in words for words in found)
