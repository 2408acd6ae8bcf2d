"""`Diagram`: what is shown, what is marked, and what the files carry."""

import re
import struct
import zlib
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import Element

import msgspec
import pytest

from diagrams import Diagram, DiagramError
from diagrams.formats import png, svg
from diagrams.formats.palette import ACCENT, INK, NODE, PAPER, TINTS, VARIANT
from diagrams.options import Theme
from fsm.chart import Chart, Effect, Guard, Phase, Row
from fsm.errors import FlowError
from fsm.reading import read
from games.discard import DiscardTurn, engine
from tests.diagrams.charts import large_flow, sorted_chart
from tests.diagrams.flows import Contract, Varied
from tests.diagrams.parsing import HREF, SVG, ids, shown_text, svg_root

DEAL = "drawing-deal_next_hand-discarding"
TOGGLE = "discarding-toggle_card-discarding"
TO_READY = "discarding.selecting-then-discarding.ready"


def line_of(diagram: Diagram, text: str) -> str:
    """The one DOT statement with a text in it."""
    (found,) = [line for line in diagram.dot.splitlines() if text in line]
    return found


# What is drawn


def test_a_flow_its_engine_and_its_chart_give_the_same_picture() -> None:
    assert Diagram(DiscardTurn).dot == Diagram(engine).dot == Diagram(read(DiscardTurn)).dot


@pytest.mark.parametrize(
    ("option", "value"),
    [("detail", "huge"), ("theme", "pink"), ("engine", "pencil"), ("phase", "x"), ("highlight", "x")],
)
def test_an_unknown_choice_is_answered_with_the_legal_ones(option: str, value: str) -> None:
    with pytest.raises((DiagramError, FlowError), match=r"choose one of|its phases are"):
        Diagram(DiscardTurn, **{option: value})  # type: ignore[arg-type]  # one of many options


def test_marks_on_arrows_that_do_not_exist_are_refused() -> None:
    with pytest.raises(DiagramError, match="no row 'x'; it has drawing-deal"):
        Diagram(DiscardTurn, trace=["x"])
    with pytest.raises(DiagramError, match="no row 'x'"):
        Diagram(DiscardTurn, counts={"x": 1})
    with pytest.raises(DiagramError, match="no row or phase 'x'"):
        Diagram(DiscardTurn, links={"x": "https://a.org"})


def test_a_long_list_of_arrows_is_cut_in_errors() -> None:
    with pytest.raises(DiagramError, match=r"and \d+ more\.$"):
        Diagram(large_flow(30), trace=["x"])


def test_a_back_edge_is_written_from_its_head_and_dashed() -> None:
    line = line_of(Diagram(DiscardTurn), 'id="line-resting-end_turn-drawing"')

    assert line.strip().startswith('"state_drawing" -> "state_resting"')
    assert 'dir="back"' in line
    assert 'style="dashed"' in line


def test_an_arrow_into_a_phase_ends_on_its_start_mark() -> None:
    assert '"state_drawing" -> "start_discarding"' in line_of(Diagram(DiscardTurn), f'id="line-{DEAL}"')


def test_an_arrow_out_of_a_phase_is_cut_off_at_its_border() -> None:
    diagram = Diagram(Contract)

    down, up = (line_of(diagram, f'id="line-playing-{rest}"') for rest in ("concede-finished", "throw_in-dealing"))

    assert '"state_playing.trick_done" -> "state_finished"' in down
    assert 'ltail="cluster_playing"' in down
    assert '"state_dealing" -> "state_playing.leading"' in up
    assert 'lhead="cluster_playing"' in up


def test_an_arrow_into_its_own_phase_leaves_from_anywhere() -> None:
    line = line_of(Diagram(Contract), 'id="line-playing-restart-playing.leading"')

    assert line.strip().startswith('"anywhere_playing" -> "state_playing.leading"')


