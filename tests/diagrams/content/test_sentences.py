"""What a picture says to those who cannot see it."""

from diagrams.content.sentences import Sentences, and_list
from fsm.reading import read
from games.discard import DiscardTurn
from tests.diagrams.flows import Contract, Varied

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
