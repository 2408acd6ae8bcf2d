"""Which payloads are tried."""

from collections.abc import Iterable
from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from fsm import Move
from fsm.checking.domains import FAR_OUT, MOST_PAYLOADS, MOST_SEEN, NOBODYS_TEXT, Domains, finite


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
        (points, suit) for points in (79, 80, 100, 101, FAR_OUT) for suit in Suit
    }
    assert list(domains.payloads(Name)) == [Name("Ada"), Name(NOBODYS_TEXT), Name(None)]


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


class Pass(Move):
    cards: tuple[int, ...]


def cards_tried(*seen: tuple[int, ...]) -> set[tuple[int, ...]]:
    domains = Domains((Pass,))
    domains.learn(map(Pass, seen))
    return {move.cards for move in domains.payloads(Pass)}  # type: ignore[attr-defined]  # they are Pass


def test_the_length_of_a_collection_is_varied() -> None:
    tried = cards_tried((1, 2, 3), (2, 3, 4))

    assert {len(cards) for cards in tried} == {0, 2, 3, 4}


def test_an_item_is_tried_twice_and_one_that_nobody_offered() -> None:
    tried = cards_tried((1, 2, 3))

    assert (1, 1, 2) in tried
    assert (1, 2, 0) in tried


def test_without_anything_seen_the_empty_collection_is_tried() -> None:
    assert () in cards_tried()


class Throw(Move):
    cards: frozenset[Suit] | None


def test_sets_and_unions_are_varied_too() -> None:
    domains = Domains((Throw,))
    domains.learn([Throw(frozenset({Suit.HEARTS, Suit.SPADES}))])
    tried = {move.cards for move in domains.payloads(Throw)}  # type: ignore[attr-defined]  # they are Throw

    assert None in tried
    assert {len(cards) for cards in tried if cards is not None} == {0, 1, 2}


class Point(Move):
    place: tuple[int, int]
    share: Annotated[float, msgspec.Meta(ge=0)]


def test_a_tuple_whose_length_is_part_of_its_type_keeps_it() -> None:
    domains = Domains((Point,))
    domains.learn([Point((1, 2), 0.5)])
    tried = [(move.place, move.share) for move in domains.payloads(Point)]  # type: ignore[attr-defined]

    assert tried == [((1, 2), 0.5), ((1, 2), -0.5), ((1, 2), 1.5), ((1, 2), float(FAR_OUT))]
