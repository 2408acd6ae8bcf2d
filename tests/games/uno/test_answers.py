"""Answers to draw cards: challenges and stacks."""

from fsm import Snapshot
from games.uno import Accept, Challenge, Draw, Leave, Play, Stack, Table
from tests.games.uno.tables import after, position, reason

HAND = ("blue-1-1", "blue-2-1", "wild-1", "red-9-1")
OTHER = ("red-1-1", "red-2-1", "red-3-1")
THIRD = ("green-1-1", "green-2-1", "green-3-1")


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


def test_a_last_wild_draw_four_acts_without_a_challenge() -> None:
    start = position(("wild-draw4-1",), OTHER, THIRD, top="red-5-1", preset="official")

    end = after(start, Play(0, "wild-draw4-1", "blue"))

    assert end.phase == "round_over"
    assert end.game.player_card_counts == (0, 7, 3)


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
