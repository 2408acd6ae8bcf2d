"""The choices that a `Diagram` offers: how much it shows, in which words and colours, and which renderer draws it."""

from enum import StrEnum

__all__ = ["Detail", "RendererChoice", "Theme", "Words"]


class Detail(StrEnum):
    """How much a picture shows."""

    FULL = "full"
    """Every phase, row, guard and effect."""
    OVERVIEW = "overview"
    """Only the outermost phases and the events that lead from one to another."""


class Theme(StrEnum):
    """Which colours a picture has; `auto` follows the reader's setting in SVG, and is light elsewhere."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"


class Words(StrEnum):
    """In whose words a picture speaks."""

    TECHNICAL = "technical"
    """The names of the code: `deal_next_hand [discard_is_owed] / deal_hand`."""
    PLAIN = "plain"
    """Those of a rule book: "Deal next hand, if discard is owed → deal hand", or what `says=` gives."""


class RendererChoice(StrEnum):
    """Which renderer draws: `auto` takes the embedded one if it is there and can, else the system's."""

    AUTO = "auto"
    EMBEDDED = "embedded"
    SYSTEM = "system"
