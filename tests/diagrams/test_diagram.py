"""`Diagram`: one flow, in every format and in files."""

from base64 import b64decode
from pathlib import Path

import msgspec
import pytest

from diagrams.diagram import FORMATS, SELDOM, Diagram
from diagrams.errors import DiagramError
from diagrams.formats import png, svg
from fsm.chart import Chart
from fsm.errors import FlowError
from fsm.flow import Flow
from fsm.reading import read
from games.discard import DiscardTurn, engine
from tests.diagrams.charts import large_flow
from tests.diagrams.parsing import ids, svg_root
from tests.diagrams.renderers import COMPLETE, pretend, without_renderers
from tests.diagrams.special_flows import Auction, Duel


def test_a_flow_its_engine_and_its_chart_give_the_same_picture() -> None:
    assert Diagram(DiscardTurn).dot == Diagram(engine).dot == Diagram(read(DiscardTurn)).dot


@pytest.mark.parametrize("option", ["phase", "highlight"])
def test_an_unknown_phase_is_answered_with_the_known_ones(option: str) -> None:
    with pytest.raises(FlowError, match="no phase 'x'; its phases are drawing, discarding"):
        Diagram(DiscardTurn, **{option: "x"})  # type: ignore[arg-type]  # one of many options


def test_a_diagram_says_what_it_is_of() -> None:
    assert repr(Diagram(DiscardTurn)) == f"<Diagram of DiscardTurn: {len(read(DiscardTurn).rows)} arrows>"


# Files


@pytest.mark.parametrize("format", [format for format in FORMATS if format != "pdf"])  # no two PDFs are equal
def test_the_suffix_says_the_format(tmp_path: Path, format: str) -> None:
    diagram = Diagram(DiscardTurn)

    assert diagram.save(tmp_path / f"x.{format.upper()}").read_bytes() == diagram.render(format)


@pytest.mark.parametrize("name", ["x.htm", "x.gif", "x"])
def test_an_unknown_suffix_is_answered_with_the_legal_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(DiagramError, match="svg, png, pdf, dot, mmd, puml, d2, md, rst, json, html"):
        Diagram(DiscardTurn).save(tmp_path / name)

    assert list(tmp_path.iterdir()) == []


def test_an_unknown_table_style_is_answered_with_the_legal_ones() -> None:
    with pytest.raises(DiagramError, match="md, rst"):
        Diagram(DiscardTurn).table("csv")


def test_json_is_the_chart() -> None:
    assert msgspec.json.decode(Diagram(DiscardTurn).json, type=Chart) == read(DiscardTurn)


@pytest.mark.parametrize("flow", [Auction, Duel])
def test_json_says_of_rows_only_what_they_have(flow: type[Flow]) -> None:
    chart, text = read(flow), Diagram(flow).json
    rows = msgspec.json.decode(text)["rows"]

    assert msgspec.json.decode(text, type=Chart) == chart
    assert [row.get("calls") for row in rows] == [row.calls for row in chart.rows]
    assert all(row[name] for row in rows for name in SELDOM if name in row)
    assert all("guards" in row and "internal" in row for row in rows)


def test_pictures_carry_the_hash_of_their_dot() -> None:
    diagram = Diagram(DiscardTurn)

    assert svg.stamp_in(diagram.svg()) == png.stamp_in(diagram.png()) == diagram.stamp
    assert Diagram(DiscardTurn, theme="dark").stamp != diagram.stamp


@pytest.mark.parametrize("states", [200, 1000])
def test_large_flows_are_drawn(states: int) -> None:
    diagram = Diagram(large_flow(states))
    found = ids(svg_root(diagram.svg()))

    assert sum(name.startswith("phase-") for name in found) == states
    assert sum(name.startswith("arrow-") for name in found) == len(diagram.chart.rows)
    assert len(diagram.mermaid.splitlines()) > states


# With and without renderers


def test_without_any_renderer_texts_still_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    without_renderers(monkeypatch)
    diagram = Diagram(DiscardTurn)

    for format in ("dot", "mmd", "puml", "d2", "md", "rst", "json"):
        assert diagram.save(tmp_path / f"x.{format}").stat().st_size > 500


def test_a_notebook_gets_text_when_there_is_no_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    without_renderers(monkeypatch)
    bundle = Diagram(DiscardTurn)._repr_mimebundle_()

    assert set(bundle) == {"text/plain", "text/markdown"}
    assert bundle["text/markdown"].startswith("```mermaid\nstateDiagram-v2")


def test_a_notebook_gets_the_picture_when_there_is_one() -> None:
    """And no Markdown, which notebooks would show instead."""
    bundle = Diagram(DiscardTurn)._repr_mimebundle_()

    assert set(bundle) == {"text/plain", "image/svg+xml", "image/png"}
    assert bundle["image/svg+xml"].startswith("<svg")
    assert b64decode(bundle["image/png"]).startswith(b"\x89PNG")


def test_where_one_way_of_ranking_fails_the_other_is_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fails = "echo 'Error: trouble in init_rank' >&2; exit 1"
    pretend(monkeypatch, tmp_path, f"if grep -q newrank=true; then {COMPLETE}; {fails}; else {COMPLETE}; fi")

    assert "<svg" in Diagram(DiscardTurn).svg()
