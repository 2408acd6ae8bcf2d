"""The official extras and the house rules."""

from typing import Any

import pytest

from fsm import Snapshot
from games.uno import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    ChooseColour,
    Draw,
    GoOn,
    JumpIn,
    Keep,
    Leave,
    Play,
    PlayDrawn,
    Stack,
    Swap,
    Table,
    engine,
)
from tests.games.uno.tables import after, opened_with, position, reason

HAND = ("blue-1-1", "blue-2-1", "wild-1", "red-9-1")
OTHER = ("red-1-1", "red-2-1", "red-3-1")
THIRD = ("green-1-1", "green-2-1", "green-3-1")


# The drawn card


def deciding(card: str) -> Snapshot[Table]:
    """Player 0 of an official match has just drawn the card."""
    return after(position(HAND, (*OTHER,), THIRD, top="red-5-1", deck=(card, "blue-9-1"), preset="official"), Draw(0))


def test_a_drawn_card_that_fits_may_be_played_at_once() -> None:
    end = after(deciding("red-4-1"), PlayDrawn(0))

    assert end.game.pile[-1] == "red-4-1"
    assert end.game.player == 1


def test_a_drawn_card_may_be_kept() -> None:
    end = after(deciding("red-4-1"), Keep(0))

    assert end.game.hands[0] == (*HAND, "red-4-1")
    assert end.game.player == 1


@pytest.mark.parametrize("card", ["green-4-1", "yellow-skip-1", "blue-draw2-1"])
def test_a_drawn_card_that_does_not_fit_ends_the_turn_by_itself(card: str) -> None:
    end = deciding(card)

    assert end.game.hands[0] == (*HAND, card)
    assert (end.phase, end.game.player) == ("round.playing", 1)
    assert reason(end, Keep(0)).startswith("keep is not possible in Round › Turn")


@pytest.mark.parametrize("card", ["red-4-1", "green-5-1", "wild-4", "wild-draw4-2"])
def test_keeping_is_a_choice_where_playing_is_one(card: str) -> None:
    start = deciding(card)

    assert start.phase == "round.drawn"
    assert {type(move) for move in engine.legal_moves(start)} == {PlayDrawn, Keep, Leave}


def test_after_drawing_no_other_card_is_played() -> None:
    start = deciding("red-4-1")

    assert reason(start, Play(0, "red-9-1")) == "You have drawn: play that card with play_drawn, or keep it."
    assert reason(start, Keep(1)) == "It is not your turn."


def test_a_drawn_wild_needs_a_colour() -> None:
    start = deciding("wild-4")

    assert reason(start, PlayDrawn(0)).startswith("Name red, blue, green or yellow")
    assert after(start, PlayDrawn(0, "green")).game.active_colour == "green"


def test_with_nothing_to_draw_the_turn_passes() -> None:
    start = position(HAND, OTHER, top="red-5-1", deck=(), preset="official")

    end = after(start, Draw(0))

    assert (end.phase, end.game.player) == ("round.playing", 1)


def test_a_reshuffled_card_may_be_played_at_once_too() -> None:
    start = position(HAND, OTHER, top="red-5-1", deck=(), under=("red-7-1",), preset="official")

    assert after(start, Draw(0), PlayDrawn(0)).game.pile[-1] == "red-7-1"


# The opening wild


def test_the_first_player_names_the_colour_of_an_opening_wild() -> None:
    start = opened_with("wild", preset="official")

    end = after(start, ChooseColour(0, "yellow"))

    assert start.phase == "round.naming"
    assert end.game.active_colour == "yellow"
    assert end.game.player == 0


def test_only_the_first_player_names_it_and_only_one_of_four() -> None:
    start = opened_with("wild", preset="official")

    assert reason(start, ChooseColour(1, "yellow")) == "It is not your turn."
    assert reason(start, ChooseColour(0, "pink")) == "Name red, blue, green or yellow."
    assert reason(start, Draw(0)) == "Choose the colour of the opening wild first."


# The challenge


def accused(*hand: str) -> Snapshot[Table]:
    """Player 0 of an official match has laid a Wild Draw Four on a red card, and holds this hand."""
    start = position(("wild-draw4-1", *hand), OTHER, THIRD, top="red-5-1", preset="official")
    return after(start, Play(0, "wild-draw4-1", "blue"))


