"""What a player may know: all but the order of the prizes to come, and what others have chosen."""

from random import Random

import msgspec

from fsm import Hidden, Snapshot
from games.goofspiel.moves import Bid
from games.goofspiel.table import Settings, Table


class TableView(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, sees it."""

    phase: str
    settings: Settings
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    """The prizes to come, from low to high."""
    stake: tuple[int, ...]
    scores: tuple[int, ...]
    bid: Bid | None
    """What you have chosen."""
    chosen: tuple[Hidden, ...]
    """The other seats that have chosen."""


def view(snapshot: Snapshot[Table], seat: int | None) -> TableView:
    game, chosen = snapshot.game, snapshot.chosen
    return TableView(
        snapshot.phase,
        game.settings,
        game.hands,
        tuple(sorted(game.deck)),
        game.stake,
        game.scores,
        next((one for one in chosen if one.seat == seat), None),
        tuple(Hidden(one.seat) for one in chosen if one.seat != seat),
    )


def redeal(view: TableView, chance: Random) -> Snapshot[Table]:
    """A game that looks the same: prizes come in another order, and the others have chosen any of their cards."""
    any_order = tuple(chance.sample(view.deck, len(view.deck)))
    orders = {"random": any_order, "ascending": view.deck, "descending": view.deck[::-1]}
    deck = orders[view.settings.prize_order]
    bids = [Bid(other.seat, chance.choice(view.hands[other.seat])) for other in view.chosen]
    bids += [view.bid] if view.bid else []
    game = Table(settings=view.settings, hands=view.hands, bids=(), deck=deck, stake=view.stake, scores=view.scores)
    return Snapshot(view.phase, game, chosen=tuple(sorted(bids, key=lambda bid: bid.seat)))
