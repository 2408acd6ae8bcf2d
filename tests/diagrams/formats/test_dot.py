"""The graph in DOT: nodes, edges, and what is marked on them."""

import re

import msgspec
import pytest

from diagrams.diagram import Diagram
from diagrams.errors import DiagramError
from diagrams.formats.palette import ACCENT, PAPER, TINTS
from fsm.reading import read
from games.discard import DiscardTurn
from tests.diagrams.charts import large_chart
from tests.diagrams.flows import DEAL, TO_READY, TOGGLE, Contract
from tests.diagrams.parsing import HREF, SVG, ids, line_of, shown_text, svg_root
from tests.diagrams.special_flows import Auction, Duel, Windows


def test_a_back_edge_is_written_from_its_head_and_dashed() -> None:
    line = line_of(Diagram(DiscardTurn), 'id="line-resting-end_turn-drawing"')

    assert line.strip().startswith('"state_drawing" -> "state_resting"')
    assert 'dir="back"' in line
    assert 'style="dashed"' in line


def test_staying_is_a_line_of_the_box_and_not_a_loop() -> None:
    diagram = Diagram(DiscardTurn)
    ends = re.findall(r'"(\S+)" -> "(\S+)"', diagram.dot)

    assert f'ID="arrow-{TOGGLE}"' in line_of(diagram, '"anywhere_discarding" [')
    assert not any(tail == head for tail, head in ends)


def test_phases_beside_each_other_have_different_tints() -> None:
    diagram = Diagram(Contract)
    found = [line_of(diagram, f'id="phase-{phase.path}"') for phase in diagram.chart.phases if phase.children]

    assert [tint.light in line for tint, line in zip(TINTS, found, strict=False)] == [True] * 4


def test_final_states_have_two_borders() -> None:
    lines = [line for line in Diagram(Contract).dot.splitlines() if 'peripheries="2"' in line]

    assert len(lines) == 1
    assert '"state_finished"' in lines[0]


def test_the_current_phase_has_another_colour_and_width() -> None:
    for path in ("drawing", "discarding"):
        line = line_of(Diagram(DiscardTurn, highlight=path), f'id="phase-{path}"')

        assert f'color="{ACCENT.light}"' in line
        assert 'penwidth="3"' in line
        assert "current" in line


def test_a_path_taken_has_another_colour_and_width_on_edges_and_in_boxes() -> None:
    diagram = Diagram(DiscardTurn, trace=[DEAL, TOGGLE])
    marked = [line for line in diagram.dot.splitlines() if ACCENT.light in line]

    assert len(marked) == 2
    assert f'color="{ACCENT.light}" penwidth="2.8"' in line_of(diagram, f'id="line-{DEAL}"')
    assert f'BORDER="3" SIDES="L" COLOR="{ACCENT.light}"' in line_of(diagram, '"anywhere_discarding" [')


def test_counts_are_width_colour_and_label() -> None:
    diagram = Diagram(DiscardTurn, counts={DEAL: 12_000, TO_READY: 3, TOGGLE: 0.25, "resting-end_turn-drawing": 0})
    busy, rare = (line_of(diagram, f'id="line-{name}"') for name in (DEAL, TO_READY))
    text = shown_text(svg_root(diagram.svg()))

    assert f'color="{ACCENT.light}" penwidth="5.00"' in busy
    assert ACCENT.light not in rare
    assert 'style="dotted"' in line_of(diagram, 'id="line-resting-end_turn-drawing"')
    assert all(f"× {number}" in text.split("\n") for number in ("12,000", "3", "0.25", "0"))


def test_counts_of_nothing_draw_dotted_lines() -> None:
    assert 'style="dotted"' in line_of(Diagram(DiscardTurn, counts={DEAL: 0}), f'id="line-{DEAL}"')


def test_links_are_on_phases_and_edges() -> None:
    links = {"drawing": "flow.py#L9", DEAL: "https://a.org/?a=1&b=2"}
    root = svg_root(Diagram(DiscardTurn, links=links).svg())
    found = {element.get(HREF) for element in root.iter(f"{SVG}a")}

    assert found == set(links.values())


def test_a_link_that_could_run_code_is_refused() -> None:
    with pytest.raises(DiagramError, match="not a link"):
        Diagram(DiscardTurn, links={"drawing": "javascript:alert(1)"}).svg()


def test_formats_that_cannot_follow_the_reader_are_light_on_paper() -> None:
    assert Diagram(DiscardTurn).printed == Diagram(DiscardTurn, theme="light").dot
    assert f'bgcolor="{PAPER.light}"' in Diagram(DiscardTurn).printed
    assert Diagram(DiscardTurn, theme="dark").printed == Diagram(DiscardTurn, theme="dark").dot