def test_an_accepted_draw_four_costs_four_cards_and_the_turn() -> None:
    end = after(accused("blue-1-1", "blue-2-1"), Accept(1))

    assert end.game.player_card_counts == (2, 7, 3)
    assert end.game.player == 2


def test_a_challenged_bluffer_draws_four_and_the_challenger_plays() -> None:
    end = after(accused("red-1-2", "blue-2-1"), Challenge(1))

    assert end.game.player_card_counts == (6, 3, 3)
    assert end.game.player == 1


def test_a_wrong_challenger_draws_six_and_loses_the_turn() -> None:
    end = after(accused("blue-1-1", "blue-2-1"), Challenge(1))

    assert end.game.player_card_counts == (2, 9, 3)
    assert end.game.player == 2


def test_holding_another_wild_is_no_bluff() -> None:
    assert accused("wild-1", "blue-2-1").game.bluffer is None


def test_on_a_wild_without_colour_nothing_is_a_bluff() -> None:
    start = position(("wild-draw4-1", *HAND), OTHER, THIRD, top="wild-2", challenges=True)

    assert after(start, Play(0, "wild-draw4-1", "blue")).game.bluffer is None


def test_only_the_next_player_answers_a_draw_four() -> None:
    start = accused("blue-1-1", "blue-2-1")

    assert reason(start, Challenge(2)) == "It is not your turn."
    assert reason(start, Accept(0)) == "It is not your turn."
    assert reason(start, Play(1, "red-1-1")) == "Answer the Wild Draw Four first: challenge or accept."


def test_a_bluffer_who_has_left_draws_nothing() -> None:
    end = after(accused("red-1-2", "blue-2-1"), Leave(0), Challenge(1))

    assert end.game.player_card_counts == (0, 3, 3)
    assert end.game.player == 1


def test_a_challenger_who_leaves_takes_the_debt_along() -> None:
    end = after(accused("red-1-2", "blue-2-1"), Leave(1))

    assert (end.phase, end.game.player, end.game.owed) == ("round.playing", 2, 0)


@pytest.mark.parametrize("variant", [{"preset": "official"}, {"stacking": True}])
def test_a_match_abandoned_before_the_answer_leaves_no_debt(variant: dict[str, Any]) -> None:
    """The one who leaves is not the one to answer; `after` checks the invariants."""
    start = position(("wild-draw4-1", "red-9-1", *THIRD), OTHER, top="red-5-1", **variant)

    end = after(start, Play(0, "wild-draw4-1", "blue"), Leave(0))

    assert (end.phase, end.game.owed, end.game.bluffer) == ("match_over", 0, None)


def test_a_last_wild_draw_four_acts_without_a_challenge() -> None:
    start = position(("wild-draw4-1",), OTHER, THIRD, top="red-5-1", preset="official")

    end = after(start, Play(0, "wild-draw4-1", "blue"))

    assert end.phase == "round_over"
    assert end.game.player_card_counts == (0, 7, 3)


# The UNO call


def silent(card: str = "red-9-1", colour: str | None = None, **settings: Any) -> Snapshot[Table]:
    """Player 0 has laid a card, has one left and has not called UNO."""
    start = position((card, "blue-1-1"), OTHER, THIRD, top="red-5-1", **{"preset": "official", **settings})
    return after(start, Play(0, card, colour))


def test_one_card_left_waits_for_the_call() -> None:
    start = silent()

    assert start.phase == "round.calling"
    assert after(start, CallUno(0)).game.player == 1


def test_a_missed_call_that_is_caught_costs_two_cards() -> None:
    end = after(silent(), Catch(2))

    assert end.game.player_card_counts == (3, 3, 3)
    assert end.game.player == 1


def test_a_missed_call_is_forgotten_once_the_next_player_acts() -> None:
    end = after(silent(), GoOn(1))

    assert end.game.player_card_counts == (1, 3, 3)
    assert "catch is not possible" in reason(end, Catch(2))


def test_only_the_silent_player_calls_and_only_others_catch() -> None:
    start = silent()

    assert reason(start, CallUno(1)) == "Only the player with one card left calls UNO."
    assert reason(start, Catch(0)) == "You cannot catch yourself; call UNO."
    assert reason(start, Catch(5)) == "There is nobody at that seat."
    assert reason(start, GoOn(2)) == "Only the player who acts next can let it pass."


@pytest.mark.parametrize(
    ("card", "acts_next"), [("red-9-1", 1), ("red-skip-1", 2), ("red-reverse-1", 2), ("red-draw2-1", 1)]
)
def test_the_next_to_act_depends_on_the_card(card: str, acts_next: int) -> None:
    assert GoOn(acts_next) in engine.legal_moves(silent(card))


