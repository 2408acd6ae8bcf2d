"""The nouns of Goofspiel: settings, the table, and how a game ends."""

from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from fsm import variants

Card = Annotated[int, msgspec.Meta(ge=1, le=13)]  # its value: an ace is 1, a king 13


class Settings(msgspec.Struct, frozen=True):
    """The rule variants. The defaults are the preset `classic`."""

    players: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2
    """How many bid."""
    cards: Card = 13
    """In each hand; there are as many prizes."""
    prize_order: Literal["random", "ascending", "descending"] = "random"
    """How the prizes come, one after the other."""
    carry_over: bool = False
    """Prizes that players tie for are bid for again, with the next one; otherwise they are discarded."""


S = variants(Settings)
PRESETS: dict[str, dict[str, Any]] = {
    "classic": {},
    "carried": {"carry_over": True},
    "small": {"cards": 4, "prize_order": "descending"},
}


class Table(msgspec.Struct, frozen=True):
    """Everything about a game, between two moves, in the order of the seats. Hands are no secret: bids are seen."""

    settings: Settings
    hands: tuple[tuple[Card, ...], ...]
    bids: tuple[Card, ...]
    """Empty but for the moment in which they are compared."""
    deck: tuple[Card, ...]
    """The prizes to come; the front is the next one."""
    stake: tuple[Card, ...]
    scores: tuple[int, ...]


class Reason(StrEnum):
    """Why a game ended as it did. Seats that are tied for the most points win together."""

    MOST_POINTS = "most points"
    TIED = "tied"


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who and why."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: Reason
