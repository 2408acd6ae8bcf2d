"""Our part of a picture against Graphviz's, on charts of 200 and 1,000 states.

Ours is everything up to the DOT text; theirs is the drawing engine on that same text, with nothing of ours around it.
What is done to the SVG afterwards is shown, but counts for neither.
"""

from collections.abc import Callable
from functools import partial

from diagrams.diagram import Diagram
from diagrams.drawing import Choice, draw, embedded, system
from diagrams.labels import escaped, markup
from diagrams.palette import Theme
from diagrams.sentences import Sentences
from diagrams.svg import finished
from diagrams.words import clean, safe_id, short
from fsm.chart import Chart
from tests.benchmarks.timing import rates, show, verdict
from tests.diagrams.charts import large_chart

BAR = 0.1
"""Our share of Graphviz's time."""


def main() -> bool:
    """Measure both sizes with every engine that is here."""
    engines = [engine.kind for engine in (embedded(), system()) if engine is not None]
    met = [measured(states, kind) for states in (200, 1000) for kind in engines]
    return all(met)


def measured(states: int, kind: Choice) -> bool:
    """One size with one engine."""
    chart = large_chart(states)
    text = Diagram(chart).dot
    drawn = draw(text, "svg", kind)
    contenders = {
        "bare Graphviz, DOT to SVG": once(partial(draw, text, "svg", kind)),
        "ours, chart to DOT": once(partial(written, chart)),
        "ours, finishing the SVG": once(partial(dressed, chart, drawn)),
    }
    found = rates(contenders, rounds=5 if states < 500 else 3)
    show(
        f"{states} states, {len(chart.arrows)} arrows, {kind} engine",
        found,
        "bare Graphviz, DOT to SVG",
        "pictures",
    )
    share = found["bare Graphviz, DOT to SVG"] / found["ours, chart to DOT"]
    return verdict(f"writing the DOT of {states} states takes below {BAR:.0%} of Graphviz's time", share, share < BAR)


def once(work: Callable[[], object]) -> Callable[[], int]:
    """A contender that does its work once."""

    def contender() -> int:
        work()
        return 1

    return contender


def written(chart: Chart) -> str:
    """The DOT text, made anew: without the words that an earlier round has prepared."""
    for memory in (clean, short, safe_id, escaped, markup):
        memory.cache_clear()
    return Diagram(chart).dot


def dressed(chart: Chart, drawn: bytes) -> str:
    """The SVG that readers get."""
    words = Sentences(chart).description()
    return finished(drawn, title=chart.title, description=words, theme=Theme.AUTO, stamp="")
