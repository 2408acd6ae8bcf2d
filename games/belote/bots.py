"""Players that drive the engine from outside: they see what their seat sees, and the legal moves."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from fsm import Engine, PhasebookError, Refusal, Snapshot
from fsm.search import Hints
from fsm.simulate import Decision
from games.belote.cards import PACKS, Card, Suit, best_of, mask_of
from games.belote.moves import SEATS, AnyMove, Bid, PassBid, PlayCard
from games.belote.redealing import redealer
from games.belote.table import Table
from games.belote.view import SeatView

Bot = Callable[[SeatView, Sequence[AnyMove], int], AnyMove]
"""`bot(view, legal moves, decision number)`: the move that a seat makes."""

ENOUGH_TO_BID = 45
"""So much strength promises 80; each 10 more promises 10 more."""


def play_out(
    engine: Engine[Table],
    snapshot: Snapshot[Table],
    bots: Sequence[Bot],
    rounds: int,
) -> Snapshot[Table]:
    """Let a bot for each seat play until so many rounds are dealt and done, or the match is over."""
    decision = 0
    while not engine.is_over(snapshot) and snapshot.game.match.deals <= rounds:
        seat = snapshot.game.turn
        move = bots[seat](engine.view(snapshot, seat), engine.legal_moves(snapshot, seat), decision)
        answer = engine.step(snapshot, move, seat)
        if isinstance(answer, Refusal):
            said = answer.message.removesuffix(".")
            raise PhasebookError(
                f"The bot of seat {seat} sent a move that is refused ({said}); let it choose from those it is given."
            )
        snapshot, decision = answer, decision + 1
    return snapshot


# The random bot


def random_bot(seed: int) -> Bot:
    """Any legal move, with equal chances. Each draws its own lot, so that one more changes no other."""

    def choose(view: SeatView, legal: Sequence[AnyMove], decision: int) -> AnyMove:
        return min(legal, key=lambda move: lot(seed, decision, move))

    return choose


def lot(seed: int, decision: int, move: Any) -> bytes:
    """What a move draws: a hash of the seed, the number of the decision and the move."""
    return blake2b(b"%d:%d:%b" % (seed, decision, msgspec.json.encode(move)), digest_size=8).digest()


# The sensible bot


def sensible(decision: Decision) -> AnyMove:
    """The sensible bot as a policy of simulations: it sees what the seat to move sees."""
    view = decision.engine.view(decision.snapshot, decision.snapshot.game.turn)
    legal: Sequence[Any] = decision.moves
    return sensible_bot(view, legal, decision.number)


def sensible_bot(view: SeatView, legal: Sequence[AnyMove], decision: int) -> AnyMove:
    """Bids what the hand is worth; wins as cheaply as it can, or gives the least."""
    cards = [move for move in legal if isinstance(move, PlayCard)]
    return best_play(view, cards) if cards else best_call(view, legal)


def best_call(view: SeatView, legal: Sequence[AnyMove]) -> AnyMove:
    """The highest bid that the hand supports in its best suit, or a pass; never over the own partner."""
    suit = max(Suit, key=lambda suit: strength(view.hand, suit))
    promise = 80 + (strength(view.hand, suit) - ENOUGH_TO_BID) // 10 * 10
    partner_holds_it = view.contract is not None and view.contract.team == view.turn % 2
    bids = [move for move in legal if isinstance(move, Bid) and move.suit is suit and move.value <= promise]
    if bids and not partner_holds_it:
        return bids[0]
    return next(move for move in legal if isinstance(move, PassBid))


def strength(hand: Sequence[Card], trump: Suit) -> int:
    """What a hand promises under a trump: its trumps, their number, and its aces."""
    trumps = [card for card in hand if card.suit is trump]
    aces = [card for card in hand if card.suit is not trump and card.rank == "A"]
    return sum(trump.worth[card.number] for card in trumps) + 5 * len(trumps) + 11 * len(aces)


def best_play(view: SeatView, plays: Sequence[PlayCard]) -> AnyMove:
    """The cheapest card that wins the trick, unless the partner has it; else the least."""
    assert view.contract is not None, "cards are played after the auction"
    trump = view.contract.trump

    def price(move: PlayCard) -> tuple[int, bool, int]:
        return trump.worth[move.card.number], move.card.suit is trump, move.card.number

    if not view.trick:
        return max(plays, key=lambda move: is_boss(view, move.card, trump) * 100 - price(move)[0])
    best = best_of(view.trick, trump)
    winners = [move for move in plays if trump.over[best.number] & move.card.bit]
    partner_has_it = len(view.trick) > 1 and view.trick[-2] is best
    return min(winners if winners and not partner_has_it else plays, key=price)


def is_boss(view: SeatView, card: Card, trump: Suit) -> bool:
    """No card of its suit that is still out beats it."""
    out = PACKS[view.settings.pack].mask & ~mask_of(view.hand)
    for trick in view.tricks:
        out &= ~mask_of(trick.cards)
    return not trump.over[card.number] & card.suit.mask & out


# Hints for the search, which finds them here


def calls(view: SeatView, legal: Sequence[AnyMove]) -> dict[AnyMove, float] | None:
    """The auction is the sensible bot's: what a call is worth shows only in deals that are played well. Cards are left
    to the search."""
    return None if isinstance(legal[0], PlayCard) else {best_call(view, legal): 1}


def this_deal(view: SeatView) -> Callable[[Random], Snapshot[Table]]:
    """Positions of a match that ends with the deal that is being played: the next cards are dealt at random anyway."""
    return redealer(replace(view, settings=replace(view.settings, target=1)))


def points_ahead(game: Table) -> dict[int, float]:
    """By how many points the own team leads."""
    lead = game.match.totals[0] - game.match.totals[1]
    return {seat: -lead if seat % 2 else lead for seat in SEATS}


HINTS = Hints(prior=calls, redealer=this_deal, value=points_ahead)
