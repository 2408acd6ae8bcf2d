"""How rows are taken, in signs and words."""

import msgspec

from diagrams.content.manners import (
    asked,
    ends_of,
    enters_again,
    leads_inward,
    opening_word,
    remarks,
    sign_in_box,
    sign_on_edge,
    starts_anywhere,
    tells_apart,
)
from fsm.chart import Gather, Row
from fsm.reading import read
from tests.diagrams.flows import Contract
from tests.diagrams.special_flows import Auction, Duel, Inward, Windows

auction, duel, inward = read(Auction), read(Duel), read(Inward)
cancel, start_over = (auction.row_by_id[f"auction-{event}-auction.bidding"] for event in ("cancel", "start_over"))
bid, bet = (next(row for row in auction.rows if row.event == event) for event in ("bid", "bet"))


def test_only_rows_from_a_phase_to_one_inside_lead_inward() -> None:
    chart = read(Contract)

    assert [row.id for row in chart.rows if leads_inward(chart, row)] == ["playing-restart-playing.leading"]


def test_a_row_that_waits_for_an_end_says_so_in_place_of_then() -> None:
    assert {opening_word(row) for row in auction.rows if row.event is None} == {"when done"}
    assert {opening_word(row) for row in duel.rows} == {"then"}


def test_who_sends_an_event_stands_beside_it() -> None:
    assert list(remarks(bid, back=False)) == ["· each of players"]
    assert list(remarks(bet, back=False)) == ["· each of players", "· may change"]
    assert list(remarks(msgspec.structs.replace(bid, gathers=Gather("\x1f")), back=False)) == ["· each of \ufffd"]
    assert list(remarks(cancel, back=True)) == []


def test_a_call_says_whether_its_line_is_the_way_back_too() -> None:
    row = duel.row_by_id["starting-then-triggers"]

    assert [*remarks(row, back=False), *remarks(row, back=True)] == ["· call", "· call and back"]


def test_the_guards_that_make_a_gathering_are_said_by_its_event() -> None:
    assert [guard.name for guard in bid.guards] == ["is_among_players", "has_not_chosen"]
    assert asked(bid) == ()
    assert [guard.name for guard in asked(bet)] == ["a_bid_stands"]
    assert asked(cancel) == cancel.guards


def test_rows_that_leave_their_phase_are_told_from_those_that_do_not() -> None:
    assert tells_apart(auction)
    assert not tells_apart(read(Contract))
    assert [enters_again(auction, row) for row in (cancel, start_over, bid)] == [False, True, False]


def test_a_call_from_a_phase_into_it_leaves_nothing() -> None:
    row = inward.row_by_id["play-ask-play.question"]

    assert leads_inward(inward, row)
    assert not enters_again(inward, row)


def test_a_phase_ends_with_its_own_final_phases() -> None:
    assert ends_of(auction, "auction") == ["auction.sold", "auction.passed"]
    assert ends_of(read(Windows), "morning") == []


def test_an_arrow_inward_from_the_only_end_starts_there() -> None:
    ended = inward.row_by_id["play-then-play.acting"]
    two_ends = msgspec.structs.replace(start_over, done=True, event=None)

    assert leads_inward(inward, ended)
    assert not starts_anywhere(inward, ended)
    assert starts_anywhere(auction, two_ends)
    assert starts_anywhere(auction, start_over)


def test_rows_that_end_where_they_start_have_signs() -> None:
    stays, again = Row("1", "a", "a", internal=True), Row("2", "a", "a")
    refuses, calls = Row("3", "a", "a", "x", internal=True, refuses="No."), Row("4", "a", "a", calls="a")

    assert [sign_in_box(row, "↕") for row in (stays, again, refuses, calls)] == ["↔", "↕", "×", "↓"]


def test_rows_inward_have_signs_and_others_have_none() -> None:
    assert [sign_on_edge(auction, row, "↕") for row in (cancel, start_over, bid)] == ["↓", "↕", ""]
