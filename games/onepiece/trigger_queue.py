"""The queue of triggers: wave after wave, in each the active player's first, each player's as they arose."""

from functools import partial

from msgspec.structs import replace

from games.onepiece.cards import Effect, Timing
from games.onepiece.news import TriggerQueued, add_news
from games.onepiece.table import Game, Pending, Running, Side
from games.onepiece.zones import owner_of, pieces


def queue_triggers(game: Game, card: int, timing: Timing, given: int = 0) -> Game:
    """Each effect of a card with this timing becomes one trigger that waits, in the card's order."""
    places = game.cards[card].places.get(timing)
    if places is None:
        return game
    player, wave = owner_of(card), wave_of_new_triggers(game)
    queue = (*game.queue, *[Pending(player, card, place, given, wave) for place in places])
    if game.queue and player == game.active:
        queue = tuple(sorted(queue, key=partial(precedence, player)))
    return add_news(replace(game, queue=queue), *[TriggerQueued(player, card, timing)] * len(places))


def queue_triggers_of_side(game: Game, side: Side, timing: Timing) -> Game:
    """The same for every card that a player has on the field."""
    for piece in pieces(side):
        if timing in game.cards[piece.card].places:
            game = queue_triggers(game, piece.card, timing)
    return game


def wave_of_new_triggers(game: Game) -> int:
    """Behind the triggers that wait, if the settings say so, and else among them."""
    if not game.settings.new_triggers_come_last:
        return 0
    return game.chain if game.running is None else game.chain + 1


def precedence(active: int, pending: Pending) -> tuple[int, bool]:
    """What the queue is sorted by: earlier waves first, in each the active player's."""
    return pending.wave, pending.player != active


def simultaneous_triggers(game: Game) -> int:
    """How many triggers at the front of the queue are of one player and one wave."""
    if not game.queue:
        return 0
    first = game.queue[0]
    return sum(waiting.player == first.player and waiting.wave == first.wave for waiting in game.queue)


def effect_of(game: Game, which: Pending | Running) -> Effect:
    """What is printed on the card about an effect that waits or runs."""
    return game.cards[which.card].effects[which.effect]
