"""What the rules report: the difference between two tables, worked out only when somebody listens.

Nothing here gives a hand away: drawn cards are counted, not named.
"""

from collections.abc import Iterator

import msgspec

from games.uno.cards import COLOUR, DRAWN_FOR, SKIP, SYMBOL, WITHOUT_CHOICE
from games.uno.table import Outcome, Table

SKIPPING = (SKIP, *DRAWN_FOR)


class RoundDealt(msgspec.Struct, frozen=True, tag=True):
    """Everybody has a new hand."""

    round: int
    opening_card: str


class OpeningCardReplaced(msgspec.Struct, frozen=True, tag=True):
    """The opening card was a Wild Draw Four and went back into the deck; this one opens instead."""

    opening_card: str


class CardPlayed(msgspec.Struct, frozen=True, tag=True):
    """A card went from a hand to the pile."""

    player: int
    card: str
    colour: str | None
    """The active colour from now on."""


class CardsDrawn(msgspec.Struct, frozen=True, tag=True):
    """Cards went from the deck to a hand."""

    player: int
    count: int


class DirectionChanged(msgspec.Struct, frozen=True, tag=True):
    """Play goes the other way round."""

    direction: int


class PlayerSkipped(msgspec.Struct, frozen=True, tag=True):
    """A player lost a turn."""

    player: int


class Reshuffled(msgspec.Struct, frozen=True, tag=True):
    """The pile became part of the deck."""

    cards: int


class HandsSwapped(msgspec.Struct, frozen=True, tag=True):
    """Hands changed owners; each seat now holds so many cards."""

    player_card_counts: tuple[int, ...]


class ColourChosen(msgspec.Struct, frozen=True, tag=True):
    """The opening wild has a colour."""

    player: int
    colour: str


class PlayerLeft(msgspec.Struct, frozen=True, tag=True):
    """A player left the match."""

    player: int
    cards: int
    """How many cards were shuffled into the deck."""


class RoundWon(msgspec.Struct, frozen=True, tag=True):
    """Somebody laid the last card of their hand."""

    player: int
    points: int


class MatchOver(msgspec.Struct, frozen=True, tag=True):
    """The match has ended."""

    outcome: Outcome


# What an effect changed, seen by comparing the tables before and after it


def deal_news(_: Table, after: Table) -> list[object]:
    """The round, and its opening card."""
    return [RoundDealt(after.round, after.pile[-1])]


def acting_news(before: Table, after: Table) -> list[object]:
    """The top card has acted, and the turn has gone on."""
    return [*last_card_news(before, after), *skip_news(before, after)]


def last_card_news(before: Table, after: Table) -> list[object]:
    """The top card has acted, and nobody comes after it: nobody is skipped."""
    return [*card_news(before, after), *direction_news(before, after)]


def card_news(before: Table, after: Table) -> Iterator[object]:
    """A card laid, the pile shuffled into the deck, cards drawn."""
    card = WITHOUT_CHOICE[after.pile[-1]]
    laid = card != WITHOUT_CHOICE[before.pile[-1]]
    if laid:
        player = next(seat for seat in before.order if card in before.hands[seat])
        yield CardPlayed(player, card, COLOUR[after.pile[-1]])
    if after.draws != before.draws:
        yield Reshuffled(len(before.pile) + laid - 1)
    for seat in before.order:
        drawn = len(after.hands[seat]) - len(before.hands[seat]) + (laid and seat == player)
        if drawn > 0:
            yield CardsDrawn(seat, drawn)


def direction_news(before: Table, after: Table) -> Iterator[object]:
    """What the top card did to the direction."""
    if after.direction != before.direction:
        yield DirectionChanged(after.direction)


def skip_news(before: Table, after: Table) -> Iterator[object]:
    """The player who loses a turn to the top card."""
    if SYMBOL[after.pile[-1]] in SKIPPING:
        yield PlayerSkipped(before.order[(before.turn + before.direction) % len(before.order)])


def payment_news(before: Table, after: Table) -> list[object]:
    """The player to act drew what was demanded, and lost the turn for it."""
    return [*card_news(before, after), PlayerSkipped(before.player)]


def round_news(before: Table, after: Table) -> list[object]:
    """The winner of the round, and their points."""
    return [RoundWon(after.player, sum(after.scores) - sum(before.scores))]
