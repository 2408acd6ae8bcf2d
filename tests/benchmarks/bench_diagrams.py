"""Our part of a picture against Graphviz's, on flows of 200 and 1,000 states.

Ours is reading the flow and writing the DOT; theirs is the drawing engine on that same text, with nothing of
ours around it. What is done to the SVG afterwards is shown, but counts for neither.
"""

from collections.abc import Callable, Iterator
from functools import partial

from diagrams.content.sentences import Sentences
from diagrams.content.text import clean, safe_id, short
from diagrams.diagram import Diagram
from diagrams.formats.labels import escaped, markup
from diagrams.formats.svg import finished
from diagrams.options import RendererChoice, Theme
from diagrams.renderers import draw, embedded, system
from fsm.chart import Chart
from fsm.reading import Reader, read
from tests.benchmarks.timing import rates, show, verdict
from tests.diagrams.charts import large_chart, large_flow

BAR = 0.1
"""Our share of Graphviz's time."""


def main() -> bool:
    """Measure both shapes in both sizes with every engine that is here."""
    kinds = [engine.kind for engine in (embedded(), system()) if engine is not None]
    met = [measured(*workload, kind) for states in (200, 1000) for workload in workloads(states) for kind in kinds]
    return all(met)


def workloads(states: int) -> Iterator[tuple[str, Chart, Callable[[], Chart]]]:
    """The shape decides how long Graphviz takes, so there are two: one that is easy to lay out, one as games are."""
    flow, nested = large_flow(states), large_chart(states)
    yield f"{states} states in a row, read from the flow", read(flow), lambda: Reader(flow).chart()
    yield f"{states} states in phases, with jumps, from the chart", nested, lambda: nested


def measured(title: str, chart: Chart, source: Callable[[], Chart], kind: RendererChoice) -> bool:
    """One shape in one size with one engine."""
    text = Diagram(chart).dot
    drawn = draw(text, "svg", kind)
    theirs, ours = "bare Graphviz, DOT to SVG", "ours, up to the DOT"
    contenders = {
        theirs: once(partial(draw, text, "svg", kind)),
        ours: once(partial(written, source)),
        "ours, finishing the SVG": once(partial(dressed, chart, drawn)),
    }
    found = rates(contenders, rounds=5 if len(chart.phases) < 500 else 2)
    show(f"{title}, {len(chart.rows)} rows, {kind} engine", found, theirs, "pictures")
    share = found[theirs] / found[ours]
    return verdict(f"our share of Graphviz's time is below {BAR:.0%}", share, share < BAR)


def once(work: Callable[[], object]) -> Callable[[], int]:
    """A contender that does its work once."""

    def contender() -> int:
        work()
        return 1

    return contender


def written(source: Callable[[], Chart]) -> str:
    """The DOT text, made anew: without what an earlier round has read and prepared."""
    for memory in (clean, short, safe_id, escaped, markup):
        memory.cache_clear()
    return Diagram(source()).dot


def dressed(chart: Chart, drawn: bytes) -> str:
    """The SVG that readers get."""
    words = Sentences(chart).description()
    return finished(drawn, title=chart.title, description=words, theme=Theme.AUTO, stamp="")