def test_staying_is_a_row_and_not_a_loop() -> None:
    diagram = Diagram(DiscardTurn)
    ends = re.findall(r'"(\S+)" -> "(\S+)"', diagram.dot)

    assert f'ID="arrow-{TOGGLE}"' in line_of(diagram, '"anywhere_discarding" [')
    assert not any(tail == head for tail, head in ends)


def test_alternatives_are_numbered_in_the_order_tried() -> None:
    text = shown_text(svg_root(Diagram(DiscardTurn).svg())).split("\n")
    numbers = [(number, after) for number, after in pairwise(text) if number.endswith(".")]

    assert ("1.", "deal_next_hand") in numbers
    assert ("2.", "deal_next_hand") in numbers
    assert not any(after == "end_turn" for _, after in numbers)


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


def test_arrows_into_a_phase_end_at_its_border() -> None:
    diagram = Diagram(DiscardTurn)

    assert 'lhead="cluster_discarding"' in line_of(diagram, f'id="line-{DEAL}"')


def test_an_arrow_from_inside_a_phase_to_the_phase_itself_does_not_end_at_its_border() -> None:
    phases = [Phase("out", "Out", children=("out.a",), initial=True), Phase("out.a", "A", "out", initial=True)]
    diagram = Diagram(sorted_chart("Again", phases, [Row("again", "out.a", "out", "again")]))

    assert "lhead" not in line_of(diagram, 'id="line-again"')


def test_a_flow_that_starts_in_a_compound_phase_starts_at_its_border() -> None:
    phases = [Phase("out", "Out", children=("out.a",), initial=True), Phase("out.a", "A", "out", initial=True)]

    assert 'lhead="cluster_out"' in line_of(Diagram(sorted_chart("Box", phases, [])), '"start" ->')


def test_phases_beside_each_other_have_different_tints() -> None:
    diagram = Diagram(Contract)
    found = [line_of(diagram, f'id="phase-{phase.path}"') for phase in diagram.chart.phases if phase.children]

    assert [tint.light in line for tint, line in zip(TINTS, found, strict=False)] == [True] * 4


def test_final_states_have_two_borders() -> None:
    lines = [line for line in Diagram(Contract).dot.splitlines() if 'peripheries="2"' in line]

    assert len(lines) == 1
    assert '"state_finished"' in lines[0]


def test_a_tooltip_gives_the_sentence_that_a_refused_player_reads() -> None:
    root = svg_root(Diagram(DiscardTurn).svg())
    (row,) = [element for element in root.iter(f"{SVG}g") if element.get("id") == f"arrow-{TOGGLE}"]

    assert "If not: “That card is not in your hand.”" in (row.findtext(f"{SVG}title") or "")


@pytest.mark.parametrize("subtitle", ["preset brisk", "<b> & \\N"])
def test_a_subtitle_is_shown_and_told(subtitle: str) -> None:
    root = svg_root(Diagram(DiscardTurn, subtitle=subtitle).svg())

    assert subtitle in shown_text(root)
    assert subtitle in (root.findtext(f"{SVG}title") or "")


# Parts of a flow


def test_an_overview_shows_the_outermost_phases_and_the_events_between_them() -> None:
    diagram = Diagram(Contract, detail="overview")
    text = shown_text(svg_root(diagram.svg()))

    assert [phase.path for phase in diagram.scene.chart.phases] == [
        "dealing",
        "bidding",
        "playing",
        "counting",
        "finished",
    ]
    assert "take_turned" in text
    assert "3 states" in text
    assert "play_card" not in text
    assert "[" not in text


def test_an_overview_adds_up_the_counts_of_what_it_joins() -> None:
    inner = ("out.a", "out.b")
    phases = [Phase("out", "Out", children=inner, initial=True), Phase("end", "End", final=True)]
    phases[1:1] = [Phase(path, path, "out", initial=path == "out.a") for path in inner]
    arrows = [Row("one", "out.a", "end", "stop"), Row("two", "out.b", "end", "stop"), Row("in", *inner, "go")]
    chart = sorted_chart("Joined", phases, arrows)
    marks = Diagram(chart, detail="overview", counts={"one": 2, "two": 3, "in": 9}, highlight="out.b").scene.marks

    assert marks.counts == {"one": 5}
    assert marks.highlight == "out"


