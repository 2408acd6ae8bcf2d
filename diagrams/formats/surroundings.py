"""What is around a label or a title: whether a place is free, which box it lies in, where a line passes."""

from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple

from diagrams.formats.geometry import Box, Point, around, flattened, span_within
from diagrams.formats.layout import Frame, Layout, Line, Words
from diagrams.formats.obstacles import Obstacle, Obstacles

HALF_BORDER = 0.6
TITLE_ROOM = ((8.0, 5.0), (4.0, 2.5))
"""Between a title and the sides of its box, and between a title and what is beside it: as it should be, or at least."""


class Room(NamedTuple):
    """What must be free around words: up to borders, to lines, to the line that they belong to, to other words."""

    border: float
    line: float
    own_line: float
    words: float


TOUCHING = Room(1.0, 1.0, 1.0, 1.0)
"""Two things that are nearer to each other than this look as if they touched."""
BESIDE_TITLE = Room(1.0, 2.5, 2.5, 2.5)
"""A title that is nearer to a line than this moves, if there is a better place."""
COMFORTABLE = Room(6.0, 6.0, 2.5, 10.0)
TIGHT = Room(3.0, 3.5, 2.5, 10.0)
TIGHTEST = Room(2.0, 2.5, 2.0, 6.0)
"""Two labels always keep apart, because they would be read as one."""


MOST_BESIDE = 16.0
"""More than the gap between a label and its line, and any room around the label."""


