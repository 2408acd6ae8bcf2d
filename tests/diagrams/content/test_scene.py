"""What a picture shows of a flow, and what it marks there."""

from collections import Counter

import pytest
from hypothesis import given

from diagrams.content.scene import Marks, leads_inward, ordinals, outermost, rows_between, rows_within, scene
from diagrams.diagram import Diagram
from diagrams.errors import DiagramError
from diagrams.options import Detail
from fsm.chart import Chart, Phase, Row
from fsm.reading import read
from games.discard import DiscardTurn
from tests.diagrams.charts import large_chart, large_flow, shapes, sorted_chart
from tests.diagrams.flows import Contract
from tests.diagrams.parsing import ids, shown_text, svg_root


def test_marks_on_rows_that_do_not_exist_are_refused() -> None:
    with pytest.raises(DiagramError, match="no row 'x'; it has drawing-deal"):
        Diagram(DiscardTurn, trace=["x"])
    with pytest.raises(DiagramError, match="no row 'x'"):
        Diagram(DiscardTurn, counts={"x": 1})
    with pytest.raises(DiagramError, match="no row or phase 'x'"):
        Diagram(DiscardTurn, links={"x": "https://a.org"})


def test_a_long_list_of_rows_is_cut_in_errors() -> None:
    with pytest.raises(DiagramError, match=r"and \d+ more\.$"):
        Diagram(large_flow(30), trace=["x"])


def test_an_overview_shows_the_outermost_phases_and_the_events_between_them() -> None:
    diagram = Diagram(Contract, detail="overview")
    text = shown_text(svg_root(diagram.svg()))

    assert [phase.path for phase in diagram.scene.chart.phases] == [
        "dealing",
        "bidding",
        "playing",
        "counting",
        "finished",
    ]
    assert "take_turned" in text
    assert "3 states" in text
    assert "play_card" not in text
    assert "[" not in text


def test_an_overview_adds_up_the_counts_of_what_it_joins() -> None:
    inner = ("out.a", "out.b")
    phases = [Phase("out", "Out", children=inner, initial=True), Phase("end", "End", final=True)]
    phases[1:1] = [Phase(path, path, "out", initial=path == "out.a") for path in inner]
    rows = [Row("one", "out.a", "end", "stop"), Row("two", "out.b", "end", "stop"), Row("in", *inner, "go")]
    chart = sorted_chart("Joined", phases, rows)
    marks = Diagram(chart, detail="overview", counts={"one": 2, "two": 3, "in": 9}, highlight="out.b").scene.marks

    assert marks.counts == {"one": 5}
    assert marks.highlight == "out"


def test_one_phase_shows_what_is_in_it_and_where_its_arrows_lead() -> None:
    diagram = Diagram(Contract, phase="playing")
    found = {phase.path for phase in diagram.scene.chart.phases}
    inside = {"playing", "playing.leading", "playing.following", "playing.trick_done"}

    assert found - diagram.scene.outside == inside
    assert diagram.scene.outside == {"dealing", "bidding.first_round", "bidding.second_round", "counting", "finished"}
    assert "Bidding › First round" in shown_text(svg_root(diagram.svg()))
    assert '"start" [' not in diagram.dot


def test_one_phase_can_be_seen_from_above() -> None:
    diagram = Diagram(Contract, phase="bidding", detail="overview")
    shown = {phase.path: phase.children for phase in diagram.scene.chart.phases}

    assert shown["bidding"] == ("bidding.first_round", "bidding.second_round")
    assert shown["bidding.first_round"] == ()
    assert "1 state" in shown_text(svg_root(diagram.svg()))


@pytest.mark.parametrize("path", [phase.path for phase in read(Contract).phases])
@pytest.mark.parametrize("detail", ["full", "overview"])
def test_every_phase_can_be_drawn_alone(path: str, detail: str) -> None:
    diagram = Diagram(Contract, phase=path, detail=detail)

    assert f"phase-{path}" in ids(svg_root(diagram.svg()))
    assert diagram.mermaid
    assert diagram.table()


def leaves_in(chart: Chart, path: str) -> int:
    return sum(path in chart.lineage(leaf.path) for leaf in chart.leaves)


@given(shapes())
def test_an_overview_says_how_many_leaves_each_box_hides(chart: Chart) -> None:
    shown = scene(chart, Detail.OVERVIEW, None, Marks())
    hiding = {phase.path: leaves_in(chart, phase.path) for phase in outermost(chart) if phase.children}

    assert shown.notes == {path: "1 state" if count == 1 else f"{count} states" for path, count in hiding.items()}


def test_the_overview_of_a_large_flow_looks_at_each_leaf_once(monkeypatch: pytest.MonkeyPatch) -> None:
    chart = large_chart(400)
    asked: Counter[str | None] = Counter()
    lineage = Chart.lineage

    def counted(self: Chart, path: str | None) -> tuple[str, ...]:
        asked[path] += 1
        return lineage(self, path)

    monkeypatch.setattr(Chart, "lineage", counted)
    scene(chart, Detail.OVERVIEW, None, Marks())

    assert max(asked.values()) == 1


@given(shapes())
def test_a_row_is_a_line_of_a_box_or_an_arrow_and_never_both(chart: Chart) -> None:
    within = [row for phase in chart.phases for row in rows_within(chart, phase)]

    assert Counter(row.id for row in [*within, *rows_between(chart)]) == Counter(row.id for row in chart.rows)
    assert all(row.source == row.target for row in within)


def test_only_rows_from_a_phase_to_one_inside_lead_inward() -> None:
    chart = read(Contract)

    assert [row.id for row in chart.rows if leads_inward(chart, row)] == ["playing-restart-playing.leading"]


def test_alternatives_have_ordinals_and_an_overview_has_none() -> None:
    chart = read(DiscardTurn)
    full, small = (scene(chart, detail, None, Marks()) for detail in (Detail.FULL, Detail.OVERVIEW))
    found = ordinals(full)

    assert [found.get(row.id) for row in chart.rows if row.event == "deal_next_hand"] == [1, 2]
    assert "resting-end_turn-drawing" not in found
    assert ordinals(small) == {}


def test_a_close_up_keeps_the_marks_on_what_it_shows() -> None:
    inside, outside = "playing.leading-play_card-playing.following", "dealing-begin-bidding"
    marks = Marks("playing.leading", (inside, outside), {inside: 3, outside: 4})
    shown = scene(read(Contract), Detail.FULL, "playing", marks).marks

    assert shown == Marks("playing.leading", (inside,), {inside: 3})
    assert scene(read(Contract), Detail.FULL, "bidding", marks).marks.highlight is None
