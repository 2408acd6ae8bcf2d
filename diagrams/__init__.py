"""Pictures and tables of a flow, from its chart.

Start with `Diagram`. The modules here are public, and each lists in `__all__` what it offers: `diagram`,
`options` (the choices of a diagram), `presets` (the chart of a preset), `stylesheet` (for pages that hold
pictures), `plots` (what was counted in games), `renderers` (the programs that draw), `files` (written
whole or not at all) and `errors`.
The folders `content`, `formats`, `plotting` and `explorer` are private.
"""

from diagrams.diagram import Diagram
from diagrams.errors import DiagramError, DrawingError
from diagrams.options import Detail, RendererChoice, Theme, Words
from diagrams.presets import chart_of_preset

__all__ = ["Detail", "Diagram", "DiagramError", "DrawingError", "RendererChoice", "Theme", "Words", "chart_of_preset"]