class Surroundings:
    """Everything in a picture, by where it is."""

    def __init__(self, layout: Layout) -> None:
        self.has_changed = False
        self.obstacles = Obstacles()
        self.areas = Obstacles()
        self.own: dict[int, Obstacle] = {}
        self.line_of: dict[int, Line] = {}
        self.borders: dict[int, list[Obstacle]] = {}
        self.area_of: dict[int, Obstacle] = {}
        for box in layout.solids:
            self.obstacles.add_box(box, None)
        for frame in layout.frames:
            self.add_frame(frame)
        for line in layout.lines:
            self.add_line(line)

    def add_frame(self, frame: Frame) -> None:
        """The four sides of a box, its area, and its title."""
        self.borders[id(frame)] = [self.obstacles.add_box(side, frame) for side in sides(frame.box)]
        self.area_of[id(frame)] = self.areas.add_box(frame.box, frame)
        if frame.title is not None:
            self.moved(frame.title)

    def add_line(self, line: Line) -> None:
        """A line with its ends and its label."""
        for curve in line.curves:
            self.obstacles.add_curve(curve, line, line.width)
        for head in line.heads:
            self.obstacles.add_box(head, line)
        if line.label is not None:
            self.line_of[id(line.label)] = line
            self.moved(line.label)

    def moved(self, words: Words) -> None:
        """Take note of where a label or title is now."""
        if (old := self.own.get(id(words))) is not None:
            old.gone = self.has_changed = True
        self.own[id(words)] = self.obstacles.add_box(words.box, words)

    def stretched(self, frame: Frame) -> None:
        """Take note of where the sides of a box are now."""
        for old in (*self.borders[id(frame)], self.area_of[id(frame)]):
            old.gone = self.has_changed = True
        self.borders[id(frame)] = [self.obstacles.add_box(side, frame) for side in sides(frame.box)]
        self.area_of[id(frame)] = self.areas.add_box(frame.box, frame)

    # Questions

    def is_free(self, words: Words, room: Room) -> bool:
        """Whether nothing comes nearer to words than it should."""
        return next(self.hits(words, room), None) is None

    def is_free_there(self, words: Words, room: Room, across: float, down: float, around: list[Obstacle]) -> bool:
        """Whether nothing around would come nearer to words that are moved than it should.

        What is in the way comes first in the list: it is likely to be in the way of the next place, too.
        """
        for hit in self.hits(words, room, across, down, around):
            around.remove(hit)
            around.insert(0, hit)
            return False
        return True

    def hits(
        self,
        words: Words,
        room: Room,
        across: float = 0.0,
        down: float = 0.0,
        around: Iterable[Obstacle] | None = None,
    ) -> Iterator[Obstacle]:
        """What comes nearer to words than it should, here or after a move; of everything, or of what is known to be
        around."""
        box, parts = words.box.moved(across, down), words.parts
        own_line = self.line_of.get(id(words))
        for obstacle in self.obstacles.near(box.grown(max(room))) if around is None else around:
            owner = obstacle.owner
            if owner is words:
                continue
            if isinstance(owner, Line):
                space = room.own_line if owner is own_line else room.line
            else:
                space = room.words if isinstance(owner, Words) else room.border
            if obstacle.hits(box, space) and (
                len(parts) == 1 or any(obstacle.hits(part.moved(across, down), space) for part in parts)
            ):
                yield obstacle

    def around(self, point: Point, box: Box) -> list[Obstacle]:
        """What could be too near to a box of this size, wherever beside a point that is; boxes first, which are
        quicker to compare than lines."""
        across, down = box.right - box.left + MOST_BESIDE, box.bottom - box.top + MOST_BESIDE
        area = Box(point[0] - across, point[1] - down, point[0] + across, point[1] + down)
        return sorted(dict.fromkeys(self.obstacles.near(area)), key=lambda found: found.curve is not None)

    def frame_at(self, point: Point) -> Frame | None:
        """The innermost box around a point."""
        x, y = point
        found: Frame | None = None
        for area in self.areas.near(Box(x - 0.01, y - 0.01, x + 0.01, y + 0.01)):
            frame = area.owner
            if isinstance(frame, Frame) and (found is None or found.box.holds(frame.box)):
                found = frame
        return found

    def stations(self, line: Line, within: Box, step: float) -> Iterator[Point]:
        """Points along a line, one for each step, where it is in reach."""
        rest = step / 2
        for curve in line.curves:
            if not around(curve).grown(1.0).meets(within):
                continue
            points = flattened(curve)
            for place in range(len(points) - 1):
                (ax, ay), (bx, by) = points[place], points[place + 1]
                length = hypot(bx - ax, by - ay)
                while rest <= length and length > 0:
                    yield ax + (bx - ax) * rest / length, ay + (by - ay) * rest / length
                    rest += step
                rest -= length

    def first_gap(self, title: Words, frame: Box) -> float | None:
        """How far a title must move to the first free place in its band, from the left; None if there is none."""
        gaps = (self.gap(title, frame, margin, beside) for margin, beside in TITLE_ROOM)
        return next((gap for gap in gaps if gap is not None), None)

    def gap(self, title: Words, frame: Box, margin: float, beside: float) -> float | None:
        """The same, with these distances to the sides of the box and to what is beside the title."""
        band = Box(frame.left + margin, title.box.top - 1, frame.right - margin, title.box.bottom + 1)
        width, left = title.box.right - title.box.left, band.left
        for start, end in sorted(self.taken(title, band)):
            if start - beside >= left + width:
                break
            left = max(left, end + beside)
        return left - title.box.left if left + width <= band.right else None

    def taken(self, title: Words, band: Box) -> Iterator[tuple[float, float]]:
        """The stretches of a band in which something else is."""
        for obstacle in self.obstacles.near(band):
            if obstacle.owner is title:
                continue
            if obstacle.curve is None:
                yield obstacle.box.left, obstacle.box.right
            elif (span := span_within(obstacle.points, band)) is not None:
                yield span.left, span.right


def sides(box: Box) -> Iterator[Box]:
    """The border of a box as four thin ones."""
    half = HALF_BORDER
    for x in (box.left, box.right):
        yield Box(x - half, box.top, x + half, box.bottom)
    for y in (box.top, box.bottom):
        yield Box(box.left, y - half, box.right, y + half)
