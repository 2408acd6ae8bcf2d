"""What the rules report: all in public, but the cards that a seat was dealt.

`TrickWon` and `RoundScored` are news, too, and stay on the table: see table.py.
"""

from collections.abc import Iterable

from fsm import News
from games.belote.cards import Card, cards_in
from games.belote.moves import SEATS
from games.belote.table import Call, Contract, Pair, RoundScored, Table, TrickWon, standing_contract


class CardsDealt(News):
    """A round begins."""

    public = True
    round: int
    dealer: int


class HandDealt(News):
    """What a seat was dealt; only that seat hears it."""

    seat: int
    cards: tuple[Card, ...]

    def audience(self) -> tuple[int, ...]:
        return (self.seat,)


class CallMade(News):
    """A seat spoke in the auction."""

    public = True
    call: Call


class RoundCancelled(News):
    """Four passes: nobody scores, the deal moves on."""

    public = True
    round: int


class AuctionReopened(News):
    """Four passes: the same cards are bid for again."""

    public = True
    round: int


class ContractFixed(News):
    """The auction is over."""

    public = True
    contract: Contract


class CardPlayed(News):
    """A card went to the table."""

    public = True
    seat: int
    card: Card


class MatchOver(News):
    """A team has won."""

    public = True
    winner: int
    totals: Pair


def deal_news(before: Table, after: Table) -> Iterable[CardsDealt | HandDealt]:
    """A round begins, and each seat looks at its cards."""
    hands = (HandDealt(seat, cards_in(after.dealt[seat])) for seat in SEATS)
    return [CardsDealt(after.match.deals, after.match.dealer), *hands]


def call_news(before: Table, after: Table) -> Iterable[CallMade]:
    return [CallMade(after.calls[-1])]


def cancel_news(before: Table, after: Table) -> Iterable[RoundCancelled]:
    return [RoundCancelled(after.match.deals)]


def reopen_news(before: Table, after: Table) -> Iterable[AuctionReopened]:
    return [AuctionReopened(after.match.deals)]


def contract_news(before: Table, after: Table) -> Iterable[ContractFixed]:
    return [ContractFixed(standing_contract(after))]


def card_news(before: Table, after: Table) -> Iterable[CardPlayed]:
    return [CardPlayed(before.turn, after.trick[-1])]


def trick_news(before: Table, after: Table) -> Iterable[TrickWon]:
    return after.tricks[-1:]


def score_news(before: Table, after: Table) -> Iterable[RoundScored]:
    return [] if after.match.last is None else [after.match.last]


def match_news(before: Table, after: Table) -> Iterable[MatchOver]:
    winner = after.match.winner
    return [] if winner is None else [MatchOver(winner, after.match.totals)]
