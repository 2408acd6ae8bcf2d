"""Where edges start and end: at nodes, and at the borders of boxes."""

import re

import msgspec
import pytest
from hypothesis import given

from diagrams.content.calls import WayBack, ways_back
from diagrams.diagram import Diagram
from diagrams.formats.dot_syntax import anywhere_id, cluster_id, node_id, start_id
from diagrams.formats.edge_ends import (
    End,
    cut_off,
    departure,
    end_of_call,
    end_of_way_back,
    last_end,
    leaf_at,
    source_end,
    target_end,
)
from fsm.chart import Chart, Phase, Row
from fsm.reading import read
from games.discard import DiscardTurn
from tests.diagrams.charts import shapes, sorted_chart
from tests.diagrams.flows import DEAL, Contract
from tests.diagrams.parsing import line_of
from tests.diagrams.special_flows import Auction, Duel, Inward


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


# Endings and ways back


def test_the_end_of_a_phase_is_its_last_final_phase_or_else_its_last_leaf() -> None:
    assert last_end(read(Auction), "auction") == "auction.passed"
    assert last_end(read(Contract), "playing") == "playing.trick_done"


def test_a_row_from_the_only_end_inward_starts_there() -> None:
    chart = read(Inward)
    row = chart.row_by_id["play-then-play.acting"]

    assert departure(chart, row) == "play.finished"
    assert source_end(chart, row, back=True) == End(node_id("play.finished"))
    assert departure(chart, chart.row_by_id["play-then-over"]) == "play"


def test_a_way_back_inward_starts_at_the_end_and_one_outward_at_the_border() -> None:
    chart = read(Inward)
    to_play, to_open = ways_back(chart)

    assert end_of_call(chart, to_open, back=True) == End(node_id("play.question.closed"))
    assert end_of_call(chart, to_play, back=True) == End(start_id("play.question"), cluster_id("play.question"))
    assert end_of_call(chart, to_play, back=False) == End(node_id("play.question.closed"), cluster_id("play.question"))


def test_a_way_back_to_the_phase_around_leads_to_where_the_call_started() -> None:
    chart = read(Inward)
    (to_play, _) = ways_back(chart)
    ended = msgspec.structs.replace(
        to_play, rows=tuple(msgspec.structs.replace(row, done=True) for row in to_play.rows)
    )

    assert end_of_way_back(chart, to_play, back=True) == End(anywhere_id("play"))
    assert end_of_way_back(chart, ended, back=True) == End(node_id("play.finished"))


def test_a_compound_caller_beside_the_called_phase_is_not_entered_again() -> None:
    chart = read(Duel)
    way = WayBack("triggers", "battle", (Row("x", "battle", "triggers", calls="triggers"),))
    on = WayBack("triggers", "battle", (Row("x", "starting", "triggers", calls="triggers", then="battle"),))

    assert end_of_way_back(chart, way, back=True) == End(node_id("battle.damaging"), cluster_id("battle"))
    assert end_of_way_back(chart, way, back=False) == End(node_id("battle.attacking"), cluster_id("battle"))
    assert end_of_way_back(chart, on, back=True) == End(start_id("battle"), cluster_id("battle"))


def test_a_folded_phase_is_a_node() -> None:
    chart = Diagram(Duel, detail="overview").scene.chart
    (way, *_) = ways_back(chart)

    assert end_of_call(chart, way, back=True) == End(node_id("triggers"))
