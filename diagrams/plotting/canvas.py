"""A canvas for one plot, and the SVG that becomes of it: both themes, words for screen readers, always the same bytes.

Matplotlib writes colours into `style` attributes, which a page with a strict content security policy ignores. They
become plain attributes here, and classes by their role, as in flowcharts; so one style sheet serves both.
"""

import io
import re
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

from diagrams.content.text import clean
from diagrams.errors import DiagramError
from diagrams.formats.palette import INK, LINE, PAPER
from diagrams.formats.svg import SVG, XLINK, Element, add_classes, choose_font, introduce, made, style_sheet, tag

WIDTH = 7.6
"""Inches."""

LOOKS = {
    "svg.fonttype": "none",  # texts stay texts: small, searchable, and in the reader's colours
    "text.parse_math": False,  # a dollar in a name is a dollar
    "text.color": INK.light,
    "axes.titlecolor": INK.light,
    "axes.labelcolor": INK.light,
    "axes.edgecolor": LINE.light,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": LINE.light,
    "ytick.color": LINE.light,
    "xtick.labelcolor": INK.light,
    "ytick.labelcolor": INK.light,
    "grid.color": LINE.light,
    "grid.alpha": 0.25,
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}
"""DejaVu Sans comes with Matplotlib, and is wider than the fonts that readers have: nothing is cut."""

STYLED = ("fill", "stroke")
USED = re.compile(r"#([\w-]+)")


def matplotlib() -> Any:
    """The package that draws plots, or an error that says how to get it."""
    try:
        return import_module("matplotlib")
    except ImportError:
        raise DiagramError("Plots need the package matplotlib: pip install 'phasebook[plots]'.") from None


def drawn(draw: Callable[[Any], None], *, height: float, title: str, words: str, name: str, inline: bool) -> str:
    """What is drawn on the axes of a new figure, as SVG. `name` makes its ids unlike those of others on a page."""
    library = matplotlib()
    with library.rc_context(LOOKS | {"svg.hashsalt": name}), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that the font lacks: the reader's font may have it
        figure = import_module("matplotlib.figure").Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(clean(title))
        draw(axes)
        written = io.BytesIO()
        unstamped = {"Date": None, "Creator": None, "Format": None, "Type": None}
        import_module("matplotlib.backends.backend_svg").FigureCanvasSVG(figure).print_svg(written, metadata=unstamped)
    return readable(written.getvalue(), clean(title), clean(words), name, inline)


def readable(written: bytes, title: str, words: str, name: str, inline: bool) -> str:
    """Matplotlib's SVG as readers get it."""
    root = ElementTree.fromstring(written)
    for element in root.iter():
        spell_out(element)
    drop(root, tag("metadata"), tag("style"))
    name_only_what_is_used(root)
    leave_colours_to_uses(root)
    add_classes(root)
    root.insert(0, paper(root))
    choose_font(root)
    introduce(root, title, words)
    for element in (root[0], root[1]):
        element.set("id", f"{name}-{element.get('id')}")
    root.set("aria-labelledby", f"{root[0].get('id')} {root[1].get('id')}")
    root.set("class", "phasebook plot")
    root.set("stroke-linejoin", "round")
    if not inline:
        root.insert(0, made("style", style_sheet()))
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def drop(root: Element, *tags: str) -> None:
    """Take out what only Matplotlib needs, and what is empty then."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in tags or (child.tag == tag("defs") and all(one.tag in tags for one in child)):
                parent.remove(child)


def spell_out(element: Element) -> None:
    """Attributes instead of a style, and no blanks that only Matplotlib needs."""
    style = element.attrib.pop("style", "")
    for declaration in filter(None, style.split(";")):
        key, _, value = declaration.partition(":")
        element.set(key.strip(), value.strip())
    if element.tag == tag("path"):
        element.set("d", " ".join(element.get("d", "").split()))
    if element.tag != tag("text"):
        element.text = None
    element.tail = None


def leave_colours_to_uses(root: Element) -> None:
    """A mark that is used many times has the colour of each use: rules of a page do not reach the mark itself."""
    for shared in root.iter(tag("defs")):
        for element in shared.iter(tag("path")):
            for colour in STYLED:
                element.attrib.pop(colour, None)


def name_only_what_is_used(root: Element) -> None:
    """Ids that something refers to stay; the others would be the same in every plot."""
    links = ("clip-path", f"{{{XLINK}}}href")
    used = {found for element in root.iter() for link in links for found in USED.findall(element.get(link, ""))}
    for element in root.iter():
        if element.get("id") not in used:
            element.attrib.pop("id", None)


def paper(root: Element) -> Element:
    """The background, for those who look at the file by itself."""
    _, _, width, height = root.get("viewBox", "0 0 0 0").split()
    looks = {"width": width, "height": height, "fill": PAPER.light, "class": "pb-fill-paper"}
    return Element(f"{{{SVG}}}rect", looks)
