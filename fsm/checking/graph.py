"""A chart as a networkx graph, for reachability, cycles and paths.

Nodes are leaves, because only in a leaf can a game be; a row declared on a compound phase becomes one edge from each
leaf inside it. Edge keys are row ids.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from fsm.chart import Chart, Row

if TYPE_CHECKING:
    import networkx


def graph(chart: Chart) -> "networkx.MultiDiGraph[str]":
    """Every leaf, and every row from every leaf where it can be tried."""
    import networkx  # a fifth of a second: only who asks for a graph pays for it

    made: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(name=chart.name, title=chart.title)
    for phase in chart.leaves:
        made.add_node(phase.path, name=phase.name, parent=phase.parent, initial=phase.initial, final=phase.final)
    for leaf, row in steps(chart):
        made.add_edge(leaf, chart.landing(row, leaf), key=row.id, **facts(row))
    return made


def steps(chart: Chart) -> Iterator[tuple[str, Row]]:
    """Every leaf with every row that is tried there."""
    return ((leaf.path, row) for leaf in chart.leaves for row in chart.rows_at(leaf.path))


def facts(row: Row) -> dict[str, Any]:
    """What an edge knows."""
    return {"event": row.event, "guards": row.guards, "effects": row.effects, "internal": row.internal}
