"""A picture made small for the page, which says itself what the picture would otherwise carry.

The page has the style sheet, so colours are known by their classes; and it has the sentences, from which its script
makes tooltips. Half of the bytes go.
"""

import re
from xml.etree import ElementTree

from diagrams.formats.svg import STAMP, SVG, tag

SPOKEN = (tag("title"), tag("desc"))
BLANKS = "{http://www.w3.org/XML/1998/namespace}space"
NUMBERS = ("x", "y", "cx", "cy", "rx", "ry", "d", "points", "font-size", "width", "height")
LONG_NUMBER = re.compile(r"-?\d+\.\d+")

Element = ElementTree.Element


def slim(svg: str) -> str:
    """The same picture in fewer bytes: nothing of what is seen changes."""
    root = ElementTree.fromstring(svg)
    for element in list(root.iter()):
        for spoken in [child for child in element if child.tag in SPOKEN]:
            element.remove(spoken)
        lighten(element)
    for name in ("role", "aria-labelledby", STAMP):
        root.attrib.pop(name, None)
    return ElementTree.tostring(root, encoding="unicode").replace(" />", "/>").replace(f' xmlns="{SVG}"', "", 1)


def lighten(element: Element) -> None:
    """Drop what goes without saying from one element."""
    looks = element.attrib
    for colour in ("fill", "stroke"):
        if f"pb-{colour}-" in looks.get("class", ""):
            looks.pop(colour, None)
    if looks.get("text-anchor") == "start":
        del looks["text-anchor"]
    if BLANKS in looks and is_evenly_spaced(element.text or ""):
        del looks[BLANKS]
    for name in NUMBERS:
        if name in looks:
            looks[name] = LONG_NUMBER.sub(rounded, looks[name])
    if element.tag != tag("text"):
        element.text = (element.text or "").strip() or None
    element.tail = (element.tail or "").strip() or None


def is_evenly_spaced(text: str) -> bool:
    """Whether a text is the same when blanks are put together."""
    return text == text.strip(" ") and "  " not in text


def rounded(found: re.Match[str]) -> str:
    """A number to a tenth of a point, which nobody can see."""
    return f"{float(found[0]):.1f}".removesuffix(".0")
