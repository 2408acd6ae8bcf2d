"""Errors: which one is raised for what, so that a program can catch what it can do something about."""

from collections.abc import Callable
from pathlib import Path

import pytest

from diagrams.diagram import Diagram
from diagrams.errors import DiagramError, DrawingError, LayoutError
from fsm.errors import PhasebookError
from games.discard import DiscardTurn
from tests.diagrams.renderers import COMPLETE, pretend, without_renderers


def test_each_error_is_caught_as_those_it_is_a_kind_of() -> None:
    assert LayoutError.__mro__[1:4] == (DrawingError, DiagramError, PhasebookError)


WISHES: list[Callable[[], object]] = [
    lambda: Diagram(DiscardTurn, theme="pink"),
    lambda: Diagram(DiscardTurn, trace=["x"]),
    lambda: Diagram(DiscardTurn).table("csv"),
    lambda: Diagram(DiscardTurn).render("gif"),
    lambda: Diagram(DiscardTurn).save("x"),
    lambda: Diagram(DiscardTurn, links={"drawing": "javascript:x"}).dot,
    lambda: Diagram(DiscardTurn).save(Path("no", "such", "folder", "x.dot")),
]


@pytest.mark.parametrize("wish", WISHES)
def test_a_wish_that_cannot_be_met_is_no_matter_of_drawing(wish: Callable[[], object]) -> None:
    with pytest.raises(DiagramError) as caught:
        wish()

    assert type(caught.value) is DiagramError


def test_a_missing_renderer_is_a_matter_of_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    without_renderers(monkeypatch)

    with pytest.raises(DrawingError) as caught:
        Diagram(DiscardTurn).svg()

    assert type(caught.value) is DrawingError


def test_a_renderer_that_has_lost_its_way_is_a_matter_of_layout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pretend(monkeypatch, tmp_path, f"{COMPLETE}; echo 'Error: trouble in init_rank' >&2")

    with pytest.raises(LayoutError):
        Diagram(DiscardTurn).svg()
