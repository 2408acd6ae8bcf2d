"""Where edges start and end.

DOT knows edges between nodes only: an edge to or from a box leads to a node inside, and is cut off at the
border.
"""

from typing import NamedTuple

from diagrams.content.calls import WayBack
from diagrams.content.manners import ends_of, leads_inward, starts_anywhere
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
    if starts_anywhere(chart, row):
        return End(anywhere_id(row.source))
    if leads_inward(chart, row):
        return End(node_id(departure(chart, row)))
    if row.done:
        return border_of_end(chart, row.source, back)
    return End(node_id(leaf_at(chart, row.source, 0 if back else -1)), cluster_id(row.source))


def border_of_end(chart: Chart, path: str, back: bool) -> End:
    """The border of a phase that has ended: near its end, or at the top for an edge that leads back up."""
    return End(start_id(path) if back else node_id(last_end(chart, path)), cluster_id(path))


def departure(chart: Chart, row: Row) -> str:
    """The phase that a row's edge starts from: the end of a phase, for what leads from there inward."""
    from_its_end = leads_inward(chart, row) and not starts_anywhere(chart, row)
    return last_end(chart, row.source) if from_its_end else row.source


def last_end(chart: Chart, path: str) -> str:
    """The sub-phase with which a phase ends, or the last leaf if it shows none."""
    return (ends_of(chart, path) or [leaf_at(chart, path, -1)])[-1]


# Ways back


def end_of_call(chart: Chart, way: WayBack, back: bool) -> End:
    """The end of a way back at the phase that was called. One that leads inside starts at its end."""
    if not chart.by_path[way.called].children:
        return End(node_id(way.called))
    if way.called in chart.lineage(way.to):
        return End(node_id(last_end(chart, way.called)))
    return border_of_end(chart, way.called, back)


def end_of_way_back(chart: Chart, way: WayBack, back: bool) -> End:
    """The end of a way back where the flow goes on. A compound phase that called is not entered again."""
    phase, around = chart.by_path[way.to], way.to in chart.lineage(way.called)
    if not (way.returns and phase.children):
        end = entrance(phase)
        return End(end.node) if around else end
    if around:
        anywhere = any(starts_anywhere(chart, row) for row in way.rows)
        return End(anywhere_id(way.to) if anywhere else node_id(last_end(chart, way.to)))
    return End(node_id(leaf_at(chart, way.to, -1 if back else 0)), cluster_id(way.to))


def leaf_at(chart: Chart, path: str, side: int) -> str:
    """The first or the last leaf in a phase."""
    while children := chart.by_path[path].children:
        path = children[side]
    return path


def cut_off(tail: End, head: End) -> dict[str, str]:
    """The attributes that cut an edge off at the borders of its ends."""
    return {name: end.border for name, end in (("ltail", tail), ("lhead", head)) if end.border is not None}
