"""The nouns of the discard turn: cards, the table, and what the rules report."""

from typing import Annotated

import msgspec

from fsm.chance import SEEDS

HAND_SIZES = range(1, 11)
DISCARD_COUNTS = range(21)

Count = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
"""A number that grows. No game comes near the bound; a save that claims more is refused."""
HandSize = Annotated[int, msgspec.Meta(ge=HAND_SIZES[0], le=HAND_SIZES[-1])]
DiscardCount = Annotated[int, msgspec.Meta(ge=DISCARD_COUNTS[0], le=DISCARD_COUNTS[-1])]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DEFAULT_DECK = tuple(f"{rank}{suit}" for suit in "♠♥" for rank in RANKS)


class Card(msgspec.Struct, frozen=True):
    """One card in the hand. Equal values never share an id, and every deal gives new ids."""

    id: str
    value: str


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a game of discard turns, between two moves."""

    deck: tuple[str, ...]
    """All cards of the game, wherever they lie now."""
    draw_pile: tuple[str, ...]
    """The front is the top."""
    discard_pile: tuple[str, ...] = ()
    """Grows at the end."""
    hand_cards: tuple[Card, ...] = ()
    turn: Count = 1
    hand_size: HandSize
    discard_count: DiscardCount
    asked: DiscardCount = 0
    """The discard count that was in force when this turn's hand was dealt; 0 before that."""
    owed: DiscardCount = 0
    """How many cards must still be discarded: what was asked, but never more than were dealt."""
    warning: str | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, lt=SEEDS)]
    draws: Count = 0
    """How often chance was asked; with the seed it decides what chance answers next."""
    selected: tuple[str, ...] = ()
    """Ids of the cards chosen for discarding. Not saved: whoever comes back chooses again."""

    @property
    def hand(self) -> tuple[str, ...]:
        """The values in the hand, for readers that know no card ids."""
        return tuple(card.value for card in self.hand_cards)


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
