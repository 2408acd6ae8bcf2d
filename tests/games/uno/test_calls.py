"""The UNO call."""

from typing import Any

import pytest

from fsm import Snapshot
from games.uno import Accept, CallUno, Catch, Challenge, GoOn, Leave, Play, Stack, Table, engine
from tests.games.uno.tables import after, position, reason

HAND = ("blue-1-1", "blue-2-1", "wild-1", "red-9-1")
OTHER = ("red-1-1", "red-2-1", "red-3-1")
THIRD = ("green-1-1", "green-2-1", "green-3-1")


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
