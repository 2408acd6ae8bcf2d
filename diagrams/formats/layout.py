"""Where everything in a drawn SVG lies: boxes of phases, nodes, lines, and the texts that can be moved.

Graphviz draws each box, node and edge as a group of its own, all of them in one frame of coordinates.
"""

import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

import msgspec

from diagrams.formats.geometry import Box, Curve, Point, around, curves_of, new, united
from diagrams.formats.text_width import ASCENT, DESCENT, text_width

NAMESPACE = "{http://www.w3.org/2000/svg}"
TEXT, GROUP = (f"{NAMESPACE}{name}" for name in ("text", "g"))
PATH, POLYGON, POLYLINE, ELLIPSE = (f"{NAMESPACE}{name}" for name in ("path", "polygon", "polyline", "ellipse"))
SHAPES = frozenset({PATH, POLYGON, POLYLINE, ELLIPSE})
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
IN_A_LIST = msgspec.json.Decoder(list[float])
"""Reads numbers five times as fast as a loop does."""


class Words:
    """Texts that stay together: a label, or the title of a box. Badges are part of them."""

    def __init__(self, texts: list[Element], badges: list[Element]) -> None:
        self.texts = texts
        self.badges = badges
        self.parts = [box_of_text(text) for text in texts] + [box_of_shape(badge) for badge in badges]
        self.box = united(self.parts)

    def move(self, across: float, down: float) -> None:
        """Move what is drawn, and remember where it is now."""
        for text in self.texts:
            text.set("x", written(number_in(text, "x") + across))
            text.set("y", written(number_in(text, "y") + down))
        for badge in self.badges:
            reshape(badge, lambda point: (point[0] + across, point[1] + down))
        self.parts = [part.moved(across, down) for part in self.parts]
        self.box = self.box.moved(across, down)

    @property
    def sizes(self) -> list[str]:
        """The size of each text, as it is written."""
        return [text.get("font-size", "10") for text in self.texts]

    def set_in(self, sizes: list[str]) -> None:
        """Set the texts in other sizes; their left ends stay."""
        for text, size in zip(self.texts, sizes, strict=True):
            text.set("font-size", size)
        self.parts = [box_of_text(text) for text in self.texts] + self.parts[len(self.texts) :]
        self.box = united(self.parts)


class Frame:
    """The box of a phase with phases inside."""

    def __init__(self, shape: Element) -> None:
        self.shape = shape
        self.box = box_of_shape(shape)
        self.around: Frame | None = None
        self.title: Words | None = None

    @property
    def fill(self) -> str:
        return self.shape.get("fill", "none")

    def stretch(self, box: Box) -> None:
        """Move the sides to those of another box, and the round corners with them."""
        middle, old = self.box.centre, self.box
        moves = [new - was for new, was in zip(box, old, strict=True)]

        def moved(point: Point) -> Point:
            across = moves[0] if point[0] < middle[0] else moves[2]
            return point[0] + across, point[1] + (moves[1] if point[1] < middle[1] else moves[3])

        reshape(self.shape, moved)
        self.box = box


class Line:
    """The line of an edge with its arrowheads, and its label if it has one."""

    def __init__(self, shapes: list[Element]) -> None:
        self.curves: list[Curve] = []
        self.width = 0.0
        self.heads: list[Box] = []
        self.label: Words | None = None
        for shape in shapes:
            if shape.tag == PATH:
                self.curves += curves_of(numbers_of(shape))
                self.width = float(shape.get("stroke-width", "1"))
            else:
                self.heads.append(box_of_shape(shape))

    @property
    def ends(self) -> tuple[Point, ...]:
        """Where it begins and ends."""
        if not self.curves:
            return ()
        first, last = self.curves[0], self.curves[-1]
        return (first[0], first[1]), (last[-2], last[-1])


