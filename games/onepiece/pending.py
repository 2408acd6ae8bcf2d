"""The queue of triggers: the active player's first, each player's in the order in which they arose."""

from msgspec.structs import replace

from games.onepiece.cards import Effect, Timing
from games.onepiece.news import TriggerQueued
from games.onepiece.table import Game, Pending, Running, Side
from games.onepiece.zones import owner_of, pieces


def queued(game: Game, card: int, timing: Timing) -> Game:
    """Each effect of a card with this timing becomes one pending trigger, in the card's order."""
    effects = game.cards[card].effects
    if not effects:
        return game
    player = owner_of(card)
    new = [Pending(player, card, place) for place, effect in enumerate(effects) if effect.timing is timing]
    if not new:
        return game
    queue = (*game.queue, *new)
    if player == game.active:
        queue = (*[p for p in queue if p.player == player], *[p for p in queue if p.player != player])
    return replace(game, queue=queue, news=game.news + (TriggerQueued(player, card, timing),) * len(new))


def queued_for_side(game: Game, side: Side, timing: Timing) -> Game:
    """The same for every piece of a side."""
    for piece in pieces(side):
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
