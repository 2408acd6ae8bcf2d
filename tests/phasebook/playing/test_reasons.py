"""Why a move is possible or not, and moves that are typed."""

from typing import Any

import pytest

from fsm.catalogue import engine_of
from games.belote import Card, PassBid, PlayCard
from games.belote import engine as belote
from games.goofspiel import Bid
from games.goofspiel import engine as goofspiel
from phasebook.playing.markup import plain
from phasebook.playing.reasons import explained, typed_move


def why(engine: Any, move: Any, seat: int, **settings: Any) -> list[str]:
    return [plain(line) for line in explained(engine, engine.start(seed=7, **settings), move, "It", seat)]


def test_a_move_that_is_possible_says_what_holds() -> None:
    assert why(goofspiel, Bid(0, 3), 0) == [
        "It: possible", "  ✓ is among players", "  ✓ has not chosen", "  ✓ card is held"]  # fmt: skip


def test_a_move_that_is_not_says_the_sentence_and_which_guard() -> None:
    assert why(goofspiel, Bid(0, 9), 0, preset="small") == [
        "It: not possible. You do not hold that card.",
        "  ✓ is among players",
        "  ✓ has not chosen",
        "  ✗ card is held",
    ]


def test_the_wrong_time_has_a_sentence_and_no_guards() -> None:
    card = belote.view(belote.start(seed=7), 1).hand[0]

    assert why(belote, PlayCard(1, card), 1) == [
        "It: not possible. No trick is in progress: the auction is not over."]  # fmt: skip


def test_nothing_is_said_about_moves_of_others() -> None:
    assert why(belote, PassBid(1), 2) == ["It: not possible. That move is for another seat to make."]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass_bid", PassBid(2)),
        ("pass", PassBid(2)),
        ("Pass Bid", PassBid(2)),
        ("play_card card=7♠", PlayCard(2, Card("7♠"))),
        ("play_card card=7♠ seat=1", PlayCard(2, Card("7♠"))),
        ("dance", None),
        ("", None),
    ],
)
def test_a_move_can_be_typed_with_its_fields_and_is_always_ones_own(text: str, move: Any) -> None:
    assert typed_move(belote, text, 2) == move


@pytest.mark.parametrize("text", ["bid", "bid value=80", "bid value=x suit=♥", "play_card card=9", "bid colour=red"])
def test_a_move_that_is_typed_badly_is_a_sentence_that_says_how(text: str) -> None:
    answer = typed_move(belote, text, 0)

    assert isinstance(answer, str)
    assert answer.endswith((". Type it as bid value=… suit=….", ". Type it as play_card card=…."))


def test_numbers_are_read_as_numbers_where_numbers_are_wanted() -> None:
    assert typed_move(engine_of("goofspiel"), "bid card=3", 1) == Bid(1, 3)