def test_one_phase_shows_what_is_in_it_and_where_its_arrows_lead() -> None:
    diagram = Diagram(Contract, phase="playing")
    found = {phase.path for phase in diagram.scene.chart.phases}
    inside = {"playing", "playing.leading", "playing.following", "playing.trick_done"}

    assert found - diagram.scene.outside == inside
    assert diagram.scene.outside == {"dealing", "bidding.first_round", "bidding.second_round", "counting", "finished"}
    assert "Bidding › First round" in shown_text(svg_root(diagram.svg()))
    assert '"start" [' not in diagram.dot


def test_one_phase_can_be_seen_from_above() -> None:
    diagram = Diagram(Contract, phase="bidding", detail="overview")
    shown = {phase.path: phase.children for phase in diagram.scene.chart.phases}

    assert shown["bidding"] == ("bidding.first_round", "bidding.second_round")
    assert shown["bidding.first_round"] == ()
    assert "1 state" in shown_text(svg_root(diagram.svg()))


@pytest.mark.parametrize("path", [phase.path for phase in read(Contract).phases])
@pytest.mark.parametrize("detail", ["full", "overview"])
def test_every_phase_can_be_drawn_alone(path: str, detail: str) -> None:
    diagram = Diagram(Contract, phase=path, detail=detail)

    assert f"phase-{path}" in ids(svg_root(diagram.svg()))
    assert diagram.mermaid
    assert diagram.table()


# Marks


def test_the_current_phase_has_another_colour_and_width() -> None:
    for path in ("drawing", "discarding"):
        line = line_of(Diagram(DiscardTurn, highlight=path), f'id="phase-{path}"')

        assert f'color="{ACCENT.light}"' in line
        assert 'penwidth="3"' in line
        assert "current" in line


def test_a_path_taken_has_another_colour_and_width_in_edges_and_rows() -> None:
    diagram = Diagram(DiscardTurn, trace=[DEAL, TOGGLE])
    marked = [line for line in diagram.dot.splitlines() if ACCENT.light in line]

    assert len(marked) == 2
    assert f'color="{ACCENT.light}" penwidth="2.8"' in line_of(diagram, f'id="line-{DEAL}"')
    assert f'BORDER="3" SIDES="L" COLOR="{ACCENT.light}"' in line_of(diagram, '"anywhere_discarding" [')


def test_counts_are_width_colour_and_label() -> None:
    diagram = Diagram(DiscardTurn, counts={DEAL: 12_000, TO_READY: 3, TOGGLE: 0.25, "resting-end_turn-drawing": 0})
    busy, rare = (line_of(diagram, f'id="line-{name}"') for name in (DEAL, TO_READY))
    text = shown_text(svg_root(diagram.svg()))

    assert f'color="{ACCENT.light}" penwidth="5.00"' in busy
    assert ACCENT.light not in rare
    assert 'style="dotted"' in line_of(diagram, 'id="line-resting-end_turn-drawing"')
    assert all(f"× {number}" in text.split("\n") for number in ("12,000", "3", "0.25", "0"))


def same_words(*ends: str) -> Chart:
    """Arrows with the same event and effect; only where they lead differs."""
    phases = [Phase(name, name.upper(), initial=name == "a") for name in "abc"]
    return sorted_chart("Same", phases, [Row(end, end[0], end[1], "go", effects=(Effect("act"),)) for end in ends])


def test_arrows_that_say_the_same_keep_their_own_counts() -> None:
    diagram = Diagram(same_words("ab", "bc"), counts={"ab": 10, "bc": 11})

    assert "× 10<" in line_of(diagram, 'id="line-ab"')
    assert "× 11<" in line_of(diagram, 'id="line-bc"')


