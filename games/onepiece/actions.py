"""The actions of the Main Phase: playing a card, giving DON, activating an effect."""

from msgspec.structs import replace

from fsm import guard
from games.onepiece.cards import Category, Timing
from games.onepiece.effects import begin, condition_holds, is_payable, is_unused
from games.onepiece.moves import Activate, Counter, GiveDon, PlayCard, TrashCharacter
from games.onepiece.news import CardMoved, CardPlayed, DonGiven, PowerChanged, add_news, delivers_news
from games.onepiece.options import has_room, is_affordable
from games.onepiece.power_and_cost import cost_to_play, power_of
from games.onepiece.table import Game, Piece, Running, Zone
from games.onepiece.trigger_queue import queue_triggers
from games.onepiece.zones import (
    exists,
    fighter_of,
    is_don,
    leave_field,
    owner_of,
    piece_of,
    piece_on_the_field,
    rest_don,
    side_of,
    side_with_piece,
    trash_from_hand,
    with_side,
    without,
)

# May this card be played?


@guard("There is no such card.", says="there is such a card")
def card_exists(game: Game, move: PlayCard | Counter | Activate) -> bool:
    """The id names a card of this game."""
    return exists(move.card)


@guard("That card is not in a hand.", says="the card is in your hand")
def card_is_in_hand(game: Game, move: PlayCard | Counter) -> bool:
    """In its owner's hand, who need not be the player."""
    return move.card in side_of(game, move.card).hand


@guard("That card is not yours.", says="the card is yours")
def card_is_yours(game: Game, move: PlayCard | Counter | Activate) -> bool:
    return owner_of(move.card) == move.player


@guard("That card cannot be played in the Main Phase.", says="the card can be played")
def card_can_be_played(game: Game, move: PlayCard) -> bool:
    """Its category is one that is played, and an event has a main effect."""
    return game.cards[move.card].is_playable


@guard("Your character area is full.", says="there is room")
def there_is_room(game: Game, move: PlayCard) -> bool:
    """A character needs one of five places."""
    return has_room(game.sides[move.player]) or game.cards[move.card].category is not Category.CHARACTER


@guard("You do not have enough active DON.", says="you can pay its cost")
def cost_can_be_paid(game: Game, move: PlayCard | Counter) -> bool:
    """There are as many active DON as the card costs."""
    return is_affordable(game, move.card)


IN_YOUR_HAND = [card_exists, card_is_in_hand, card_is_yours]
PLAYABLE = [*IN_YOUR_HAND, card_can_be_played]

# It is played


@delivers_news
def play_from_hand(game: Game, move: PlayCard) -> Game:
    return pay_and_place(game, move.card)


def pay_and_place(game: Game, card: int) -> Game:
    """A character or a stage comes to the field, an event is used up; their effects are queued."""
    player, face = owner_of(card), game.cards[card]
    game = rest_don(game, player, cost_to_play(game, card))
    game = add_news(game, CardPlayed(player, card, face.number))
    if face.category is Category.CHARACTER:
        return place_character(game, card)
    if face.category is Category.STAGE:
        return place_stage(game, card)
    return spend_event(game, card, Timing.MAIN)


def place_character(game: Game, card: int) -> Game:
    """The character area gets a new, active character."""
    side = side_of(game, card)
    piece = Piece(card, since=game.turn)
    side = replace(side, hand=without(side.hand, card), characters=(*side.characters, piece))
    game = with_side(game, owner_of(card), side, CardMoved(card, Zone.HAND, Zone.CHARACTERS))
    return queue_triggers(game, card, Timing.ON_PLAY)


def place_stage(game: Game, card: int) -> Game:
    """The old stage goes to the trash, the new one is active."""
    old = side_of(game, card).stage
    if old is not None:
        game = leave_field(game, old, Zone.TRASH)
    side = side_of(game, card)
    side = replace(side, hand=without(side.hand, card), stage=Piece(card, since=game.turn))
    game = with_side(game, owner_of(card), side, CardMoved(card, Zone.HAND, Zone.STAGE))
    return queue_triggers(game, card, Timing.ON_PLAY)


