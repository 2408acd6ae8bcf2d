"""A new game, the rounds of it, and who has won in the end."""

from typing import Any

from msgspec.structs import replace

from fsm import Snapshot, guard, with_news
from fsm.chance import shuffled
from fsm.settings import seed_of, settings_of
from games.goofspiel.moves import Bid
from games.goofspiel.news import BidsCompared
from games.goofspiel.table import PRESETS, Outcome, Reason, Settings, Table


def new_game(seed: int, preset: str = "classic", **settings: Any) -> Table:
    """A game before its first prize."""
    rules = settings_of(Settings, PRESETS, preset, settings)
    cards, seats = tuple(range(1, rules.cards + 1)), rules.players
    orders = {"random": shuffled(cards, seed_of(seed), 0), "ascending": cards, "descending": cards[::-1]}
    deck = orders[rules.prize_order]
    return Table(settings=rules, hands=(cards,) * seats, bids=(), deck=deck, stake=(), scores=(0,) * seats)


def turn_over_prize(game: Table) -> Table:
    return replace(game, deck=game.deck[1:], stake=(*game.stake, game.deck[0]))


def players(game: Table) -> range:
    """The seats, all of which bid in every round."""
    return range(game.settings.players)


def to_act(snapshot: Snapshot[Table]) -> set[int]:
    """The seats that have not bid yet, while there are cards to bid."""
    bidders = players(snapshot.game) if any(snapshot.game.hands) else ()
    return {*bidders} - {bid.seat for bid in snapshot.chosen}


@guard("You do not hold that card.", says="the card is in your hand")
def card_is_held(game: Table, move: Bid) -> bool:
    return move.card in game.hands[move.seat]


def open_bid(game: Table, move: Bid) -> Table:
    """The card leaves the hand. Bids are opened in the order of the seats."""
    hands = [*game.hands]
    hands[move.seat] = tuple(card for card in game.hands[move.seat] if card != move.card)
    return replace(game, hands=tuple(hands), bids=(*game.bids, move.card))


def one_bid_is_highest(game: Table) -> bool:
    return game.bids.count(max(game.bids)) == 1


def award_prizes(game: Table) -> Table:
    """The highest bid scores all prizes on the table."""
    winner, scores = game.bids.index(max(game.bids)), [*game.scores]
    scores[winner] += sum(game.stake)
    after = replace(game, bids=(), stake=(), scores=tuple(scores))
    return with_news(after, BidsCompared(game.stake, game.bids, winner))


def carry_prizes_over(game: Table) -> Table:
    return with_news(replace(game, bids=()), BidsCompared(game.stake, game.bids, None))


def discard_prizes(game: Table) -> Table:
    return with_news(replace(game, bids=(), stake=()), BidsCompared(game.stake, game.bids, None))


def prizes_are_left(game: Table) -> bool:
    return bool(game.deck)


def leaders(game: Table) -> tuple[int, ...]:
    """The seats with the most points."""
    return tuple(seat for seat, score in enumerate(game.scores) if score == max(game.scores))


def outcome(game: Table) -> Outcome | None:
    """The most points win; None while there are cards to bid."""
    winners = leaders(game)
    reason = Reason.MOST_POINTS if len(winners) == 1 else Reason.TIED
    return None if any(game.hands) else Outcome(winners, game.scores, reason)


def returns(game: Table) -> dict[int, float]:
    """The winners share 1, the others share -1; if all have won, there is nothing to share."""
    winners = leaders(game)
    others = game.settings.players - len(winners)
    if others == 0:
        return dict.fromkeys(winners, 0)
    return {seat: 1 / len(winners) if seat in winners else -1 / others for seat in players(game)}
