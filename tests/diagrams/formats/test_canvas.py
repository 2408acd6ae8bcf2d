"""The edges of a picture: whatever moves, nothing is cut off."""

import pytest

from diagrams.formats.canvas import MARGIN, grow_canvas
from diagrams.formats.layout import NUMBER, box_of_shape
from tests.diagrams.formats.pictures import Element, frame, graph_in, layout_in, line, picture

PAPER = '<polygon fill="#ffffff" points="0,400 0,0 600,0 600,400"/>'


def grown(root: Element) -> Element:
    grow_canvas(root, graph_in(root), layout_in(root))
    return root


def numbers(root: Element, name: str) -> list[float]:
    return [float(number) for number in NUMBER.findall(root.get(name, ""))]


def test_a_picture_in_which_everything_has_room_keeps_its_size() -> None:
    root = grown(picture(frame("Box", 20, 20, 300, 300)))

    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("600pt", "400pt", "0 0 600 400")


def test_a_picture_grows_at_the_right_and_the_bottom() -> None:
    root = grown(picture(frame("Box", 20, 20, 650, 420)))

    assert numbers(root, "viewBox") == [0, 0, 650 + MARGIN, 420 + MARGIN]
    assert (root.get("width"), root.get("height")) == ("658pt", "428pt")
    assert graph_in(root).get("transform") == "translate(0 0)"


def test_what_is_added_at_the_left_and_the_top_moves_everything() -> None:
    root = grown(picture(line("label", (-30, -15), (5, 5), (5, 90))))
    across, down = numbers(graph_in(root), "transform")
    label = layout_in(root).lines[0].label
    assert label is not None

    assert (across, down) == pytest.approx((30 + MARGIN, -label.box.top + MARGIN), abs=0.01)
    assert numbers(root, "viewBox") == pytest.approx([0, 0, 600 + across, 400 + down], abs=0.01)


def test_the_paper_reaches_to_the_edges() -> None:
    root = grown(picture(PAPER, frame("Box", -20, 20, 650, 420)))
    paper = layout_in(root).background
    assert paper is not None

    assert box_of_shape(paper) == (-28, 0, 658, 428)


def test_a_picture_without_a_size_is_left_alone() -> None:
    root = picture(frame("Box", 20, 20, 650, 420))
    del root.attrib["viewBox"]

    assert grown(root).get("width") == "600pt"
