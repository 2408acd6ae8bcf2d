"""What can go wrong with a picture."""

from fsm.errors import PhasebookError


class DiagramError(PhasebookError):
    """A picture that cannot be made as asked: an unknown phase, arrow, format or link, or a file in the way."""


class DrawingError(DiagramError):
    """No drawing engine, or one that failed. DOT, Mermaid and tables need none."""


class LayoutError(DrawingError):
    """A drawing engine did draw, and says itself that the picture is wrong."""
