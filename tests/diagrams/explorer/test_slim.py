"""A picture for the page is smaller, and looks the same."""

import re
from collections import Counter

import pytest
from hypothesis import given

from diagrams.diagram import Diagram
from diagrams.explorer.slim import slim
from fsm.chart import Chart
from tests.diagrams.charts import nasty_charts
from tests.diagrams.parsing import SVG, ids, shown_text, svg_root
from tests.diagrams.renderers import slow
from tests.diagrams.test_faithful import CHARTS


def with_namespace(text: str) -> str:
    """A picture as a file of its own: in a page, nobody says the namespace."""
    return text.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)


def check_same(whole: str, small: str) -> None:
    """The same texts, the same things to mark, and the same shapes in the same places."""
    before, after = svg_root(whole), svg_root(with_namespace(small))

    assert shown_text(after) == shown_text(before)
    assert [name for name in ids(before) if not name.startswith("phasebook-")] == ids(after)
    assert [element.tag for element in after.iter()] == [
        element.tag for element in before.iter() if element.tag not in (f"{SVG}title", f"{SVG}desc")
    ]
    for one, other in zip(shapes(before), shapes(after), strict=True):
        assert other == pytest.approx(one, abs=0.051)


def shapes(root: object) -> list[list[float]]:
    """The numbers of every shape and text."""
    found = []
    for element in root.iter():  # type: ignore[attr-defined]  # an element of whatever tree
        places = " ".join(element.get(name, "") for name in ("d", "points", "x", "y", "cx", "cy", "rx", "ry"))
        found.append([float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", places)])
    return [numbers for numbers in found if numbers]


@pytest.mark.parametrize("name", CHARTS)
def test_nothing_that_is_seen_changes(name: str) -> None:
    whole = Diagram(CHARTS[name]).svg(inline=True)
    small = slim(whole)

    check_same(whole, small)
    assert len(small) < 0.7 * len(whole)


@slow
@given(nasty_charts())
def test_nothing_that_is_seen_changes_whatever_the_names(chart: Chart) -> None:
    whole = Diagram(chart).svg(inline=True)

    check_same(whole, slim(whole))


def test_every_colour_is_left_to_the_page() -> None:
    colours = Counter(re.findall(r'(?:fill|stroke)="([^"]*)"', slim(Diagram(CHARTS["onepiece"]).svg(inline=True))))

    assert set(colours) <= {"none", "transparent"}
