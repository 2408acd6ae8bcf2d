"""A battle: attack, block, counter, damage."""

from msgspec.structs import replace

from fsm import guard
from games.onepiece.cards import Category, Keyword, Timing, Until
from games.onepiece.eligible import attackable, attacks_have_begun, can_block, is_settled
from games.onepiece.moves import Attack, Block, Counter, DeclineTrigger, PassOn, UseTrigger
from games.onepiece.news import (
    AttackBlocked,
    AttackDeclared,
    BattleEnded,
    BlowStruck,
    CardMoved,
    CounterUsed,
    DamageDealt,
)
from games.onepiece.pending import queued, queued_for_side
from games.onepiece.players import is_your_decision, is_your_turn
from games.onepiece.playing import card_exists, card_is_in_hand, card_is_yours, cost_can_be_paid, spent_event
from games.onepiece.steps import knock_out, rest
from games.onepiece.strength import cost_to_play, expired, modified, power_of
from games.onepiece.table import Battle, Game, Modifier, Moment, Piece, Reason, Zone
from games.onepiece.zones import (
    add_news,
    delivers_news,
    exists,
    fighter_of,
    lose,
    owner_of,
    piece_of,
    rest_don,
    trash_from_hand,
    with_side,
)


def the_battle(game: Game) -> Battle:
    """The battle that is on."""
    assert game.battle is not None, "a battle is on"
    return game.battle


# Attack


@guard("There is no such attacker.")
def attacker_exists(game: Game, move: Attack) -> bool:
    """The id names a card of this game."""
    return exists(move.attacker)


@guard("That attacker is not yours.")
def attacker_is_yours(game: Game, move: Attack) -> bool:
    """The player owns the attacker."""
    return owner_of(move.attacker) == move.player


@guard("Only your leader or a character on the field can attack.")
def attacker_is_on_the_field(game: Game, move: Attack) -> bool:
    """Stages and cards elsewhere do not fight."""
    return fighter_of(game.sides[move.player], move.attacker) is not None


@guard("That attacker is rested.")
def attacker_is_active(game: Game, move: Attack) -> bool:
    """An attack rests the attacker, so it must be active."""
    return not piece_at(game, move.attacker).rested


@guard("Only the opposing leader and rested opposing characters can be attacked.")
def target_can_be_attacked(game: Game, move: Attack) -> bool:
    """Active characters are safe."""
    return move.target in attackable(game)


@guard("You cannot attack on your first turn.")
def attacks_are_allowed(game: Game, move: Attack) -> bool:
    """The first player's first turn is peaceful; under some settings, the second player's too."""
    return attacks_have_begun(game)


@guard("A character cannot attack on the turn it was played, unless it has Rush.")
def attacker_is_settled(game: Game, move: Attack) -> bool:
    """It was there before this turn, or has Rush."""
    return is_settled(game, piece_at(game, move.attacker))


@delivers_news
def declare_attack(game: Game, move: Attack) -> Game:
    """The attacker rests; attack effects trigger, then the opponent's."""
    game = add_news(
        replace(game, battle=Battle(move.attacker, move.target), moment=Moment.ATTACK),
        AttackDeclared(move.attacker, move.target),
    )
    game = rest(game, piece_at(game, move.attacker))
    game = queued(game, move.attacker, Timing.WHEN_ATTACKING)
    return queued_for_side(game, game.sides[1 - game.active], Timing.ON_OPPONENTS_ATTACK)


def piece_at(game: Game, card: int) -> Piece:
    """The piece of a card that is on the field."""
    piece = piece_of(game, card)
    assert piece is not None, "the card is on the field"
    return piece


@guard("No attack was just declared.")
def attack_is_declared(game: Game) -> bool:
    """The Block Step is next."""
    return game.moment is Moment.ATTACK


@guard("Attacker or target has left the field.", negated="Attacker and target are still there.")
def both_still_stand(game: Game) -> bool:
    """Attacker and target are on the field."""
    battle = the_battle(game)
    return piece_of(game, battle.attacker) is not None and piece_of(game, battle.target) is not None


# Block


@guard("That is not an active Blocker of yours.")
def card_can_block(game: Game, move: Block) -> bool:
    """One of the defender's characters, active, with Blocker, and not the target already."""
    return any(piece.card == move.card and can_block(game, piece) for piece in game.sides[1 - game.active].characters)


@delivers_news
def block(game: Game, move: Block) -> Game:
    """The Blocker rests and becomes the target."""
    game = add_news(
        replace(game, battle=replace(the_battle(game), target=move.card), moment=Moment.DEFENCE),
        AttackBlocked(move.card),
    )
    return queued(rest(game, piece_at(game, move.card)), move.card, Timing.ON_BLOCK)


def open_counters(game: Game, move: PassOn) -> Game:
    """Nobody blocks."""
    return replace(game, moment=Moment.DEFENCE)


@guard("The Counter Step is not on.")
def defence_has_begun(game: Game) -> bool:
    """The Counter Step is next, or on."""
    return game.moment is Moment.DEFENCE


