"""Laying a card: refusals and their order, action cards, the last card, jumping in."""

from typing import Any

import pytest

from fsm import Refusal, RefusalKind
from games.uno import Draw, JumpIn, Leave, NextRound, Play, engine
from games.uno.cards import POINTS
from tests.games.uno.tables import COMBINATIONS, after, position, reason

HAND = ("blue-1-1", "blue-2-1", "wild-1", "red-9-1")
OTHER = ("red-1-1", "red-2-1", "red-3-1")
THIRD = ("green-1-1", "green-2-1", "green-3-1")
NOT_YOUR_TURN = "It is not your turn."
NOT_HELD = "You do not hold that card."
NO_FIT = "That card does not fit: match the top card's colour or symbol, or play a wild."
COLOUR = "Name red, blue, green or yellow with a wild, and no colour with any other card."


# Refusals


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (Play(1, "red-1-1"), NOT_YOUR_TURN),
        (Play(9, "red-1-1"), NOT_YOUR_TURN),
        (Play(-1, "red-1-1"), NOT_YOUR_TURN),
        (Draw(1), NOT_YOUR_TURN),
        (Play(0, "red-3-1"), NOT_HELD),
        (Play(0, "no such card"), NOT_HELD),
        (Play(0, "blue-1-1"), NO_FIT),
        (Play(0, "wild-1"), COLOUR),
        (Play(0, "wild-1", "purple"), COLOUR),
        (Play(0, "red-9-1", "red"), COLOUR),
        (Leave(7), "There is nobody at that seat."),
        (NextRound(), "The round is not over yet."),
    ],
)
def test_a_wrong_move_is_refused_with_its_reason(move: Play, message: str) -> None:
    start = position(HAND, ("red-1-1",), top="red-5-1")

    assert reason(start, move) == message


def test_of_several_broken_rules_the_first_is_named() -> None:
    """The turn before the hand, the hand before the fit, the fit before the colour."""
    start = position(HAND, ("red-1-1",), top="red-5-1")

    assert reason(start, Play(1, "blue-3-1", "red")) == NOT_YOUR_TURN
    assert reason(start, Play(0, "blue-3-1", "red")) == NOT_HELD
    assert reason(start, Play(0, "blue-1-1", "red")) == NO_FIT
    assert reason(start, Play(0, "red-9-1", "red")) == COLOUR


@pytest.mark.parametrize("part", range(8))
def test_of_several_broken_rules_the_first_is_named_whatever_is_agreed(part: int) -> None:
    for settings in COMBINATIONS[part::8]:
        start = position(HAND, ("red-1-1",), top="red-5-1", **settings)

        assert reason(start, Play(0, "blue-3-1", "red")) == NOT_HELD, settings
        assert reason(start, Play(0, "blue-1-1", "red")) == NO_FIT, settings
        assert reason(start, Play(0, "red-9-1", "red")) == COLOUR, settings
        if settings["force_play"]:
            assert reason(start, Draw(0)) == "You hold a card that fits; play it.", settings


def test_a_seat_must_be_a_whole_number() -> None:
    start = position(HAND, ("red-1-1",), top="red-5-1")

    answer = engine.step(start, Draw("0"))  # type: ignore[arg-type]  # that is the point

    assert isinstance(answer, Refusal)
    assert answer.kind is RefusalKind.MALFORMED


# Action cards


@pytest.mark.parametrize("card", ["red-reverse-1", "red-skip-1", "red-draw2-1", "wild-draw4-1"])
def test_with_two_players_an_action_card_gives_another_turn(card: str) -> None:
    start = position((card, "blue-1-1"), ("red-1-1",), top="red-5-1")

    end = after(start, Play(0, card, "red" if card.startswith("wild") else None))

    assert end.game.player == 0
    assert end.game.direction == (-1 if "reverse" in card else 1)


def test_a_wild_draw_four_makes_the_next_player_in_the_current_direction_draw() -> None:
    start = position(("wild-draw4-1", "blue-1-1"), ("red-1-1",), ("red-2-1",), top="red-5-1", direction=-1)

    end = after(start, Play(0, "wild-draw4-1", "green"))

    assert end.game.player_card_counts == (1, 1, 5)
    assert end.game.player == 1
    assert end.game.active_colour == "green"


# The last card: its effect, the win, and then no turn any more


LAST_CARDS = ["red-9-1", "red-skip-1", "red-reverse-1", "red-draw2-1", "wild-1", "wild-draw4-1"]
ALL_VARIANTS: list[dict[str, Any]] = [
    {},
    {"preset": "official"},
    {"stacking": True},
    {"jump_in": True},
    {"seven_zero": True},
    {"preset": "official", "force_play": True, "stacking": True, "jump_in": True, "seven_zero": True},
]


@pytest.mark.parametrize("settings", ALL_VARIANTS)
@pytest.mark.parametrize("limit", [None, 500])
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("card", LAST_CARDS)
def test_after_the_last_card_the_turn_stays_with_the_winner(
    card: str, players: int, direction: int, limit: int | None, settings: dict[str, Any]
) -> None:
    others = [(f"green-{number}-1",) for number in range(1, players)]
    hands = (others[0], (card,), *others[1:])
    start = position(*hands, top="red-5-1", turn=1, direction=direction, **{**settings, "score_limit": limit})

    end = after(start, Play(1, card, "blue" if card.startswith("wild") else None))

    drawn = {"red-draw2-1": 2, "wild-draw4-1": 4}.get(card, 0)
    victim = (1 + direction) % players
    assert (end.game.player, end.game.winner) == (1, 1)
    assert end.game.direction == (-direction if "reverse" in card else direction)
    assert end.game.player_card_counts == tuple(
        0 if seat == 1 else 1 + (drawn if seat == victim else 0) for seat in range(players)
    )
    assert end.phase == ("match_over" if limit is None else "round_over")


@pytest.mark.parametrize(("card", "drawn"), [("red-draw2-1", 2), ("wild-draw4-1", 4)])
def test_an_action_card_played_last_still_acts_before_scoring(card: str, drawn: int) -> None:
    start = position((card,), ("red-1-1",), ("red-2-1",), top="red-5-1", score_limit=100)

    end = after(start, Play(0, card, "red" if card.startswith("wild") else None))

    assert end.phase in ("round_over", "match_over")
    assert end.game.player_card_counts == (0, 1 + drawn, 1)
    assert end.game.scores[0] == 3 + sum(POINTS[c] for c in start.game.deck[:drawn])


# Jumping in


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


def test_a_last_card_that_jumps_in_wins_for_who_laid_it() -> None:
    start = position(HAND, ("red-1-1",), ("red-reverse-2",), top="red-reverse-1", jump_in=True)

    end = after(start, JumpIn(2, "red-reverse-2"))

    assert (end.game.player, end.game.winner, end.game.direction) == (2, 2, -1)
