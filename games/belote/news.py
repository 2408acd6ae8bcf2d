"""What the rules report. `TrickWon` and `RoundScored` are news, too, and stay on the table: see table.py."""

from collections.abc import Iterable

import msgspec

from games.belote.cards import Card
from games.belote.table import Call, Contract, Pair, RoundScored, Table, TrickWon, standing_contract


class CardsDealt(msgspec.Struct, frozen=True, tag=True):
    """A round begins."""

    round: int
    dealer: int


class CallMade(msgspec.Struct, frozen=True, tag=True):
    """A seat spoke in the auction."""

    call: Call


class RoundCancelled(msgspec.Struct, frozen=True, tag=True):
    """Four passes: nobody scores, the deal moves on."""

    round: int


class ContractFixed(msgspec.Struct, frozen=True, tag=True):
    """The auction is over."""

    contract: Contract


class CardPlayed(msgspec.Struct, frozen=True, tag=True):
    """A card went to the table."""

    seat: int
    card: Card


class MatchOver(msgspec.Struct, frozen=True, tag=True):
    """A team has won."""

    winner: int
    totals: Pair


def deal_news(before: Table, after: Table) -> Iterable[CardsDealt]:
    """A round begins; nothing about the cards."""
    return [CardsDealt(after.match.deals, after.match.dealer)]


def call_news(before: Table, after: Table) -> Iterable[CallMade]:
    return [CallMade(after.calls[-1])]


def cancel_news(before: Table, after: Table) -> Iterable[RoundCancelled]:
    return [RoundCancelled(after.match.deals)]


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