# Counter


@guard("That card has no counter effect.")
def counter_value_is_meant(game: Game, move: Counter) -> bool:
    """The player does not ask for the effect."""
    return not move.by_effect


@guard("That card has no counter.")
def card_has_counter_value(game: Game, move: Counter) -> bool:
    """A number that it adds when it is trashed from the hand."""
    return game.cards[move.card].counter > 0


@guard("That card has no counter.")
def card_is_counter_event(game: Game, move: Counter) -> bool:
    """An event for the Counter Step."""
    return game.cards[move.card].is_counter_event


@guard("That event has no counter value, so there is nothing to choose; leave by_effect out.")
def counter_effect_is_meant(game: Game, move: Counter) -> bool:
    """The player asks for the effect, or the event has nothing else."""
    return move.by_effect == (game.cards[move.card].counter > 0)


@delivers_news
def counter_by_card(game: Game, move: Counter) -> Game:
    """The card is trashed, and the target gets its counter value for this battle."""
    game = trash_from_hand(add_news(game, CounterUsed(move.card)), move.card)
    boost = Modifier(game.cards[move.card].counter, 0, Until.END_OF_BATTLE, move.player)
    return modified(game, piece_at(game, the_battle(game).target), boost)


@delivers_news
def counter_by_event(game: Game, move: Counter) -> Game:
    """The event is paid and trashed, and its counter effects are queued."""
    game = rest_don(game, move.player, cost_to_play(game, move.card))
    return spent_event(add_news(game, CounterUsed(move.card)), move.card, Timing.COUNTER)


# Damage


@delivers_news
def strike(game: Game, move: PassOn) -> Game:
    """Powers are compared: equal is enough to knock a character out, or to damage a leader."""
    game, battle = replace(game, moment=Moment.DAMAGE), the_battle(game)
    attacker, target = piece_at(game, battle.attacker), piece_at(game, battle.target)
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


@guard("No damage is being dealt.")
def damage_goes_on(game: Game) -> bool:
    """The Damage Step goes on."""
    return game.moment is Moment.DAMAGE


@delivers_news
def deal_damage(game: Game) -> Game:
    """Life card after life card, until one with a Trigger is taken or the damage is dealt."""
    while (battle := game.battle) is not None and battle.damage and battle.revealed is None:
        game = taken_life(game, battle)
    return game


def taken_life(game: Game, battle: Battle) -> Game:
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
    return life_to(game, card, Zone.TRASH if banished else Zone.HAND)


def life_to(game: Game, card: int, to: Zone) -> Game:
    """A life card that was taken goes to the hand or to the trash."""
    player = owner_of(card)
    side = game.sides[player]
    side = replace(side, hand=(*side.hand, card)) if to is Zone.HAND else replace(side, trash=(*side.trash, card))
    return with_side(game, player, side, CardMoved(card, Zone.LIFE, to))


@guard("No life card with a Trigger was taken.")
def a_life_card_is_revealed(game: Game) -> bool:
    """Its player decides about the Trigger."""
    return the_battle(game).revealed is not None


@delivers_news
def keep_life_card(game: Game, move: DeclineTrigger) -> Game:
    """The Trigger is not used: the card goes to the hand."""
    return put_away(game, Zone.HAND)


@delivers_news
def use_life_trigger(game: Game, move: UseTrigger) -> Game:
    """The Trigger is used instead: the card goes to the trash and its effects are queued."""
    card = the_battle(game).revealed
    assert card is not None, "a life card is revealed"
    return queued(put_away(game, Zone.TRASH), card, Timing.TRIGGER)


def put_away(game: Game, to: Zone) -> Game:
    """The revealed life card leaves the battle."""
    battle = the_battle(game)
    assert battle.revealed is not None, "a life card is revealed"
    game = life_to(game, battle.revealed, to)
    return replace(game, battle=replace(battle, revealed=None, damage=battle.damage - 1))


# End of battle


@delivers_news
def end_battle(game: Game) -> Game:
    """What lasted for this battle ends."""
    attacker = the_battle(game).attacker
    game = expired(replace(game, battle=None, moment=Moment.MAIN), (Until.END_OF_BATTLE,))
    return add_news(game, BattleEnded(attacker))


# Guards and effects of one row, in order


CARD_MAY_ATTACK = [
    is_your_turn,
    attacker_exists,
    attacker_is_yours,
    attacker_is_on_the_field,
    attacker_is_active,
    target_can_be_attacked,
    attacks_are_allowed,
    attacker_is_settled,
]
CARD_MAY_BLOCK = [is_your_decision, card_can_block]
HAND_CARD = [is_your_decision, card_exists, card_is_in_hand, card_is_yours]
CARD_MAY_COUNTER = [*HAND_CARD, counter_value_is_meant, card_has_counter_value]
EVENT_MAY_COUNTER = [*HAND_CARD, card_is_counter_event, counter_effect_is_meant, cost_can_be_paid]
STRIKE = [strike, deal_damage]
KEEP_LIFE_CARD = [keep_life_card, deal_damage]
