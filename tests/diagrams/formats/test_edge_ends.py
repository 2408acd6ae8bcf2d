"""Where edges start and end: at nodes, and at the borders of boxes."""

import re

import pytest
from hypothesis import given

from diagrams.diagram import Diagram
from diagrams.formats.dot_syntax import cluster_id, node_id
from diagrams.formats.edge_ends import End, cut_off, leaf_at, source_end, target_end
from fsm.chart import Chart, Phase, Row
from games.discard import DiscardTurn
from tests.diagrams.charts import shapes, sorted_chart
from tests.diagrams.flows import DEAL, Contract
from tests.diagrams.parsing import line_of


def test_an_edge_into_a_phase_ends_on_its_start_mark() -> None:
    assert '"state_drawing" -> "start_discarding"' in line_of(Diagram(DiscardTurn), f'id="line-{DEAL}"')


def test_edges_into_a_phase_end_at_its_border() -> None:
    diagram = Diagram(DiscardTurn)

    assert 'lhead="cluster_discarding"' in line_of(diagram, f'id="line-{DEAL}"')


def test_an_edge_from_inside_a_phase_to_the_phase_itself_does_not_end_at_its_border() -> None:
    phases = [Phase("out", "Out", children=("out.a",), initial=True), Phase("out.a", "A", "out", initial=True)]
    diagram = Diagram(sorted_chart("Again", phases, [Row("again", "out.a", "out", "again")]))

    assert not {"lhead", "ltail"} & set(re.findall(r"\w+(?==)", line_of(diagram, 'id="line-again"')))


def test_a_flow_that_starts_in_a_compound_phase_starts_at_its_border() -> None:
    phases = [Phase("out", "Out", children=("out.a",), initial=True), Phase("out.a", "A", "out", initial=True)]

    assert 'lhead="cluster_out"' in line_of(Diagram(sorted_chart("Box", phases, [])), '"start" ->')


def test_an_edge_out_of_a_phase_is_cut_off_at_its_border() -> None:
    diagram = Diagram(Contract)

    down, up = (line_of(diagram, f'id="line-playing-{rest}"') for rest in ("concede-finished", "throw_in-dealing"))

    assert '"state_playing.trick_done" -> "state_finished"' in down
    assert 'ltail="cluster_playing"' in down
    assert '"state_dealing" -> "state_playing.leading"' in up
    assert 'lhead="cluster_playing"' in up


def test_an_edge_into_its_own_phase_leaves_from_anywhere() -> None:
    line = line_of(Diagram(Contract), 'id="line-playing-restart-playing.leading"')

    assert line.strip().startswith('"anywhere_playing" -> "state_playing.leading"')


@given(shapes())
def test_an_edge_is_cut_off_only_where_it_crosses_the_border(chart: Chart) -> None:
    """Graphviz warns, and draws the whole line, if the node lies outside the box or both ends lie inside."""
    for row in chart.rows:
        if row.source == row.target:
            continue
        source, target = source_end(chart, row, back=False), target_end(chart, row)
        inside_source = row.source in chart.lineage(row.target)
        inside_target = row.target in chart.lineage(row.source)

        assert source.border in (None, cluster_id(row.source))
        assert target.border in (None, cluster_id(row.target))
        assert (source.border is not None) == (bool(chart.by_path[row.source].children) and not inside_source)
        assert (target.border is not None) == (bool(chart.by_path[row.target].children) and not inside_target)


@pytest.mark.parametrize(("back", "side"), [(False, -1), (True, 0)])
@given(chart=shapes())
def test_an_edge_leaves_a_box_from_its_last_leaf_or_back_up_from_its_first(chart: Chart, back: bool, side: int) -> None:
    for row in chart.rows:
        end = source_end(chart, row, back)
        if end.border is None:
            continue
        inside = [leaf.path for leaf in chart.leaves if row.source in chart.lineage(leaf.path)]

        assert leaf_at(chart, row.source, side) == inside[side]
        assert end.node == node_id(inside[side])


def test_ends_without_a_border_cut_nothing_off() -> None:
    assert cut_off(End("a"), End("b")) == {}
    assert cut_off(End("a", "box"), End("b")) == {"ltail": "box"}
    assert cut_off(End("a"), End("b", "box")) == {"lhead": "box"}
