"""The deck: drawing from a short one, the drawn card, and players who must not draw."""

import pytest

from fsm import Snapshot
from games.uno import Draw, Keep, Leave, Play, PlayDrawn, Table, engine
from tests.games.uno.tables import after, position, reason

HAND = ("blue-1-1", "blue-2-1", "wild-1", "red-9-1")
OTHER = ("red-1-1", "red-2-1", "red-3-1")
THIRD = ("green-1-1", "green-2-1", "green-3-1")


# Short decks


def test_a_forced_draw_takes_the_last_card_then_the_reshuffled_pile() -> None:
    under = ("blue-7-1", "blue-8-1", "wild-2:red")
    start = position(
        ("red-draw2-1", "green-9-1"), ("red-1-1",), ("red-2-1",), top="red-5-1", deck=("blue-6-1",), under=under
    )

    end = after(start, Play(0, "red-draw2-1"))

    assert end.game.hands[1][1] == "blue-6-1"
    assert {*end.game.hands[1][2:], *end.game.deck} == {"blue-7-1", "blue-8-1", "wild-2", "red-5-1"}
    assert end.game.pile == ("red-draw2-1",)
    assert end.game.player == 2


@pytest.mark.parametrize(("card", "colour"), [("red-draw2-1", None), ("wild-draw4-1", "red")])
def test_a_forced_draw_takes_what_there_is(card: str, colour: str | None) -> None:
    """Only the old top card can be shuffled back; the turn is lost all the same."""
    start = position((card, "green-9-1"), ("red-1-1",), ("red-2-1",), top="red-5-1", deck=())

    end = after(start, Play(0, card, colour))

    assert end.game.hands[1] == ("red-1-1", "red-5-1")
    assert end.game.deck == ()
    assert end.game.player == 2


def test_the_reshuffled_deck_depends_on_the_seed_alone() -> None:
    start = position(HAND, ("red-1-1",), top="red-5-1", deck=(), under=("blue-7-1", "blue-8-1", "blue-9-1"))

    assert after(start, Draw(0)) == after(start, Draw(0))


def test_ten_players_can_draw_the_deck_out() -> None:
    start = next(s for s in (engine.start(seed=n, players=10, hand_size=10) for n in range(99)) if s.game.player == 0)

    end = after(start, *(Draw(seat % 10) for seat in range(20)))

    assert end.game.deck == ()
    assert sum(end.game.player_card_counts) == 107


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