class Layout:
    """Everything in a picture, in the order of the file."""

    def __init__(self, graph: Element) -> None:
        self.background = graph.find(POLYGON)
        self.frames: list[Frame] = []
        self.lines: list[Line] = []
        self.solids: list[Box] = [box_of_text(text) for text in graph.findall(TEXT)]
        for group in graph:
            kind = group.get("class", "").partition(" ")[0]
            if kind in READERS and group.tag == GROUP:
                READERS[kind](self, Parts(group))
        nest(self.frames)

    def add_frame(self, parts: "Parts") -> None:
        """The box of a phase, and its title."""
        if parts.shapes:
            frame = Frame(parts.shapes[0])
            frame.title = words_of(parts)
            self.frames.append(frame)

    def add_node(self, parts: "Parts") -> None:
        """A phase without phases inside, or a mark."""
        boxes = [*map(box_of_shape, parts.shapes)]
        if parts.is_open:
            boxes += map(box_of_text, parts.texts)
        if boxes:
            self.solids.append(united(boxes))

    def add_line(self, parts: "Parts") -> None:
        """An edge."""
        line = Line(parts.shapes)
        line.label = words_of(parts)
        self.lines.append(line)


READERS = {"cluster": Layout.add_frame, "node": Layout.add_node, "edge": Layout.add_line}


class Parts:
    """The texts and shapes of a group. Graphviz draws its own shapes first; those after a row's text are badges."""

    def __init__(self, group: Element) -> None:
        self.texts: list[Element] = []
        self.shapes: list[Element] = []
        self.badges: list[Element] = []
        self.is_open = "anywhere" in group.get("class", "")  # its texts may stand without a border
        shapes = self.shapes
        for element in group.iter():
            tag = element.tag
            if tag == TEXT:
                self.texts.append(element)
            elif tag in SHAPES:
                shapes.append(element)
            elif tag == GROUP and element.get("class") == "row":
                shapes = self.badges


def words_of(parts: Parts) -> Words | None:
    return Words(parts.texts, parts.badges) if parts.texts else None


def nest(frames: list[Frame]) -> None:
    """Find the frame around each: Graphviz draws it before those inside."""
    open_frames: list[Frame] = []
    for frame in frames:
        while open_frames and not open_frames[-1].box.holds(frame.box):
            open_frames.pop()
        frame.around = open_frames[-1] if open_frames else None
        open_frames.append(frame)


# Shapes and texts


def number_in(element: Element, name: str) -> float:
    return float(element.get(name, "0"))


def written(number: float) -> str:
    """A coordinate as Graphviz writes it: no more than two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def box_of_text(text: Element) -> Box:
    """Where the ink of a text is."""
    look = text.attrib
    size, x, y = float(look.get("font-size", "10")), float(look.get("x", "0")), float(look.get("y", "0"))
    width = size * text_width(text.text or "", "font-weight" in look)
    if (anchor := look.get("text-anchor", "start")) != "start":
        x -= width / 2 if anchor == "middle" else width
    return new(Box, (x, y - ASCENT * size, x + width, y + DESCENT * size))


def numbers_of(shape: Element) -> list[float]:
    """The points of a path or polygon, those that only bend it included, one coordinate after the other."""
    text = shape.get("d") or shape.get("points") or ""
    try:
        return IN_A_LIST.decode(f"[{text.replace('M', '').replace('C', ',').replace(' ', ',')}]")
    except msgspec.DecodeError:  # a path with other commands
        return [*map(float, NUMBER.findall(text))]


def box_of_shape(shape: Element) -> Box:
    """The box around a shape."""
    if shape.tag != ELLIPSE:
        return around(numbers_of(shape) or (0.0, 0.0))
    x, y, across, down = (number_in(shape, name) for name in ("cx", "cy", "rx", "ry"))
    return Box(x - across, y - down, x + across, y + down)


def reshape(shape: Element, moved: Callable[[Point], Point]) -> None:
    """Move every point of a path or polygon."""
    name = "d" if shape.tag == PATH else "points"
    text = shape.get(name, "")
    numbers = numbers_of(shape)
    places = (number for point in zip(numbers[::2], numbers[1::2], strict=False) for number in moved(point))
    shape.set(name, "".join(with_numbers(text, places)))


def with_numbers(text: str, numbers: Iterator[float]) -> Iterator[str]:
    """The text with other numbers in the place of its own."""
    end = 0
    for found in NUMBER.finditer(text):
        yield text[end : found.start()]
        yield written(next(numbers))
        end = found.end()
    yield text[end:]
