"""Pictures and tables of a flow, from its chart."""

from diagrams.diagram import Diagram
from diagrams.drawing import Choice
from diagrams.errors import DiagramError, DrawingError
from diagrams.palette import Theme
from diagrams.presets import chart_of_preset
from diagrams.scene import Detail

__all__ = ["Choice", "Detail", "Diagram", "DiagramError", "DrawingError", "Theme", "chart_of_preset"]
