"""Boxes and curves: every answer agrees with trying many points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagrams.formats.geometry import STRAY, Box, around, curves_of, cut_of, flattened, passes, span_within, united

numbers = st.integers(-200, 200).map(float)
points = st.tuples(numbers, numbers)
sizes = st.integers(1, 120).map(float)
boxes = st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), numbers, numbers, sizes, sizes)
curves = st.tuples(*[numbers] * 8)


def on_the_way(one: tuple[float, float], other: tuple[float, float], share: float) -> tuple[float, float]:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


@given(points, points, boxes)
def test_a_line_is_cut_where_it_enters_and_leaves_a_box(
    one: tuple[float, float], other: tuple[float, float], box: Box
) -> None:
    cut = cut_of(one, other, box)
    inside = [share / 200 for share in range(201) if box.grown(-0.01).has(on_the_way(one, other, share / 200))]

    assert cut is not None or not inside or one == other
    assert cut is None or all(cut[0] <= share <= cut[1] for share in inside)
    assert cut is None or box.grown(0.001).has(on_the_way(one, other, sum(cut) / 2))


@given(st.lists(points, min_size=2, max_size=6), boxes)
def test_a_chain_passes_where_one_of_its_lines_does(chain: list[tuple[float, float]], box: Box) -> None:
    cuts = [cut_of(chain[place], chain[place + 1], box) for place in range(len(chain) - 1)]
    span = span_within(chain, box)

    assert passes(chain, box) is any(cut is not None for cut in cuts) is (span is not None)
    assert span is None or box.grown(0.001).holds(span)


@given(curves)
def test_a_flattened_curve_starts_and_ends_where_the_curve_does_and_stays_near(curve: tuple[float, ...]) -> None:
    found = flattened(curve)
    room = around(curve).grown(0.001)

    assert found[0] == pytest.approx(curve[:2])
    assert found[-1] == pytest.approx(curve[6:])
    assert all(room.has(point) for point in found)


@given(curves, st.floats(0, 1))
def test_straight_pieces_stray_from_their_curve_by_less_than_a_line_is_wide(
    curve: tuple[float, ...], share: float
) -> None:
    a, b, c, d = (curve[place : place + 2] for place in range(0, 8, 2))
    weights = ((1 - share) ** 3, 3 * (1 - share) ** 2 * share, 3 * (1 - share) * share**2, share**3)
    x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))

    assert passes(flattened(curve), Box(x, y, x, y).grown(STRAY + 0.01))


def test_a_curve_that_is_hardly_bent_needs_few_pieces() -> None:
    assert len(flattened((0, 0, 10, 30.5, 20, 61, 30, 90))) <= 3
    assert len(flattened((0, 0, 40, 0, 80, 40, 80, 80))) > 6


def test_a_path_is_read_curve_by_curve() -> None:
    path = [float(number) for number in range(14)]

    assert curves_of(path) == [tuple(path[:8]), tuple(path[6:])]
    assert curves_of([0, 1, 8, 9]) == [(0, 1, 0, 1, 8, 9, 8, 9)]
    assert curves_of([]) == curves_of([1, 2]) == []


@given(st.lists(boxes, min_size=1, max_size=5))
def test_the_box_around_boxes_holds_them_and_no_more(found: list[Box]) -> None:
    whole = united(found)

    assert all(whole.holds(box) for box in found)
    assert not any(whole.grown(-0.5).holds(united(found)) for _ in found)


@given(boxes, boxes)
def test_boxes_meet_when_they_share_a_point(one: Box, other: Box) -> None:
    left, top = max(one.left, other.left), max(one.top, other.top)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)

    assert one.meets(other) is other.meets(one) is (left < right and top < bottom)
