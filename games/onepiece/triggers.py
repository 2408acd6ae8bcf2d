"""Triggers as the flow sees them: waiting, ordered, offered, carried out step by step."""

from msgspec.structs import replace

from fsm import guard
from games.onepiece.effects import (
    begun,
    can_happen,
    chosen,
    done,
    dropped,
    enough,
    is_waiting_for_a_choice,
    may_choose_nothing,
    open_choices,
)
from games.onepiece.moves import Choose, DeclineTrigger, OrderTrigger, PassOn, UseTrigger
from games.onepiece.pending import effect_of, simultaneous
from games.onepiece.players import is_your_decision
from games.onepiece.table import Game, Running, Settings
from games.onepiece.zones import delivers_news


def the_running(game: Game) -> Running:
    """The effect that is due."""
    assert game.running is not None, "an effect is due"
    return game.running


# Which one is next


@guard("No trigger is waiting.")
def a_trigger_waits(game: Game) -> bool:
    """The queue is not empty."""
    return bool(game.queue)


@guard("Triggers keep the order in which they arose.")
def players_order_their_triggers(settings: Settings) -> bool:
    """Whose triggers wait chooses which is next."""
    return settings.players_order_their_triggers


@guard("There is only one trigger to take next.")
def several_triggers_wait(game: Game) -> bool:
    """More than one trigger of the same player that arose together."""
    return simultaneous(game) > 1


@guard("Your opponent's triggers come first, and your opponent orders them.")
def triggers_are_yours(game: Game, move: OrderTrigger) -> bool:
    """Each player orders their own triggers."""
    return move.player == game.queue[0].player


@guard("That is not one of the triggers to choose from.")
def trigger_is_at_the_front(game: Game, move: OrderTrigger) -> bool:
    """One of the triggers that may be next: of one wave, the active player's come before the opponent's."""
    return 0 <= move.trigger < simultaneous(game)


def take_up_first(game: Game) -> Game:
    """The first trigger of the queue is due."""
    return taken_up(game, 0)


def take_up_chosen(game: Game, move: OrderTrigger) -> Game:
    """The chosen trigger is due."""
    return taken_up(game, move.trigger)


def taken_up(game: Game, place: int) -> Game:
    """A trigger leaves the queue; its player decides about it."""
    due = game.queue[place]
    running = Running(due.player, due.card, due.effect, 0, (), due.player, due.given)
    return replace(game, queue=game.queue[:place] + game.queue[place + 1 :], running=running)


# Whether it happens


@guard("That effect is not possible now.", negated="That effect is possible now.")
def effect_applies(game: Game) -> bool:
    """Not used this turn if it is once per turn, its condition met, its cost payable."""
    return can_happen(game, the_running(game))


@guard("That effect cannot be declined.")
def effect_may_be_declined(game: Game) -> bool:
    """It is optional, or costs something."""
    return effect_of(game, the_running(game)).may_be_declined


@delivers_news
def drop_effect(game: Game) -> Game:
    """The effect does not happen."""
    return dropped(game)


@delivers_news
def decline_effect(game: Game, move: DeclineTrigger) -> Game:
    """The player does not want the effect."""
    return dropped(game)


@delivers_news
def begin_effect(game: Game) -> Game:
    """The effect happens."""
    return begun(game, the_running(game))


@delivers_news
def use_effect(game: Game, move: UseTrigger) -> Game:
    """The player wants the effect, and pays for it."""
    return begun(game, the_running(game))


# Its steps


@guard("Nobody has to choose.")
def a_choice_is_needed(game: Game) -> bool:
    """The running step is about cards that someone chooses."""
    return is_waiting_for_a_choice(game)


@guard("That card cannot be chosen for this effect.")
def card_can_be_chosen(game: Game, move: Choose) -> bool:
    """One of the cards that the step is about."""
    return move.card in open_choices(game)


@delivers_news
def apply_to_chosen(game: Game, move: Choose) -> Game:
    """The step happens to the chosen card."""
    return chosen(game, move.card)


@guard("You must choose a card for this effect.")
def choice_may_be_skipped(game: Game, move: PassOn) -> bool:
    """The step says "up to"."""
    return may_choose_nothing(game)


@delivers_news
def choose_no_more(game: Game, move: PassOn) -> Game:
    """The effect goes on with its next step."""
    return enough(game)


def finish_effect(game: Game) -> Game:
    """The effect is done."""
    return done(game)


# Guards of one row, in the order of their reasons

TRIGGERS_ARE_ORDERED = [players_order_their_triggers, several_triggers_wait]
TRIGGER_MAY_COME = [triggers_are_yours, trigger_is_at_the_front]
CARD_IS_ELIGIBLE = [is_your_decision, card_can_be_chosen]
CHOICE_MAY_END = [is_your_decision, choice_may_be_skipped]
