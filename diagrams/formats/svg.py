"""From the SVG that Graphviz draws to the one for readers: both themes, tooltips, a title and a description.

Colours become classes by their role, so that a dark page gets dark colours; Graphviz's own node names go, and
each tooltip becomes a `<title>`, which browsers show.
"""

import re
from typing import NamedTuple
from xml.etree import ElementTree

from diagrams.errors import DrawingError
from diagrams.formats.clearing import clear
from diagrams.formats.palette import PAPER, ROLES
from diagrams.options import Theme

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
STAMP = "data-phasebook-dot"
FONTS = "Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif"

SIZE = re.compile(r'<svg[^>]* width="([\d.]+)pt" height="([\d.]+)pt"')

CLUTTER = re.compile(rb"<title>[^<]*</title>\n?|<text\b[^>]*> *</text>\n?")
"""Taken out before the tree is made: it is a third of all elements."""

LABELLED_BY = ("phasebook-title", "phasebook-desc")

ElementTree.register_namespace("", SVG)
ElementTree.register_namespace("xlink", XLINK)

Element = ElementTree.Element

ROLE_OF = {pair.light.lower(): role for role, pair in ROLES.items() if pair is not PAPER} | {"white": "node"}
"""What is white is a node: nothing else is, for paper is left to the page."""


def tag(name: str) -> str:
    """An SVG tag in full."""
    return f"{{{SVG}}}{name}"


def finished(
    drawn: bytes, *, title: str, description: str, theme: Theme, stamp: str, prefix: str = "", inline: bool = False
) -> str:
    """The SVG text that readers get; `inline`, the page around it says what its classes look like."""
    root = tree_of(drawn)
    for group in root.iter(tag("g")):
        settle_anchor(group)
    if (graph := root.find(tag("g"))) is not None:
        clear(root, graph)
    if theme is Theme.AUTO:
        add_classes(root)
        if not inline:
            root.insert(0, made("style", style_sheet()))
    choose_font(root)
    introduce(root, title, description)
    if prefix:
        make_ids_unique(root, prefix)
    root.set("class", f"phasebook {theme}")
    root.set(STAMP, stamp)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def tree_of(drawn: bytes) -> Element:
    """What Graphviz has drawn, without what nobody needs."""
    try:
        return ElementTree.fromstring(uncluttered(drawn))
    except ElementTree.ParseError as error:
        raise DrawingError(
            f"The drawing engine wrote an SVG that cannot be read ({error}); try the other engine."
        ) from None


def made(name: str, text: str, **attributes: str) -> Element:
    element = Element(tag(name), attributes)
    element.text = text
    return element


def introduce(root: Element, title: str, description: str) -> None:
    """Title and description for those who cannot see the picture."""
    root.set("role", "img")
    root.set("aria-labelledby", " ".join(LABELLED_BY))
    for place, (name, text) in enumerate(zip(LABELLED_BY, (title, description), strict=True)):
        root.insert(place, made(name.removeprefix("phasebook-"), text, id=name))


def make_ids_unique(root: Element, prefix: str) -> None:
    """Put a prefix before every id, so that a page can hold several pictures."""
    for element in root.iter():
        if identity := element.get("id"):
            element.set("id", f"{prefix}{identity}")
    root.set("aria-labelledby", " ".join(f"{prefix}{name}" for name in LABELLED_BY))


# Graphviz's habits


def uncluttered(drawn: bytes) -> bytes:
    """Without node names, which browsers would show as tooltips, and without texts that only make lines higher."""
    return CLUTTER.sub(b"", drawn)


def settle_anchor(group: Element) -> None:
    """Keep the tooltip, and an id if it is ours: Graphviz wraps both in an anchor with an id of its own."""
    anchor = group.find(tag("a"))
    if anchor is None:
        return
    identity = group.attrib.pop("id", "").removeprefix("a_")
    if identity.startswith("arrow-"):
        group.set("id", identity)
        group.set("class", "row")
    tooltip = made("title", anchor.attrib.pop(f"{{{XLINK}}}title", ""))
    if anchor.get(f"{{{XLINK}}}href"):
        anchor.insert(0, tooltip)
        return
    group.remove(anchor)
    group[:] = [tooltip, *anchor]


def choose_font(root: Element) -> None:
    """Name the font once, and others of the same widths after it: Graphviz has measured the labels."""
    for text in root.iter(tag("text")):
        text.attrib.pop("font-family", None)
    root.set("font-family", FONTS)


# Themes


def add_classes(root: Element) -> None:
    """Name the role of every colour."""
    for element in root.iter():
        roles = (role_class(element, attribute) for attribute in ("fill", "stroke"))
        classes = [name for name in (element.get("class"), *roles) if name]
        if classes:
            element.set("class", " ".join(classes))


def role_class(element: Element, attribute: str) -> str:
    """The class for one colour of an element, or nothing."""
    role = ROLE_OF.get(element.get(attribute, "").lower())
    return f"pb-{attribute}-{role}" if role else ""


def style_sheet() -> str:
    """Light by the attributes that are there already, dark where the reader prefers it."""
    rules = (
        f".pb-{attribute}-{role}{{{attribute}:{pair.dark}}}"
        for role, pair in ROLES.items()
        for attribute in ("fill", "stroke")
    )
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


def size_of(svg: str) -> tuple[float, float]:
    """Width and height of a picture, in points."""
    found = SIZE.search(svg)
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


# Reading one again


class Inscription(NamedTuple):
    """What a picture says of itself."""

    stamp: str | None = None
    title: str = ""
    description: str = ""


def inscription_in(svg: str | bytes) -> Inscription:
    """The stamp, title and description of a picture; nothing of what is no SVG."""
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, ValueError, LookupError):  # also an encoding that nobody knows
        return Inscription()
    texts = [(root.findtext(tag(name)) or "") for name in ("title", "desc")]
    return Inscription(root.get(STAMP), *texts)


def stamp_in(svg: str | bytes) -> str | None:
    """The hash of the DOT text that a picture was drawn from, or None if it has none."""
    return inscription_in(svg).stamp
