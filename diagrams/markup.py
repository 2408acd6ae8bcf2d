"""Text, names and tables in Markdown and in reStructuredText, for pages that say more than pictures do."""

from diagrams.errors import DiagramError
from diagrams.formats.tables import MARKDOWN, RST, Language

__all__ = ["LANGUAGES", "Language", "language_of"]

LANGUAGES = {"md": MARKDOWN, "rst": RST}
"""By the suffix of a page."""


def language_of(style: str) -> Language:
    """The markup language of a table, or an error that lists all of them."""
    if style in LANGUAGES:
        return LANGUAGES[style]
    raise DiagramError(f"There is no table style {style!r}; choose one of {', '.join(LANGUAGES)}.")
