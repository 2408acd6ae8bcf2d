"""Boxes and curves: where they lie, and whether they meet."""

from collections.abc import Sequence
from math import hypot, sqrt
from typing import NamedTuple

Point = tuple[float, float]
Curve = tuple[float, ...]
"""The four points of a cubic curve, one coordinate after the other."""

STRAY = 0.4
"""Curves become straight pieces, which stray from them by no more than this: less than half the width of a line."""
LONGEST_PIECE = 100.0


new = tuple.__new__
"""Makes a named tuple in half the time, where thousands are made."""


class Box(NamedTuple):
    """A rectangle; down is larger, as in SVG."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, room: float) -> "Box":
        """The box with room around it, or without a rim if the room is negative."""
        left, top, right, bottom = self
        return new(Box, (left - room, top - room, right + room, bottom + room))

    def moved(self, across: float, down: float) -> "Box":
        left, top, right, bottom = self
        return new(Box, (left + across, top + down, right + across, bottom + down))

    def meets(self, other: "Box") -> bool:
        """Whether they have any area in common."""
        left, top, right, bottom = other
        return self.left < right and left < self.right and self.top < bottom and top < self.bottom

    def holds(self, other: "Box", room: float = 0.0) -> bool:
        """Whether the other lies wholly in this one, with some room around it."""
        left, top, right, bottom = other
        return (
            self.left + room <= left
            and self.top + room <= top
            and right <= self.right - room
            and bottom <= self.bottom - room
        )

    def has(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def around(numbers: Sequence[float]) -> Box:
    """The box around points, given as one coordinate after the other."""
    across, down = numbers[::2], numbers[1::2]
    return new(Box, (min(across), min(down), max(across), max(down)))


def united(boxes: Sequence[Box]) -> Box:
    """The box around some boxes."""
    if len(boxes) == 1:
        return boxes[0]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return new(Box, (min(lefts), min(tops), max(rights), max(bottoms)))


# Curves


def curves_of(numbers: Sequence[float]) -> list[Curve]:
    """The cubic curves of a path. A path of two points is a straight line."""
    if len(numbers) < 8:
        return [(*numbers[:2], *numbers[:2], *numbers[-2:], *numbers[-2:])] if len(numbers) >= 4 else []
    if len(numbers) == 8:
        return [tuple(numbers)]
    return [tuple(numbers[place : place + 8]) for place in range(0, len(numbers) - 7, 6)]


def flattened(curve: Curve) -> list[Point]:
    """A cubic curve as points to be joined by straight lines."""
    ax, ay, bx, by, cx, cy, dx, dy = curve
    if (ax == bx == cx == dx and are_between(ay, by, cy, dy)) or (ay == by == cy == dy and are_between(ax, bx, cx, dx)):
        return [(ax, ay), (dx, dy)]  # as most long ones do, it runs straight down or across
    steps = pieces_of(curve)
    points = []
    for step in range(steps + 1):
        t = step / steps
        s = 1 - t
        p, q, r, v = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        points.append((p * ax + q * bx + r * cx + v * dx, p * ay + q * by + r * cy + v * dy))
    return points


def are_between(first: float, one: float, other: float, last: float) -> bool:
    """Whether two numbers lie between two others, so that a straight curve does not run beyond its ends."""
    low, high = (first, last) if first < last else (last, first)
    return low <= one <= high and low <= other <= high


def pieces_of(curve: Curve) -> int:
    """How many straight pieces a cubic curve needs.

    A piece is never further from its part of the curve than an eighth of the second derivative over it; and that is
    six times what the bends between the four points deviate, at most.
    """
    ax, ay, bx, by, cx, cy, dx, dy = curve
    bend = max(hypot(ax - bx - bx + cx, ay - by - by + cy), hypot(bx - cx - cx + dx, by - cy - cy + dy))
    length = abs(dx - ax) + abs(dy - ay)
    return 1 + int(max(sqrt(6 / 8 * bend / STRAY), length / LONGEST_PIECE))


def passes(points: Sequence[Point], box: Box) -> bool:
    """Whether a chain of straight lines runs through a box."""
    left, top, right, bottom = box
    ax, ay = points[0]
    for bx, by in points:
        if (
            (ax > left or bx > left)
            and (ax < right or bx < right)
            and (ay > top or by > top)
            and (ay < bottom or by < bottom)
            and ((left < bx < right and top < by < bottom) or splits(bx - ax, by - ay, box, ax, ay))
        ):
            return True
        ax, ay = bx, by
    return False


def splits(across: float, down: float, box: Box, x: float, y: float) -> bool:
    """Whether an endless line in this direction, through a point, has corners of a box on both of its sides."""
    left, top, right, bottom = box
    one, other = across * (top - y), across * (bottom - y)
    if one > other:
        one, other = other, one
    third, fourth = down * (left - x), down * (right - x)
    if third > fourth:
        third, fourth = fourth, third
    return other > third and one < fourth


def cut_of(one: Point, other: Point, box: Box) -> tuple[float, float] | None:
    """The part of a straight line that lies in a box, as shares of the way along it, or None."""
    (ax, ay), (bx, by) = one, other
    start, end = 0.0, 1.0
    for at, way, low, high in ((ax, bx - ax, box.left, box.right), (ay, by - ay, box.top, box.bottom)):
        if way == 0:
            if not low < at < high:
                return None
            continue
        first, last = (low - at) / way, (high - at) / way
        if first > last:
            first, last = last, first
        start, end = max(start, first), min(end, last)
        if start >= end:
            return None
    return start, end


def span_within(points: Sequence[Point], box: Box) -> Box | None:
    """The box around what of a chain of straight lines lies in a box, or None."""
    found: list[float] = []
    for place in range(len(points) - 1):
        (ax, ay), (bx, by) = points[place], points[place + 1]
        if (cut := cut_of((ax, ay), (bx, by), box)) is not None:
            for share in cut:
                found += (ax + share * (bx - ax), ay + share * (by - ay))
    return around(found) if found else None
