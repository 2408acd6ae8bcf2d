"""What the rules report: the difference between two tables, worked out only when somebody listens.

Everybody hears what happens in the open. Cards that come into a hand are named for their player alone; of drawn cards
the others hear how many.
"""

from collections.abc import Iterable, Iterator

from fsm import News
from games.uno.cards import COLOUR, DRAWN_FOR, SKIP, SYMBOL, WITHOUT_CHOICE
from games.uno.table import Outcome, Table

SKIPPING = (SKIP, *DRAWN_FOR)


class PublicNews(News):
    """Base of what everybody hears."""

    public = True


class RoundDealt(PublicNews):
    """Everybody has a new hand."""

    round: int
    opening_card: str


class OpeningCardReplaced(PublicNews):
    """The opening card was a Wild Draw Four and went back into the deck; this one opens instead."""

    opening_card: str


class CardPlayed(PublicNews):
    """A card went from a hand to the pile."""

    player: int
    card: str
    colour: str | None
    """The active colour from now on."""


class CardsDrawn(PublicNews):
    """Cards went from the deck to a hand."""

    player: int
    count: int


class OwnCardsDrawn(News):
    """Cards went from the deck to a hand. Their player hears which, the others how many."""

    player: int
    cards: tuple[str, ...]

    def audience(self) -> tuple[int, ...]:
        return (self.player,)

    def in_public(self) -> CardsDrawn:
        return CardsDrawn(self.player, len(self.cards))


class OwnHandChanged(News):
    """A player holds another hand, dealt to them or taken over from another player; nobody else hears which cards."""

    player: int
    hand: tuple[str, ...]

    def audience(self) -> tuple[int, ...]:
        return (self.player,)


class DirectionChanged(PublicNews):
    """Play goes the other way round."""

    direction: int


class PlayerSkipped(PublicNews):
    """A player lost a turn."""

    player: int


class Reshuffled(PublicNews):
    """The pile became part of the deck."""

    cards: int


class HandsSwapped(PublicNews):
    """Hands changed owners; each seat now holds so many cards."""

    player_card_counts: tuple[int, ...]


class ColourChosen(PublicNews):
    """The opening wild has a colour."""

    player: int
    colour: str


class PlayerLeft(PublicNews):
    """A player left the match."""

    player: int
    cards: int
    """How many cards were shuffled into the deck."""


class RoundWon(PublicNews):
    """Somebody laid the last card of their hand."""

    player: int
    points: int


class MatchOver(PublicNews):
    """The match has ended."""

    outcome: Outcome


# What an effect changed, seen by comparing the tables before and after it


def deal_news(_: Table, after: Table) -> list[object]:
    """The round, its opening card, and the hands."""
    return [RoundDealt(after.round, after.pile[-1]), *hand_news(after, after.order)]


def hand_news(after: Table, seats: Iterable[int]) -> Iterator[object]:
    """The hands that these seats hold now."""
    return (OwnHandChanged(seat, after.hands[seat]) for seat in seats)


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
        held = len(before.hands[seat]) - (laid and seat == player)
        if drawn := after.hands[seat][held:]:
            yield OwnCardsDrawn(seat, drawn)


def penalty_news(before: Table, after: Table) -> Iterator[object]:
    """The cards drawn for a missed call. A hand that a zero passes on at once is handed over unseen."""
    is_passed_on = after.settings.seven_zero and SYMBOL[after.pile[-1]] == "0"
    for item in card_news(before, after):
        yield item.in_public() if is_passed_on and isinstance(item, OwnCardsDrawn) else item


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


def swap_news(before: Table, after: Table) -> list[object]:
    """How many cards each seat holds now, and the hands that have come from another seat."""
    changed = (seat for seat in after.order if after.hands[seat] != before.hands[seat])
    return [HandsSwapped(after.player_card_counts), *hand_news(after, changed)]


def round_news(before: Table, after: Table) -> list[object]:
    """The winner of the round, and their points."""
    return [RoundWon(after.player, sum(after.scores) - sum(before.scores))]