def spend_event(game: Game, card: int, timing: Timing) -> Game:
    """The effects of an event are queued and the event is trashed, in the order that the settings say."""
    if game.settings.event_is_trashed_first:
        return queue_triggers(trash_from_hand(game, card), card, timing)
    return trash_from_hand(queue_triggers(game, card, timing), card)


# A sixth character


def wait_for_room(game: Game, move: PlayCard) -> Game:
    """Nothing is paid yet: first a character must go."""
    return replace(game, joining=move.card)


@guard("That is not a character of yours.", says="it is a character of yours")
def is_your_character(game: Game, move: TrashCharacter) -> bool:
    return any(piece.card == move.card for piece in game.sides[game.active].characters)


@delivers_news
def trash_for_room(game: Game, move: TrashCharacter) -> Game:
    """The old character is trashed by rule, which is no K.O.; then the new one is played."""
    newcomer = game.joining
    assert newcomer is not None, "a character waits for room"
    game = leave_field(replace(game, joining=None), piece_on_the_field(game, move.card), Zone.TRASH)
    return pay_and_place(game, newcomer)


# Giving DON


@guard("There is no such DON.", says="there is such a DON!!")
def don_exists(game: Game, move: GiveDon) -> bool:
    """The id names a DON of this game."""
    return is_don(move.don)


@guard("That DON is not in your cost area.", says="the DON!! is in your cost area")
def don_is_in_your_cost_area(game: Game, move: GiveDon) -> bool:
    """Active or rested, but not given, nor in the DON deck."""
    side = game.sides[move.player]
    return move.don in side.active_don or move.don in side.rested_don


@guard("That DON is rested.", says="the DON!! is active")
def don_is_active(game: Game, move: GiveDon) -> bool:
    return move.don in game.sides[move.player].active_don


@guard(
    "DON is given to your leader or to a character of yours on the field.", says="it goes to your leader or a character"
)
def target_is_your_fighter(game: Game, move: GiveDon) -> bool:
    """Stages cannot have DON."""
    return fighter_of(game.sides[move.player], move.target) is not None


@delivers_news
def give_don(game: Game, move: GiveDon) -> Game:
    """The DON moves from the cost area to the card and adds to its power."""
    side = game.sides[move.player]
    piece = fighter_of(side, move.target)
    assert piece is not None, "the target is on the field"
    piece = replace(piece, given=(*piece.given, move.don))
    side = side_with_piece(side, piece, active_don=without(side.active_don, move.don))
    news = DonGiven(move.player, move.don, move.target), PowerChanged(move.target, power_of(game, piece))
    return with_side(game, move.player, side, *news)


# Activating an effect


@guard("That card is not on the field.", says="the card is on the field")
def card_is_on_the_field(game: Game, move: Activate) -> bool:
    """Leader, character or stage."""
    return piece_of(game, move.card) is not None


@guard("That card has no such effect to activate.", says="the card has an effect to activate")
def effect_is_activated(game: Game, move: Activate) -> bool:
    """The effect exists and is one that its owner starts."""
    effects = game.cards[move.card].effects
    return 0 <= move.effect < len(effects) and effects[move.effect].timing is Timing.ACTIVATE


@guard("That effect was used this turn already.", says="the effect is unused this turn")
def effect_is_unused(game: Game, move: Activate) -> bool:
    """It was not used this turn, or may be used more than once."""
    return is_unused(piece_of(game, move.card), game.cards[move.card].effects[move.effect], move.effect)


@guard("The condition of that effect is not met.", says="its condition holds")
def effect_condition_holds(game: Game, move: Activate) -> bool:
    condition = game.cards[move.card].effects[move.effect].condition
    return condition_holds(game.sides[move.player], piece_of(game, move.card), condition)


@guard("You cannot pay for that effect.", says="you can pay for the effect")
def effect_can_be_paid(game: Game, move: Activate) -> bool:
    """DON and the card itself can be rested as the effect says."""
    price = game.cards[move.card].effects[move.effect].cost
    return is_payable(game.sides[move.player], piece_of(game, move.card), price)


@delivers_news
def activate_effect(game: Game, move: Activate) -> Game:
    """It is paid and carried out at once, without waiting in the queue."""
    return begin(game, Running(move.player, move.card, move.effect, move.player))