def test_arrows_that_say_the_same_keep_their_own_places() -> None:
    diagram = Diagram(same_words("ab", "ac"))

    assert ">1.</FONT>" in line_of(diagram, 'id="line-ab"')
    assert ">2.</FONT>" in line_of(diagram, 'id="line-ac"')


def test_an_edge_and_a_row_that_say_the_same_are_set_each_in_its_own_way() -> None:
    diagram = Diagram(same_words("aa", "bc"))

    assert "<B>go</B> <FONT" in line_of(diagram, 'id="phase-a"'), "in a row, as much on a line as fits"
    assert "<B>go</B> <FONT" not in line_of(diagram, 'id="line-bc"'), "on an edge, a line for each part"


def test_counts_of_nothing_draw_dotted_lines() -> None:
    assert 'style="dotted"' in line_of(Diagram(DiscardTurn, counts={DEAL: 0}), f'id="line-{DEAL}"')


def test_links_are_on_phases_and_arrows() -> None:
    links = {"drawing": "flow.py#L9", DEAL: "https://a.org/?a=1&b=2"}
    root = svg_root(Diagram(DiscardTurn, links=links).svg())
    found = {element.get(HREF) for element in root.iter(f"{SVG}a")}

    assert found == set(links.values())


def test_a_link_that_could_run_code_is_refused() -> None:
    with pytest.raises(DiagramError, match="not a link"):
        Diagram(DiscardTurn, links={"drawing": "javascript:alert(1)"}).svg()


# Themes


def test_one_svg_carries_both_themes() -> None:
    root = svg_root(Diagram(DiscardTurn).svg())
    style = root.findtext(f"{SVG}style") or ""
    words = [element for element in root.iter(f"{SVG}text") if element.text == "Draw Phase"]

    assert style.startswith("@media (prefers-color-scheme:dark)")
    assert f".pb-fill-ink{{fill:{INK.dark}}}" in style
    assert [element.get("class") for element in words] == ["pb-fill-ink"]


@pytest.mark.parametrize(
    "diagram",
    [Diagram(Contract, highlight="playing", counts={"dealing-begin-bidding": 1}), Diagram(Varied)],
    ids=["contract", "varied"],
)
def test_every_colour_of_an_automatic_picture_has_a_role(diagram: Diagram) -> None:
    for element in svg_root(diagram.svg()).iter():
        for name in ("fill", "stroke"):
            colour = element.get(name, "none")

            assert colour in ("none", "transparent") or f"pb-{name}-" in element.get("class", "")


def test_white_is_the_colour_of_nodes_alone() -> None:
    """A node and the page are the same in the light and differ in the dark."""
    groups = svg_root(Diagram(DiscardTurn).svg()).iter(f"{SVG}g")
    found = {
        (group.get("class", "").split()[0], name)
        for group in groups
        if group.get("class", "").startswith(("node", "edge", "cluster"))
        for element in group.iter()
        for name in element.get("class", "").split()
        if name in ("pb-fill-node", "pb-fill-paper")
    }

    assert found == {("node", "pb-fill-node")}


def test_formats_that_cannot_follow_the_reader_are_light_on_paper() -> None:
    assert Diagram(DiscardTurn).printed == Diagram(DiscardTurn, theme="light").dot
    assert f'bgcolor="{PAPER.light}"' in Diagram(DiscardTurn).printed
    assert Diagram(DiscardTurn, theme="dark").printed == Diagram(DiscardTurn, theme="dark").dot


def test_a_chosen_theme_is_the_same_for_every_reader() -> None:
    light, dark = (Diagram(DiscardTurn, theme=theme).svg() for theme in ("light", "dark"))

    assert "<style" not in light + dark
    assert f'fill="{PAPER.dark.lower()}"' in dark
    assert f'fill="{NODE.dark.lower()}"' in dark
    assert INK.light.lower() not in dark
    assert INK.dark.lower() not in light


# Files