def test_ranks_are_global_up_to_a_hundred_phases_and_not_mentioned_beyond() -> None:
    """Graphviz takes the attribute for a yes, whatever its value is."""
    assert "newrank" in Diagram(large_chart(90)).dot
    assert "newrank" not in Diagram(large_chart(100)).dot


# Rows that do more than lead from phase to phase

CALL, RESOLVED = "starting-then-triggers", "triggers.waiting-then-triggers.settled"
RING = "morning.window.asking-ring-alarm"


def test_a_call_has_a_ring_at_its_caller_and_a_thin_dashed_way_back() -> None:
    diagram = Diagram(Duel)
    call, back = line_of(diagram, f'id="line-{CALL}"'), line_of(diagram, f'id="back-{CALL}"')

    assert '"state_starting" -> "start_triggers"' in call
    assert 'dir="both" arrowtail="odot" lhead="cluster_triggers"' in call
    assert '"state_drawing" -> "start_triggers"' in back
    assert 'class="back after-starting-then-triggers"' in back
    assert 'style="dashed" penwidth="0.8" dir="back" arrowtail="vee" lhead="cluster_triggers"' in back
    assert ">after Start of turn<" in back


def test_a_way_back_that_leads_down_starts_at_the_border_near_the_end() -> None:
    rows = [row for row in read(Duel).rows if row.source == "ending" or row.calls is None]
    chart = msgspec.structs.replace(read(Duel), rows=tuple(rows))
    call, back = (line_of(Diagram(chart), f'id="{kind}-ending-then-triggers"') for kind in ("line", "back"))

    assert '"start_triggers" -> "state_ending"' in call
    assert 'dir="both" arrowhead="odot" ltail="cluster_triggers"' in call
    assert "dashed" not in call
    assert '"state_triggers.settled" -> "state_ending"' in back
    assert 'arrowhead="vee" ltail="cluster_triggers"' in back


def test_where_many_call_the_flow_comes_back_along_the_line_of_the_call() -> None:
    diagram = Diagram(Duel)
    call = line_of(diagram, 'id="line-battle.attacking-then-triggers"')

    assert 'dir="both" arrowtail="vee"' in call
    assert "call and back" in call
    assert diagram.dot.count('id="back-') == 1


def test_a_way_back_says_in_words_who_takes_it() -> None:
    root = svg_root(Diagram(Windows).svg())
    titles = [element.text for element in root.iter(f"{SVG}title")]

    assert "When Alarm has ended, the flow comes back to Morning › Rest if it was called from there." in titles


def test_a_way_back_is_marked_when_a_trace_has_taken_it() -> None:
    called, ended = Diagram(Duel, trace=[CALL]), Diagram(Duel, trace=[CALL, RESOLVED])

    assert ACCENT.light not in line_of(called, f'id="back-{CALL}"')
    assert f'color="{ACCENT.light}" penwidth="1.8"' in line_of(ended, f'id="back-{CALL}"')


def test_a_way_back_is_dotted_when_nobody_has_called_and_has_no_number() -> None:
    never, often = (line_of(Diagram(Windows, counts={RING: count}), f'id="back-{RING}"') for count in (0, 7))

    assert 'style="dotted"' in never
    assert 'style="dashed"' in often
    assert "× 7" not in often


def test_a_done_row_starts_at_the_border_of_its_phase() -> None:
    diagram = Diagram(Auction)
    down, up = (line_of(diagram, f'id="line-auction-then-{target}"') for target in ("playing", "dealing"))

    assert '"state_auction.passed" -> "start_playing"' in down
    assert 'ltail="cluster_auction"' in down
    assert '"state_dealing" -> "start_auction"' in up
    assert 'lhead="cluster_auction"' in up
    assert "<I>when done</I>" in down
    assert 'id="line-auction-concede-over"' in diagram.dot


def test_equal_ids_in_two_phases_are_different_nodes_and_elements() -> None:
    diagram = Diagram(Windows)
    found = ids(svg_root(diagram.svg()))

    for path in ("morning.window.asking", "evening.window.asking"):
        assert f'"state_{path}" [' in diagram.dot
        assert found.count(f"phase-{path}") == 1


def test_a_refusal_is_a_line_of_its_box_with_a_tooltip() -> None:
    line = line_of(Diagram(Auction), 'ID="arrow-playing.challenge-concede-playing.challenge"')

    assert '"state_playing.challenge" [' in line
    assert ">×<" in line
    assert "The player reads: “Not while a challenge is open.”" in line
