"""The nouns of the discard turn: cards, variants, the table, and how a game ends."""

from enum import StrEnum
from typing import Annotated, Any

import msgspec

from fsm import Variant, variants
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
SHORT_DECK = DEFAULT_DECK[:2]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The variants of the rules. The defaults are the preset `seed`."""

    turns: Annotated[Annotated[int, msgspec.Meta(ge=1, le=10**6)] | None, Variant("No turn is the last.")] = None
    """How many turns the game has; without, it goes on for ever."""
    short_deck: bool = False
    """Two cards, A♠ and 2♠, if no other deck is given."""
    fixed_sizes: Annotated[
        bool,
        Variant(
            "Sizes may change at any time.", negated="This turn's sizes are set; change them before the next deal."
        ),
    ] = False
    """Sizes are changed only before a turn's hand is dealt; without, at any time, for the next deal."""


S = variants(Settings)
"""The settings as conditions of rows."""

PRESETS: dict[str, dict[str, Any]] = {
    "seed": {},
    "small": {"turns": 2, "short_deck": True, "fixed_sizes": True},
}


class Card(msgspec.Struct, frozen=True):
    """One card in the hand. Equal values never share an id, and every deal gives new ids."""

    id: str
    value: str


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a game of discard turns, between two moves."""

    settings: Settings
    deck: tuple[str, ...]
    """All cards of the game, wherever they lie now."""
    draw_pile: tuple[str, ...]
    """The front is the top."""
    discard_pile: tuple[str, ...]
    """Grows at the end."""
    hand_cards: tuple[Card, ...]
    turn: Count
    """Counted from 1; of a game that is over, one more than were played."""
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


class Reason(StrEnum):
    """Why a game ended."""

    TURNS_PLAYED = "turns played"


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: nobody wins or loses."""

    turns: int
    reason: Reason = Reason.TURNS_PLAYED
