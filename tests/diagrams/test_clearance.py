"""Measured in a browser: labels lie on no border and no line, and no arrow runs through a title.

What is measured is what a reader sees, see `clearance`; the code that places labels has no part in it.
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from diagrams.diagram import Diagram
from diagrams.formats import svg
from diagrams.options import Words
from diagrams.renderers import Renderer
from fsm.catalogue import registered
from phasebook.cli.draw import Picture, pictures_of
from phasebook.cli.parser import parser
from tests.browser import needs_browser
from tests.diagrams.clearance import Clearance, Ruler
from tests.diagrams.formats.pictures import frame, line, node
from tests.diagrams.random_charts import random_chart
from tests.diagrams.renderers import each_renderer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEEDS = range(30)
FEWEST = 15
"""At most one label in as many may lie on a border."""


@pytest.fixture(scope="module")
def ruler(browser: "Browser") -> Iterator[Ruler]:
    found = Ruler(browser)
    yield found
    found.page.close()


@contextmanager
def without_the_pass() -> Iterator[None]:
    """Pictures as Graphviz lays them out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(svg, "clear", lambda root, graph: None)
        yield


def pictures_of_games(words: Words) -> list[Picture]:
    """Every picture that `phasebook draw --all` draws."""
    options: argparse.Namespace = parser(["draw"]).parse_args(["draw", "--all", "--words", words])
    found = [picture for name in registered() for picture in pictures_of(name, options)]
    return [picture._replace(stem=f"{picture.stem}, {words}") for picture in found]


GAMES = [picture for words in Words for picture in pictures_of_games(words)]


@needs_browser
@pytest.mark.parametrize("picture", GAMES, ids=lambda picture: picture.stem)
def test_in_pictures_of_games_every_label_and_every_title_is_clear(ruler: Ruler, picture: Picture) -> None:
    found = ruler.measured(picture.diagram.svg())

    assert found.labels > 0
    assert (found.borders, found.lines, found.overlaps) == ([], [], [])
    assert found.crossed == []
    assert found.outside == []


@needs_browser
def test_in_pictures_of_games_it_is_the_pass_that_clears_them(ruler: Ruler) -> None:
    with without_the_pass():
        before = ruler.all_of(picture.diagram.svg() for picture in GAMES)

    assert len(before.borders) >= 10
    assert before.lines
    assert before.crossed


@needs_browser
@each_renderer
def test_in_random_flows_few_labels_lie_on_a_border(ruler: Ruler, renderer: Renderer) -> None:
    diagrams = [Diagram(random_chart(seed), engine=renderer.kind) for seed in SEEDS]
    with without_the_pass():
        before = ruler.all_of(diagram.svg() for diagram in diagrams)
    after = ruler.all_of(diagram.svg() for diagram in diagrams)
    print(f"{renderer.kind}: before {summary(before)}; after {summary(after)}")

    assert after.labels == before.labels > 300
    assert len(after.borders) * FEWEST <= after.labels
    assert len(after.lines) * FEWEST <= after.labels
    assert len(after.borders) * 3 < len(before.borders)
    assert len(after.lines) * 2 < len(before.lines)
    assert len(after.crossed) * 3 < len(before.crossed)
    assert len(after.overlaps) <= len(before.overlaps)
    assert after.outside == before.outside == []


def summary(found: Clearance) -> str:
    """The numbers in one line."""
    return (
        f"{len(found.borders)} of {found.labels} labels on borders, {len(found.lines)} on lines, "
        f"{len(found.crossed)} of {found.titles} titles crossed"
    )


# The ruler itself


def page_of(*groups: str) -> str:
    """A picture made by hand."""
    body = "".join(groups)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" font-family="Helvetica, Arial, sans-serif">'
        f'<style>path{{fill:none;stroke:black}}</style><g id="graph0" transform="translate(20 10)">{body}</g></svg>'
    )


BOX = frame("Box", 10, 10, 200, 300)


@needs_browser
@pytest.mark.parametrize(
    ("groups", "borders", "lines", "crossed"),
    [
        ([BOX, line("label", (120, 150), (100, 50), (100, 280))], 0, 0, 0),
        ([BOX, line("label", (190, 150), (100, 50), (100, 280))], 1, 0, 0),
        ([BOX, line("label", (95, 150), (100, 50), (100, 280))], 0, 1, 0),
        ([BOX, line("label", (95, 250), (50, 50), (50, 150), (100, 200), (100, 280))], 0, 1, 0),
        ([BOX, line("label", (95, 150), (100, 50), (100, 280)).replace("C", "L")], 0, 1, 0),
        ([BOX, line("label", (101, 150), (100, 50), (100, 280))], 0, 0, 0),
        ([BOX, line("label", (20, 25), (100, 50), (100, 280))], 0, 0, 1),
        ([BOX, line("", (0, 0), (30, 0), (30, 280))], 0, 0, 1),
        ([node(50, 50, 300, 300), line("label", (100, 100), (10, 50), (10, 280))], 1, 0, 0),
    ],
    ids=[
        "clear",
        "border",
        "line",
        "last of several curves",
        "no curve",
        "just beside",
        "label on title",
        "line on title",
        "in a node",
    ],
)
def test_the_ruler_sees_what_touches(ruler: Ruler, groups: list[str], borders: int, lines: int, crossed: int) -> None:
    found = ruler.measured(page_of(*groups))

    assert (len(found.borders), len(found.lines), len(found.crossed)) == (borders, lines, crossed)
    assert found.outside == []


@needs_browser
def test_the_ruler_sees_what_is_cut_off(ruler: Ruler) -> None:
    assert ruler.measured(page_of(line("label", (390, 100), (10, 10), (20, 20)))).outside == ["label"]
