"""Mermaid: what it needs to be read as meant."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagrams import Diagram
from diagrams.formats.mermaid import spelled
from fsm.chart import Phase, Row
from games.discard import DiscardTurn
from tests.diagrams.charts import sorted_chart
from tests.diagrams.flows import DEAL, Contract, Varied
from tests.diagrams.special_flows import Auction, Duel, Inward, Windows


@given(st.text())
def test_marks_are_spelled_as_their_numbers(text: str) -> None:
    assert not set('"<>{}:`*%\\\n') & set(spelled(text))


def said(diagram: Diagram) -> str:
    """The text with its marks as readers see them, and without line breaks in labels."""
    return diagram.mermaid.replace("#46;", ".").replace("#95;<br/>", "_").replace("<br/>", " ")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1. then", "1#46; then"),
        ("12) then", "12#41; then"),
        ("- x", "#45; x"),
        ("+ x", "#43; x"),
        ("↔ 1. x-y 2.", "↔ 1. x-y 2."),
        ("_x_ a_b __c", "#95;x#95; a_b #95;#95;c"),
    ],
)
def test_what_would_be_markdown_is_spelled(text: str, shown: str) -> None:
    """Mermaid measures a list wrongly, and leaves the marks of emphasis out."""
    assert spelled(text) == shown


def test_letters_and_suits_stay() -> None:
    assert spelled("Été ♠ 🂡 [x] / y") == "Été ♠ 🂡 [x] / y"


def test_edges_that_cross_a_border_stand_outside_all_blocks() -> None:
    """Mermaid moves a state into the block in which an edge names it."""
    lines = said(Diagram(Contract)).splitlines()

    assert "    playing_trick_done --> counting : 2. then [not cards_are_left] / collect_the_trick" in lines
    assert any(line.startswith("        playing_leading --> playing_following") for line in lines)


def test_the_settings_that_a_row_needs_stand_before_its_event() -> None:
    text = said(Diagram(Varied))

    assert "round_laid --> round_drawn : 1. ⚑ (stacking or jump_in) · then\n" in text
    assert "round_playing : ↔ 2. ⚑ force_play · draw [not the_card_is_in_hand]" in text
    assert "⚑ jump_in and players #62;= 3 · jump [the_card_is_in_hand]" in text
    assert "⚑" not in Diagram(Contract).mermaid


def test_staying_is_a_line_of_its_state() -> None:
    text = Diagram(DiscardTurn).mermaid

    assert "    drawing : ↔ change_settings / change_settings\n" in text
    assert not re.search(r"(\S+) --> \1 :", text)


def test_entering_again_has_another_sign() -> None:
    assert "bidding_second_round_asked_to_name : ↻ pass_the_bid" in Diagram(Contract).mermaid


def test_rows_between_the_same_two_states_share_an_edge() -> None:
    text = Diagram(Contract, detail="overview").mermaid

    assert "bidding --> playing : take_turned<br/>name_a_suit" in text


def test_marks_are_given_in_words() -> None:
    text = said(Diagram(DiscardTurn, highlight="drawing", trace=[DEAL], counts={DEAL: 1200}))

    assert "class drawing current" in text
    assert "▶ 1. deal_next_hand [discard_is_owed] / deal_hand × 1,200" in text


def test_a_compound_phase_is_not_marked_because_mermaid_cannot() -> None:
    assert "current" not in Diagram(DiscardTurn, highlight="discarding").mermaid


def test_ends_lead_to_the_end_mark() -> None:
    assert "    finished --> [*]\n" in Diagram(Contract).mermaid


def test_a_call_says_that_the_flow_comes_back() -> None:
    """Two edges between the same ends would lie on top of each other."""
    text = said(Diagram(Duel))

    assert "    ending --> triggers_waiting : 1. then · call and back [a_trigger_waits]\n" in text
    assert "    starting --> triggers_waiting : 1. then · call [a_trigger_waits]\n" in text
    assert "    triggers_settled --> drawing : after Start of turn\n" in text
    assert "back to" not in text


def test_edges_of_a_box_that_others_cross_begin_and_end_inside() -> None:
    """Mermaid would cut them at the border, and move their labels onto other boxes."""
    lines = said(Diagram(Contract)).splitlines()

    assert "    dealing --> bidding_first_round_asked_to_take : begin" in lines
    assert "    bidding_anywhere --> finished : concede" in lines
    assert "    bidding_first_round_anywhere --> playing_leading : take_turned / take_the_turned_up_suit" in lines


def test_edges_of_a_box_that_none_crosses_begin_and_end_at_it() -> None:
    lines = said(Diagram(Auction)).splitlines()

    assert "    dealing --> auction : begin" in lines
    assert "    auction --> dealing : 1. when done [everyone_has_passed]" in lines


def test_an_edge_to_the_box_around_it_ends_where_that_starts() -> None:
    """Mermaid has no edge from a block to what is in it, nor back."""
    phases = [
        Phase("box", "Box", children=("box.a", "box.b"), initial=True),
        Phase("box.a", "A", "box", initial=True),
        Phase("box.b", "B", "box"),
    ]
    rows = [Row("again", "box.b", "box", "again"), Row("same", "box.a", "box", "same")]
    lines = [line.strip() for line in Diagram(sorted_chart("Back", phases, rows)).mermaid.splitlines()]

    assert "box_b --> box_a : again" in lines
    assert "box_a --> box_a : same" in lines


def test_an_edge_from_the_end_of_a_phase_inward_starts_at_its_final_phase() -> None:
    """Mermaid has no edge from a block to what is in it."""
    text = said(Diagram(Inward))

    assert "        play_finished --> play_acting : 1. when done [a_bid_stands]\n" in text
    assert "            play_question_closed --> play_question_open : after Open\n" in text
    assert "    play --> over : 2. when done\n" in text
    assert "        play_anywhere --> play_question : ask · call and back [fewer_than_2_play_question]\n" in text


def test_refusals_gatherings_and_rows_inward_have_signs_and_words() -> None:
    text = said(Diagram(Auction))

    assert "    playing_challenge : × concede\n" in text
    assert "auction_anywhere : × 1. ⚑ strict · concede\n" in text
    assert "auction_bidding --> auction_raising : bid · each of players / note_the_bid\n" in text
    assert "bet · each of players · may change [a_bid_stands]" in text
    assert "auction_anywhere --> auction_bidding : ↓ cancel [a_bid_stands] ↻ start_over / deal\n" in text


def test_equal_ids_in_two_phases_are_different_states() -> None:
    text = Diagram(Windows).mermaid

    assert 'state "Asked" as morning_window_asking\n' in text
    assert 'state "Asked" as evening_window_asking\n' in text
