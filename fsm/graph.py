"""A chart as a networkx graph, for reachability, cycles and paths.

Nodes are leaves, because only in a leaf can a game be; an arrow declared on a compound phase becomes one edge from each
leaf inside it. Edge keys are arrow ids.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from fsm.chart import Arrow, Chart

if TYPE_CHECKING:
    import networkx


def graph(chart: Chart) -> "networkx.MultiDiGraph[str]":
    """Every leaf, and every arrow from every leaf where it can be tried."""
    import networkx  # a fifth of a second: only who asks for a graph pays for it

    made: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(name=chart.name, title=chart.title)
    for phase in chart.leaves:
        made.add_node(phase.path, name=phase.name, parent=phase.parent, initial=phase.initial, final=phase.final)
    for leaf, arrow in steps(chart):
        made.add_edge(leaf, chart.landing(arrow, leaf), key=arrow.id, **facts(arrow))
    return made


def steps(chart: Chart) -> Iterator[tuple[str, Arrow]]:
    """Every leaf with every arrow that is tried there."""
    return ((leaf.path, arrow) for leaf in chart.leaves for arrow in chart.arrows_at(leaf.path))


def facts(arrow: Arrow) -> dict[str, Any]:
    """What an edge knows."""
    return {"event": arrow.event, "guards": arrow.guards, "effects": arrow.effects, "internal": arrow.internal}
