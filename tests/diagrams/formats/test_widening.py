"""Boxes that grow: only into free room, with the boxes around them, and never far."""

import pytest

from diagrams.formats.geometry import Box
from diagrams.formats.layout import Layout
from diagrams.formats.surroundings import Surroundings
from diagrams.formats.widening import MOST, ROOM, lineage, widened
from tests.diagrams.formats.pictures import frame, layout_in, line, node, picture

LABEL = line("label", (190, 150), (150, 60), (150, 280))
"""Some 21 wide: it ends 11 to the right of the box below."""
BOX = frame("Box", 100, 10, 200, 300)


def widen(*groups: str, down: float = 0.0, across: float = 0.0) -> tuple[bool, Layout]:
    """Whether the innermost box has grown around its label, and what there is now."""
    layout = layout_in(picture(*groups))
    label = layout.lines[0].label
    assert label is not None
    return widened(Surroundings(layout), label, layout.frames[-1], across, down), layout


def test_a_box_grows_around_a_label_and_leaves_room() -> None:
    done, layout = widen(BOX, LABEL)
    label = layout.lines[0].label
    assert label is not None

    assert done
    assert layout.frames[0].box == pytest.approx(Box(100, 10, label.box.right + ROOM, 300))


def test_a_box_grows_with_the_box_around_it() -> None:
    done, layout = widen(frame("Outer", 0, 0, 215, 320), BOX, LABEL)
    outer, inner = layout.frames

    assert done
    assert outer.box.holds(inner.box)
    assert outer.box.right > 215
    assert lineage(inner) == [inner, outer]


@pytest.mark.parametrize(
    "other",
    [
        node(205, 40, 260, 60),
        line("x", (400, 20), (210, 20), (210, 400)),  # would then run inside the box
        line("x", (400, 20), (400, 100), (200, 100)),  # ends at the border, which would leave
        frame("Beside", 208, 10, 300, 300),
    ],
    ids=["phase", "line", "end", "box"],
)
def test_what_is_beside_a_box_stays_outside(other: str) -> None:
    done, layout = widen(
        *([other, BOX] if "cluster" in other else [BOX]), LABEL, *([] if "cluster" in other else [other])
    )

    assert not done
    assert layout.frames[-1].box.right == 200


@pytest.mark.parametrize(
    "other",
    [
        line("x", (400, 20), (120, 100), (400, 100)),  # leads out of the box
        line("x", (400, 20), (120, 200), (205, 200), (205, 250), (120, 250)),  # leads out and back
    ],
    ids=["out", "and back"],
)
def test_a_line_that_comes_from_the_box_is_no_obstacle(other: str) -> None:
    assert widen(BOX, LABEL, other)[0]


def test_a_box_does_not_grow_far() -> None:
    assert widen(BOX, LABEL, across=MOST - 20)[0]
    assert not widen(BOX, LABEL, across=MOST)[0]


def test_a_box_grows_downward_but_not_upward() -> None:
    assert widen(BOX, LABEL, down=150)[0]
    assert not widen(BOX, LABEL, down=-145)[0]


def test_a_box_does_not_grow_around_a_label_that_is_on_something_else() -> None:
    assert not widen(BOX, LABEL, node(185, 140, 195, 160))[0]


def test_a_box_that_holds_its_label_has_no_reason_to_grow() -> None:
    assert not widen(BOX, line("label", (155, 150), (150, 60), (150, 280)))[0]
