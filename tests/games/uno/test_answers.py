"""Answers to draw cards: challenges and stacks."""

from typing import Any

import pytest

from fsm import Snapshot
from games.uno import COLOURS, Accept, Challenge, Draw, Leave, Play, Stack, Table
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


# A limit for stacks


TWOS = tuple(f"{colour}-draw2-1" for colour in COLOURS)
FOURS = tuple(f"wild-draw4-{number}" for number in (1, 2, 3, 4))


def stacked(limit: int | None, cards: tuple[str, ...], colour: str | None = None) -> Snapshot[Table]:
    """Of four players one after the other has laid one of these cards."""
    all_four = TWOS if colour is None else FOURS
    hands = [(card, f"green-{seat}-1", f"green-{seat}-2") for seat, card in enumerate(all_four, 1)]
    start = position(*hands, top="red-5-1", stacking=True, stack_limit=limit)
    first, *others = cards
    return after(start, Play(0, first, colour), *(Stack(seat, card, colour) for seat, card in enumerate(others, 1)))


@pytest.mark.parametrize(("limit", "count"), [(4, 2), (6, 3), (8, 4)])
def test_a_full_stack_is_drawn_at_once(limit: int, count: int) -> None:
    end = stacked(limit, TWOS[:count])
    loser = count % 4

    assert (end.phase, end.game.owed) == ("round.playing", 0)
    assert end.game.player_card_counts[loser] == (3 if loser else 2) + limit
    assert end.game.player == (loser + 1) % 4


@pytest.mark.parametrize(("limit", "count"), [(4, 1), (6, 2), (8, 3), (None, 4)])
def test_a_stack_with_room_waits_for_another_card(limit: int | None, count: int) -> None:
    waiting = stacked(limit, TWOS[:count])

    assert (waiting.phase, waiting.game.owed) == ("round.stacking", 2 * count)


@pytest.mark.parametrize(("limit", "phase"), [(4, "round.playing"), (6, "round.playing"), (8, "round.stacking")])
def test_a_wild_draw_four_needs_room_for_four_more(limit: int, phase: str) -> None:
    assert stacked(limit, FOURS[:1], "red").phase == phase


@pytest.mark.parametrize("settings", [{"stacking": False}, {"stacking": True, "challenges": True}])
def test_a_limit_changes_nothing_where_wild_draw_fours_are_not_stacked(settings: dict[str, Any]) -> None:
    hands = ("wild-draw4-1", *HAND), OTHER, THIRD
    play = Play(0, "wild-draw4-1", "blue")
    limited, free = (after(position(*hands, top="red-5-1", stack_limit=limit, **settings), play) for limit in (4, None))

    assert limited.phase == free.phase
    assert limited.game.hands == free.game.hands
    assert limited.game.owed == free.game.owed
