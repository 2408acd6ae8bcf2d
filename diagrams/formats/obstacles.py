"""What a label must keep clear of, found by where it is: a grid, so that large pictures take no longer per label."""

from collections import defaultdict
from collections.abc import Iterator

from diagrams.formats.geometry import Box, Curve, Point, around, flattened, passes

CELL = 80.0
"""Side of a square of the grid, about as large as a label."""


class Obstacle:
    """Something with an outline: filled, or a curve as wide as its line."""

    __slots__ = ("box", "curve", "gone", "owner", "track", "width")

    def __init__(self, box: Box, owner: object, curve: Curve | None = None, width: float = 0.0) -> None:
        self.box = box
        self.owner = owner
        self.curve = curve
        self.width = width
        self.track: list[Point] | None = None
        self.gone = False

    @property
    def points(self) -> list[Point]:
        """A curve as straight lines, worked out when somebody comes near."""
        if self.track is None:
            self.track = flattened(self.curve) if self.curve is not None else []
        return self.track

    def hits(self, box: Box, space: float = 0.0) -> bool:
        """Whether any of it lies in a box, or in the space around that."""
        left, top, right, bottom = box
        its_left, its_top, its_right, its_bottom = self.box
        if its_left >= right + space or its_right <= left - space:
            return False
        if its_top >= bottom + space or its_bottom <= top - space:
            return False
        return self.curve is None or passes(self.points, box.grown(space + self.width / 2))


Entry = tuple[float, float, float, float, Obstacle]
"""One in a square: the sides of its box first, because that is quicker to compare."""


class Obstacles:
    """All of them in a grid."""

    def __init__(self) -> None:
        self.cells: defaultdict[tuple[int, int], list[Entry]] = defaultdict(list)

    def add(self, obstacle: Obstacle) -> Obstacle:
        """Put one into every square that it may touch."""
        left, top, right, bottom = obstacle.box
        cells, entry = self.cells, (left, top, right, bottom, obstacle)
        columns = range(int(left // CELL), int(right // CELL) + 1)
        for row in range(int(top // CELL), int(bottom // CELL) + 1):
            for column in columns:
                cells[column, row].append(entry)
        return obstacle

    def add_box(self, box: Box, owner: object) -> Obstacle:
        """A filled one."""
        return self.add(Obstacle(box, owner))

    def add_curve(self, curve: Curve, owner: object, width: float) -> None:
        """A curve. One that crosses many squares goes in by pieces: the box around it would fill them all."""
        box = around(curve)
        if box.right - box.left > CELL and box.bottom - box.top > CELL:
            points = flattened(curve)
            for place in range(len(points) - 1):
                one, other = points[place], points[place + 1]
                piece = Obstacle(around((*one, *other)).grown(width / 2), owner, curve, width)
                piece.track = [one, other]
                self.add(piece)
        else:
            self.add(Obstacle(box.grown(width / 2), owner, curve, width))

    def near(self, box: Box) -> Iterator[Obstacle]:
        """Those whose boxes meet a box; some of them more than once."""
        left, top, right, bottom = box
        cells, columns = self.cells, range(int(left // CELL), int(right // CELL) + 1)
        for row in range(int(top // CELL), int(bottom // CELL) + 1):
            for column in columns:
                for its_left, its_top, its_right, its_bottom, obstacle in cells.get((column, row), ()):
                    if (
                        left < its_right
                        and its_left < right
                        and top < its_bottom
                        and its_top < bottom
                        and not obstacle.gone
                    ):
                        yield obstacle
