"""The moves of Belote. Each carries its seat, so that one out of turn can be refused with its reason.

Moves are frozen, so all of them exist once, made here; what a seat may try is looked up.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fsm import Move
from games.belote.cards import Card, Suit, cards_in, masks_of_a_suit
from games.belote.duties import playable

if TYPE_CHECKING:
    from games.belote.table import Table

SEATS = range(4)
VALUES = range(80, 161, 10)
"""The bids, apart from capot."""
CAPOT = 250


class Bid(Move, gc=False):
    """Promise that your team reaches `value` points with `suit` as trump."""

    exact = True  # random play makes 12,200 deals/s; 8,500, if guards try the whole ladder
    seat: int
    value: int
    suit: Suit

    @classmethod
    def candidates(cls, game: "Table") -> Iterable["Bid"]:
        settings = game.settings
        return BIDS[settings.highest_bid][game.turn, game.contract.value if game.contract else 0, settings.capot_bid]


class PassBid(Move, gc=False):
    """Bid nothing."""

    says = "Pass"
    exact = True  # legal_moves takes 0.66 µs in random play; 0.73, if guards ask who passed before
    when_absent = True
    seat: int

    @classmethod
    def candidates(cls, game: "Table") -> Iterable["PassBid"]:
        return PASSES[game.turn]


class Coinche(Move, gc=False):
    """Double the other side's contract."""

    seat: int

    @classmethod
    def candidates(cls, game: "Table") -> Iterable["Coinche"]:
        return COINCHES[game.turn]


class Surcoinche(Move, gc=False):
    """Double again, as the side that was doubled."""

    seat: int

    @classmethod
    def candidates(cls, game: "Table") -> Iterable["Surcoinche"]:
        return SURCOINCHES[game.turn]


class PlayCard(Move, gc=False):
    """Play a card to the trick."""

    says = "Play a card"
    exact = True  # random play makes 12,200 deals/s; 7,200, if guards try the whole hand
    when_absent = True
    seat: int
    card: Card

    @classmethod
    def candidates(cls, game: "Table") -> Iterable["PlayCard"]:
        return PLAYS[game.turn][playable(game)]


ALL_BIDS = {
    (seat, value): tuple(Bid(seat, value, suit) for suit in Suit) for seat in SEATS for value in (*VALUES, CAPOT)
}
"""By seat and value, one for each suit."""


def bids_over(seat: int, highest: int, capot: bool, top: int) -> tuple[Bid, ...]:
    """The bids that a seat may make over the highest one, on a ladder that ends at the top."""
    values = [value for value in VALUES if value <= top] + [CAPOT] * capot
    return tuple(bid for value in values if value > highest for bid in ALL_BIDS[seat, value])


BIDS = {
    top: {
        (seat, highest, capot): bids_over(seat, highest, capot, top)
        for seat in SEATS
        for highest in (0, *VALUES, CAPOT)
        for capot in (False, True)
    }
    for top in VALUES
}
"""By the top of the ladder; then by seat, highest bid and whether there is capot."""
PASSES = tuple((PassBid(seat),) for seat in SEATS)
COINCHES = tuple((Coinche(seat),) for seat in SEATS)
SURCOINCHES = tuple((Surcoinche(seat),) for seat in SEATS)


class Plays(dict[int, tuple[PlayCard, ...]]):
    """By set of cards: the moves of a seat that play them. Sets of one suit are kept, others put together.

    They are put together from lists, which takes half as long as to look for the parts here: sets of one suit have
    many zeros at their end, and so get into each other's way.
    """

    def __init__(self, seat: int) -> None:
        super().__init__((mask, tuple(PlayCard(seat, card) for card in cards_in(mask))) for mask in masks_of_a_suit())
        self.by_suit = [[self[byte << shift] for byte in range(256)] for shift in (0, 8, 16, 24)]

    def __missing__(self, mask: int) -> tuple[PlayCard, ...]:
        spades, hearts, diamonds, clubs = self.by_suit
        return spades[mask & 255] + hearts[mask >> 8 & 255] + diamonds[mask >> 16 & 255] + clubs[mask >> 24]


PLAYS = tuple(map(Plays, SEATS))
"""By seat."""


AnyMove = Bid | PassBid | Coinche | Surcoinche | PlayCard
"""What a player can send, in the order in which an engine lists it."""
