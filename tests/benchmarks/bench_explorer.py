"""Flows of sixty states in the explorer page: time of the page's own thread for each frame while they are dragged."""

from pathlib import Path
from tempfile import TemporaryDirectory

from diagrams.diagram import Diagram
from tests.benchmarks.timing import verdict
from tests.browser import missing, opened
from tests.diagrams.charts import boxed_chart, large_chart
from tests.diagrams.explorer.dragging import dragged
from tests.diagrams.explorer.visits import saved, visit

MOST_FOR_A_FRAME = 32.0
"""Milliseconds: thirty frames in a second, on a slow and shared machine. Most of it goes into laying out texts."""
ROUNDS = 5


def main() -> bool:
    """Drag both shapes, where there is a browser."""
    title = "Explorer page, 60 states dragged with all of them in view"
    print(f"\n{title}\n{'-' * len(title)}")
    if missing():
        print(f"not measured: {missing()}")
        return True
    with TemporaryDirectory() as folder, opened() as browser:
        met = []
        for chart in (large_chart(60), boxed_chart(3, 60)):
            with visit(browser, saved(Path(folder), Diagram(chart))) as here:
                frames = [1000 * work.seconds / drawn for work, drawn in (dragged(here) for _ in range(ROUNDS))]
            claim = f"{chart.name}: milliseconds for a frame, below {MOST_FOR_A_FRAME:.0f}"
            met.append(verdict(claim, min(frames), min(frames) < MOST_FOR_A_FRAME))
    return all(met)
