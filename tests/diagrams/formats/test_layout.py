"""Reading a picture: every box, node, line and label is found where it is drawn."""

from xml.etree import ElementTree

import pytest

from diagrams.diagram import Diagram
from diagrams.formats.geometry import Box
from diagrams.formats.layout import Frame, Layout, Words, box_of_shape, numbers_of, reshape, written
from diagrams.formats.svg import SVG, settle_anchor, tag, tree_of
from diagrams.renderers import Renderer, draw
from fsm.reading import read
from games.discard import DiscardTurn
from tests.diagrams.flows import Contract, Varied
from tests.diagrams.renderers import each_renderer
from tests.diagrams.special_flows import Auction, Duel, Windows


def layout_of(flow: object, renderer: Renderer) -> Layout:
    root = tree_of(draw(Diagram(flow).dot, "svg", renderer.kind))  # type: ignore[arg-type]  # any flow
    for group in root.iter(tag("g")):
        settle_anchor(group)
    graph = root.find(tag("g"))
    assert graph is not None
    return Layout(graph)


@each_renderer
@pytest.mark.parametrize("flow", [DiscardTurn, Contract, Varied, Auction, Duel, Windows])
def test_every_box_and_every_edge_is_found(flow: type, renderer: Renderer) -> None:
    layout, chart, text = layout_of(flow, renderer), read(flow), Diagram(flow).dot

    assert len(layout.frames) == sum(bool(phase.children) for phase in chart.phases)
    assert len(layout.lines) == text.count(" -> ")
    assert sum(line.label is not None for line in layout.lines) == text.count('id="line-') + text.count('id="back-')
    assert all(frame.title is not None and frame.box.holds(frame.title.box) for frame in layout.frames)
    assert all(line.curves for line in layout.lines)


@each_renderer
def test_boxes_lie_in_each_other_as_phases_do(renderer: Renderer) -> None:
    layout, chart = layout_of(Windows, renderer), read(Windows)
    depths = sorted(len(chart.lineage(phase.path)) for phase in chart.phases if phase.children)

    def depth(frame: Frame | None) -> int:
        return 0 if frame is None else 1 + depth(frame.around)

    found = sorted(depth(frame) for frame in layout.frames)

    assert [number - found[0] for number in found] == [number - depths[0] for number in depths]


@each_renderer
def test_a_badge_moves_with_its_label(renderer: Renderer) -> None:
    labels = [line.label for line in layout_of(Varied, renderer).lines if line.label is not None and line.label.badges]
    label = labels[0]
    before = [box_of_shape(badge) for badge in label.badges]
    label.move(10.0, -5.0)

    for badge, box in zip(label.badges, before, strict=True):
        assert tuple(box_of_shape(badge)) == pytest.approx(box.moved(10, -5), abs=0.01)
    assert tuple(label.box) == pytest.approx(Words(label.texts, label.badges).box, abs=0.02)


def shape(name: str, **attributes: str) -> ElementTree.Element:
    return ElementTree.Element(tag(name), attributes)


ROUND = (
    "M12,0C12,0 88,0 88,0 94,0 100,6 100,12 100,12 100,38 100,38 100,44 94,50 88,50"
    " 88,50 12,50 12,50 6,50 0,44 0,38 0,38 0,12 0,12 0,6 6,0 12,0"
)
"""A box from 0,0 to 100,50 with round corners."""


def test_a_path_keeps_its_commands_when_it_is_moved() -> None:
    path = shape("path", d="M1,2C3.5,-4 5,6 7.25,8")
    reshape(path, lambda point: (point[0] + 1, point[1] - 1))

    assert path.get("d") == "M2,1C4.5,-5 6,5 8.25,7"


def test_paths_with_other_commands_are_read_too() -> None:
    assert numbers_of(shape("path", d="M1,2L3,-4Z")) == [1, 2, 3, -4]
    assert box_of_shape(shape("path", d="M1,2L3,-4Z")) == Box(1, -4, 3, 2)
    assert box_of_shape(shape("path", d="")) == box_of_shape(shape("polygon")) == Box(0, 0, 0, 0)
    assert box_of_shape(shape("ellipse", cx="5", cy="6", rx="2", ry="1")) == Box(3, 5, 7, 7)


def test_a_box_grows_at_the_sides_that_move() -> None:
    frame = Frame(shape("path", d=ROUND))
    frame.stretch(Box(-5.0, 0.0, 130.0, 60.0))

    assert box_of_shape(frame.shape) == (-5, 0, 130, 60)
    assert (frame.shape.get("d") or "").startswith("M7,0C7,0 118,0 118,0 124,0 130,6 130,12")


def test_numbers_are_written_short() -> None:
    assert [written(number) for number in (1.0, 1.256, -0.5, 100.0, 20.10)] == ["1", "1.26", "-0.5", "100", "20.1"]


def test_words_shrink_from_their_left_end_and_come_back() -> None:
    group = ElementTree.fromstring(f'<g xmlns="{SVG}"><text x="8" y="14" font-size="13">Playing a card</text></g>')
    words = Words(list(group), [])
    before = words.box

    sizes = words.sizes
    words.set_in(["11.05"])
    assert words.box.left == before.left
    assert words.box.right - words.box.left == pytest.approx(0.85 * (before.right - before.left), rel=0.01)
    assert group[0].get("font-size") == "11.05"

    words.set_in(sizes)
    assert words.box == before