def test_the_card_acts_after_the_call() -> None:
    end = after(silent("red-draw2-1"), CallUno(0))

    assert end.game.player_card_counts == (1, 5, 3)
    assert end.game.player == 2


def test_penalty_cards_do_not_make_a_fair_draw_four_a_bluff() -> None:
    reds, others = ("red-6-1", "red-7-1"), tuple(f"yellow-{number}-1" for number in range(1, 7))
    hand = ("wild-draw4-1", "blue-1-1")
    start = position(hand, OTHER, THIRD, top="red-5-1", deck=(*reds, *others), preset="official")

    end = after(start, Play(0, "wild-draw4-1", "blue"), Catch(1), Challenge(1))

    assert end.game.hands[0] == ("blue-1-1", "red-6-1", "red-7-1")
    assert end.game.player_card_counts[1] == 9


def test_a_caught_bluffer_is_still_a_bluffer() -> None:
    start = position(("wild-draw4-1", "red-9-1"), OTHER, THIRD, top="red-5-1", preset="official")

    end = after(start, Play(0, "wild-draw4-1", "blue"), Catch(2), Challenge(1))

    assert end.game.player_card_counts == (7, 3, 3)


def test_a_caught_player_keeps_the_stack_for_the_next() -> None:
    hands = ("red-draw2-1", *HAND), ("blue-draw2-1", "blue-9-1"), THIRD
    start = position(*hands, top="red-5-1", stacking=True, uno_calls=True)

    end = after(start, Play(0, "red-draw2-1"), Stack(1, "blue-draw2-1"), Catch(0), Accept(2))

    assert end.game.player_card_counts == (4, 3, 7)


def test_a_silent_player_who_leaves_takes_the_effect_along() -> None:
    end = after(silent("red-draw2-1"), Leave(0))

    assert (end.phase, end.game.player) == ("round.playing", 1)
    assert end.game.player_card_counts == (0, 3, 3)


# Force play


def test_force_play_refuses_to_draw_with_a_card_that_fits() -> None:
    start = position(HAND, OTHER, top="red-5-1", force_play=True)

    assert reason(start, Draw(0)) == "You hold a card that fits; play it."
    assert reason(start, Draw(1)) == "It is not your turn."
    assert not any(isinstance(move, Draw) for move in engine.legal_moves(start))


def test_without_force_play_a_draw_is_offered_beside_cards_that_fit() -> None:
    assert Draw(0) in engine.legal_moves(position(HAND, OTHER, top="red-5-1"))


def test_force_play_lets_draw_without_a_card_that_fits() -> None:
    start = position(("blue-1-1", "blue-2-1"), OTHER, top="red-5-1", force_play=True)

    assert after(start, Draw(0)).game.player == 1


def test_force_play_in_an_official_match_lets_decide_about_the_drawn_card() -> None:
    hands = ("blue-1-1", "blue-2-1"), OTHER
    fits = position(*hands, top="red-5-1", deck=("red-4-1",), preset="official", force_play=True)
    other = position(*hands, top="red-5-1", deck=("green-4-1",), preset="official", force_play=True)

    assert after(fits, Draw(0)).phase == "round.drawn"
    assert after(other, Draw(0)).phase == "round.playing"


# Stacking


def test_a_draw_two_may_be_answered_with_another_and_the_debt_grows() -> None:
    start = position(("red-draw2-1", *HAND), ("blue-draw2-1", *OTHER), THIRD, top="red-5-1", stacking=True)

    end = after(start, Play(0, "red-draw2-1"), Stack(1, "blue-draw2-1"), Accept(2))

    assert end.game.player_card_counts == (4, 3, 7)
    assert end.game.player == 0


def test_only_the_same_kind_is_stacked() -> None:
    start = position(("red-draw2-1", *HAND), ("wild-draw4-1", *OTHER), THIRD, top="red-5-1", stacking=True)

    waiting = after(start, Play(0, "red-draw2-1"))

    assert reason(waiting, Stack(1, "wild-draw4-1", "red")) == "Answer with a draw card of the same kind, or accept."
    assert reason(waiting, Draw(1)) == "Answer the draw cards first: stack another or accept."


