"""Which payloads are tried."""

from collections.abc import Iterable
from enum import Enum
from typing import Any, Literal

import msgspec
import pytest

from fsm import Move
from fsm.domains import MOST_PAYLOADS, MOST_SEEN, NOBODYS_TEXT, Domains, finite


class Suit(Enum):
    HEARTS = "hearts"
    SPADES = "spades"


class Card(msgspec.Struct, frozen=True):
    suit: Suit
    big: bool


class Wide(msgspec.Struct, frozen=True):
    number: int


@pytest.mark.parametrize(
    ("hint", "values"),
    [
        (bool, {False, True}),
        (Suit, set(Suit)),
        (Suit | None, {*Suit, None}),
        (Literal["a", 3], {"a", 3}),
        (Card, {Card(suit, big) for suit in Suit for big in (False, True)}),
    ],
)
def test_finite_types_are_taken_whole(hint: Any, values: set[Any]) -> None:
    assert set(finite(hint) or ()) == values


@pytest.mark.parametrize("hint", [int, str, int | None, tuple[Suit, ...], Wide])
def test_other_types_are_open(hint: Any) -> None:
    assert finite(hint) is None


class Bid(Move):
    points: int
    suit: Suit

    @classmethod
    def candidates(cls, game: object) -> Iterable["Bid"]:
        return []


class Name(Move):
    text: str | None


def test_open_fields_take_what_was_seen_and_what_lies_just_outside() -> None:
    domains = Domains((Bid, Name))
    domains.learn([Bid(80, Suit.HEARTS), Bid(100, Suit.HEARTS), Name("Ada")])

    assert {(bid.points, bid.suit) for bid in domains.payloads(Bid)} == {  # type: ignore[attr-defined]  # they are bids
        (points, suit) for points in (79, 80, 100, 101) for suit in Suit
    }
    assert list(domains.payloads(Name)) == [Name("Ada"), Name(None), Name(NOBODYS_TEXT)]


def test_the_newest_values_are_kept() -> None:
    domains = Domains((Name,))
    domains.learn(Name(str(number)) for number in range(MOST_SEEN + 5))

    assert domains.column(Name, "text")[0] == "5"


class Many(Move):
    a: int
    b: int
    c: bool


def test_of_too_many_payloads_an_even_sample_is_tried() -> None:
    domains = Domains((Many,))
    domains.learn(Many(number, number, True) for number in range(MOST_SEEN))
    tried = list(domains.payloads(Many))

    assert MOST_PAYLOADS / 3 < len(tried) <= MOST_PAYLOADS
    assert {move.c for move in tried} == {False, True}  # type: ignore[attr-defined]  # they are Many


class Pile(Move):
    cards: list[int]


def test_a_list_cannot_be_remembered_and_is_left_out() -> None:
    domains = Domains((Pile,))
    domains.learn([Pile([1])])

    assert list(domains.payloads(Pile)) == []
