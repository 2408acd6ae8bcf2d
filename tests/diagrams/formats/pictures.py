"""Small pictures made by hand, as Graphviz would draw them, and drawn ones as the pass sees them."""

from collections.abc import Iterable
from xml.etree import ElementTree

from diagrams.diagram import Diagram
from diagrams.formats.layout import Layout
from diagrams.formats.svg import settle_anchor, tag, tree_of
from diagrams.renderers import Renderer, draw
from fsm.chart import Chart

Element = ElementTree.Element


def frame(name: str, left: int, top: int, right: int, bottom: int) -> str:
    """The box of a phase; its title is where Graphviz puts it."""
    points = f"{left},{top} {right},{top} {right},{bottom} {left},{bottom}"
    title = f'<text x="{left + 8}" y="{top + 14}" font-size="13" font-weight="bold">{name}</text>'
    return f'<g id="{name}" class="cluster"><polygon fill="#eaf2fe" points="{points}"/>{title}</g>'


def node(left: int, top: int, right: int, bottom: int) -> str:
    """A phase without phases inside."""
    return f'<g class="node"><polygon points="{left},{top} {right},{top} {right},{bottom} {left},{bottom}"/></g>'


def line(label: str, at: tuple[float, float], *points: tuple[float, float]) -> str:
    """A straight line from point to point, and its label."""
    first, *rest = points
    last, curves = first, ""
    for point in rest:
        curves += " ".join(f"{x},{y}" for x, y in (last, point, point)) + " "
        last = point
    text = f'<g class="row"><text x="{at[0]}" y="{at[1]}" font-size="10">{label}</text></g>' if label else ""
    return f'<g class="edge"><path stroke-width="1" d="M{first[0]},{first[1]}C{curves.strip()}"/>{text}</g>'


def picture(*groups: str, size: tuple[int, int] = (600, 400)) -> Element:
    """All of it in an SVG whose origin is at its own left and top."""
    head = f'width="{size[0]}pt" height="{size[1]}pt" viewBox="0 0 {size[0]} {size[1]}"'
    body = "".join(groups)
    return ElementTree.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg" {head}><g id="graph0" transform="translate(0 0)">{body}</g></svg>'
    )


def graph_in(root: Element) -> Element:
    graph = root.find(tag("g"))
    assert graph is not None
    return graph


def layout_in(root: Element) -> Layout:
    return Layout(graph_in(root))


def drawn(chart: Chart, renderer: Renderer) -> Element:
    """A picture as it comes to the pass."""
    root = tree_of(draw(Diagram(chart).dot, "svg", renderer.kind))
    for group in root.iter(tag("g")):
        settle_anchor(group)
    return root


def copy_of(root: Element) -> Element:
    return ElementTree.fromstring(ElementTree.tostring(root))


def texts_in(elements: Iterable[Element]) -> list[str | None]:
    return [element.text for element in elements]
