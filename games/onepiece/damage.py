"""The blow, damage to life, Triggers of life cards, and the end of a battle."""

from msgspec.structs import replace

from fsm import guard
from games.onepiece.cards import Category, Keyword, Timing, Until
from games.onepiece.news import BattleEnded, BlowStruck, CardMoved, DamageDealt, add_news, delivers_news
from games.onepiece.power_and_cost import end_modifiers, power_of
from games.onepiece.steps import knock_out
from games.onepiece.table import Battle, Game, Reason, Zone
from games.onepiece.trigger_queue import queue_triggers
from games.onepiece.zones import current_battle, lose, owner_of, piece_on_the_field, with_side

# Damage


@delivers_news
def strike(game: Game) -> Game:
    """Powers are compared: equal is enough to knock a character out, or to damage a leader."""
    battle = current_battle(game)
    attacker, target = piece_on_the_field(game, battle.attacker), piece_on_the_field(game, battle.target)
    powers = power_of(game, attacker), power_of(game, target)
    game = add_news(game, BlowStruck(*powers))
    if powers[0] < powers[1]:
        return game
    if game.cards[target.card].category is Category.CHARACTER:
        return knock_out(game, target)
    return hit_leader(game, battle)


def hit_leader(game: Game, battle: Battle) -> Game:
    """Damage to a player without life is defeat; otherwise one life card goes, with Double Attack two."""
    player = 1 - game.active
    if not game.sides[player].life:
        return lose(add_news(game, DamageDealt(player, 0)), player, Reason.NO_LIFE)
    double = Keyword.DOUBLE_ATTACK in game.cards[battle.attacker].keywords
    return replace(game, battle=replace(battle, damage=2 if double else 1))


@delivers_news
def deal_damage(game: Game) -> Game:
    """Life card after life card, until one with a Trigger is taken or the damage is dealt."""
    while (battle := game.battle) is not None and battle.damage and battle.revealed is None:
        game = take_life_card(game, battle)
    return game


def take_life_card(game: Game, battle: Battle) -> Game:
    """The top life card is taken: trashed by Banish, kept apart if it has a Trigger, else to the hand."""
    player = 1 - game.active
    side = game.sides[player]
    if not side.life:
        return replace(game, battle=replace(battle, damage=0))
    card = side.life[0]
    game = with_side(game, player, replace(side, life=side.life[1:]), DamageDealt(player, len(side.life) - 1))
    banished = Keyword.BANISH in game.cards[battle.attacker].keywords
    if Keyword.TRIGGER in game.cards[card].keywords and not banished:
        return replace(game, battle=replace(battle, revealed=card))
    game = replace(game, battle=replace(battle, damage=battle.damage - 1))
    return move_life_card(game, card, Zone.TRASH if banished else Zone.HAND)


def move_life_card(game: Game, card: int, to: Zone) -> Game:
    """A life card that was taken goes to the hand or to the trash."""
    player, moved = owner_of(card), CardMoved(card, Zone.LIFE, to)
    side = game.sides[player]
    if to is Zone.HAND:
        return with_side(game, player, replace(side, hand=(*side.hand, card)), moved)
    return with_side(game, player, replace(side, trash=(*side.trash, card)), moved)


@guard("No life card with a Trigger was taken.")
def a_life_card_is_revealed(game: Game) -> bool:
    """Its player decides about the Trigger."""
    return current_battle(game).revealed is not None


@delivers_news
def take_to_hand(game: Game) -> Game:
    """The Trigger is not used: the card goes to the hand."""
    return put_away_life_card(game, Zone.HAND)


@delivers_news
def use_life_trigger(game: Game) -> Game:
    """The Trigger is used instead: the card goes to the trash and its effects are queued."""
    card = current_battle(game).revealed
    assert card is not None, "a life card is revealed"
    return queue_triggers(put_away_life_card(game, Zone.TRASH), card, Timing.TRIGGER)


def put_away_life_card(game: Game, to: Zone) -> Game:
    """The revealed life card leaves the battle."""
    battle = current_battle(game)
    assert battle.revealed is not None, "a life card is revealed"
    game = move_life_card(game, battle.revealed, to)
    return replace(game, battle=replace(battle, revealed=None, damage=battle.damage - 1))


# End of battle


@delivers_news
def end_battle(game: Game) -> Game:
    """What lasted for this battle ends."""
    attacker = current_battle(game).attacker
    game = end_modifiers(replace(game, battle=None), (Until.END_OF_BATTLE,))
    return add_news(game, BattleEnded(attacker))
