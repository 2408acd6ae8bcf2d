"""How wide a text is in Helvetica, and in the fonts that stand in for it: all of them share its widths.

Graphviz measures labels in the same way, but its SVG does not say what it found.
"""

import unicodedata
from functools import lru_cache

FIRST = 32
"""The tables start with the blank, and go on in the order of ASCII. Widths are thousandths of the font's size."""

REGULAR = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
BOLD = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
)  # fmt: skip

UNKNOWN, WIDE = 1000, 1400
"""Rather too wide than too narrow: for a sign of another font, and for one that fills two columns of a terminal."""

ASCENT, DESCENT = 0.75, 0.22
"""How far ink reaches above and below the line that letters stand on, as shares of the font's size."""


def table(widths: tuple[int, ...]) -> dict[str, int]:
    """The widths by their letters."""
    return {chr(FIRST + place): width for place, width in enumerate(widths)}


WIDTHS = {False: table(REGULAR), True: table(BOLD)}


@lru_cache(maxsize=8192)
def text_width(text: str, bold: bool) -> float:
    """The width of a text as a multiple of its font's size."""
    known = WIDTHS[bold]
    try:
        return sum(map(known.__getitem__, text)) / 1000
    except KeyError:
        return sum(known.get(letter) or foreign_width(letter, known) for letter in text) / 1000


def foreign_width(letter: str, known: dict[str, int]) -> int:
    """The width of a letter outside ASCII: that of the letter below its accents, or a guess."""
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn"):
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or letter > "\uffff":
        return WIDE
    return known.get(unicodedata.normalize("NFD", letter)[0], UNKNOWN)
