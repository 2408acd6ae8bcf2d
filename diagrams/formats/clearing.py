"""The last touch on a drawn SVG: labels come off borders and lines, and titles out of the way of arrows.

Graphviz keeps labels clear of nodes, but not of boxes, and sometimes not of lines. A label in trouble slides along its
own line, to a place in the same box where nothing else is; or its box grows around it; or it stays, and gets a halo in
the colour behind it. Nothing but labels, titles and the sides of boxes is moved.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from math import hypot
from typing import NamedTuple
from xml.etree.ElementTree import Element

from diagrams.formats.canvas import grow_canvas
from diagrams.formats.geometry import Box, Point
from diagrams.formats.layout import Frame, Layout, Line, Words, written
from diagrams.formats.obstacles import Obstacle
from diagrams.formats.surroundings import BESIDE_TITLE, COMFORTABLE, TIGHT, TIGHTEST, TOUCHING, Room, Surroundings
from diagrams.formats.widening import widened

GAP = 5.0
"""Between a label and its own line; Graphviz keeps the same."""
REACH = 300.0
"""How far a label may slide."""
STEP = 10.0
"""Between two places on a line that are tried."""
MOST_STATIONS, FEW_STATIONS = 40, 16
"""Few where more than a glance is needed."""
FURTHER = 60.0
"""How much further a label may slide if it has more room there."""
MOST_EVICTIONS = 4
WAYS = [side * step for step in range(2, 71, 2) for side in (-1, 1)]
"""How far a title may go together with the side of its box."""
SMALLER = (0.92, 0.85)
"""What a title shrinks to, if there is no other way."""
ROUNDS = 2
"""A label can be in the way of another until it has moved itself; so those in trouble try again."""


class Place(NamedTuple):
    """Where a label could go."""

    distance: float
    """From the label to the point of its line."""
    across: float
    down: float
    frame: Frame | None
    """The innermost box around the point."""
    around: list[Obstacle]
    """All that could be too near."""


Labelled = tuple[Line, Words]
Station = tuple[float, Point]
"""A point of a line, after its distance from the label."""


def clear(root: Element, graph: Element) -> None:
    """Move what is in trouble, in the order of the file."""
    layout = Layout(graph)
    clearing = Clearing(layout)
    clearing.run()
    if clearing.world.has_changed:
        grow_canvas(root, graph, layout)


class Clearing:
    """One picture being cleared."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.world = Surroundings(layout)

    def run(self) -> None:
        """Titles first, because lines do not move; then labels; then titles that a label has come near."""
        self.clear_titles()
        labels = [(line, line.label) for line in self.layout.lines if line.label is not None]
        waiting = self.still_in_trouble(labels, self.settle)
        for _ in range(ROUNDS):
            waiting = self.still_in_trouble(waiting, self.settle_at_last)
        self.clear_titles()
        for words in [label for _, label in waiting] + [frame.title for frame in self.layout.frames if frame.title]:
            if self.in_trouble(words):
                self.add_halo(words)

    def still_in_trouble(self, labels: list[Labelled], help_out: Callable[[Line, Words], bool]) -> list[Labelled]:
        """Help every label that is in trouble, and give those that could not be helped."""
        return [(line, label) for line, label in labels if self.in_trouble(label) and not help_out(line, label)]

    def in_trouble(self, words: Words) -> bool:
        """Whether anything touches a label or a title."""
        return not self.world.is_free(words, TOUCHING)

    # Labels

    def settle(self, line: Line, label: Words) -> bool:
        """Find a better place for a label, by any means; False if there is none."""
        stations = self.stations(line, label)
        good, fair = self.survey(label, stations)
        return (
            self.put(label, good)
            or self.give_room(line, label, stations[:FEW_STATIONS])
            or self.evict(label, stations[:FEW_STATIONS])
            or self.put(label, fair)
        )

    def settle_at_last(self, line: Line, label: Words) -> bool:
        """Find a place that others have left."""
        good, fair = self.survey(label, self.stations(line, label))
        return self.put(label, good or fair)

    def stations(self, line: Line, label: Words) -> list[Station]:
        """Points on a label's line, the nearest first."""
        x, y = label.box.centre
        reach = label.box.grown(REACH)
        points = [point for point in self.world.stations(line, reach, STEP) if reach.has(point)]
        return sorted((hypot(point[0] - x, point[1] - y), point) for point in points)[:MOST_STATIONS]

    def places(self, label: Words, stations: list[Station]) -> Iterator[Place]:
        """The places beside these points."""
        box = label.box
        for distance, point in stations:
            frame, around = self.world.frame_at(point), self.world.around(point, box)
            for left, top in beside(point, box):
                yield Place(distance, round(left - box.left, 2), round(top - box.top, 2), frame, around)

    def survey(self, label: Words, stations: list[Station]) -> tuple[Place | None, Place | None]:
        """The nearest place with room around it, or much room if that is not much further; and one with less."""
        good, fair = None, None
        for place in self.places(label, stations):
            if good is not None and place.distance > good.distance + FURTHER:
                break
            if self.is_free(label, place, TIGHTEST):
                fair = fair or place
                if self.is_free(label, place, TIGHT):
                    good = good or place
                    if self.is_free(label, place, COMFORTABLE):
                        return place, fair
        return good, fair

    def put(self, label: Words, place: Place | None) -> bool:
        """Move a label to a place; False if there is none for it."""
        if place is not None:
            self.move(label, place.across, place.down)
        return place is not None

    def move(self, words: Words, across: float, down: float) -> None:
        """Move a label or a title, also in the eyes of others."""
        words.move(across, down)
        self.world.moved(words)

    def is_free(self, label: Words, place: Place, room: Room) -> bool:
        """Whether a label would lie in the same innermost box as the point of its line, with room around it."""
        box, frame = label.box.moved(place.across, place.down), place.frame
        if frame is not None and not frame.box.holds(box, room.border):
            return False
        across, down = place.across, place.down
        return self.world.is_free_there(label, room, across, down, place.around) and self.innermost(box, frame)

    def innermost(self, box: Box, frame: Frame | None) -> bool:
        """Whether a frame is the innermost one around the middle of a box."""
        return self.world.frame_at(box.centre) is frame

    def give_room(self, line: Line, label: Words, stations: list[Station]) -> bool:
        """Widen the box around a label, here or at another place on its line."""
        here = Place(0.0, 0.0, 0.0, self.world.frame_at(nearest(line, label.box)), [])
        for place in chain([here], self.places(label, stations)):
            if place.frame is not None and widened(self.world, label, place.frame, place.across, place.down):
                return self.put(label, place)
        return False

    def evict(self, label: Words, stations: list[Station]) -> bool:
        """Take the place of another label that finds a new one."""
        tries = 0
        for place in self.places(label, stations):
            other = self.sole_neighbour(label, place) if tries < MOST_EVICTIONS else None
            if other is not None:
                tries += 1
                if self.swap(label, place, other):
                    return True
        return False

    def sole_neighbour(self, label: Words, place: Place) -> Words | None:
        """The label that is in the way at a place in the same innermost box, if nothing else is."""
        box, found = label.box.moved(place.across, place.down), None
        if place.frame is not None and not place.frame.box.holds(box, TIGHT.border):
            return None
        for hit in self.world.hits(label, TIGHT, place.across, place.down, place.around):
            if id(hit.owner) not in self.world.line_of or hit.owner is not (found or hit.owner):
                return None
            found = hit.owner
        return found if isinstance(found, Words) and self.innermost(box, place.frame) else None

    def swap(self, label: Words, place: Place, other: Words) -> bool:
        """Move a label to where another one is, if that one can go elsewhere."""
        self.put(label, place)
        stations = self.stations(self.world.line_of[id(other)], other)
        if self.put(other, self.survey(other, stations)[0]):
            return True
        self.move(label, -place.across, -place.down)
        return False

    # Titles

    def clear_titles(self) -> None:
        """Move each title that is crossed to the first free place in its band, or widen its box for it."""
        for frame in self.layout.frames:
            title = frame.title
            if title is None or self.world.is_free(title, BESIDE_TITLE):
                continue
            across = self.world.first_gap(title, frame.box)
            if across is None and self.in_trouble(title):
                across = next((way for way in WAYS if widened(self.world, title, frame, way, 0.0)), None)
                across = self.gap_if_smaller(title, frame) if across is None else across
            if across is not None:
                self.move(title, round(across, 2), 0.0)

    def gap_if_smaller(self, title: Words, frame: Frame) -> float | None:
        """How far a title must move that is set smaller; one that finds no place then is as large as before."""
        sizes = title.sizes
        for share in SMALLER:
            title.set_in([written(float(size) * share) for size in sizes])
            if (across := self.world.first_gap(title, frame.box)) is not None:
                return across
        title.set_in(sizes)
        return None

    def add_halo(self, words: Words) -> None:
        """A rim in the colour behind, so that a text can be read on top of a line."""
        for text, part in zip(words.texts, words.parts, strict=False):
            frame = self.world.frame_at(part.centre)
            fill = frame.fill if frame is not None else self.paper
            if fill != "none":
                text.set("stroke", fill)
                text.set("stroke-width", "3")
                text.set("stroke-linejoin", "round")
                text.set("paint-order", "stroke")

    @property
    def paper(self) -> str:
        """The colour behind everything; a picture that is left to the page has none."""
        return "none" if self.layout.background is None else self.layout.background.get("fill", "none")


def beside(point: Point, box: Box) -> Iterator[Point]:
    """The corners, left and top, of a box of this size beside a point, above it and below it."""
    (x, y), width, height = point, box.right - box.left, box.bottom - box.top
    for left in (x + GAP, x - GAP - width):
        yield from ((left, y - height / 2), (left, y - height), (left, y))
    for top in (y - GAP - height, y + GAP):
        yield from ((x - width / 2, top), (x - width, top), (x, top))


def nearest(line: Line, box: Box) -> Point:
    """The point of a line that is nearest to the middle of a box."""
    x, y = box.centre
    points = [(curve[at], curve[at + 1]) for curve in line.curves for at in range(0, 8, 2)]
    return min(points, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2, default=(x, y))
