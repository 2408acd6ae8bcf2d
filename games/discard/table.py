"""The nouns of the discard turn: cards and the table."""

from typing import Annotated

import msgspec

from fsm.chance import Seed

SEATS = (0,)
"""One player, who is to act all the time."""
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
    discard_pile: tuple[str, ...]
    """Grows at the end."""
    hand_cards: tuple[Card, ...]
    turn: Count
    hand_size: HandSize
    discard_count: DiscardCount
    asked: DiscardCount
    """The discard count that was in force when this turn's hand was dealt; 0 before that."""
    owed: DiscardCount
    """How many cards must still be discarded: what was asked, but never more than were dealt."""
    warning: str | None
    seed: Seed
    draws: Count
    """How often chance was asked; with the seed it decides what chance answers next."""
    selected: tuple[str, ...] = ()
    """Ids of the cards chosen for discarding. Not saved, hence the default: after loading, choose again."""

    @property
    def hand(self) -> tuple[str, ...]:
        """The values in the hand, for readers that know no card ids."""
        return tuple(card.value for card in self.hand_cards)
