"""The nouns of Uno: settings, the table, and how a match ends."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from fsm import Variant, variants
from fsm.chance import Seed
from games.uno.cards import COLOUR

PLAYERS = range(2, 11)
HAND_SIZES = (5, 7, 10)
SCORE_LIMITS = (None, 100, 200, 300, 500)

Seat = Annotated[int, msgspec.Meta(ge=0, lt=PLAYERS[-1])]
Count = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
"""A number that grows. No match comes near the bound; a save that claims more is refused."""


class Settings(msgspec.Struct, frozen=True):
    """The rule variants. The defaults are the preset `seed`."""

    players: Annotated[int, msgspec.Meta(ge=PLAYERS[0], le=PLAYERS[-1])] = 4
    """How many sit at the table."""
    hand_size: Literal[5, 7, 10] = 7
    """Cards that each is dealt."""
    score_limit: Annotated[Literal[100, 200, 300, 500] | None, Variant("The match is a single round.")] = None
    """Points that end the match; without, it is a single round."""

    play_drawn_card: Annotated[bool, Variant("A drawn card is kept in this match.")] = False
    """A drawn card that fits may be played at once, or kept."""
    challenges: Annotated[bool, Variant("Wild Draw Fours are not challenged in this match.")] = False
    """A Wild Draw Four laid by a player who holds the active colour is a bluff, and may be challenged."""
    uno_calls: Annotated[bool, Variant("UNO is not called in this match.")] = False
    """A player with one card left must say so."""
    name_opening_colour: Annotated[bool, Variant("An opening wild has no colour in this match.")] = False
    """The first player names the colour of an opening wild."""

    force_play: bool = False
    """A player who can play must not draw."""
    stacking: Annotated[bool, Variant("Draw cards are not stacked in this match.")] = False
    """A draw card may be answered with another of its kind, and the debt grows."""
    stack_limit: Annotated[Literal[4, 6, 8, 10] | None, Variant("Stacks have no limit in this match.")] = None
    """The most cards that a stack may demand; one that leaves no room for another card is drawn at once."""
    jump_in: Annotated[bool, Variant("Nobody jumps in in this match.")] = False
    """A card with the face of the top card may be played out of turn."""
    seven_zero: Annotated[bool, Variant("Hands are not swapped in this match.")] = False
    """A seven swaps two hands, a zero passes all hands on."""

    short_deck: bool = False
    """Twelve cards for two players, and the pile is not shuffled again: a game that can be seen whole. If nobody can
    play any more, somebody leaves."""

    leaving: Annotated[bool, Variant("Nobody may leave this match.")] = True
    """Players may leave, during a round and between rounds; simulations switch it off."""


S = variants(Settings)
"""The settings as conditions, for rows that only some matches are played with."""

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "seed": {},
    "official": {
        "score_limit": 500,
        "play_drawn_card": True,
        "challenges": True,
        "uno_calls": True,
        "name_opening_colour": True,
    },
    "house": {
        "play_drawn_card": True,
        "uno_calls": True,
        "force_play": True,
        "stacking": True,
        "stack_limit": 8,
        "jump_in": True,
        "seven_zero": True,
    },
    "small": {
        "players": 2,
        "hand_size": 5,
        "force_play": True,
        "play_drawn_card": True,
        "uno_calls": True,
        "short_deck": True,
    },
}


class Table(msgspec.Struct, frozen=True, gc=False):
    """Everything about a match, between two moves.

    No field has a default, so none can be forgotten where a table is made, and be reset by that.
    """

    settings: Settings
    seed: Seed
    draws: Count
    """How often chance was asked; with the seed it decides what chance answers next."""
    round: Count
    """Counted from 1; 0 before the first deal."""
    order: tuple[Seat, ...]
    """The seats still in the match, clockwise."""
    turn: Seat
    """The place in `order` of the player to act; after a round, of its winner."""
    direction: int
    """1 is clockwise, -1 is the other way."""
    hands: tuple[tuple[str, ...], ...]
    """By seat; what was drawn last is at the end."""
    deck: tuple[str, ...]
    """The front is the top."""
    pile: tuple[str, ...]
    """The end is the top."""
    scores: tuple[Count, ...]
    """By seat. A match of one round has them too, for display."""
    owed: Count
    """Cards that draw cards demand from the player to act, who has not answered yet."""
    bluffer: Seat | None
    """The seat whose Wild Draw Four, just laid, is a bluff. A secret."""
    winner: Seat | None
    """The seat that won the round; None until somebody has."""

    @property
    def active_colour(self) -> str | None:
        """The top card's colour; an opening wild has none."""
        return COLOUR[self.pile[-1]]

    @property
    def player(self) -> int:
        """The seat to act."""
        return self.order[self.turn]

    def after(self, steps: int) -> int:
        """The place in `order` that is so many steps on from the player to act."""
        return (self.turn + self.direction * steps) % len(self.order)

    @property
    def player_card_counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(map(len, self.hands))


class Ending(StrEnum):
    """Why a match is over."""

    LAST_CARD = "last card"
    """One round was agreed, and somebody laid the last card of their hand."""
    SCORE_LIMIT = "score limit"
    """The winner of a round reached the agreed points."""
    ABANDONED = "abandoned"
    """Fewer than two players are left."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: who won, why, and with what scores."""

    winner: int | None
    ending: Ending
    scores: tuple[int, ...]
