"""The queue of triggers: the active player's first, each player's in the order in which they arose."""

from msgspec.structs import replace

from games.onepiece.cards import Effect, Timing
from games.onepiece.news import TriggerQueued
from games.onepiece.table import Game, Pending, Running, Side
from games.onepiece.zones import owner_of, pieces, tell


def queued(game: Game, card: int, timing: Timing) -> Game:
    """Each effect of a card with this timing becomes one pending trigger, in the card's order."""
    places = game.cards[card].places.get(timing)
    if places is None:
        return game
    player = owner_of(card)
    queue = (*game.queue, *[Pending(player, card, place) for place in places])
    if player == game.active:
        queue = (*[p for p in queue if p.player == player], *[p for p in queue if p.player != player])
    return tell(replace(game, queue=queue), *[TriggerQueued(player, card, timing)] * len(places))


def queued_for_side(game: Game, side: Side, timing: Timing) -> Game:
    """The same for every piece of a side."""
    for piece in pieces(side):
        if timing in game.cards[piece.card].places:
            game = queued(game, piece.card, timing)
    return game


def effect_of(game: Game, which: Pending | Running) -> Effect:
    """What is printed about an effect."""
    return game.cards[which.card].effects[which.effect]


def simultaneous(game: Game) -> int:
    """How many triggers at the front of the queue belong to the same player."""
    if not game.queue:
        return 0
    return sum(waiting.player == game.queue[0].player for waiting in game.queue)
