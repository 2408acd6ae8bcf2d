"""The HTML of a picture: well-formed, named, and no wider than it can be read."""

from xml.etree import ElementTree

import pytest

from diagrams.diagram import Diagram
from games.discard import engine
from phasebook.sites.asking import asked
from phasebook.sites.figures import SMALLEST, error_box, figure, image, inline, spoken, stylesheet, width_in, width_of

DIAGRAM = Diagram(engine)
SVG = DIAGRAM.svg(prefix="a-", inline=True)
HOSTILE = '"><script>alert(1)</script>&'


def frame(html: str) -> ElementTree.Element:
    """Read as XML: books are stricter than pages."""
    return ElementTree.fromstring(html)


def test_a_picture_is_named_and_can_be_scrolled_by_keyboard() -> None:
    found = frame(inline(asked("discard", {}), DIAGRAM, SVG))

    assert (found.get("tabindex"), found.get("role")) == ("0", "group")
    assert found.get("aria-label") == "Flowchart of DiscardTurn – Draw a hand, discard down, end the turn."


def test_there_are_no_blank_lines() -> None:
    html = inline(asked("discard", {}), DIAGRAM, SVG.replace("<g ", "\n\n  \n<g "))

    assert all(line.strip() for line in html.splitlines())
    assert "\n\n" not in figure(asked("discard", {}), html, "caption")


def test_an_alternative_text_takes_the_place_of_the_title() -> None:
    wanted = asked("discard", {"alt": HOSTILE})
    svg = frame(inline(wanted, DIAGRAM, SVG))[0]

    assert svg.get("aria-label") == HOSTILE
    assert svg.get("aria-labelledby") is None
    assert svg.get("aria-describedby") == "a-phasebook-desc"
    assert frame(image(wanted, DIAGRAM, "a.svg", 100))[0].get("alt") == HOSTILE


def test_a_picture_shrinks_so_far_and_no_further() -> None:
    width = width_in(SVG)
    svg = frame(inline(asked("discard", {}), DIAGRAM, SVG))[0]

    assert width > 500
    assert svg.get("style") == f"min-width:{width * SMALLEST:g}px"


@pytest.mark.parametrize(("width", "style"), [("400", "width:400px"), ("50%", "width:50%"), ("30em", "width:30em")])
def test_a_width_is_the_authors_choice(width: str, style: str) -> None:
    wanted = asked("discard", {"width": width})
    one, other = frame(inline(wanted, DIAGRAM, SVG)), frame(image(wanted, DIAGRAM, "a.png", 900))

    assert one[0].get("style") == other[0].get("style") == style
    assert one.get("tabindex") is other.get("tabindex") is None  # nothing scrolls


def test_a_png_is_shown_as_wide_as_the_svg() -> None:
    assert width_of(DIAGRAM.png()) == pytest.approx(width_in(SVG), rel=0.02)


def test_a_small_picture_is_no_stop_for_the_keyboard() -> None:
    assert frame(image(asked("discard", {}), DIAGRAM, "a.svg", 300)).get("tabindex") is None


def test_a_figure_has_a_name_a_side_and_a_caption() -> None:
    found = frame(figure(asked("discard", {"name": "turn", "align": "left"}), "<p/>", "<em>Turn</em>"))

    assert (found.get("id"), found.get("class")) == ("turn", "phasebook-figure align-left")
    assert found[1].tag == "figcaption"


def test_a_preset_is_a_part_of_the_name() -> None:
    wanted = asked("discard", {})

    assert spoken(wanted, Diagram(engine, subtitle="preset x")).startswith("Flowchart of DiscardTurn – preset x – ")


def test_a_box_shows_the_sentence_as_it_is() -> None:
    assert "".join(frame(error_box(HOSTILE)).itertext()).endswith(HOSTILE)


def test_the_style_sheet_follows_the_page_and_not_the_system() -> None:
    assert "light-dark(" in stylesheet()
    assert "(prefers-color-scheme:dark){:root" not in stylesheet()
