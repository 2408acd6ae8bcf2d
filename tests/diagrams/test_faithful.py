"""What must hold for the picture of every flow: the registered ones, a made-up one, and charts with nasty names."""

import os
import re
import subprocess
import sys
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagrams import Diagram, chart_of_preset
from diagrams.content.text import safe_id
from diagrams.formats.dot_syntax import arrow_id, cluster_id, node_id, phase_id
from diagrams.options import Words
from diagrams.renderers import Renderer, renderer_for
from fsm.catalogue import engine_of, find, registered
from fsm.chart import Chart, Effect, Guard, Phase, Row
from fsm.engine import Engine as FlowEngine
from fsm.reading import read
from tests.diagrams.charts import boxed_chart, large_chart, nasty_charts, tag
from tests.diagrams.flows import Contract, Passing, Varied
from tests.diagrams.parsing import (
    HREF,
    KNOWN_LINES,
    SVG,
    Box,
    boxes_of,
    graph_of,
    ids,
    places_of,
    shown_text,
    svg_root,
)
from tests.diagrams.renderers import each_renderer, needs_dot, slow
from tests.diagrams.special_flows import Auction, Duel, Inward, Windows

ELEMENTS = {
    f"{SVG}{name}" for name in ["svg", "g", "path", "polygon", "polyline", "ellipse", "text", "title", "desc", "style"]
}

WITH_BRACES = ("mmd", "puml")
"""The texts in which only a compound phase has braces."""

quick = settings(slow, max_examples=150)


def known_charts() -> dict[str, Chart]:
    """Every chart that a reader can meet, by name."""
    found: dict[str, Any] = {name: find(name) for name in registered()}
    charts = {name: flow.chart if isinstance(flow, FlowEngine) else read(flow) for name, flow in found.items()}
    made_up = (Contract, Varied, Passing, Auction, Duel, Inward, Windows)
    return charts | {flow.__name__.lower(): read(flow) for flow in made_up}


CHARTS = known_charts()


@pytest.fixture(params=CHARTS)
def chart(request: pytest.FixtureRequest) -> Chart:
    return CHARTS[request.param]


def check_svg(chart: Chart, text: str) -> None:
    """The picture is well-formed, every row and phase is in it once, and nothing is in it that could act."""
    root = svg_root(text)
    found = Counter(ids(root))

    assert all(found[arrow_id(row.id)] == 1 for row in chart.rows)
    assert all(found[phase_id(phase.path)] == 1 for phase in chart.phases)
    assert max(found.values()) == 1
    assert {element.tag for element in root.iter()} <= ELEMENTS
    assert not any(name.lower().startswith("on") or name == HREF for e in root.iter() for name in e.attrib)


def check_boxes(chart: Chart, dot: str, renderer: Renderer) -> None:
    """Every state lies in the boxes of its own ancestors and in no other, and no node was made by mistake."""
    boxes = boxes_of(graph_of(dot, renderer))
    states = {node_id(leaf.path): {cluster_id(path) for path in chart.lineage(leaf.path)[1:]} for leaf in chart.leaves}

    assert {name: boxes[name] for name in states} == states
    assert all(name in states or name.startswith(("start", "anywhere_", "cluster_")) for name in boxes)


def check_table(chart: Chart, text: str) -> None:
    """A line for each row, and as many cells in every line as in the head."""
    table = text.split("\n\n")[0].splitlines()
    cells = {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in table}

    assert len(table) == len(chart.rows) + 2
    assert cells == {8 if chart.static_guards else 7}


def check_rst(chart: Chart, text: str) -> None:
    """An entry for each row, and nothing outside the list."""
    first = text.split(".. list-table::")[1]

    assert first.count("   * -") == len(chart.rows) + 1
    assert all(re.match(r"\s+(\* -|-|:header)|$", line) for line in first.splitlines())


# Flows that a reader can meet


@each_renderer
def test_every_row_is_in_the_svg_once(chart: Chart, renderer: Renderer) -> None:
    check_svg(chart, Diagram(chart, engine=renderer.kind).svg())


@each_renderer
def test_every_state_lies_in_its_own_phase(chart: Chart, renderer: Renderer) -> None:
    check_boxes(chart, Diagram(chart).dot, renderer)


