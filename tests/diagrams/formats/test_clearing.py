"""The pass over the SVG: labels and titles come clear, stay with their lines, and nothing else changes."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagrams.formats.clearing import GAP, SMALLER, Clearing, beside, clear, nearest
from diagrams.formats.geometry import Box, flattened, passes
from diagrams.formats.layout import Layout, Line, Words
from diagrams.formats.surroundings import TIGHTEST
from diagrams.formats.svg import tag
from diagrams.options import RendererChoice
from fsm.chart import Chart
from tests.diagrams.charts import boxed_chart, nasty_charts, shapes
from tests.diagrams.formats.pictures import copy_of, drawn, frame, graph_in, layout_in, line, node, picture
from tests.diagrams.random_charts import random_chart
from tests.diagrams.renderers import INSTALLED, slow

Element = ElementTree.Element
renderers = st.sampled_from(INSTALLED)
SHARES = [pytest.approx(share, abs=0.01) for share in SMALLER]


def cleared(root: Element) -> Element:
    """The picture after the pass; the one before stays as it is."""
    after = copy_of(root)
    clear(after, graph_in(after))
    return after


def in_trouble(layout: Layout) -> list[bool]:
    """Of every label, then of every title."""
    clearing = Clearing(layout)
    return [words is not None and clearing.in_trouble(words) for words in all_words(layout)]


def all_words(layout: Layout) -> list[Words | None]:
    return [*(line.label for line in layout.lines), *(frame.title for frame in layout.frames)]


def box_of(root: Element, text: str) -> Box:
    """Where a label or title is."""
    (found,) = [words.box for words in all_words(layout_in(root)) if words and words.texts[0].text == text]
    return found


# One thing at a time

BORDER = picture(frame("Box", 10, 10, 200, 300), line("a_long_label", (160, 150), (150, 40), (150, 280)))
"""A label that pokes out of the box that its line is in."""


def test_a_label_slides_off_a_border_to_the_other_side_of_its_line() -> None:
    label = box_of(cleared(BORDER), "a_long_label")

    assert Box(16, 16, 194, 294).holds(label)
    assert label.right == pytest.approx(150 - GAP, abs=0.1) or label.left == pytest.approx(150 + GAP, abs=0.1)


def test_a_label_slides_along_its_line_when_both_sides_are_taken_here() -> None:
    root = picture(
        frame("Box", 10, 10, 200, 300),
        line("a_long_label", (160, 150), (150, 40), (150, 280)),
        node(60, 120, 140, 170),
    )
    before, label = box_of(root, "a_long_label"), box_of(cleared(root), "a_long_label")

    assert label.top != before.top
    assert Box(16, 16, 194, 294).holds(label)
    assert not label.meets(Box(60, 120, 140, 170).grown(2.9))


def test_a_box_grows_where_its_label_has_no_other_place() -> None:
    root = picture(
        frame("Box", 10, 10, 200, 300),
        line("a_long_label", (160, 150), (150, 40), (150, 280)),
        node(20, 34, 143, 290),
    )
    after = cleared(root)
    (found,) = layout_in(after).frames

    assert found.box.left == 10
    assert found.box.right > 200
    assert found.box.holds(box_of(after, "a_long_label"))


def test_a_label_stays_with_a_halo_when_nothing_helps() -> None:
    root = picture(
        frame("Box", 10, 10, 200, 300),
        line("a_long_label", (160, 150), (150, 40), (150, 280)),
        node(20, 34, 143, 290),
        node(205, 10, 300, 300),
    )
    after = cleared(root)
    (text,) = [text for text in after.iter(tag("text")) if text.text == "a_long_label"]

    assert box_of(after, "a_long_label") == box_of(root, "a_long_label")
    assert (text.get("paint-order"), text.get("stroke")) == ("stroke", "#eaf2fe")


def test_a_label_makes_way_for_another() -> None:
    """Beside one line there is room on one side only, and a label is there that could be elsewhere."""
    root = picture(
        frame("Box", 10, 10, 200, 110),
        line("first_label", (120, 65), (200, 62), (600, 62)),
        line("second", (40, 90), (30, 85), (140, 85)),
        size=(800, 400),
    )

    assert not any(in_trouble(layout_in(cleared(root))))


def test_a_label_goes_back_when_the_other_one_finds_no_place() -> None:
    """The only room beside its line is a slot between two phases, and the label in there fits nowhere else."""
    root = picture(
        frame("Box", 10, 10, 200, 300),
        line("a_long_label", (160, 150), (150, 40), (150, 280)),
        line("another_one", (75, 158), (30, 150), (60, 150)),
        node(20, 34, 143, 143),
        node(20, 167, 143, 290),
        node(205, 10, 300, 300),
    )
    after = cleared(root)

    assert box_of(after, "a_long_label") == box_of(root, "a_long_label")
    assert box_of(after, "another_one") == box_of(root, "another_one")


def test_a_label_does_not_go_into_a_box_that_its_line_only_passes() -> None:
    root = picture(
        frame("Box", 10, 10, 200, 300),
        line("a_label", (204, 150), (202.3, 20), (202.3, 290)),
        node(206, 10, 300, 300),
    )

    assert box_of(cleared(root), "a_label") == box_of(root, "a_label")


def test_a_crossed_title_moves_to_the_first_free_place_in_its_band() -> None:
    root = picture(frame("Title", 10, 10, 200, 300), line("", (0, 0), (30, 0), (30, 200)))
    title = box_of(cleared(root), "Title")

    assert title.left == pytest.approx(30.5 + 5, abs=0.6)
    assert title.top == box_of(root, "Title").top


def test_a_box_grows_for_a_title_that_has_no_place() -> None:
    root = picture(frame("A title", 10, 10, 74, 300), line("", (0, 0), (40, 0), (40, 200)))
    after = cleared(root)

    assert not any(in_trouble(layout_in(after)))
    assert layout_in(after).frames[0].box.left < 10


def test_a_title_that_has_no_place_and_no_room_is_set_smaller() -> None:
    walls = node(0, 10, 8, 300), node(144, 10, 160, 300)
    root = picture(frame("Playing a card", 10, 10, 142, 300), line("", (0, 0), (104, 0), (104, 200)), *walls)
    after = cleared(root)
    (title,) = [text for text in after.iter(tag("text")) if text.text == "Playing a card"]

    assert in_trouble(layout_in(root))[-1]
    assert not any(in_trouble(layout_in(after)))
    assert 11 <= float(title.get("font-size", "13")) < 13


def test_a_title_that_nothing_helps_is_as_large_as_before_to_the_letter() -> None:
    walls = node(0, 10, 8, 300), node(82, 10, 160, 300)
    crossing = [line("", (0, 0), (x, 0), (x, 200)) for x in range(12, 82, 8)]
    root = picture(frame("Playing", 10, 10, 80, 300), *crossing, *walls)
    (before,) = root.iter(tag("text"))
    before.set("font-size", "13.00")
    (title,) = cleared(root).iter(tag("text"))

    assert title.get("paint-order") == "stroke"
    assert (title.get("font-size"), title.get("x")) == ("13.00", before.get("x"))


def test_what_is_clear_stays_where_it_is() -> None:
    root = picture(frame("Box", 10, 10, 300, 300), line("label", (155, 150), (150, 40), (150, 280)))

    assert ElementTree.tostring(cleared(root)) == ElementTree.tostring(copy_of(root))


def test_a_picture_without_anything_is_left_alone() -> None:
    root = picture()

    assert ElementTree.tostring(cleared(root)) == ElementTree.tostring(copy_of(root))


@given(st.tuples(st.integers(0, 90), st.integers(0, 90)), st.integers(1, 60), st.integers(1, 60))
def test_places_beside_a_point_have_the_size_of_the_label_and_do_not_cover_the_point(
    point: tuple[int, int], width: int, height: int
) -> None:
    for left, top in beside(point, Box(5, 5, 5 + width, 5 + height)):
        assert not Box(left, top, left + width, top + height).grown(GAP - 0.1).grown(-GAP).has(point)


# Everything that can be drawn


@slow
@given(shapes() | nasty_charts(), renderers)
def test_only_places_change_and_titles_are_set_smaller_but_never_by_much(chart: Chart, renderer: object) -> None:
    before = drawn(chart, renderer)  # type: ignore[arg-type]  # what each renderer draws
    after = cleared(before)

    assert [told(element) for element in before.iter()] == [told(element) for element in after.iter()]
    check_sizes(before, after)


PLACES = frozenset({"x", "y", "d", "points", "viewBox", "width", "height", "transform"})
OF_TEXTS = PLACES | {"stroke", "stroke-width", "stroke-linejoin", "paint-order", "font-size"}


def told(element: Element) -> tuple[object, ...]:
    """What an element says and is called: all but its place, and the halo and size of a text."""
    free = OF_TEXTS if element.tag == tag("text") else PLACES
    return element.tag, element.text, {name: value for name, value in element.items() if name not in free}


def check_sizes(before: Element, after: Element) -> None:
    """Only titles are smaller."""
    titles = {id(text) for frame in layout_in(before).frames if frame.title for text in frame.title.texts}

    for old, new in zip(before.iter(tag("text")), after.iter(tag("text")), strict=True):
        share = float(new.get("font-size", "10")) / float(old.get("font-size", "10"))
        assert new.get("font-size") == old.get("font-size") or (id(old) in titles and share in SHARES)


@slow
@given(shapes() | nasty_charts() | st.integers(0, 999).map(lambda seed: boxed_chart(seed, 12)), renderers)
def test_nothing_comes_into_trouble_and_labels_stay_with_their_lines(chart: Chart, renderer: object) -> None:
    before = drawn(chart, renderer)  # type: ignore[arg-type]  # what each renderer draws
    after = cleared(before)
    old, new = layout_in(before), layout_in(after)
    worse = [was for was, is_now in zip(in_trouble(old), in_trouble(new), strict=True) if is_now and not was]

    assert worse == []
    for was, now in zip(old.lines, new.lines, strict=True):
        if was.label is not None and now.label is not None and was.label.box != now.label.box:
            assert comes_near(now, now.label.box, GAP + 1)
            assert not any(comes_near(now, part, TIGHTEST.own_line - 0.1) for part in now.label.parts)


def comes_near(line: Line, box: Box, distance: float) -> bool:
    """Whether a line passes within a distance of a box."""
    return any(passes(flattened(curve), box.grown(distance)) for curve in line.curves)


@slow
@given(st.integers(0, 999), renderers)
def test_boxes_only_grow_and_what_is_clear_is_not_changed_again(seed: int, renderer: object) -> None:
    before = drawn(random_chart(seed), renderer)  # type: ignore[arg-type]  # what each renderer draws
    once = cleared(before)

    check_frames(layout_in(before), layout_in(once))
    if not any(in_trouble(layout_in(once))):
        assert ElementTree.tostring(cleared(once)) == ElementTree.tostring(once)


def check_frames(before: Layout, after: Layout) -> None:
    """Boxes only grow, and stay in each other."""
    for was, now in zip(before.frames, after.frames, strict=True):
        assert now.box.grown(0.02).holds(was.box)
        assert (was.around is None) is (now.around is None)
        assert now.around is None or now.around.box.holds(now.box)


def test_the_nearest_point_of_a_line_is_near_its_label() -> None:
    (found,) = layout_in(BORDER).lines

    assert nearest(found, Box(160, 250, 200, 270)) == (150, 280)
    assert nearest(Line([]), Box(0, 0, 10, 20)) == (5, 10)


@settings(max_examples=10)
@given(st.integers(0, 999))
def test_equal_pictures_are_cleared_equally(seed: int) -> None:
    (renderer,) = [found for found in INSTALLED if found.kind is RendererChoice.EMBEDDED]
    root = drawn(random_chart(seed), renderer)

    assert ElementTree.tostring(cleared(root)) == ElementTree.tostring(cleared(root))
