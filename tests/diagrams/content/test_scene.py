"""What a picture shows of a flow, and what it marks there."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given

from diagrams.content.scene import Marks, ordinals, outermost, path_of, rows_between, rows_within, scene
from diagrams.diagram import Diagram
from diagrams.errors import DiagramError
from diagrams.options import Detail
from fsm.chart import Chart, Guard, Phase, Row
from fsm.flow import Flow
from fsm.reading import read
from games.discard import DiscardTurn
from tests.diagrams.charts import large_chart, large_flow, shapes, sorted_chart
from tests.diagrams.flows import Contract
from tests.diagrams.parsing import ids, shown_text, svg_root
from tests.diagrams.special_flows import Auction, Duel, Inward, Windows


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


def test_alternatives_have_ordinals_and_an_overview_has_none() -> None:
    chart = read(DiscardTurn)
    full, small = (scene(chart, detail, None, Marks()) for detail in (Detail.FULL, Detail.OVERVIEW))
    found = ordinals(full)

    assert [found.get(row.id) for row in chart.rows if row.event == "deal_next_hand"] == [1, 2]
    assert "discarding.ready-confirm_discard-resting" not in found
    assert ordinals(small) == {}


def test_a_close_up_keeps_the_marks_on_what_it_shows() -> None:
    inside, outside = "playing.leading-play_card-playing.following", "dealing-begin-bidding"
    marks = Marks("playing.leading", (inside, outside), {inside: 3, outside: 4})
    shown = scene(read(Contract), Detail.FULL, "playing", marks).marks

    assert shown == Marks("playing.leading", (inside,), {inside: 3})
    assert scene(read(Contract), Detail.FULL, "bidding", marks).marks.highlight is None


# Rows that do more than lead from phase to phase


def test_a_phase_is_found_by_the_last_parts_of_its_path() -> None:
    chart = read(Windows)

    assert path_of(chart, "morning") == "morning"
    assert path_of(chart, "ringing") == "alarm.ringing"
    assert path_of(chart, "evening.window") == "evening.window"


@pytest.mark.parametrize("option", ["phase", "highlight"])
def test_a_name_that_two_phases_share_is_answered_with_their_paths(option: str) -> None:
    with pytest.raises(
        DiagramError, match=r"2 phases 'window\.asking'; say which: morning.window.asking, evening.window.asking\.$"
    ):
        Diagram(Windows, **{option: "window.asking"})  # type: ignore[arg-type]  # one of many options


def test_a_short_name_marks_and_shows_the_phase() -> None:
    assert Diagram(Windows, highlight="ringing").dot == Diagram(Windows, highlight="alarm.ringing").dot
    assert Diagram(Windows, phase="ringing").dot == Diagram(Windows, phase="alarm.ringing").dot


def test_an_overview_keeps_calls_between_boxes_and_where_they_lead() -> None:
    rows = {row.id: row for row in Diagram(Duel, detail="overview").scene.chart.rows}
    start, battle = rows["starting-then-triggers"], rows["battle.attacking-then-triggers"]

    assert (start.target, start.calls, start.then) == ("triggers", "triggers", "drawing")
    assert (battle.source, battle.calls, battle.then) == ("battle", "triggers", None)
    assert "battle.damaging-then-triggers" not in rows


def test_in_an_overview_a_call_that_stays_in_a_box_leads_to_where_it_goes_on() -> None:
    inner = ("out.a", "out.c")
    phases = [
        Phase("out", "Out", children=inner, initial=True),
        Phase("out.a", "A", "out", initial=True),
        Phase("out.c", "C", "out", children=("out.c.d",)),
        Phase("out.c.d", "D", "out.c", initial=True, final=True),
        Phase("end", "End", final=True),
    ]
    calls = [Row("on", "out.a", "out.c", "go", calls="out.c", then="end"), Row("back", "out.a", "out.c", calls="out.c")]
    (row,) = Diagram(sorted_chart("Inner", phases, calls), detail="overview").scene.chart.rows

    assert row == Row("on", "out", "end", "go")


def test_an_overview_in_plain_words_keeps_the_words_that_joined_rows_share() -> None:
    asked = (Guard("is_late"),)
    phases = [
        Phase("out", "Out", children=("out.a", "out.b"), initial=True),
        Phase("out.a", "A", "out", initial=True),
        Phase("out.b", "B", "out"),
        Phase("end", "End", final=True),
    ]
    rows = [
        Row("one", "out.a", "end", "stop", says="Stop the clock"),
        Row("two", "out.b", "end", "stop", says="Stop the clock"),
        Row("three", "out.a", "end", "go", says="Off you go"),
        Row("four", "out.b", "end", "go"),
        Row("five", "out.b", "end", guards=asked),
    ]
    overview = Diagram(sorted_chart("Words", phases, rows), detail="overview", words="plain")
    shown = shown_text(svg_root(overview.svg())).splitlines()

    assert [row.says for row in overview.scene.chart.rows] == ["Stop the clock", "", ""]
    assert {"Stop the clock", "Go", "Then"} <= set(shown)
    assert "At once" not in shown


def test_in_an_overview_only_a_whole_box_is_done() -> None:
    rows = {row.id: row for row in Diagram(Auction, detail="overview").scene.chart.rows}
    morning = Diagram(Windows, detail="overview", phase="morning").scene.chart
    part = morning.row_by_id["morning.window-then-morning.resting"]
    leaving = msgspec.structs.replace(read(Windows).row_by_id[part.id], target="evening")
    chart = msgspec.structs.replace(read(Windows), rows=(leaving,))

    assert rows["auction-then-playing"].done
    assert part.done
    assert not Diagram(chart, detail="overview").scene.chart.rows[0].done


def test_a_close_up_shows_where_calls_go_on_and_calls_outside_as_one_box() -> None:
    drawing = Diagram(Duel, phase="drawing").scene
    idle = Diagram(Duel, phase="main.idle").scene

    assert drawing.outside == {"starting", "triggers", "main"}
    assert idle.chart.row_by_id["main.idle-activate-triggers.resolving"].target == "triggers"
    assert "triggers.resolving" not in idle.outside
    inside = Diagram(Duel, phase="triggers").scene.chart.row_by_id["main.idle-activate-triggers.resolving"]
    assert inside.target == "triggers.resolving"


@pytest.mark.parametrize("flow", [Auction, Duel, Inward, Windows])
@pytest.mark.parametrize("detail", ["full", "overview"])
def test_every_phase_of_special_flows_can_be_drawn_alone(flow: type[Flow], detail: str) -> None:
    for phase in read(flow).phases:
        diagram = Diagram(flow, phase=phase.path, detail=detail)

        assert f"phase-{phase.path}" in ids(svg_root(diagram.svg()))
        assert diagram.mermaid
        assert diagram.table()


def test_the_calls_of_a_trace_that_have_ended_are_marked_also_from_above() -> None:
    call, resolved = "starting-then-triggers", "triggers.waiting-then-triggers.settled"

    assert Diagram(Duel, trace=[call]).scene.marks.ended == frozenset()
    assert Diagram(Duel, trace=[call, resolved]).scene.marks.ended == {call}
    assert Diagram(Duel, trace=[call, resolved], detail="overview").scene.marks.ended == {call}