def test_every_row_is_in_the_dot_once(chart: Chart) -> None:
    found = Counter(re.findall(r'ID="(arrow-[^"]*)"', Diagram(chart).dot))

    assert found == Counter(arrow_id(row.id) for row in chart.rows)


def test_every_row_is_in_the_page_once(chart: Chart) -> None:
    page = Diagram(chart).html()
    found = Counter(re.findall(r'id="(arrow-[^"]*)"', page))
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)

    assert found == Counter(arrow_id(row.id) for row in chart.rows)
    assert data is not None
    assert [row["id"] for row in msgspec.json.decode(data[1])["rows"]] == [safe_id(row.id) for row in chart.rows]


def tagged(chart: Chart) -> Chart:
    """The chart with an effect on each row that is found again in every format."""
    rows = (
        msgspec.structs.replace(row, effects=(*row.effects, Effect(tag(number))))
        for number, row in enumerate(chart.rows)
    )
    return msgspec.structs.replace(chart, rows=tuple(rows))


@pytest.mark.parametrize("words", Words)
def test_every_row_is_in_every_format_once(chart: Chart, words: Words) -> None:
    diagram = Diagram(tagged(chart), words=words)
    texts = (
        diagram.mermaid,
        diagram.plantuml,
        diagram.d2,
        diagram.table("md"),
        diagram.table("rst"),
        diagram.json,
        shown_text(svg_root(diagram.svg())),
    )

    assert all(text.count(tag(number)) == 1 for text in texts for number in range(len(chart.rows)))


@pytest.mark.parametrize("words", Words)
@pytest.mark.parametrize("format", KNOWN_LINES)
def test_every_line_of_a_text_is_of_a_kind_that_we_know(chart: Chart, words: Words, format: str) -> None:
    lines = Diagram(chart, words=words).render(format).decode().splitlines()

    assert [line for line in lines if not KNOWN_LINES[format].fullmatch(line.strip())] == []


def test_every_row_is_in_the_tables(chart: Chart) -> None:
    check_table(chart, Diagram(chart).table("md"))
    check_rst(chart, Diagram(chart).table("rst"))


def test_edges_come_after_all_nodes(chart: Chart) -> None:
    lines = Diagram(chart).dot.splitlines()
    first = next(place for place, line in enumerate(lines) if '" -> "' in line)

    assert all('" -> "' in line for line in lines[first:-1])
    assert lines[-1] == "}"


def test_two_processes_write_equal_bytes() -> None:
    """Whatever the hash seed; for every format that has no renderer's version in it."""
    program = (
        "import sys\n"
        "from tests.diagrams.test_faithful import CHARTS\n"
        "from diagrams import Diagram\n"
        "for chart in CHARTS.values():\n"
        "    for format in ('dot', 'mmd', 'puml', 'd2', 'md', 'rst', 'json', 'svg', 'html'):\n"
        "        sys.stdout.buffer.write(Diagram(chart).render(format))\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("1", "2")
    ]

    assert runs[0] == runs[1]
    assert len(runs[0]) > 10_000


def test_the_description_has_a_sentence_for_every_row(chart: Chart) -> None:
    root = svg_root(Diagram(chart).svg())
    sentences = (root.findtext(f"{SVG}desc") or "").count(". ") + 1

    assert root.get("role") == "img"
    assert (root.findtext(f"{SVG}title") or "").startswith(chart.name)
    assert sentences >= len(chart.rows)


@pytest.mark.parametrize(("preset", "words"), [("seed", Words.TECHNICAL), (None, Words.PLAIN)])
def test_pictures_for_docs_are_narrow_enough_to_read(preset: str | None, words: Words) -> None:
    """As the manual has them. A page shows about 620 points; a little more is still scaled without harm."""
    chart = chart_of_preset(engine_of("discard"), preset) if preset else CHARTS["discard"]
    width = float((svg_root(Diagram(chart, words=words).svg()).get("width") or "").removesuffix("pt"))

    assert width <= 640


# Names that no author would choose


@slow
@given(nasty_charts(), st.sampled_from(Words))
def test_nasty_names_do_not_break_the_svg(chart: Chart, words: Words) -> None:
    text = Diagram(chart, words=words).svg()
    seen = shown_text(svg_root(text)).replace("\N{NO-BREAK SPACE}", " ")

    check_svg(chart, text)
    assert all(seen.count(tag(number)) == 1 for number in range(len(chart.rows)))


