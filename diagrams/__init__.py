"""Pictures and tables of a flow, from its chart."""

from diagrams.diagram import Diagram
from diagrams.errors import DiagramError, DrawingError
from diagrams.options import Detail, RendererChoice, Theme
from diagrams.presets import chart_of_preset

__all__ = ["Detail", "Diagram", "DiagramError", "DrawingError", "RendererChoice", "Theme", "chart_of_preset"]
