"""The edges of a picture: they move outward when something has moved beyond them."""

import re
from xml.etree.ElementTree import Element

from diagrams.formats.geometry import Box, united
from diagrams.formats.layout import NUMBER, Layout, box_of_shape, written

MARGIN = 8.0
"""Between what has moved and the edge of the picture; Graphviz's own margin is wider."""
TRANSLATION = re.compile(r"translate\((\S+)[ ,]+(\S+)\)")


def grow_canvas(root: Element, graph: Element, layout: Layout) -> None:
    """Make the picture larger where a label or a box has come too near to its edge."""
    found = TRANSLATION.search(graph.get("transform", ""))
    numbers = [float(number) for number in NUMBER.findall(root.get("viewBox", ""))]
    if found is None or len(numbers) != 4:
        return
    x, y = float(found[1]), float(found[2])
    canvas = Box(numbers[0] - x, numbers[1] - y, numbers[0] + numbers[2] - x, numbers[1] + numbers[3] - y)
    needed = united([canvas, *(box.grown(MARGIN) for box in movable(layout))])
    if needed != canvas:
        set_canvas(root, graph, needed, numbers)
        cover(layout.background, needed)


def movable(layout: Layout) -> list[Box]:
    """What the pass may have moved."""
    labels = [line.label.box for line in layout.lines if line.label is not None]
    return labels + [frame.box for frame in layout.frames]


def set_canvas(root: Element, graph: Element, canvas: Box, view: list[float]) -> None:
    """Write the size, and move everything by what was added at the left and the top."""
    width, height = canvas.right - canvas.left, canvas.bottom - canvas.top
    shift = f"translate({written(view[0] - canvas.left)} {written(view[1] - canvas.top)})"
    graph.set("transform", TRANSLATION.sub(shift, graph.get("transform", "")))
    root.set("viewBox", f"{view[0]:.2f} {view[1]:.2f} {width:.2f} {height:.2f}")
    root.set("width", f"{written(width)}pt")
    root.set("height", f"{written(height)}pt")


def cover(background: Element | None, canvas: Box) -> None:
    """Let the paper reach to the edges."""
    if background is not None:
        left, top, right, bottom = map(written, united([canvas, box_of_shape(background)]))
        corners = ((left, bottom), (left, top), (right, top), (right, bottom), (left, bottom))
        background.set("points", " ".join(f"{x},{y}" for x, y in corners))
