"""Labels: what a row says in a box and on an edge, and the caption below."""

import re
from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagrams.content.text import clean
from diagrams.diagram import Diagram
from diagrams.formats.dot_syntax import node
from diagrams.formats.labels import Span, escaped, filled
from diagrams.formats.palette import VARIANT
from diagrams.options import Theme
from diagrams.renderers import Renderer, draw
from fsm.chart import Chart, Effect, Guard, Phase, Row
from fsm.reading import read
from games.discard import DiscardTurn
from tests.diagrams.charts import names, sorted_chart
from tests.diagrams.flows import Contract, Varied
from tests.diagrams.parsing import SVG, ids, line_of, shown_text, svg_root
from tests.diagrams.renderers import each_renderer, slow
from tests.diagrams.special_flows import Auction


def test_alternatives_are_numbered_in_the_order_tried() -> None:
    text = shown_text(svg_root(Diagram(DiscardTurn).svg())).split("\n")
    numbers = [(number, after) for number, after in pairwise(text) if number.endswith(".")]

    assert ("1.", "deal_next_hand") in numbers
    assert ("2.", "deal_next_hand") in numbers
    assert not any(after == "confirm_discard" for _, after in numbers)


def test_entry_and_exit_effects_are_shown_in_states_and_phases() -> None:
    text = shown_text(svg_root(Diagram(Contract).svg()))

    assert text.count("/ deal_five") == text.count("/ turn_up_a_card") == text.count("/ deal_the_rest") == 1


@pytest.mark.parametrize("theme", list(Theme))
def test_the_settings_that_a_row_needs_are_a_badge_above_it(theme: Theme) -> None:
    diagram = Diagram(Varied, theme=theme)
    text = shown_text(svg_root(diagram.svg()))
    badge = f'STYLE="ROUNDED" CELLPADDING="3" COLOR="{VARIANT.of(theme)}"><FONT COLOR="{VARIANT.of(theme)}"'

    assert diagram.dot.count(badge) == sum(bool(row.variants) for row in read(Varied).rows) == 6
    assert text.count("jump_in and players >= 3\njump\n[the_card_is_in_hand]") == 1
    assert text.count("\ncards_are_open\n1.\nleave") == 1
    assert "ROUNDED" not in Diagram(Contract).dot


def test_settings_do_not_count_among_the_guards_of_a_long_chain() -> None:
    assert "[all of G1]" not in shown_text(svg_root(Diagram(Varied).svg()))


def test_a_long_guard_chain_goes_to_the_legend_once() -> None:
    text = shown_text(svg_root(Diagram(Contract).svg()))

    assert text.count("[all of G1]") == text.count("[all of G2]") == 1
    assert re.findall(r"^G\d+$", text, re.MULTILINE) == ["G1", "G2"]


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_labels_of_edges_paint_nothing_behind_themselves(theme: str) -> None:
    """A patch of colour would cut the borders of boxes, and show on every page that has another colour."""
    diagram = Diagram(Contract, theme=theme)
    painted = [shape for edge in edges_of(diagram.svg()) for shape in edge.iter(f"{SVG}polygon") if is_filled(shape)]

    assert "BGCOLOR" not in diagram.dot
    assert all(len((arrowhead.get("points") or "").split()) <= 5 for arrowhead in painted)


def edges_of(svg: str) -> list[Element]:
    return [group for group in svg_root(svg).iter(f"{SVG}g") if (group.get("class") or "").startswith("edge")]


def is_filled(shape: Element) -> bool:
    return shape.get("fill") != "none"


def same_words(*ends: str) -> Chart:
    """Rows with the same event and effect; only where they lead differs."""
    phases = [Phase(name, name.upper(), initial=name == "a") for name in "abc"]
    return sorted_chart("Same", phases, [Row(end, end[0], end[1], "go", effects=(Effect("act"),)) for end in ends])


def test_rows_that_say_the_same_keep_their_own_counts() -> None:
    diagram = Diagram(same_words("ab", "bc"), counts={"ab": 10, "bc": 11})

    assert "× 10<" in line_of(diagram, 'id="line-ab"')
    assert "× 11<" in line_of(diagram, 'id="line-bc"')


def test_rows_that_say_the_same_keep_their_own_places() -> None:
    diagram = Diagram(same_words("ab", "ac"))

    assert ">1.</FONT>" in line_of(diagram, 'id="line-ab"')
    assert ">2.</FONT>" in line_of(diagram, 'id="line-ac"')


