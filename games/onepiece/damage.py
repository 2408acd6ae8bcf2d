"""The blow, damage to life, Triggers of life cards, and the end of a battle."""

from msgspec.structs import replace

from fsm import guard
from games.onepiece.cards import Category, Keyword, Timing, Until
from games.onepiece.news import BattleEnded, BlowStruck, CardMoved, DamageDealt, add_news, delivers_news
from games.onepiece.power_and_cost import end_modifiers, power_of
from games.onepiece.steps import knock_out
from games.onepiece.table import Battle, Game, Reason, Zone
from games.onepiece.trigger_queue import queue_triggers
from games.onepiece.zones import current_battle, lose, piece_on_the_field, show_to_owner, with_side

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
    """The top life card is taken and kept apart, if damage is due. Banish trashes all that are due at once."""
    if not current_battle(game).damage:
        return game
    if Keyword.BANISH in game.cards[current_battle(game).attacker].keywords:
        return banish_life_cards(game)
    game = take_life_card(game)
    taken = current_battle(game).revealed
    return game if taken is None else show_to_owner(game, taken)


def banish_life_cards(game: Game) -> Game:
    """They are trashed without their Triggers."""
    while current_battle(game).damage:
        game = take_life_card(game)
        if current_battle(game).revealed is not None:
            game = put_away_life_card(game, Zone.TRASH)
    return game


def take_life_card(game: Game) -> Game:
    """The top life card leaves the life cards. Where there is none any more, no more damage is due."""
    player, battle = 1 - game.active, current_battle(game)
    side = game.sides[player]
    if not side.life:
        return replace(game, battle=replace(battle, damage=0))
    game = replace(game, battle=replace(battle, revealed=side.life[0]))
    side = replace(side, life=side.life[1:])
    return with_side(game, player, side, DamageDealt(player, len(side.life)))


@guard("No life card was taken.", says="a life card is taken")
def life_card_is_taken(game: Game) -> bool:
    """It is kept apart, until it goes to the hand or its Trigger is used."""
    return current_battle(game).revealed is not None


@guard("That life card has no Trigger.", says="that life card has a Trigger")
def taken_card_has_a_trigger(game: Game) -> bool:
    """A life card is taken, and its owner may use it."""
    card = current_battle(game).revealed
    return card is not None and Keyword.TRIGGER in game.cards[card].keywords


@delivers_news
def take_to_hand(game: Game) -> Game:
    """The card has no Trigger, or it is not used: the card goes to the hand."""
    return put_away_life_card(game, Zone.HAND)


@delivers_news
def use_life_trigger(game: Game) -> Game:
    """The Trigger is used instead: the card goes to the trash and its effects are queued."""
    card = current_battle(game).revealed
    assert card is not None, "a life card is taken"
    return queue_triggers(put_away_life_card(game, Zone.TRASH), card, Timing.TRIGGER)


def put_away_life_card(game: Game, to: Zone) -> Game:
    """The life card that was taken goes to the hand or to the trash, and so much of the damage is dealt."""
    battle, side = current_battle(game), game.sides[1 - game.active]
    card = battle.revealed
    assert card is not None, "a life card is taken"
    game = replace(game, battle=replace(battle, revealed=None, damage=battle.damage - 1))
    hand, trash = ((*side.hand, card), side.trash) if to is Zone.HAND else (side.hand, (*side.trash, card))
    side = replace(side, hand=hand, trash=trash)
    return with_side(game, 1 - game.active, side, CardMoved(card, Zone.LIFE, to))


# End of battle


@delivers_news
def end_battle(game: Game) -> Game:
    """What lasted for this battle ends."""
    attacker = current_battle(game).attacker
    game = end_modifiers(replace(game, battle=None), (Until.END_OF_BATTLE,))
    return add_news(game, BattleEnded(attacker))