@slow
@given(nasty_charts())
def test_nasty_names_do_not_break_the_dot(chart: Chart) -> None:
    check_boxes(chart, Diagram(chart).dot, renderer_for("svg"))


@quick
@given(nasty_charts())
def test_nasty_names_do_not_break_the_texts(chart: Chart) -> None:
    """One chart is tried in all of them: to think of it takes longer than to write it."""
    diagram = Diagram(chart)
    for format in KNOWN_LINES:
        check_lines(chart, format, diagram.render(format).decode())
    check_tables(chart, diagram.table("md"), diagram.table("rst"))


def check_lines(chart: Chart, format: str, text: str) -> None:
    """Every line is of a kind that we know, every row is there once, and every compound phase is a block."""
    assert all(KNOWN_LINES[format].fullmatch(line.strip()) for line in text.splitlines()), format
    assert all(text.count(tag(number)) == 1 for number in range(len(chart.rows))), format
    if format in WITH_BRACES:
        assert text.count("{") == text.count("}") == sum(bool(phase.children) for phase in chart.phases), format


def check_tables(chart: Chart, markdown: str, rst: str) -> None:
    """Both have every row once, and Markdown no HTML but line breaks."""
    check_table(chart, markdown)
    check_rst(chart, rst)
    assert all(text.count(tag(number)) == 1 for text in (markdown, rst) for number in range(len(chart.rows)))
    assert not re.search(r"<(?!/?$)", markdown)


@needs_dot
@settings(slow, max_examples=30)
@given(nasty_charts())
def test_nasty_names_do_not_break_the_systems_graphviz_either(chart: Chart) -> None:
    check_svg(chart, Diagram(chart, engine="system").svg())


NAMES = ("a & b &lt; c", 'say "no"', "back\\slash \\N", "<b>bold</b>", "🂡 ♠ é", "]]> -->", "{x|y}", "%41")


@each_renderer
@pytest.mark.parametrize("name", NAMES)
def test_a_nasty_name_is_shown_as_it_is(name: str, renderer: Renderer) -> None:
    """In labels and in tooltips, of phases and of rows."""
    inner = Phase("out.inner", name, "out", initial=True, enter=(Effect(name),))
    phases = (Phase("out", name, children=("out.inner",), initial=True), inner, Phase("end", name, final=True))
    rows = tuple(
        Row(f"a{place}", "out.inner", path, name, (Guard(name, name),), (Effect(name),))
        for place, path in enumerate(("out.inner", "end"))
    )
    root = svg_root(Diagram(Chart("Nasty", "x", phases, rows), engine=renderer.kind).svg())
    shown = [element.text for element in root.iter(f"{SVG}text")]
    titles = [element.text or "" for element in root.iter(f"{SVG}title")]

    assert shown.count(name) == 3 + 2
    assert shown.count(f"[{name}]") == 2
    assert shown.count(f"/ {name}") == 3
    assert titles.count(f"{name}.") == 2
    assert f"{name} › {name}. On entering: {name}." in titles
    assert sum(f"doing {name}. If not: “{name}”" in title for title in titles) == 2


# Geometry


def is_within(inner: Box, outer: Box) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def check_geometry(chart: Chart, renderer: Renderer) -> None:
    """Every phase lies inside its parent's box, and beside its siblings."""
    place = places_of(svg_root(Diagram(chart, engine=renderer.kind).svg()))
    for phase in chart.phases:
        siblings = [other for other in chart.phases if other.parent == phase.parent and other is not phase]
        own = place[phase_id(phase.path)]

        assert phase.parent is None or is_within(own, place[phase_id(phase.parent)]), phase.path
        assert not [other.path for other in siblings if overlap(own, place[phase_id(other.path)])], phase.path


@each_renderer
@pytest.mark.parametrize("seed", range(8))
def test_phases_lie_where_they_belong_in_flows_of_sixty_states(seed: int, renderer: Renderer) -> None:
    """Ranked box by box, some of these ended with boxes on top of each other."""
    check_geometry(boxed_chart(seed, 60), renderer)


@each_renderer
def test_phases_lie_where_they_belong_in_a_flow_that_is_too_large_for_global_ranks(renderer: Renderer) -> None:
    check_geometry(large_chart(200), renderer)


@each_renderer
def test_phases_lie_where_they_belong_in_our_games(chart: Chart, renderer: Renderer) -> None:
    check_geometry(chart, renderer)
