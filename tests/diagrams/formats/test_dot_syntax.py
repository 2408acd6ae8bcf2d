"""DOT statements: whatever a name contains, Graphviz reads back what was written."""

from hypothesis import given, settings
from hypothesis import strategies as st

from diagrams.content.text import clean
from diagrams.formats.dot_syntax import (
    CLOSING,
    anywhere_id,
    arrow_id,
    cluster_id,
    edge,
    node,
    node_id,
    opening,
    phase_id,
    same_rank,
    start_id,
    statement,
)
from diagrams.formats.labels import hook, plain
from diagrams.renderers import Renderer, draw
from tests.diagrams.charts import names
from tests.diagrams.parsing import boxes_of, graph_of, svg_root
from tests.diagrams.renderers import each_renderer, slow

TITLE = "{http://www.w3.org/1999/xlink}title"

texts = st.lists(names, min_size=1, max_size=12, unique=True)


def graph(*statements: str) -> str:
    return "digraph {\n" + "".join(statements) + "}\n"


def nodes_with(texts: list[str]) -> list[str]:
    """A node for each text, with the text as its tooltip."""
    return [node(f"n{place}", {"tooltip": plain(f"a{text}z")}) for place, text in enumerate(texts)]


@each_renderer
@settings(slow, max_examples=30)
@given(paths=texts)
def test_nodes_and_boxes_keep_the_names_that_they_were_given(paths: list[str], renderer: Renderer) -> None:
    kinds = (node_id, start_id, anywhere_id)
    boxes = [opening(cluster_id(path)) + "".join(node(name(path), {}) for name in kinds) + CLOSING for path in paths]
    found = boxes_of(graph_of(graph(*boxes), renderer))
    wanted = {name(path): {cluster_id(path)} for path in paths for name in kinds}

    assert {name: boxes for name, boxes in found.items() if not name.startswith("cluster_")} == wanted


@each_renderer
@settings(slow, max_examples=30)
@given(texts=texts)
def test_no_text_ends_the_value_that_it_is_in(texts: list[str], renderer: Renderer) -> None:
    found = graph_of(graph(*nodes_with(texts)), renderer)

    assert [item["name"] for item in found["objects"]] == [f"n{place}" for place in range(len(texts))]
    assert [item["tooltip"] for item in found["objects"]] == [plain(f"a{text}z") for text in texts]
    assert "edges" not in found


@each_renderer
@settings(slow, max_examples=30)
@given(texts=texts)
def test_a_tooltip_says_in_the_picture_what_was_written(texts: list[str], renderer: Renderer) -> None:
    root = svg_root(draw(graph(*nodes_with(texts)), "svg", renderer.kind).decode())

    assert [element.get(TITLE) for element in root.iter() if TITLE in element.attrib] == [
        clean(f"a{text}z") for text in texts
    ]


@each_renderer
@settings(slow, max_examples=30)
@given(texts=texts)
def test_a_table_cell_keeps_its_id_and_its_tooltip(texts: list[str], renderer: Renderer) -> None:
    cells = [f"<TR><TD {hook(arrow_id(text), clean(f'a{text}z'))}>x</TD></TR>" for text in texts]
    label = f'<<TABLE BORDER="0">{"".join(cells)}</TABLE>>'
    root = svg_root(draw(graph(node("only", {"label": label})), "svg", renderer.kind).decode())
    tips = {element.get(TITLE) for element in root.iter() if TITLE in element.attrib}
    found = {element.get("id", "").removeprefix("a_") for element in root.iter()}

    assert {clean(f"a{text}z") for text in texts} <= tips
    assert {arrow_id(text) for text in texts} <= found


@each_renderer
def test_edges_and_ranks_are_read_as_meant(renderer: Renderer) -> None:
    lines = [node("a", {}), node("b", {}), node("c", {}), edge("a", "b", {"label": "<<B>x</B>>"}), same_rank("b", "c")]
    found = graph_of(graph(*lines, statement("edge", {"color": "red"})), renderer)
    (ranked,) = [item for item in found["objects"] if item.get("rank") == "same"]
    numbers = {item["name"]: item["_gvid"] for item in found["objects"]}

    assert [(line["tail"], line["head"]) for line in found["edges"]] == [(numbers["a"], numbers["b"])]
    assert found["edges"][0]["label"] == "<B>x</B>"
    assert set(ranked["nodes"]) == {numbers["b"], numbers["c"]}


@given(texts)
def test_ids_of_different_names_differ(paths: list[str]) -> None:
    for name in (node_id, start_id, anywhere_id, cluster_id, phase_id, arrow_id):
        assert len({name(path) for path in paths}) == len(paths)
    assert start_id(None) not in {start_id(path) for path in paths}
