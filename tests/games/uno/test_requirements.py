"""The requirements on card play, one test a scenario, in their own words."""

import pytest

from games.uno import DECK, Draw, Play, engine
from games.uno.cards import COLOUR
from games.uno.view import view
from tests.games.uno.tables import after, opened_with, position, reason

FILLER = ("green-1-1", "green-2-1", "green-3-1")


# Card play validation rules


def test_no_active_colour_any_card_playable() -> None:
    start = opened_with("wild")
    player = start.game.player

    played = {move.card for move in engine.legal_moves(start) if isinstance(move, Play)}

    assert start.game.active_colour is None
    assert played == set(start.game.hands[player])


@pytest.mark.parametrize("top", ["red-5-1", "blue-skip-1", "wild-1:green", "wild-draw4-2:yellow"])
@pytest.mark.parametrize("wild", ["wild-3", "wild-draw4-3"])
def test_wild_card_always_playable(top: str, wild: str) -> None:
    start = position((wild, *FILLER), ("red-1-1",), top=top)

    assert after(start, Play(0, wild, "blue")).game.pile[-1] == f"{wild}:blue"


def test_colour_match() -> None:
    start = position(("red-9-1", *FILLER), ("red-1-1",), top="red-5-1")

    assert after(start, Play(0, "red-9-1")).game.pile[-1] == "red-9-1"


@pytest.mark.parametrize(
    ("card", "top"),
    [
        ("blue-5-1", "red-5-1"),
        ("blue-skip-1", "red-skip-2"),
        ("blue-draw2-1", "red-draw2-1"),
        ("blue-reverse-1", "red-reverse-1"),
    ],
)
def test_symbol_match(card: str, top: str) -> None:
    start = position((card, *FILLER), ("red-1-1", "red-2-1"), top=top)

    assert after(start, Play(0, card)).game.pile[-1] == card


@pytest.mark.parametrize("top", ["red-5-1", "wild-1:red", "red-skip-1"])
def test_no_match(top: str) -> None:
    start = position(("blue-6-1", *FILLER), ("red-1-1",), top=top)

    assert reason(start, Play(0, "blue-6-1")).startswith("That card does not fit")


# Active colour derivation


@pytest.mark.parametrize(
    ("top", "colour"), [("red-5-1", "red"), ("wild-1:green", "green"), ("wild-draw4-1:blue", "blue"), ("wild-1", None)]
)
def test_active_colour_derivation(top: str, colour: str | None) -> None:
    start = position(FILLER, ("red-1-1",), top=top)

    assert start.game.active_colour == colour
    assert view(start, 0).active_colour == colour
    assert "colour" not in "".join(start.game.__struct_fields__)


# Skip card effect


@pytest.mark.parametrize(("direction", "next_player"), [(1, 2), (-1, 1)])
def test_skip_card_played(direction: int, next_player: int) -> None:
    start = position(("red-skip-1", *FILLER), ("red-1-1",), ("red-2-1",), top="red-5-1", direction=direction)

    end = after(start, Play(0, "red-skip-1"))

    assert end.game.player == next_player
    assert end.game.direction == direction


# Reverse card effect


@pytest.mark.parametrize("direction", [1, -1])
def test_reverse_card_played(direction: int) -> None:
    start = position(("red-reverse-1", *FILLER), ("red-1-1",), ("red-2-1",), top="red-5-1", direction=direction)

    end = after(start, Play(0, "red-reverse-1"))

    assert end.game.direction == -direction
    assert end.game.player == (0 - direction) % 3


# Draw Two card effect


def test_draw_two_card_played() -> None:
    start = position(("red-draw2-1", *FILLER), ("red-1-1",), ("red-2-1",), top="red-5-1")

    end = after(start, Play(0, "red-draw2-1"))

    assert end.game.hands[1] == ("red-1-1", *start.game.deck[:2])
    assert end.game.deck == start.game.deck[2:]
    assert end.game.player_card_counts[1] == start.game.player_card_counts[1] + 2
    assert end.game.player == 2


# Draw card action


def test_player_draws_a_card() -> None:
    start = position(FILLER, ("red-1-1",), ("red-2-1",), top="red-5-1")

    end = after(start, Draw(0))

    assert end.game.deck == start.game.deck[1:]
    assert end.game.hands[0] == (*FILLER, start.game.deck[0])
    assert end.game.player_card_counts[0] == len(FILLER) + 1
    assert end.game.player == 1


def test_draw_when_deck_is_empty() -> None:
    under = ("wild-1:blue", "red-7-1", "red-8-1")
    start = position(FILLER, ("red-1-1",), top="red-5-1", deck=(), under=under)

    end = after(start, Draw(0))

    assert end.game.pile == ("red-5-1",)
    assert {*end.game.deck, end.game.hands[0][-1]} == {"wild-1", "red-7-1", "red-8-1"}
    assert end.game.player_card_counts[0] == len(FILLER) + 1
    assert end.game.player == 1


def test_draw_when_deck_and_discard_are_exhausted() -> None:
    start = position(FILLER, ("red-1-1",), top="red-5-1", deck=())

    end = after(start, Draw(0))

    assert end.game.hands == start.game.hands
    assert end.game.player == 1


# Player card count tracking


def test_card_count_decremented_on_play() -> None:
    start = position(("red-9-1", *FILLER), ("red-1-1",), top="red-5-1")

    counts = view(after(start, Play(0, "red-9-1")), None).player_card_counts

    assert counts == (3, 1)


@pytest.mark.parametrize(("card", "drawn"), [("red-draw2-1", 2), ("wild-draw4-1", 4)])
def test_card_count_incremented_on_draw(card: str, drawn: int) -> None:
    start = position((card, *FILLER), ("red-1-1",), ("red-2-1",), top="red-5-1")
    colour = None if COLOUR[card] else "blue"

    forced = view(after(start, Play(0, card, colour)), None).player_card_counts
    by_choice = view(after(start, Draw(0)), None).player_card_counts

    assert forced == (3, 1 + drawn, 1)
    assert by_choice == (5, 1, 1)


def test_the_deck_has_108_cards() -> None:
    assert len(set(DECK)) == len(DECK) == 108
