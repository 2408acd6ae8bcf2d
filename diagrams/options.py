"""The choices that a `Diagram` offers: how much it shows, in which colours, and which renderer draws it."""

from enum import StrEnum

__all__ = ["Detail", "RendererChoice", "Theme"]


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


class RendererChoice(StrEnum):
    """Which renderer draws: `auto` takes the embedded one if it is there and can, else the system's."""

    AUTO = "auto"
    EMBEDDED = "embedded"
    SYSTEM = "system"
