"""Measuring in a browser how clear a picture is: which labels touch a border or a line, which titles are crossed.

Nothing here knows how Phasebook places labels. The browser says where the ink of every text is, and where every border
and line runs, point by point and as wide as it is drawn.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MEASURE = r"""
() => {
  const svg = document.querySelector("svg"), home = svg.getScreenCTM().inverse();
  const pen = document.createElement("canvas").getContext("2d");
  const all = (root, names) => [...root.querySelectorAll(names)];
  const shapes = "path, polygon, polyline, ellipse";

  const ink = text => {                      // what is black of a text, not the line that it stands in
    const style = getComputedStyle(text), size = parseFloat(style.fontSize);
    pen.font = `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`;
    const measured = pen.measureText(text.textContent.trim()), start = text.getStartPositionOfChar(0);
    const shift = text.getCTM(), root = svg.getCTM();
    const x = start.x + shift.e - root.e, y = start.y + shift.f - root.f;
    return {left: x - measured.actualBoundingBoxLeft, right: x + measured.actualBoundingBoxRight,
            top: y - measured.actualBoundingBoxAscent, bottom: y + measured.actualBoundingBoxDescent};
  };
  const around = shape => {
    const box = shape.getBBox(), shift = shape.getCTM(), root = svg.getCTM();
    const x = box.x + shift.e - root.e, y = box.y + shift.f - root.f;
    return {left: x, right: x + box.width, top: y, bottom: y + box.height};
  };
  const pieces = shape => {                  // the curves of a path: a browser walks from its start to each point
    const found = /^M([-\d., ]+)C([-\d., ]+)$/.exec(shape.getAttribute("d") || "");
    if (!found) return [[shape, shape.getBBox()]];
    const [x, y, ...rest] = `${found[1]} ${found[2]}`.trim().split(/[ ,]+/).map(Number), made = [];
    for (let at = 0, from = [x, y]; at < rest.length; at += 6, from = rest.slice(at - 2, at)) {
      const all = [...from, ...rest.slice(at, at + 6)], xs = all.filter((_, place) => place % 2 === 0);
      const ys = all.filter((_, place) => place % 2), [left, top] = [Math.min(...xs), Math.min(...ys)];
      const piece = document.createElementNS(svg.namespaceURI, "path");
      piece.setAttribute("d", `M${from}C${all.slice(2)}`);
      made.push([piece, {x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top}]);
    }
    return made;
  };
  const tracks = shape => {
    const half = parseFloat(getComputedStyle(shape).strokeWidth) / 2, shift = shape.getCTM(), root = svg.getCTM();
    const across = shift.e - root.e, down = shift.f - root.f;
    return pieces(shape).map(([piece, box]) => ({half, piece, across, down, box: {
      left: box.x + across, right: box.x + box.width + across, top: box.y + down, bottom: box.y + box.height + down}}));
  };
  const points = line => {                   // the middle of a stroke, point by point; worked out once
    if (line.points) return line.points;
    const {piece, across, down} = line, long = piece.getTotalLength();
    line.points = [];
    for (let at = 0; at < long + 2; at += 2) {
      const point = piece.getPointAtLength(Math.min(at, long));
      line.points.push([point.x + across, point.y + down]);
    }
    return line.points;
  };
  const meet = (one, other, room = 0) => one.left < other.right + room && other.left < one.right + room &&
                                         one.top < other.bottom + room && other.top < one.bottom + room;
  const within = (x, y, box, room) => x > box.left - room && x < box.right + room && y > box.top - room &&
                                      y < box.bottom + room;
  const passes = ([ax, ay], [bx, by], box, half) => {        // two points of a stroke and what is between them
    if (Math.max(ax, bx) < box.left - half || Math.min(ax, bx) > box.right + half) return false;
    if (Math.max(ay, by) < box.top - half || Math.min(ay, by) > box.bottom + half) return false;
    for (let share = 0; share <= 1; share += 0.125)
      if (within(ax + (bx - ax) * share, ay + (by - ay) * share, box, half)) return true;
    return false;
  };
  const runs = (line, box) => meet(line.box, box, line.half) && points(line).some((point, place, all) =>
    place > 0 && passes(all[place - 1], point, box, line.half));

  const words = root => all(root, "text").filter(text => text.textContent.trim());
  const name = group => group.id || group.querySelector("title")?.textContent || "?";
  const clusters = all(svg, "g.cluster"), nodes = all(svg, "g.node"), edges = all(svg, "g.edge");
  const badge = shape => shape.closest("g.row") !== null;   // a frame around words of a label
  const lines = edges.map(edge => all(edge, shapes).filter(shape => !badge(shape)).flatMap(tracks));
  const borders = [...clusters, ...nodes].flatMap(group =>
    all(group, shapes).filter(shape => !badge(shape)).flatMap(tracks).map(line => [name(group), line]));
  const solid = nodes.map(node => [name(node), [...all(node, shapes).map(around), ...words(node).map(ink)]]);

  const labels = edges.map(edge => ({name: name(edge), boxes: [
    ...words(edge).map(ink), ...all(edge, shapes).filter(badge).map(around)]})).filter(label => label.boxes.length);
  const found = {labels: labels.length, titles: 0, borders: [], lines: [], overlaps: [], crossed: []};
  const hits = (boxes, line) => boxes.some(box => runs(line, box));
  for (const label of labels) {
    const border = borders.find(([, line]) => hits(label.boxes, line)) ||
      solid.find(([, inks]) => inks.some(one => label.boxes.some(box => meet(one, box))));
    if (border) found.borders.push(`${label.name} on ${border[0]}`);
    const line = lines.findIndex(parts => parts.some(part => hits(label.boxes, part)));
    if (line >= 0) found.lines.push(`${label.name} on ${name(edges[line])}`);
  }
  labels.forEach((one, place) => labels.slice(place + 1).forEach(other => {
    if (one.boxes.some(a => other.boxes.some(b => meet(a, b)))) found.overlaps.push(`${one.name} and ${other.name}`);
  }));
  for (const cluster of clusters) {
    const title = words(cluster).map(ink);
    if (!title.length) continue;
    found.titles += 1;
    const line = lines.findIndex(parts => parts.some(part => hits(title, part)));
    const label = labels.find(label => label.boxes.some(box => title.some(one => meet(box, one))));
    const border = borders.find(([, line]) => hits(title, line));
    const by = line >= 0 ? name(edges[line]) : label ? label.name : border ? border[0] : "";
    if (by) found.crossed.push(`${name(cluster)} by ${by}`);
  }
  const view = svg.viewBox.baseVal, canvas = {left: view.x, right: view.x + view.width, top: view.y,
                                             bottom: view.y + view.height};
  const inside = box => box.left >= canvas.left && box.right <= canvas.right && box.top >= canvas.top &&
                        box.bottom <= canvas.bottom;
  found.outside = [...words(svg).filter(text => !inside(ink(text))).map(text => text.textContent),
    ...all(svg, shapes).filter(shape => shape.parentNode.id !== "graph0" && !inside(around(shape)))
      .map(shape => name(shape.closest("g[id]")))];   // what is right in the graph is its background
  return found;
}
"""


@dataclass
class Clearance:
    """What was found in one picture, or in several together."""

    labels: int = 0
    titles: int = 0
    borders: list[str] = field(default_factory=list)
    """Labels on the border of a box or of a phase."""
    lines: list[str] = field(default_factory=list)
    """Labels on a line."""
    overlaps: list[str] = field(default_factory=list)
    """Labels on each other."""
    crossed: list[str] = field(default_factory=list)
    """Titles of boxes with anything on them."""
    outside: list[str] = field(default_factory=list)
    """What the picture cuts off."""

    def __add__(self, other: "Clearance") -> "Clearance":
        return Clearance(**{name: value + getattr(other, name) for name, value in vars(self).items()})


class Ruler:
    """A page of a browser that measures pictures."""

    def __init__(self, browser: "Browser") -> None:
        self.page: Page = browser.new_page()
        self.page.set_content("<!doctype html><style>body{margin:0}</style><div id=here></div>")

    def measured(self, svg: str) -> Clearance:
        """One picture, drawn at its own size."""
        self.page.evaluate("svg => { document.getElementById('here').innerHTML = svg; }", svg)
        self.page.evaluate(
            "() => { const svg = document.querySelector('svg'), box = svg.viewBox.baseVal;"
            " svg.setAttribute('width', box.width); svg.setAttribute('height', box.height); }"
        )
        found: dict[str, Any] = self.page.evaluate(MEASURE)
        return Clearance(**found)

    def all_of(self, pictures: Iterable[str]) -> Clearance:
        """Several pictures, counted together."""
        return sum(map(self.measured, pictures), Clearance())
