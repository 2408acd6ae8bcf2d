"""The SVG for readers: themes, tooltips, a title, a stamp."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from diagrams.diagram import Diagram
from diagrams.errors import DrawingError
from diagrams.formats.palette import INK, NODE, PAPER, TINTS
from diagrams.formats.svg import finished, stamp_in
from diagrams.options import Theme
from fsm.chart import Chart, Guard, Phase, Row
from games.discard import DiscardTurn, engine
from tests.diagrams.flows import TOGGLE, Contract, Varied
from tests.diagrams.parsing import HREF, SVG, ids, shown_text, svg_root
from tests.diagrams.random_charts import random_chart
from tests.diagrams.renderers import pretend


def test_a_tooltip_gives_the_sentence_that_a_refused_player_reads() -> None:
    root = svg_root(Diagram(DiscardTurn).svg())
    (row,) = [element for element in root.iter(f"{SVG}g") if element.get("id") == f"arrow-{TOGGLE}"]

    assert "If not: “That card is not in your hand.”" in (row.findtext(f"{SVG}title") or "")


@pytest.mark.parametrize("subtitle", ["preset brisk", "<b> & \\N"])
def test_a_subtitle_is_shown_and_is_part_of_the_title(subtitle: str) -> None:
    root = svg_root(Diagram(DiscardTurn, subtitle=subtitle).svg())

    assert subtitle in shown_text(root)
    assert subtitle in (root.findtext(f"{SVG}title") or "")


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


def test_a_chosen_theme_is_the_same_for_every_reader() -> None:
    light, dark = (Diagram(DiscardTurn, theme=theme).svg() for theme in ("light", "dark"))

    assert "<style" not in light + dark
    assert f'fill="{PAPER.dark.lower()}"' in dark
    assert f'fill="{NODE.dark.lower()}"' in dark
    assert INK.light.lower() not in dark
    assert INK.dark.lower() not in light


def test_the_font_is_named_once_with_fonts_of_the_same_widths_to_fall_back_on() -> None:
    """Where Helvetica is missing, a font with wider letters would spill out of the boxes."""
    text = Diagram(engine).svg()

    assert text.count("font-family") == 1
    assert 'font-family="Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif"' in text


def test_pictures_of_others_carry_no_stamp() -> None:
    assert stamp_in("<svg/>") is stamp_in("torn <") is None


def test_an_svg_that_cannot_be_read_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "echo '<svg><g></svg>'")

    with pytest.raises(DrawingError, match="cannot be read"):
        Diagram(DiscardTurn).svg()


DRAWN = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<g id="graph0"><title>G</title>
<g id="phase-a"><title>state_a</title>
<g id="a_arrow-x"><a xlink:title="If so."><text font-family="Helvetica" fill="#1f2328">x</text><text> </text></a></g>
<g id="a_node1"><a xlink:href="b.html" xlink:title="To b."><text fill="red">y</text></a></g>
</g></g></svg>"""


def dressed(theme: Theme) -> ElementTree.Element:
    return svg_root(finished(DRAWN, title="T", description="D", theme=theme, stamp="s"))


def test_an_anchor_goes_unless_it_leads_somewhere_and_its_tooltip_stays() -> None:
    root = dressed(Theme.AUTO)
    anchors = list(root.iter(f"{SVG}a"))

    assert [anchor.get(HREF) for anchor in anchors] == ["b.html"]
    assert [title.text for title in root.iter(f"{SVG}title")] == ["T", "If so.", "To b."]
    assert shown_text(root) == "x\ny"


def test_only_ids_of_ours_stay() -> None:
    assert ids(dressed(Theme.AUTO)) == ["phasebook-title", "phasebook-desc", "graph0", "phase-a", "arrow-x"]


def test_colours_without_a_role_stay_as_they_are() -> None:
    assert [text.get("class") for text in dressed(Theme.AUTO).iter(f"{SVG}text")] == ["pb-fill-ink", None]
    assert [text.get("class") for text in dressed(Theme.DARK).iter(f"{SVG}text")] == [None, None]


def test_title_and_description_come_first_and_are_named_as_the_label() -> None:
    root = dressed(Theme.LIGHT)

    assert [(child.tag, child.text) for child in root][:2] == [(f"{SVG}title", "T"), (f"{SVG}desc", "D")]
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", "phasebook-title phasebook-desc")
    assert stamp_in(ElementTree.tostring(root, encoding="unicode")) == "s"


def test_alternatives_whose_guards_differ_at_the_end_of_a_long_name_read_differently() -> None:
    start = "the_player_has_enough_of_everything_that_is_needed_for_this_one_choice_among_many_"
    phases = [Phase("a", "A", initial=True), Phase("b", "B")]
    rows = [Row(f"row{number}", "a", "b", "go", (Guard(f"{start}{number}"),)) for number in range(40)]
    root = svg_root(Diagram(Chart("Long", "", tuple(phases), tuple(rows))).svg())
    labels = [group for group in root.iter(f"{SVG}g") if (group.get("id") or "").startswith("arrow-")]
    guards = {"".join(text.text or "" for text in label.iter(f"{SVG}text")).partition("[")[2] for label in labels}

    assert len(labels) == len(guards) == 40


def test_a_halo_follows_the_theme_as_other_colours_do() -> None:
    """A label with no free place anywhere: its rim is the tint behind it."""
    texts = [text for text in svg_root(Diagram(crowded()).svg()).iter(f"{SVG}text") if text.get("paint-order")]

    assert texts
    for text in texts:
        assert text.get("stroke") in [tint.light.lower() for tint in TINTS]
        assert "pb-stroke-tint" in (text.get("class") or "")


def test_a_halo_in_a_chosen_theme_is_the_colour_of_that_theme() -> None:
    texts = svg_root(Diagram(crowded(), theme="dark").svg()).iter(f"{SVG}text")
    rims = {text.get("stroke") for text in texts if text.get("paint-order")}

    assert rims
    assert rims <= {pair.dark.lower() for pair in (*TINTS, PAPER)}


def crowded() -> Chart:
    """The first random chart in which a label finds no place."""
    for seed in range(0, 300, 3):
        chart = random_chart(seed)
        if "paint-order" in Diagram(chart).svg():
            return chart
    raise AssertionError("every label of every chart has found a place")
