"""Colours by role, in a light and a dark value, and the contrast that every pairing must reach.

A flowchart is always written with the light values; `diagrams.formats.svg` swaps in the dark ones, role by
role, so that nothing but this file knows a colour of it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from diagrams.options import Theme


class Pair(NamedTuple):
    """One role's colour in both themes."""

    light: str
    dark: str

    def of(self, theme: Theme) -> str:
        """The colour in a theme; automatic pictures are written light."""
        return self.dark if theme is Theme.DARK else self.light


def mixed(one: Pair, other: Pair, share: float) -> Pair:
    """A pair on the way from one to the other."""
    return Pair(mix(one.light, other.light, share), mix(one.dark, other.dark, share))


def mix(one: str, other: str, share: float) -> str:
    """A colour on the way from one to the other."""
    parts = (round(a + (b - a) * share) for a, b in zip(channels(one), channels(other), strict=True))
    return "#" + "".join(f"{part:02X}" for part in parts)


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of `#RRGGBB`, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


INK = Pair("#1F2328", "#E6EDF3")
GUARD = Pair("#0550AE", "#79C0FF")
EFFECT = Pair("#116329", "#7EE787")
LINE = Pair("#57606A", "#9DA7B3")
VARIANT = Pair("#6639BA", "#D2A8FF")
ACCENT = Pair("#BC4C00", "#FFA657")
PAPER = Pair("#FFFFFF", "#0D1117")
NODE = Pair("#FFFFFF", "#161B22")

TINTS = (
    Pair("#EAF2FE", "#10203A"),
    Pair("#E9F7EC", "#10281A"),
    Pair("#FFF6E0", "#2B2410"),
    Pair("#F6EEFC", "#231A33"),
    Pair("#F6F8FA", "#0D1117"),
)
BORDERS = (
    Pair("#4A7FC1", "#4A7FC1"),
    Pair("#3E8E55", "#3E8E55"),
    Pair("#A47D1E", "#A47D1E"),
    Pair("#8A63B8", "#8A63B8"),
    Pair("#868F99", "#6E7681"),
)

HEAT = tuple(mixed(LINE, ACCENT, step / 3) for step in range(4))
"""From an edge that is rarely taken to the busiest one."""

ROLES = {
    "ink": INK,
    "guard": GUARD,
    "effect": EFFECT,
    "line": LINE,
    "variant": VARIANT,
    "accent": ACCENT,
    "paper": PAPER,
    "node": NODE,
    **{f"tint{number}": pair for number, pair in enumerate(TINTS)},
    **{f"border{number}": pair for number, pair in enumerate(BORDERS)},
    **{f"heat{number}": HEAT[number] for number in (1, 2)},
}
"""Every colour of a picture by its role; the first and the last heat are line and accent."""

BACKGROUNDS = (PAPER, NODE, *TINTS)

LEAST_CONTRAST = {
    "ink": 11.6,
    "guard": 6.7,
    "effect": 6.5,
    "line": 5.6,
    "variant": 6.4,
    "heat1": 5.0,
    "heat2": 4.7,
    "accent": 4.4,
    **{f"border{number}": 3.0 for number in range(len(BORDERS))},
}
"""What a role promises on every background (a border: on the tint it surrounds and on paper)."""


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    red, green, blue = (linear(channel / 255) for channel in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(share: float) -> float:
    """One channel without its gamma curve."""
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """How far apart two colours are to the eye: 1 when equal, 21 for black on white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def pairings() -> Iterator[tuple[str, str, str]]:
    """Every (role, foreground, background) that a picture can show, in both themes."""
    for role in LEAST_CONTRAST:
        number = role.removeprefix("border")
        for pair in (PAPER, TINTS[int(number)]) if number != role else BACKGROUNDS:
            yield role, ROLES[role].light, pair.light
            yield role, ROLES[role].dark, pair.dark
