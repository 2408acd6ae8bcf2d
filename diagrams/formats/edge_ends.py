"""Where edges start and end.

DOT knows edges between nodes only: an edge to or from a box leads to a node inside, and is cut off at the
border.
"""

from typing import NamedTuple

from diagrams.content.scene import leads_inward
from diagrams.formats.dot_syntax import anywhere_id, cluster_id, node_id, start_id
from fsm.chart import Chart, Phase, Row


class End(NamedTuple):
    """One end of an edge: a node, and the box at whose border the edge is cut off."""

    node: str
    border: str | None = None


def entrance(phase: Phase) -> End:
    """The end of an edge into a phase: at the border, so that it does not run through the box's title."""
    return End(start_id(phase.path), cluster_id(phase.path)) if phase.children else End(node_id(phase.path))


def target_end(chart: Chart, row: Row) -> End:
    """The end of a row's edge at its target. An edge from inside never meets the border from outside."""
    end = entrance(chart.by_path[row.target])
    return End(end.node) if row.target in chart.lineage(row.source) else end


def source_end(chart: Chart, row: Row, back: bool) -> End:
    """The end of a row's edge at its source; one that leads back up leaves at the top of a box."""
    if not chart.by_path[row.source].children:
        return End(node_id(row.source))
    if leads_inward(chart, row):
        return End(anywhere_id(row.source))
    return End(node_id(leaf_at(chart, row.source, 0 if back else -1)), cluster_id(row.source))


def leaf_at(chart: Chart, path: str, side: int) -> str:
    """The first or the last leaf in a phase."""
    while children := chart.by_path[path].children:
        path = children[side]
    return path


def cut_off(tail: End, head: End) -> dict[str, str]:
    """The attributes that cut an edge off at the borders of its ends."""
    return {name: end.border for name, end in (("ltail", tail), ("lhead", head)) if end.border is not None}
