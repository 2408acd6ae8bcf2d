"""The SVG for notebooks, which show it inside their page or as an image.

Inside, it follows the notebook's theme. As an image it can only follow the reader's system, which may differ: so it
brings its own paper, and is readable either way.
"""

from xml.etree import ElementTree

from diagrams.formats.palette import PAPER
from diagrams.formats.svg import Element, made, tag

AFTER_DESCRIPTION = 2


def on_paper(svg: str, style: str) -> str:
    """An inline SVG with its own style sheet and paper."""
    root = ElementTree.fromstring(svg)
    paper = Element(tag("rect"), {"width": "100%", "height": "100%", "fill": PAPER.light, "class": "pb-fill-paper"})
    root[AFTER_DESCRIPTION:AFTER_DESCRIPTION] = [made("style", style), paper]
    return ElementTree.tostring(root, encoding="unicode") + "\n"
