"""Our part of a picture against Graphviz's, on flows of 100, 200 and 1,000 states.

Ours is reading the flow, writing the DOT, and moving labels and titles in the SVG; theirs is the drawing engine on
that same text, with nothing of ours around it. Reading and writing the SVG is shown, but counts for neither.
"""

from collections.abc import Callable, Iterator
from functools import partial

from diagrams.content.sentences import Sentences
from diagrams.content.text import clean, safe_id, short
from diagrams.diagram import Diagram
from diagrams.formats.clearing import clear
from diagrams.formats.labels import escaped, markup
from diagrams.formats.svg import Element, finished, settle_anchor, tag, tree_of
from diagrams.options import RendererChoice, Theme
from diagrams.renderers import draw, embedded, system
from fsm.chart import Chart
from fsm.reading import Reader, read
from tests.benchmarks.timing import rates, show, verdict
from tests.diagrams.charts import large_chart, large_flow

BAR = 0.2
"""Our share of Graphviz's time."""
STEEPEST = 2.0
"""How much longer than in proportion the pass may take on a chart five times as large."""


def main() -> bool:
    """Measure both shapes in both sizes with every engine that is here."""
    kinds = [engine.kind for engine in (embedded(), system()) if engine is not None]
    sizes = (100, 200, 1000)
    met = [measured(*workload, kind) for states in sizes for workload in workloads(states) for kind in kinds]
    return all([*met, grows_in_proportion()])


def workloads(states: int) -> Iterator[tuple[str, Chart, Callable[[], Chart]]]:
    """The shape decides how long Graphviz takes, so there are two: one that is easy to lay out, one as games are."""
    flow, nested = large_flow(states), large_chart(states)
    yield f"{states} states in a row, read from the flow", read(flow), lambda: Reader(flow).chart()
    yield f"{states} states in phases, with jumps, from the chart", nested, lambda: nested


def measured(title: str, chart: Chart, source: Callable[[], Chart], kind: RendererChoice) -> bool:
    """One shape in one size with one engine."""
    text = Diagram(chart).dot
    drawn = draw(text, "svg", kind)
    theirs, before, after = "bare Graphviz, DOT to SVG", "ours, up to the DOT", "ours, moving labels in the SVG"
    rounds = 5 if len(chart.phases) < 500 else 2
    trees = [read_svg(drawn) for _ in range(rounds)]  # each is good for one round: then its labels have moved
    contenders = {
        theirs: once(partial(draw, text, "svg", kind)),
        before: once(partial(written, source)),
        after: once(partial(cleared_next, trees)),
        "ours, everything done to the SVG": once(partial(dressed, chart, drawn)),
    }
    found = rates(contenders, rounds)
    show(f"{title}, {len(chart.rows)} rows, {kind} engine", found, theirs, "pictures")
    share = found[theirs] / found[before] + found[theirs] / found[after]
    return verdict(f"our share of Graphviz's time is below {BAR:.0%}", share, share < BAR)


def grows_in_proportion() -> bool:
    """Whether labels of a large picture take no longer than those of a small one, each."""
    contenders = {}
    for states in (200, 1000):
        drawn = draw(Diagram(large_chart(states)).dot, "svg")
        contenders[str(states)] = once(partial(cleared_next, [read_svg(drawn) for _ in range(3)]))
    found = rates(contenders, rounds=3)
    growth = found["200"] / found["1000"] / 5
    return verdict(f"the pass grows by less than {STEEPEST:g} times the size", growth, growth < STEEPEST)


def read_svg(drawn: bytes) -> Element:
    """The SVG as a tree, ready for the pass."""
    root = tree_of(drawn)
    for group in root.iter(tag("g")):
        settle_anchor(group)
    return root


def cleared_next(trees: list[Element]) -> None:
    """The pass over one SVG, which is then used up."""
    root = trees.pop()
    graph = root.find(tag("g"))
    assert graph is not None
    clear(root, graph)


def once(work: Callable[[], object]) -> Callable[[], int]:
    """A contender that does its work once."""

    def contender() -> int:
        work()
        return 1

    return contender


def written(source: Callable[[], Chart]) -> str:
    """The DOT text, made anew."""
    forget()
    return Diagram(source()).dot


def forget() -> None:
    """Drop what an earlier round has read and prepared."""
    for memory in (clean, short, safe_id, escaped, markup):
        memory.cache_clear()


def dressed(chart: Chart, drawn: bytes) -> str:
    """The SVG that readers get."""
    words = Sentences(chart).description()
    return finished(drawn, title=chart.title, description=words, theme=Theme.AUTO, stamp="")
