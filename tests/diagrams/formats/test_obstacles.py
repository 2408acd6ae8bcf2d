"""The grid: it finds what looking at everything would find."""

from hypothesis import given
from hypothesis import strategies as st

from diagrams.formats.geometry import Box, around, flattened, passes
from diagrams.formats.obstacles import Obstacle, Obstacles
from tests.diagrams.formats.test_geometry import boxes, curves


def hits(obstacles: Obstacles, box: Box) -> set[object]:
    return {found.owner for found in obstacles.near(box) if found.hits(box)}


@given(st.lists(boxes, max_size=12), boxes)
def test_boxes_are_found_where_they_are(solids: list[Box], box: Box) -> None:
    obstacles = Obstacles()
    for number, solid in enumerate(solids):
        obstacles.add_box(solid, number)

    assert hits(obstacles, box) == {number for number, solid in enumerate(solids) if solid.meets(box)}


@given(curves.map(lambda curve: tuple(5 * number for number in curve)), boxes, st.sampled_from([0.5, 1.0, 5.0]))
def test_a_long_curve_in_pieces_is_the_same_curve(curve: tuple[float, ...], box: Box, width: float) -> None:
    obstacles = Obstacles()
    obstacles.add_curve(curve, "line", width)

    assert (hits(obstacles, box) == {"line"}) is passes(flattened(curve), box.grown(width / 2))


def test_what_has_gone_is_not_found() -> None:
    obstacles = Obstacles()
    found = obstacles.add_box(Box(0, 0, 300, 300), "label")
    found.gone = True

    assert list(obstacles.near(Box(0, 0, 10, 10))) == []


def test_a_curve_becomes_points_only_when_somebody_comes_near() -> None:
    curve = (0.0, 0.0, 10.0, 5.0, 20.0, 9.0, 30.0, 0.0)
    obstacle = Obstacle(around(curve), "line", curve, 1.0)

    assert not obstacle.hits(Box(100, 100, 110, 110))
    assert obstacle.track is None
    assert obstacle.hits(Box(10, 0, 20, 10))
    assert obstacle.track is not None
