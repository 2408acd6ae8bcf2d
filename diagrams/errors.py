"""What can go wrong with a picture."""

from fsm.errors import PhasebookError

__all__ = ["DiagramError", "DrawingError", "LayoutError"]


class DiagramError(PhasebookError):
    """A picture that cannot be made as asked.

    The row, format or option is unknown, a link could run code, or the file cannot be written.
    """


class DrawingError(DiagramError):
    """No renderer, or one that failed. DOT, Mermaid and tables need none."""


class LayoutError(DrawingError):
    """A renderer did draw, and says itself that the picture is wrong."""
