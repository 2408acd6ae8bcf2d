"""Resolving triggers: which is next, whether it happens, and its steps with the choices they ask for."""

from msgspec.structs import replace

from fsm import guard
from games.onepiece.effects import (
    begin,
    can_happen,
    carry_on,
    is_waiting_for_a_choice,
    open_choices,
    running_effect,
)
from games.onepiece.moves import Choose, OrderTrigger, PassOn
from games.onepiece.news import EffectDropped, add_news, delivers_news
from games.onepiece.steps import apply_to_choice
from games.onepiece.table import Game, Running
from games.onepiece.trigger_queue import effect_of, simultaneous_triggers

# Which trigger is next


@guard("No trigger is waiting.")
def a_trigger_waits(game: Game) -> bool:
    return bool(game.queue)


@guard("There is only one trigger to take next.")
def several_triggers_wait(game: Game) -> bool:
    """More than one trigger of the same player that arose together."""
    return simultaneous_triggers(game) > 1


@guard("Your opponent's triggers come first, and your opponent orders them.", says="the triggers are yours")
def triggers_are_yours(game: Game, move: OrderTrigger) -> bool:
    """Each player orders their own triggers."""
    return move.player == game.queue[0].player


@guard("That is not one of the triggers to choose from.", says="that trigger may be next")
def trigger_is_at_the_front(game: Game, move: OrderTrigger) -> bool:
    """One of the triggers that may be next: of one wave, the active player's come before the opponent's."""
    return 0 <= move.trigger < simultaneous_triggers(game)


def take_first_trigger(game: Game) -> Game:
    return take_trigger(game, 0)


def take_chosen_trigger(game: Game, move: OrderTrigger) -> Game:
    return take_trigger(game, move.trigger)


def take_trigger(game: Game, place: int) -> Game:
    """A trigger leaves the queue and is due; its player decides about it."""
    due = game.queue[place]
    running = Running(due.player, due.card, due.effect, due.player, given=due.given)
    return replace(game, queue=game.queue[:place] + game.queue[place + 1 :], running=running)


# Whether it happens


@guard("That effect is not possible now.", negated="That effect is possible now.", says="the effect applies")
def effect_applies(game: Game) -> bool:
    """Not used this turn if it is once per turn, its condition met, its cost payable."""
    return can_happen(game, running_effect(game))


@guard("That effect cannot be declined.", says="the effect is optional")
def effect_may_be_declined(game: Game) -> bool:
    """It is optional, or costs something."""
    return effect_of(game, running_effect(game)).may_be_declined


@delivers_news
def begin_effect(game: Game) -> Game:
    """It is paid, if it costs something, and carried out until a player must choose."""
    return begin(game, running_effect(game))


@delivers_news
def drop_effect(game: Game) -> Game:
    """It does not happen: declined, or not possible."""
    running = running_effect(game)
    news = EffectDropped(running.player, running.card, effect_of(game, running).timing)
    return add_news(finish_effect(game), news)


# Its steps


@guard("Nobody has to choose.")
def a_choice_is_needed(game: Game) -> bool:
    """The running step is about cards that a player chooses."""
    return is_waiting_for_a_choice(game)


@guard("That card cannot be chosen for this effect.", says="the card can be chosen")
def card_can_be_chosen(game: Game, move: Choose) -> bool:
    """One of the cards that the step is about."""
    return move.card in open_choices(game)


@delivers_news
def apply_to_chosen_card(game: Game, move: Choose) -> Game:
    """The step happens to the card; then the effect goes on."""
    running = running_effect(game)
    game = apply_to_choice(game, running, effect_of(game, running).steps[running.step], move.card)
    return carry_on(replace(game, running=replace(running, chosen=(*running.chosen, move.card))))


@guard("You must choose a card for this effect.", says="you may choose fewer")
def choice_may_be_skipped(game: Game, move: PassOn) -> bool:
    """The step says "up to"."""
    running = running_effect(game)
    return bool(getattr(effect_of(game, running).steps[running.step], "up_to", False))


@delivers_news
def choose_no_more(game: Game) -> Game:
    """The effect goes on with its next step."""
    running = running_effect(game)
    return carry_on(replace(game, running=replace(running, step=running.step + 1, chosen=())))


def finish_effect(game: Game) -> Game:
    """A chain of effects ends with the last one that waits."""
    return replace(game, running=None, chain=game.chain + 1 if game.queue else 0)
