"""The queue of triggers: wave after wave, in each the active player's first, each player's as they arose."""

from functools import partial

from msgspec.structs import replace

from games.onepiece.cards import Effect, Timing
from games.onepiece.news import TriggerQueued
from games.onepiece.table import Game, Pending, Running, Side
from games.onepiece.zones import add_news, owner_of, pieces


def queued(game: Game, card: int, timing: Timing, given: int = 0) -> Game:
    """Each effect of a card with this timing becomes one pending trigger, in the card's order."""
    places = game.cards[card].places.get(timing)
    if places is None:
        return game
    player, wave = owner_of(card), wave_of(game)
    queue = (*game.queue, *[Pending(player, card, place, given, wave) for place in places])
    if game.queue and player == game.active:
        queue = tuple(sorted(queue, key=partial(turn_of, player)))
    return add_news(replace(game, queue=queue), *[TriggerQueued(player, card, timing)] * len(places))


def wave_of(game: Game) -> int:
    """The wave of new triggers: behind those that wait, if the settings say so, and else with them."""
    if not game.settings.new_triggers_come_last:
        return 0
    return game.chain if game.running is None else game.chain + 1


def turn_of(active: int, pending: Pending) -> tuple[int, bool]:
    """When a trigger comes: earlier waves first, in each the active player's."""
    return pending.wave, pending.player != active


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
    """How many triggers at the front of the queue are of one player and one wave."""
    if not game.queue:
        return 0
    first = game.queue[0]
    return sum(waiting.player == first.player and waiting.wave == first.wave for waiting in game.queue)
