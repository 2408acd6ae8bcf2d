"""What the rules report."""

from collections.abc import Iterable

import msgspec

from games.discard.table import Card, Table


class HandDealt(msgspec.Struct, frozen=True, tag=True):
    """Cards came into the hand."""

    cards: tuple[Card, ...]
    wanted: int


class PileReshuffled(msgspec.Struct, frozen=True, tag=True):
    """The discard pile became the draw pile."""

    cards: int


class CardsDiscarded(msgspec.Struct, frozen=True, tag=True):
    """Cards left the hand for the discard pile."""

    values: tuple[str, ...]


class TurnEnded(msgspec.Struct, frozen=True, tag=True):
    """A turn is over."""

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
