"""What is around a label: the innermost box, points along a line, free places in a band."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagrams.formats.geometry import Box
from diagrams.formats.surroundings import COMFORTABLE, TIGHT, TIGHTEST, TOUCHING, Surroundings, sides
from tests.diagrams.formats.pictures import frame, layout_in, line, node, picture

NESTED = picture(
    frame("Outer", 0, 0, 300, 300),
    frame("Inner", 50, 50, 150, 150),
    node(180, 60, 220, 90),
    line("label", (105, 200), (100, 160), (100, 290)),
)


def test_the_innermost_box_around_a_point_is_found() -> None:
    layout = layout_in(NESTED)
    world = Surroundings(layout)

    assert [world.frame_at(point) for point in ((100, 100), (20, 20), (400, 20))] == [*reversed(layout.frames), None]


def test_a_box_that_has_grown_is_found_where_it_is_now() -> None:
    layout = layout_in(NESTED)
    world, inner = Surroundings(layout), layout.frames[1]
    inner.stretch(Box(50, 50, 170, 150))
    world.stretched(inner)
    beside = Box(165, 100, 175, 110)

    assert world.frame_at((160, 100)) is inner
    assert {found.owner for found in world.obstacles.near(beside)} == {inner}
    assert not list(world.obstacles.near(Box(145, 100, 155, 110)))


def test_a_label_that_has_moved_is_found_where_it_is_now() -> None:
    layout = layout_in(NESTED)
    world, label = Surroundings(layout), layout.lines[0].label
    assert label is not None
    old = label.box
    label.move(50, 0)
    world.moved(label)

    assert label not in {found.owner for found in world.obstacles.near(old)}
    assert label in {found.owner for found in world.obstacles.near(label.box)}


@pytest.mark.parametrize(
    ("place", "room", "free"),
    [
        (Box(105, 200, 130, 210), TOUCHING, True),
        (Box(98, 200, 130, 210), TOUCHING, False),  # on its own line
        (Box(290, 200, 310, 210), TOUCHING, False),  # on a border
        (Box(180, 60, 200, 70), TOUCHING, False),  # on a phase
        (Box(222.5, 60, 240, 70), TOUCHING, True),
        (Box(222.5, 60, 240, 70), TIGHT, False),  # too near to it
        (Box(224, 60, 240, 70), TIGHT, True),
        (Box(224, 60, 240, 70), COMFORTABLE, False),
    ],
)
def test_a_place_is_free_if_nothing_is_too_near(place: Box, room: object, free: bool) -> None:
    layout = layout_in(NESTED)
    label = layout.lines[0].label
    assert label is not None
    label.box, label.parts = place, [place]

    assert Surroundings(layout).is_free(label, room) is free  # type: ignore[arg-type]  # one of ours


def test_rooms_get_smaller_and_labels_never_touch_each_other() -> None:
    for larger, smaller in ((COMFORTABLE, TIGHT), (TIGHT, TIGHTEST), (TIGHTEST, TOUCHING)):
        assert all(one >= other for one, other in zip(larger, smaller, strict=True))
    assert TIGHTEST.words >= 6


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), min_size=2, max_size=5))
def test_stations_are_points_of_the_line_a_step_apart(points: list[tuple[int, int]]) -> None:
    layout = layout_in(picture(line("x", (0, 0), *points)))
    found = list(Surroundings(layout).stations(layout.lines[0], Box(-9, -9, 300, 300), 10.0))
    length = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(points))

    assert len(found) <= length / 10 + 1
    assert all(min(abs(x - px) + abs(y - py) for px, py in points) <= length for x, y in found)


def test_the_first_gap_is_the_leftmost_one_that_is_wide_enough() -> None:
    bars = [line("", (0, 0), (x, 0), (x, 60)) for x in (36, 66, 160)]
    layout = layout_in(picture(frame("Title", 0, 0, 300, 200), *bars))
    (box,) = layout.frames
    assert box.title is not None
    gap = Surroundings(layout).first_gap(box.title, box.box)

    assert gap is not None
    assert box.title.box.left + gap == pytest.approx(66 + 5, abs=0.1)


def test_there_is_no_gap_in_a_band_that_is_full() -> None:
    bars = [line("", (0, 0), (x, 0), (x, 60)) for x in range(10, 300, 20)]
    layout = layout_in(picture(frame("Title", 0, 0, 300, 200), *bars))
    (box,) = layout.frames
    assert box.title is not None

    assert Surroundings(layout).first_gap(box.title, box.box) is None


def test_a_border_has_four_sides() -> None:
    found = list(sides(Box(0, 0, 10, 20)))

    assert len(found) == 4
    assert not any(side.has((5, 10)) for side in found)
    assert all(any(side.has(point) for side in found) for point in ((0, 10), (10, 10), (5, 0), (5, 20)))
