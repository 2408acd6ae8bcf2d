"""Declaring an attack: who may attack what, and what that sets off."""

from msgspec.structs import replace

from fsm import guard
from games.onepiece.cards import Timing
from games.onepiece.moves import Attack
from games.onepiece.news import AttackDeclared, add_news, delivers_news
from games.onepiece.options import attackable, attacks_have_begun, is_settled
from games.onepiece.steps import rest
from games.onepiece.table import Battle, Game
from games.onepiece.trigger_queue import queue_triggers, queue_triggers_of_side
from games.onepiece.zones import current_battle, exists, fighter_of, owner_of, piece_of, piece_on_the_field


@guard("There is no such attacker.", says="there is such a card")
def attacker_exists(game: Game, move: Attack) -> bool:
    """The id names a card of this game."""
    return exists(move.attacker)


@guard("That attacker is not yours.", says="the attacker is yours")
def attacker_is_yours(game: Game, move: Attack) -> bool:
    return owner_of(move.attacker) == move.player


@guard("Only your leader or a character on the field can attack.", says="the attacker is on the field")
def attacker_is_on_the_field(game: Game, move: Attack) -> bool:
    """Stages and cards elsewhere do not fight."""
    return fighter_of(game.sides[move.player], move.attacker) is not None


@guard("That attacker is rested.", says="the attacker is active")
def attacker_is_active(game: Game, move: Attack) -> bool:
    """An attack rests the attacker, so it must be active."""
    return not piece_on_the_field(game, move.attacker).rested


@guard("Only the opposing leader and rested opposing characters can be attacked.", says="the target can be attacked")
def target_can_be_attacked(game: Game, move: Attack) -> bool:
    """Active characters are safe."""
    return move.target in attackable(game)


@guard("You cannot attack on your first turn.")
def attacks_are_allowed(game: Game, move: Attack) -> bool:
    """The first player's first turn is peaceful; under some settings, the second player's too."""
    return attacks_have_begun(game)


@guard(
    "A character cannot attack on the turn it was played, unless it has Rush.",
    says="the attacker was here before, or has Rush",
)
def attacker_is_settled(game: Game, move: Attack) -> bool:
    return is_settled(game, piece_on_the_field(game, move.attacker))


@delivers_news
def declare_attack(game: Game, move: Attack) -> Game:
    """The attacker rests; attack effects trigger, then the opponent's."""
    game = replace(game, battle=Battle(move.attacker, move.target))
    game = add_news(game, AttackDeclared(move.attacker, move.target))
    game = rest(game, piece_on_the_field(game, move.attacker))
    game = queue_triggers(game, move.attacker, Timing.WHEN_ATTACKING)
    return queue_triggers_of_side(game, game.sides[1 - game.active], Timing.ON_OPPONENTS_ATTACK)


@guard(
    "Attacker or target has left the field.",
    negated="Attacker and target are still there.",
    says="attacker and target are still there",
)
def both_still_stand(game: Game) -> bool:
    """Otherwise the battle ends without a blow."""
    battle = current_battle(game)
    return piece_of(game, battle.attacker) is not None and piece_of(game, battle.target) is not None
