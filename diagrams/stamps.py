"""What a finished picture says of itself: which DOT text it was drawn from, and what it shows in words.

In an SVG the stamp is the attribute `data-phasebook-dot` of the root, in a PNG the text `phasebook-dot`. Title and
description are the SVG's `<title>` and `<desc>`; a PNG has the description only.
"""

from pathlib import Path

from diagrams.errors import DiagramError
from diagrams.formats import png, svg
from diagrams.formats.svg import Inscription
from fsm.files import reason

__all__ = ["Inscription", "inscription_of", "stamp_of"]


def stamp_of(picture: str | Path | bytes) -> str | None:
    """The hash of the DOT text that a picture was drawn from, to compare with `Diagram.stamp`.

    The picture is a file, or what is in one; None is the answer for a picture that somebody else has drawn.
    """
    return inscription_of(picture if isinstance(picture, bytes) else content_of(Path(picture))).stamp


def inscription_of(picture: bytes) -> Inscription:
    """All that an SVG or a PNG says of itself."""
    if picture.startswith(png.SIGNATURE):
        return Inscription(png.stamp_in(picture), description=png.description_in(picture))
    return svg.inscription_in(picture)


def content_of(path: Path) -> bytes:
    """What is in a file, or an error that says why nobody knows."""
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise DiagramError(f"Cannot read {path}: {reason(error)}; name a picture.") from None