@pytest.mark.parametrize("format", ["svg", "png", "dot", "mmd", "md", "rst", "json"])
def test_the_suffix_says_the_format(tmp_path: Path, format: str) -> None:
    diagram = Diagram(DiscardTurn)

    assert diagram.save(tmp_path / f"x.{format.upper()}").read_bytes() == diagram.render(format)


@pytest.mark.parametrize("name", ["x.html", "x.gif", "x"])
def test_an_unknown_suffix_is_answered_with_the_legal_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(DiagramError, match="svg, png, pdf, dot, mmd, md, rst, json"):
        Diagram(DiscardTurn).save(tmp_path / name)

    assert list(tmp_path.iterdir()) == []


def test_an_unknown_table_style_is_answered_with_the_legal_ones() -> None:
    with pytest.raises(DiagramError, match="md, rst"):
        Diagram(DiscardTurn).table("csv")


def test_json_is_the_chart() -> None:
    assert msgspec.json.decode(Diagram(DiscardTurn).json, type=Chart) == read(DiscardTurn)


def test_pictures_carry_the_hash_of_their_dot() -> None:
    diagram = Diagram(DiscardTurn)

    assert svg.stamp_in(diagram.svg()) == png.stamp_in(diagram.png()) == diagram.stamp
    assert Diagram(DiscardTurn, theme="dark").stamp != diagram.stamp


def test_a_stamped_png_is_whole() -> None:
    """Every chunk has the checksum that readers test."""
    data = Diagram(DiscardTurn).png()
    place, kinds = len(png.SIGNATURE), []
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        body = data[place + 4 : place + 8 + length]
        kinds.append(body[:4])

        assert data[place + 8 + length : place + 12 + length] == struct.pack(">I", zlib.crc32(body))
        place += 12 + length

    assert kinds[:2] == [b"IHDR", b"tEXt"]
    assert kinds[-1] == b"IEND"


def test_other_pictures_carry_no_stamp() -> None:
    assert svg.stamp_in("<svg/>") is svg.stamp_in("torn <") is None
    assert png.stamp_in(b"") is png.stamp_in(png.SIGNATURE + bytes(80)) is None


@pytest.mark.parametrize("states", [200, 1000])
def test_large_flows_are_drawn(states: int) -> None:
    diagram = Diagram(large_flow(states))
    found = ids(svg_root(diagram.svg()))

    assert sum(name.startswith("phase-") for name in found) == states
    assert sum(name.startswith("arrow-") for name in found) == len(diagram.chart.rows)
    assert len(diagram.mermaid.splitlines()) > states


def test_the_font_is_said_once_with_fonts_of_the_same_widths_to_fall_back_on() -> None:
    """Where Helvetica is missing, a font with wider letters would spill out of the boxes."""
    text = Diagram(engine).svg()

    assert text.count("font-family") == 1
    assert 'font-family="Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif"' in text


# Long names


def texts_of_arrows(names: list[str]) -> list[str]:
    """What a picture says of arrows whose guards have these names."""
    phases = [Phase("a", "A", initial=True), Phase("b", "B", final=True)]
    arrows = [Row(f"{number}", "a", "b", "go", (Guard(name),)) for number, name in enumerate(names)]
    root = svg_root(Diagram(sorted_chart("Names", phases, arrows)).svg())
    groups = {group.get("id"): group for group in root.iter(f"{SVG}g")}
    return [shown_text(groups[f"arrow-{number}"]).replace("\n", "") for number in range(len(names))]


def test_long_names_are_cut_in_the_middle() -> None:
    (text,) = texts_of_arrows(["start_" + "x" * 300 + "_end"])

    assert re.fullmatch(r"go\[start_x+…x+_end\]", text)
    assert len(text) < 100


def test_names_that_would_look_the_same_when_cut_are_shown_whole() -> None:
    names = [f"{'a_long_start_' * 8}{number:02}{'_and_a_long_end' * 8}" for number in range(40)]

    assert [text.partition("[")[2] for text in texts_of_arrows(names)] == [f"{name}]" for name in names]
