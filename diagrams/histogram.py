"""How many games had which length and which outcome: two bar charts in one SVG.

It takes counts, so it draws what a simulation found as well as what anybody else has counted.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from xml.etree import ElementTree as Xml

from diagrams.content.text import clean

__all__ = ["histogram"]

WIDTH, BAR, TOP, LEFT = 640, 20, 64, 190
TALLEST = 160
MOST_BINS, MOST_OUTCOMES = 32, 12

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1b1f24 }
.title { font-weight: 600; font-size: 15px }
.bar { fill: #1f6feb }
.background { fill: #ffffff }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .bar { fill: #58a6ff }
  .background { fill: #0d1117 }
}
"""

Bars = Sequence[tuple[str, int]]


def histogram(title: str, lengths: Mapping[int, int], outcomes: Mapping[str, int]) -> str:
    """Games by number of moves, then by outcome, in the reader's theme and with words for screen readers."""
    title, columns = clean(title), bins(lengths)
    lines = [(clean(name), games) for name, games in ranking(outcomes)]
    svg = page(title, description(columns, lines), TOP + TALLEST + 60 + BAR * len(lines) + 40)
    write(svg, 16, 26, title, "title")
    write(svg, 16, 48, "Games by number of moves")
    draw_columns(svg, columns)
    write(svg, 16, TOP + TALLEST + 50, "Games by outcome")
    draw_lines(svg, lines, TOP + TALLEST + 60)
    return Xml.tostring(svg, encoding="unicode") + "\n"


def page(title: str, words: str, height: int) -> Xml.Element:
    """An empty picture with its title, its description in words, and its colours."""
    svg = Xml.Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {height}", role="img")
    svg.set("aria-labelledby", "title desc")
    Xml.SubElement(svg, "title", id="title").text = title
    Xml.SubElement(svg, "desc", id="desc").text = words
    Xml.SubElement(svg, "style").text = STYLE
    Xml.SubElement(svg, "rect", {"class": "background", "width": str(WIDTH), "height": str(height)})
    return svg


def bins(lengths: Mapping[int, int]) -> list[tuple[str, int]]:
    """At most `MOST_BINS` intervals of equal width, also the empty ones."""
    if not lengths:
        return []
    low, high = min(lengths), max(lengths)
    width = -(-(high - low + 1) // MOST_BINS)
    counts = dict.fromkeys(range(low, high + 1, width), 0)
    for length, games in lengths.items():
        counts[low + (length - low) // width * width] += games
    return [(bin_name(start, width), games) for start, games in counts.items()]


def bin_name(start: int, width: int) -> str:
    return str(start) if width == 1 else f"{start} to {start + width - 1}"


def ranking(outcomes: Mapping[str, int]) -> list[tuple[str, int]]:
    """The most frequent outcomes, and all others together."""
    ordered = sorted(outcomes.items(), key=lambda item: (-item[1], item[0]))
    rest = sum(games for _, games in islice(ordered, MOST_OUTCOMES, None))
    return [*ordered[:MOST_OUTCOMES], *([("all others", rest)] if rest else [])]


def description(columns: Bars, lines: Bars) -> str:
    """What the picture shows, in words."""
    length, most = max(columns, key=lambda column: column[1], default=("0", 0))
    said = "; ".join(f"{name}: {games} games" for name, games in lines)
    return f"Most games ({most}) have {length} moves. {said}."


def draw_columns(svg: Xml.Element, columns: Bars) -> None:
    """Upright bars; the first and the last one are named."""
    most = max((games for _, games in columns), default=1)
    width = (WIDTH - 32) / max(len(columns), 1)
    for place, (name, games) in enumerate(columns):
        tall = TALLEST * games / most
        left, top = 16 + place * width, TOP + TALLEST - tall
        bar(svg, left, top, max(width - 2, 1), tall, f"{name} moves: {games} games")
    if columns:
        write(svg, 16, TOP + TALLEST + 18, columns[0][0])
        write(svg, WIDTH - 16, TOP + TALLEST + 18, columns[-1][0], anchor="end")


def draw_lines(svg: Xml.Element, lines: Bars, top: int) -> None:
    """Lying bars, each with its name and number."""
    most = max((games for _, games in lines), default=1)
    for place, (name, games) in enumerate(lines):
        y = top + place * BAR
        wide = (WIDTH - LEFT - 100) * games / most
        write(svg, LEFT - 8, y + 15, name if len(name) <= 26 else f"{name[:25]}…", anchor="end")
        bar(svg, LEFT, y + 3, wide, BAR - 6, f"{name}: {games} games")
        write(svg, LEFT + wide + 6, y + 15, f"{games:,}")


def bar(svg: Xml.Element, x: float, y: float, width: float, height: float, tip: str) -> None:
    """One bar with a tooltip."""
    numbers = {"x": x, "y": y, "width": width, "height": height}
    placed = {name: f"{value:.1f}" for name, value in numbers.items()}
    rect = Xml.SubElement(svg, "rect", {"class": "bar", **placed})
    Xml.SubElement(rect, "title").text = tip


def write(svg: Xml.Element, x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> None:
    """A line of text."""
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}
    Xml.SubElement(svg, "text", place | ({"class": kind} if kind else {})).text = text
