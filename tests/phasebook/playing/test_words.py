"""Words for games that have none of their own."""

from enum import Enum

import msgspec
import pytest

from fsm import Chosen, Hidden, Move, News
from fsm.catalogue import engine_of
from fsm.snapshot import Redone, Undone
from phasebook.playing.words import (
    event_in_words,
    news_in_words,
    payload_in_words,
    phase_in_words,
    spaced,
    value_in_words,
    view_in_words,
)


class Suit(Enum):
    HEARTS = "♥"


class Bet(Move):
    seat: int
    chips: int
    suit: Suit | None = None


class Fold(Move):
    says = "Throw the hand away"
    seat: int


class Guess(Move):
    player: str
    other: int
    seat_field = "player"


class CardPlayed(News):
    seat: int
    card: str
    winner: int | None = None


class View(msgspec.Struct):
    phase: str
    turn: int
    hand: tuple[str, ...]
    piles: tuple[tuple[int, ...], ...]
    chosen: tuple[Hidden, ...]
    open: bool
    to_act: tuple[int, ...]


def name(seat: object) -> str:
    return "you" if seat == 0 else f"seat {seat}"


def test_names_become_words() -> None:
    assert [spaced(text) for text in ("discard_pile", "DiscardPile", "phase")] == ["discard pile"] * 2 + ["phase"]
    assert [event_in_words(kind) for kind in (Bet, Fold)] == ["Bet", "Throw the hand away"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "none"),
        (True, "yes"),
        (0.5, "0.5"),
        (Suit.HEARTS, "♥"),
        ((1, 2), "1 2"),
        ((), "none"),
        ({"a": 1, "b_c": (2, 3)}, "a 1, b c 2 3"),
        (Bet(1, 5), "seat 1, chips 5, suit none"),
        ((Fold(1), Fold(2)), "seat 1; seat 2"),
    ],
)
def test_every_value_has_words(value: object, words: str) -> None:
    assert value_in_words(value) == words


def test_a_move_says_what_it_carries_and_not_whose_it_is() -> None:
    assert payload_in_words(Bet(0, 5), name) == "chips 5"
    assert payload_in_words(Bet(0, 5, Suit.HEARTS), name) == "chips 5, suit ♥"
    assert payload_in_words(Fold(0), name) == ""
    assert payload_in_words(Guess("x", 0), name) == "other 0"


def test_news_name_seats() -> None:
    assert news_in_words(CardPlayed(0, "7♥"), name) == "card played: you, card 7♥"
    assert news_in_words(CardPlayed(2, "7♥", 0), name) == "card played: seat 2, card 7♥, winner you"


def test_what_sessions_report_has_words() -> None:
    said = [news_in_words(item, name) for item in (Chosen(1), Undone(3), Redone(3))]

    assert said == ["seat 1 chose", "the last move was taken back", "it was made again"]


def test_a_view_is_a_line_for_each_field_and_each_row() -> None:
    view = View("p", 1, ("7♥", "K♠"), ((1, 2), (3,)), (Hidden(2),), True, (0, 1))

    assert [line.replace("[dim]", "").replace("[/]", "") for line in view_in_words(view, name)] == [
        "turn    seat 1",
        "hand    7♥ K♠",
        "piles   1 2",
        "        3",
        "chosen  seat 2",
        "open    yes",
        "to act  you, seat 1",
    ]
    assert list(view_in_words("nothing", name)) == ["nothing"]


def test_a_phase_is_named_with_those_around_it_and_no_name_twice() -> None:
    assert phase_in_words(engine_of("belote").chart, "bidding.open") == "Auction: Bids are open"
    assert phase_in_words(engine_of("discard").chart, "discarding.choosing") == "Discard Phase Active"
    assert phase_in_words(engine_of("discard").chart, "nowhere") == ""
