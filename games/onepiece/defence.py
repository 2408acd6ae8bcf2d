"""The defender's answers to an attack: block, counter."""

from msgspec.structs import replace

from fsm import guard
from games.onepiece.actions import IN_YOUR_HAND, spend_event
from games.onepiece.cards import Timing, Until
from games.onepiece.moves import Block, Counter
from games.onepiece.news import AttackBlocked, CounterUsed, add_news, delivers_news
from games.onepiece.players import is_your_decision
from games.onepiece.power_and_cost import cost_to_play, modify
from games.onepiece.steps import rest
from games.onepiece.table import Game, Modifier
from games.onepiece.trigger_queue import queue_triggers
from games.onepiece.zones import current_battle, piece_on_the_field, rest_don, trash_from_hand

# Block


@guard("That is not an active Blocker of yours.", says="the card can block")
def card_can_block(game: Game, move: Block) -> bool:
    """One of the defender's characters, active, with Blocker, and not the target already."""
    if move.card == current_battle(game).target:
        return False
    return any(
        piece.card == move.card and not piece.rested and game.cards[move.card].is_blocker
        for piece in game.sides[1 - game.active].characters
    )


@delivers_news
def block(game: Game, move: Block) -> Game:
    """The Blocker rests and becomes the target."""
    game = replace(game, battle=replace(current_battle(game), target=move.card))
    game = add_news(game, AttackBlocked(move.card))
    return queue_triggers(rest(game, piece_on_the_field(game, move.card)), move.card, Timing.ON_BLOCK)


# Counter

IN_DEFENDERS_HAND = [is_your_decision, *IN_YOUR_HAND]


@guard("That card has no counter effect.", says="you use its counter value")
def counter_value_is_meant(game: Game, move: Counter) -> bool:
    """The player does not ask for the effect."""
    return not move.by_effect


@guard("That card has no counter.", says="the card has a counter")
def card_has_counter_value(game: Game, move: Counter) -> bool:
    """A number that it adds when it is trashed from the hand."""
    return game.cards[move.card].counter > 0


@guard("That card has no counter.", says="the card is a counter event")
def card_is_counter_event(game: Game, move: Counter) -> bool:
    """An event for the Counter Step."""
    return game.cards[move.card].is_counter_event


@guard(
    "That event has no counter value, so there is nothing to choose; leave by_effect out.", says="you use its effect"
)
def counter_effect_is_meant(game: Game, move: Counter) -> bool:
    """The player asks for the effect, or the event has nothing else."""
    return move.by_effect == (game.cards[move.card].counter > 0)


@delivers_news
def counter_by_card(game: Game, move: Counter) -> Game:
    """The card is trashed, and the target gets its counter value for this battle."""
    game = trash_from_hand(add_news(game, CounterUsed(move.card)), move.card)
    boost = Modifier(game.cards[move.card].counter, 0, Until.END_OF_BATTLE, move.player)
    return modify(game, piece_on_the_field(game, current_battle(game).target), boost)


@delivers_news
def counter_by_event(game: Game, move: Counter) -> Game:
    """The event is paid and trashed, and its counter effects are queued."""
    game = rest_don(game, move.player, cost_to_play(game, move.card))
    return spend_event(add_news(game, CounterUsed(move.card)), move.card, Timing.COUNTER)
