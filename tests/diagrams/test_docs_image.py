"""The flowchart in the docs is the flow as it is now."""

from pathlib import Path

from diagrams.diagram import Diagram
from diagrams.formats import svg
from games.discard import engine

IMAGE = Path(__file__).parents[2] / "docs" / "images" / "discard.svg"


def test_the_committed_flowchart_is_fresh() -> None:
    stamp = svg.stamp_in(IMAGE.read_text("utf-8"))

    assert stamp == Diagram(engine).stamp, "run: phasebook draw discard -o docs/images/discard.svg"