def test_wild_draw_fours_stack_when_they_are_not_challenged() -> None:
    start = position(("wild-draw4-1", *HAND), ("wild-draw4-2", *OTHER), THIRD, top="red-5-1", stacking=True)

    end = after(start, Play(0, "wild-draw4-1", "blue"), Stack(1, "wild-draw4-2", "green"), Accept(2))

    assert end.game.player_card_counts == (4, 3, 11)


def test_a_stack_ended_by_a_last_card_is_drawn_before_scoring() -> None:
    start = position(("red-draw2-1", *HAND), ("blue-draw2-1",), THIRD, top="red-5-1", stacking=True)

    end = after(start, Play(0, "red-draw2-1"), Stack(1, "blue-draw2-1"))

    assert end.phase == "match_over"
    assert end.game.player_card_counts == (4, 0, 7)


# Jump-in


def test_the_twin_of_the_top_card_may_be_played_out_of_turn() -> None:
    start = position(HAND, OTHER, ("red-5-2", *THIRD), top="red-5-1", jump_in=True)

    end = after(start, JumpIn(2, "red-5-2"))

    assert end.game.pile[-1] == "red-5-2"
    assert end.game.player == 0, "play goes on after the player who jumped in"


def test_a_jump_in_acts_like_a_card_played_in_turn() -> None:
    start = position(HAND, ("red-draw2-2", *OTHER), THIRD, top="red-draw2-1", jump_in=True)

    end = after(start, JumpIn(1, "red-draw2-2"))

    assert end.game.player_card_counts == (4, 3, 5)
    assert end.game.player == 0


def test_only_twins_jump_in() -> None:
    start = position(("red-5-2", *HAND), OTHER, ("wild-3", *THIRD), top="red-5-1", jump_in=True)

    assert reason(start, JumpIn(1, "red-1-1")).startswith("Only a card with the colour and symbol")
    assert reason(start, JumpIn(2, "wild-3")).startswith("Only a card with the colour and symbol")
    assert reason(start, JumpIn(0, "red-5-2")) == "It is your turn; just play the card."
    assert reason(start, JumpIn(4, "red-5-2")) == "There is nobody at that seat."


def test_a_wild_never_jumps_in_on_a_wild() -> None:
    for top in ("wild-3:red", "wild-3"):
        start = position(HAND, ("wild-2", *OTHER), top=top, jump_in=True)
        assert reason(start, JumpIn(1, "wild-2")).startswith("Only a card with the colour and symbol")


# Sevens and zeros


def test_a_seven_swaps_two_hands() -> None:
    start = position(("red-7-1", *HAND), OTHER, THIRD, top="red-5-1", seven_zero=True)

    end = after(start, Play(0, "red-7-1"), Swap(0, 2))

    assert end.game.hands == (THIRD, OTHER, HAND)
    assert end.game.player == 1


def test_a_seven_swaps_with_another_player_only() -> None:
    start = after(position(("red-7-1", *HAND), OTHER, THIRD, top="red-5-1", seven_zero=True), Play(0, "red-7-1"))

    assert reason(start, Swap(0, 0)) == "Swap with another player who is still in the match."
    assert reason(start, Swap(0, 8)) == "Swap with another player who is still in the match."
    assert reason(start, Swap(1, 2)) == "It is not your turn."


@pytest.mark.parametrize(("direction", "hands"), [(1, (THIRD, HAND, OTHER)), (-1, (OTHER, THIRD, HAND))])
def test_a_zero_passes_all_hands_on(direction: int, hands: tuple[tuple[str, ...], ...]) -> None:
    start = position(("red-0-1", *HAND), OTHER, THIRD, top="red-5-1", direction=direction, seven_zero=True)

    assert after(start, Play(0, "red-0-1")).game.hands == hands


@pytest.mark.parametrize("card", ["red-7-1", "red-0-1"])
def test_a_last_seven_or_zero_wins_and_swaps_nothing(card: str) -> None:
    end = after(position((card,), OTHER, THIRD, top="red-5-1", seven_zero=True), Play(0, card))

    assert end.phase == "match_over"
    assert end.game.hands == ((), OTHER, THIRD)


# Off by default


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (JumpIn(1, "red-5-2"), "Nobody jumps in in this match."),
        (Keep(0), "keep is not possible in Round › Turn; possible: "),
    ],
)
def test_house_rules_are_off_by_default(move: JumpIn | Keep, message: str) -> None:
    start = position(HAND, ("red-5-2", *OTHER), top="red-5-1")

    assert reason(start, move).startswith(message)
