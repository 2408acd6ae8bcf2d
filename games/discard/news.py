"""What the rules report. The cards of the hand are the player's; everybody else hears how many there are."""

from collections.abc import Iterable

from fsm import News
from games.discard.table import SEATS, Card, Table


class CardsDealt(News):
    """So many cards came into the hand."""

    public = True
    cards: int
    wanted: int


class HandDealt(News):
    """These cards came into the hand."""

    cards: tuple[Card, ...]
    wanted: int

    def audience(self) -> tuple[int, ...]:
        return SEATS

    def in_public(self) -> CardsDealt:
        return CardsDealt(len(self.cards), self.wanted)


class PileReshuffled(News):
    """The discard pile became the draw pile."""

    public = True
    cards: int


class CardsDiscarded(News):
    """Cards left the hand for the discard pile, which lies open."""

    public = True
    values: tuple[str, ...]


class TurnEnded(News):
    """A turn is over."""

    public = True
    turn: int


def deal_news(before: Table, after: Table) -> Iterable[PileReshuffled | HandDealt]:
    """The hand that was dealt, and before it the reshuffle, if the draw pile was too small."""
    refilled = len(before.discard_pile) if len(after.hand_cards) > len(before.draw_pile) else 0
    reshuffle = [PileReshuffled(refilled)] if refilled else []
    return [*reshuffle, HandDealt(after.hand_cards, before.hand_size)]


def discard_news(before: Table, after: Table) -> Iterable[CardsDiscarded]:
    """What came to the discard pile, if anything."""
    gone = after.discard_pile[len(before.discard_pile) :]
    return [CardsDiscarded(gone)] if gone else []


def turn_news(before: Table, after: Table) -> Iterable[CardsDiscarded | TurnEnded]:
    """The rest of the hand, and the end of the turn."""
    return [*discard_news(before, after), TurnEnded(before.turn)]