def test_the_same_words_are_set_in_a_box_and_on_an_edge_each_in_its_own_way() -> None:
    diagram = Diagram(same_words("aa", "bc"))

    assert "<B>go</B> <FONT" in line_of(diagram, 'id="phase-a"'), "in a box, as much on a line as fits"
    assert "<B>go</B> <FONT" not in line_of(diagram, 'id="line-bc"'), "on an edge, a line for each part"


@each_renderer
def test_a_bracket_alone_on_a_line_is_drawn(renderer: Renderer) -> None:
    """Graphviz 2.43 refuses the whole label when it is written as it is."""
    guards = (Guard(""), Guard("fills the line", negated=True), Guard(""))
    phases = (Phase("here", "Here", initial=True), Phase("there", "There"))
    chart = Chart("Bracket", "", phases, (Row("only", "here", "there", "go", guards),))

    assert "arrow-only" in ids(svg_root(Diagram(chart, engine=renderer.kind).svg()))


# Text in HTML


def shown(texts: list[str], renderer: Renderer) -> list[str]:
    """What a picture shows of texts that are each the label of a node."""
    nodes = [node(f"n{place}", {"label": f"<{escaped(clean(text))}>"}) for place, text in enumerate(texts)]
    root = svg_root(draw("digraph {" + "".join(nodes) + "}", "svg", renderer.kind).decode())
    return [(element.text or "").replace("\N{NO-BREAK SPACE}", " ") for element in root.iter(f"{SVG}text")]


@each_renderer
@settings(slow, max_examples=30)
@given(texts=st.lists(names.map(lambda name: f"a{name}z"), min_size=1, max_size=12))
def test_any_text_is_shown_as_it_is(texts: list[str], renderer: Renderer) -> None:
    assert shown(texts, renderer) == [clean(text) for text in texts]


@given(st.lists(st.text("abc_ ", min_size=1, max_size=60).map(str.strip).filter(bool)), st.integers(4, 40))
def test_lines_are_filled_without_losing_a_letter_or_the_look(texts: list[str], width: int) -> None:
    lines = filled([Span(text, "B") for text in texts], width)

    assert all(sum(len(span.text) for span in line) <= width for line in lines)
    assert {span.tag for line in lines for span in line if span.text != " "} <= {"B"}
    assert re.sub(" ", "", "".join(span.text for line in lines for span in line)) == re.sub(" ", "", "".join(texts))


# Rows that do more than lead from phase to phase


def test_events_say_who_sends_them_and_what_they_do() -> None:
    text = shown_text(svg_root(Diagram(Auction).svg())).replace("\N{NO-BREAK SPACE}", " ").split("\n")
    joined = " ".join(part.strip() for part in text)

    assert "bid · each of players / note_the_bid" in joined
    assert "bet · each of players · may change [a_bid_stands]" in joined
    assert "↓ cancel [a_bid_stands] ↕ start_over / deal" in joined
    assert "when done / note_the_score" in joined
    assert "is_among_players" not in joined


def test_rows_that_differ_only_in_their_manner_have_different_texts() -> None:
    phases = [Phase(path, path.upper(), initial=path == "a") for path in "abc"]
    rows = [Row("1", "a", "b"), Row("2", "b", "c", calls="c", then="a"), Row("3", "c", "a", done=True)]
    dot = Diagram(sorted_chart("Manners", phases, rows)).dot

    assert [dot.count(word) for word in ("<I>then</I>", "<I>when done</I>", "· call<")] == [2, 1, 1]


def test_a_row_that_calls_its_own_phase_is_a_line_in_it() -> None:
    phases = [Phase("a", "A", children=("a.b",), initial=True), Phase("a.b", "B", "a", initial=True, final=True)]
    again = Row("again", "a", "a", "again", calls="a")
    line = line_of(Diagram(sorted_chart("Again", phases, [again])), '"anywhere_a" [')

    assert ">↓<" in line
    assert "call and back" in line


def test_the_legend_is_in_the_caption_of_flows_that_need_one() -> None:
    text = shown_text(svg_root(Diagram(Auction).svg()))

    assert "goes on inside its box, which is not left" in text
    assert "refused here, whatever boxes further out allow" in text
    assert "double border" not in shown_text(svg_root(Diagram(Contract).svg()))
