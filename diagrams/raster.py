"""PNG drawn from the finished SVG, so that both show the same picture.

Graphviz's own PNG knows nothing of what is done to the SVG afterwards. It stays for machines without `resvg_py`, and
for those without a font of the right widths: there, resvg would leave all text out and say nothing.
"""

import math
from functools import lru_cache
from importlib.util import find_spec

from diagrams.formats.palette import PAPER
from diagrams.formats.svg import FONTS, size_of
from diagrams.options import Theme

__all__ = ["lack", "rastered"]

DPI = 96
"""Pixels to the inch of CSS, by which the points of an SVG are measured."""
ZOOM = 1.5
"""To 144 pixels an inch, twice the size of print."""
LONGEST, LARGEST = 32_000, 120_000_000
"""Pixels along a side, and in all; larger pictures are drawn smaller, as Graphviz does."""

BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"/>'
LETTER = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30">'
    '<text x="5" y="20" font-size="16" font-family="{}">M</text></svg>'
)
SAME_WIDTHS = FONTS.rpartition(",")[0]
"""The fonts that labels were measured for; the last name stands for any font."""


def rastered(svg: str, theme: Theme) -> bytes | None:
    """A finished SVG as PNG on the paper of a theme, or None where that cannot be done well."""
    if lack():
        return None
    try:
        return pixels(svg, zoom_for(*size_of(svg)), PAPER.of(theme))
    except ValueError:
        return None


def lack() -> str:
    """What there would have to be before PNGs are drawn from the SVG; empty if nothing is missing."""
    if find_spec("resvg_py") is None:
        return "resvg_py is not installed: pip install 'phasebook[embedded]'"
    return "" if has_font() else f"no font of the right widths is installed: {SAME_WIDTHS}"


@lru_cache(maxsize=1)
def has_font() -> bool:
    """Whether a letter leaves any trace."""
    try:
        return pixels(LETTER.format(SAME_WIDTHS), 1.0) != pixels(BLANK, 1.0)
    except ValueError:
        return False


def pixels(svg: str, zoom: float, paper: str | None = None) -> bytes:
    """An SVG as PNG. The last row and column may be parts of a pixel, which the picture's own paper does not fill."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=DPI, zoom=zoom, background=paper))


def zoom_for(width: float, height: float) -> float:
    """How much larger than on the screen a picture of this size, in points, is drawn."""
    across, down = (max(side, 1.0) * DPI / 72 for side in (width, height))
    return min(ZOOM, LONGEST / max(across, down), math.sqrt(LARGEST / (across * down)))
