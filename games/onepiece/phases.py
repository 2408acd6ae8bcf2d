"""The phases in which a game waits for a player, or which triggers interrupt, and what each asks of the game.

Some things are known from the phase alone: whether the first player has decided to keep the opening hand, whether
the Block Step is over, and what goes on when triggers are resolved.
"""

from collections.abc import Callable

from games.onepiece.cards import Category, Keyword
from games.onepiece.effects import can_happen, is_waiting_for_a_choice, open_choices
from games.onepiece.opening import DRAWS_BEFORE_THE_FIRST_HAND, new_side
from games.onepiece.options import has_room, is_affordable
from games.onepiece.steps import choices_wanted, chooser_of
from games.onepiece.table import NEVER_ENDING, Battle, Game, Reason
from games.onepiece.trigger_queue import effect_of, simultaneous_triggers
from games.onepiece.zones import fighter_of, owner_of

ONE, BOTH = ((0,), (1,)), ((0, 1), (1, 0))
"""Who can have lost."""

# What several phases ask for


def nothing_waits(game: Game) -> bool:
    """No effect, no trigger, no newcomer."""
    return not game.queue and game.running is None and game.joining is None and game.chain == 0


def nobody_has_lost(game: Game) -> bool:
    """The game goes on."""
    return not game.losers and game.reason is None


def a_turn_is_on(game: Game) -> bool:
    """The players take turns, and the first player has the odd ones."""
    return nobody_has_lost(game) and game.turn >= 1 and (game.active == game.first) == (game.turn % 2 == 1)


def hands_are_opening_hands(game: Game) -> bool:
    """Nothing has happened but mulligans."""
    return (
        nobody_has_lost(game)
        and nothing_waits(game)
        and (game.turn, game.battle) == (0, None)
        and game.active == game.first
        and game.sides == (new_side(0), new_side(1))
    )


def triggers_are_being_resolved(game: Game) -> bool:
    """In a turn, and not without end. What they have interrupted is asked by itself."""
    return a_turn_is_on(game) and game.joining is None and 0 <= game.chain <= NEVER_ENDING


def battle_is_sound(game: Game, battle: Battle) -> bool:
    """The active player attacks the other one."""
    return owner_of(battle.attacker) == game.active and owner_of(battle.target) == 1 - game.active


def fighters_face_each_other(game: Game) -> bool:
    """An attack that has not been decided: both fighters are there, and nothing else goes on."""
    battle = game.battle
    return (
        a_turn_is_on(game)
        and nothing_waits(game)
        and battle is not None
        and no_damage_is_due(game)
        and fighter_of(game.sides[game.active], battle.attacker) is not None
        and fighter_of(game.sides[1 - game.active], battle.target) is not None
    )


# What triggers have interrupted


def no_battle_is_on(game: Game) -> bool:
    """Nobody fights."""
    return game.battle is None


def no_damage_is_due(game: Game) -> bool:
    """In a battle, before the blow, or after one that has knocked a character out."""
    return damage_is_due(game, 0)


def a_life_card_was_used(game: Game) -> bool:
    """In a battle; of two life cards the second may still be due."""
    return damage_is_due(game, 0, 1)


def damage_is_due(game: Game, *amounts: int) -> bool:
    """In a battle with so much damage still to be dealt, and nobody thinks about a life card."""
    battle = game.battle
    return battle is not None and battle_is_sound(game, battle) and battle.damage in amounts and battle.revealed is None


# Phase by phase


def first_hand(game: Game) -> bool:
    """Nobody has taken a mulligan."""
    return hands_are_opening_hands(game) and game.draws == DRAWS_BEFORE_THE_FIRST_HAND


def second_hand(game: Game) -> bool:
    """The first player may have taken one."""
    return hands_are_opening_hands(game) and game.draws - DRAWS_BEFORE_THE_FIRST_HAND in (0, 1)


def idle(game: Game) -> bool:
    """Nothing goes on."""
    return a_turn_is_on(game) and nothing_waits(game) and game.battle is None


def making_room(game: Game) -> bool:
    """A character of the hand can be paid and finds the field full."""
    card, side = game.joining, game.sides[game.active]
    return (
        a_turn_is_on(game)
        and (game.battle, game.running) == (None, None)
        and (game.queue, game.chain) == ((), 0)
        and game.settings.sixth_character_by_trashing
        and card is not None
        and card in side.hand
        and game.cards[card].category is Category.CHARACTER
        and is_affordable(game, card)
        and not has_room(side)
    )


def ordering(game: Game) -> bool:
    """Several triggers wait for the one who orders them, and none is being carried out."""
    return (
        triggers_are_being_resolved(game)
        and game.running is None
        and game.settings.players_order_their_triggers
        and simultaneous_triggers(game) > 1
    )


def offered(game: Game) -> bool:
    """An effect that has not begun can happen and may be declined."""
    running = game.running
    return (
        triggers_are_being_resolved(game)
        and running is not None
        and (running.begun, running.step, running.chosen) == (False, 0, ())
        and running.chooser == running.player
        and effect_of(game, running).may_be_declined
        and can_happen(game, running)
    )


def choosing(game: Game) -> bool:
    """An effect that has begun has stopped at a step for which someone can choose."""
    running = game.running
    if running is None or not running.begun or running.step < 0 or not is_waiting_for_a_choice(game):
        return False
    step = effect_of(game, running).steps[running.step]
    return (
        triggers_are_being_resolved(game)
        and running.chooser == chooser_of(step, running.player)
        and len(running.chosen) < choices_wanted(step)
        and bool(open_choices(game))
    )


def life_trigger(game: Game) -> bool:
    """A life card about which its owner is asked was taken, and its damage still counts."""
    battle = game.battle
    return (
        a_turn_is_on(game)
        and nothing_waits(game)
        and battle is not None
        and battle_is_sound(game, battle)
        and battle.damage in (1, 2)
        and battle.revealed is not None
        and owner_of(battle.revealed) == 1 - game.active
        and is_asked_about(game, battle.revealed)
    )


def is_asked_about(game: Game, life_card: int) -> bool:
    """It has a Trigger, or the settings say that damage waits anyway."""
    return game.settings.asks_about_each_life_card or Keyword.TRIGGER in game.cards[life_card].keywords


def game_over(game: Game) -> bool:
    """There is a reason, and somebody has lost; both have if effects never end, or time is up."""
    return (
        nothing_waits(game)
        and game.reason is not None
        and game.losers in (BOTH if game.reason in (Reason.ENDLESS, Reason.TIME_UP) else (*ONE, *BOTH))
    )


FITS: dict[str, Callable[[Game], bool]] = {
    "setup.first_hand": first_hand,
    "setup.second_hand": second_hand,
    "main.idle": idle,
    "main.playing.making_room": making_room,
    "triggers.ordering": ordering,
    "triggers.offered": offered,
    "triggers.choosing": choosing,
    "main.battle.blocking": fighters_face_each_other,
    "main.battle.countering": fighters_face_each_other,
    "main.battle.life_trigger": life_trigger,
    "game_over": game_over,
}
"""The phases in which someone decides, or nobody any more, with what they ask of the game."""

INTERRUPTED: dict[str, Callable[[Game], bool]] = {
    "starting": no_battle_is_on,
    "ending": no_battle_is_on,
    "main.idle": no_battle_is_on,
    "main.playing.placed": no_battle_is_on,
    "main.battle.attacking": no_damage_is_due,
    "main.battle.countering": no_damage_is_due,
    "main.battle.damaging": no_damage_is_due,
    "main.battle.life_trigger": a_life_card_was_used,
}
"""The phases that call triggers, with what they ask of the game meanwhile."""
