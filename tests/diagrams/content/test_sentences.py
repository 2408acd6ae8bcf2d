"""What a picture says to those who cannot see it."""

from diagrams.content.calls import ways_back
from diagrams.content.sentences import Sentences, and_list
from fsm.reading import read
from games.discard import DiscardTurn
from tests.diagrams.flows import Contract, Passing, Varied
from tests.diagrams.special_flows import Auction, Duel, Inward, Windows

discard, contract, varied = (Sentences(read(flow)) for flow in (DiscardTurn, Contract, Varied))


def test_lists_read_like_english() -> None:
    assert [and_list(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


def test_a_row_is_a_sentence() -> None:
    assert discard.of_row["drawing-deal_next_hand-discarding"] == (
        "From Draw Phase, deal_next_hand leads to Discard Phase if discard_is_owed, doing deal_hand."
    )


def test_a_consequence_and_a_row_that_stays_say_so() -> None:
    assert discard.of_row["discarding.ready-then-discarding.selecting"] == (
        "From Discard Phase › Ready to Discard, a consequence leads to Discard Phase › Selection In Progress "
        "if not selection_is_complete."
    )
    assert discard.of_row["drawing-change_settings-drawing"] == (
        "In Draw Phase, change_settings stays there, doing change_settings."
    )


def test_a_phase_says_what_happens_on_the_way_in_and_out() -> None:
    phase = contract.chart.phase("dealing")

    assert contract.phase(phase) == "Deal. On entering: deal_five. On leaving: turn_up_a_card."


def test_the_description_starts_at_the_start() -> None:
    assert discard.description().startswith("Starts in Draw Phase. From Draw Phase, deal_next_hand leads to")


def test_the_settings_that_a_row_needs_come_before_its_guards() -> None:
    assert varied.of_row["round.playing-jump-round.laid"] == (
        "From Round › Turn, jump leads to Round › Card laid when the settings say jump_in and players >= 3, "
        "if the_card_is_in_hand, doing lay_the_card."
    )
    assert varied.of_row["round.laid-then-round.drawn"] == (
        "From Round › Card laid, a consequence leads to Round › Drawn card when the settings say (stacking or jump_in)."
    )


def test_a_tooltip_gives_the_sentence_of_a_setting() -> None:
    row = next(row for row in varied.chart.rows if row.id == "round.playing-draw-round.drawn")

    assert "If not: “Who can play must play.” If not: “You do not hold that card.”" in varied.tooltip(row)


def test_a_tooltip_gives_a_sentence_with_values_as_it_was_written() -> None:
    chart = read(Passing)

    assert Sentences(chart).tooltip(chart.rows[0]).endswith("If not: “Pass {count} cards, not {{none}}.”")


auction, duel, inward = (Sentences(read(flow)) for flow in (Auction, Duel, Inward))


def test_a_call_says_where_it_leads_in_the_end() -> None:
    assert duel.of_row["starting-then-triggers"] == (
        "From Start of turn, a consequence calls Resolving triggers if a_trigger_waits; "
        "when that has ended, the flow goes on to Draw Phase."
    )
    assert duel.of_row["main.idle-activate-triggers.resolving"] == (
        "From Main Phase › Choose an action, activate calls Resolving triggers at Effect is carried out "
        "if is_your_turn, doing resolve_the_trigger; when that has ended, the flow comes back."
    )


def test_a_way_back_is_a_sentence() -> None:
    windows = Sentences(read(Windows))

    assert [windows.way_back(way) for way in ways_back(windows.chart)] == [
        "When Alarm has ended, the flow goes on to Evening if it was called by "
        "Morning › Window › Asked or Evening › Window › Asked.",
        "When Alarm has ended, the flow comes back to Morning › Rest if it was called from there.",
    ]


def test_an_ending_says_what_has_ended() -> None:
    assert auction.of_row["auction-then-playing"] == "When Auction has ended, a consequence leads to Play."
    assert inward.of_row["play-then-play.acting"].startswith(
        "When Play has ended, a consequence leads to Play › Act if"
    )


def test_rows_inward_say_whether_their_phase_is_left() -> None:
    assert auction.of_row["auction-cancel-auction.bidding"] == (
        "Without leaving Auction, cancel leads to Auction › All bid at once if a_bid_stands."
    )
    assert auction.of_row["auction-start_over-auction.bidding"] == (
        "Leaving Auction and entering it again, start_over leads to Auction › All bid at once, doing deal."
    )
    assert contract.of_row["playing-restart-playing.leading"].startswith("From Playing, restart leads to Playing ›")


def test_a_refusal_says_what_the_player_reads() -> None:
    plain, varied_one = (auction.chart.row_by_id[f"{path}-concede-{path}"] for path in ("playing.challenge", "auction"))

    assert auction.tooltip(plain) == (
        "In Play › A challenge is open, concede is refused. The player reads: “Not while a challenge is open.”"
    )
    assert auction.tooltip(varied_one) == (
        "In Auction, concede is refused when the settings say strict. The player reads: “Nobody concedes an auction.”"
    )


def test_a_gathering_says_who_sends_the_event_and_whether_they_may_change_their_minds() -> None:
    assert auction.of_row["auction.bidding-bid-auction.raising"] == (
        "From Auction › All bid at once, bid by each of players leads to Auction › Raise or pass, "
        "doing note_the_bid for each."
    )
    assert auction.of_row["playing.following-bet-playing.counted"].endswith(
        "if a_bid_stands, doing note_the_bid for each. Until all have, each may choose again."
    )
