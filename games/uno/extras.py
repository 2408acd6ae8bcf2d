"""The official extras and the house rules, in the order of a turn. Whether they count is asked in agreed.py."""

from msgspec.structs import replace

from fsm import guard, makes_news, with_news
from games.uno.cards import (
    CHOICES,
    COLOUR,
    COLOURS,
    DRAWN_FOR,
    FACE,
    PLAYABLE,
    REVERSE,
    SKIP,
    SYMBOL,
    WILD_DRAW_FOUR,
    coloured_wild,
)
from games.uno.dealing import drawn
from games.uno.moves import Catch, ChooseColour, InTurn, JumpIn, Play, PlayDrawn, Seated, Stack, Swap
from games.uno.news import ColourChosen, HandsSwapped, card_news, payment_news
from games.uno.rules import after, laid
from games.uno.table import Table

# The opening wild


@guard("Name red, blue, green or yellow.")
def names_a_colour(game: Table, move: ChooseColour) -> bool:
    """The colour is one of the four."""
    return move.colour in COLOURS


def colour_the_wild(game: Table, move: ChooseColour) -> Table:
    """The opening wild has a colour from now on."""
    pile = (coloured_wild(game.pile[-1], move.colour),)
    return with_news(replace(game, pile=pile), ColourChosen(move.player, move.colour))


# The drawn card


@guard("There is nothing left to draw.")
def cards_are_left(game: Table) -> bool:
    """The deck has a card, or the pile has one to shuffle back."""
    return bool(game.deck) or len(game.pile) > 1


@makes_news(card_news)
def take_card(game: Table) -> Table:
    """The player to act draws a card, and keeps the turn."""
    return drawn(game, game.order[game.turn], 1, game.turn)


@guard("The card drawn does not fit.", negated="The card drawn fits.")
def drawn_card_fits(game: Table) -> bool:
    """The card drawn last may be laid on the top card."""
    return game.hands[game.player][-1] in PLAYABLE[game.pile[-1]]


@guard("Name red, blue, green or yellow with a wild, and no colour with any other card.")
def colour_suits_drawn_card(game: Table, move: PlayDrawn) -> bool:
    """A wild names one of the four colours, and only a wild does."""
    return move.colour in CHOICES[game.hands[game.player][-1]]


@makes_news(card_news)
def lay_drawn_card(game: Table, move: PlayDrawn) -> Table:
    """The drawn card goes to the pile, and does not act yet."""
    return put(game, Play(move.player, game.hands[move.player][-1], move.colour))


# A card is laid, and has not acted yet


@makes_news(card_news)
def lay_card(game: Table, move: Play | Stack) -> Table:
    """The card goes from the hand to the pile, and does not act yet."""
    return put(game, Play(move.player, move.card, move.colour))


def put(game: Table, play: Play) -> Table:
    """The table with the card laid; a bluff is remembered."""
    return replace(laid(game, play, game.turn), bluffer=play.player if is_bluff(game, play) else None)


def is_bluff(game: Table, play: Play) -> bool:
    """A Wild Draw Four is fair only from a hand without the active colour."""
    colour = game.active_colour
    held = (COLOUR[card] for card in game.hands[play.player])
    return SYMBOL[play.card] == WILD_DRAW_FOUR and colour is not None and colour in held


@guard("Some cards are left in hand.", negated="The hand is empty.")
def hand_is_empty(game: Table) -> bool:
    """The player to act has laid their last card."""
    return not game.hands[game.player]


@guard("More than one card is left in hand.")
def one_card_is_left(game: Table) -> bool:
    """The player to act has laid their last card but one."""
    return len(game.hands[game.player]) == 1


# The UNO call


@guard("Only the player with one card left calls UNO.", negated="You cannot catch yourself; call UNO.")
def owes_the_call(game: Table, move: InTurn | Catch) -> bool:
    """The player is the one with one card left."""
    return move.player == game.order[game.turn]


@makes_news(card_news)
def penalise(game: Table) -> Table:
    """The player who did not call draws two cards."""
    return drawn(game, game.player, 2, game.turn, game.owed, game.bluffer)


@guard("Only the player who acts next can let it pass.")
def acts_next(game: Table, move: Seated) -> bool:
    """The player will be the next to play, draw or answer."""
    return move.player == game.order[next_to_act(game)]


def next_to_act(game: Table) -> int:
    """The place of whoever plays, draws or answers next, once the top card acts."""
    symbol = SYMBOL[game.pile[-1]]
    if symbol == REVERSE:
        return after(game, 0 if len(game.order) == 2 else -1)
    return after(game, 2 if symbol == SKIP else 1)


# Answers to draw cards


@guard("The card laid is not a Wild Draw Four.")
def draw_four_was_laid(game: Table) -> bool:
    """The top card is a Wild Draw Four."""
    return SYMBOL[game.pile[-1]] == WILD_DRAW_FOUR


@guard("The card laid is not a draw card.")
def draw_card_was_laid(game: Table) -> bool:
    """The top card is a Draw Two or a Wild Draw Four."""
    return SYMBOL[game.pile[-1]] in DRAWN_FOR


def demand_cards(game: Table) -> Table:
    """The next player is to act, and owes what the top card and those below it demand."""
    owed = game.owed + DRAWN_FOR[SYMBOL[game.pile[-1]]]
    return replace(game, owed=owed, turn=after(game, 1))


@guard("Answer with a draw card of the same kind, or accept.")
def answers_in_kind(game: Table, move: Stack) -> bool:
    """The card has the top card's symbol."""
    return SYMBOL[move.card] == SYMBOL[game.pile[-1]]


@makes_news(payment_news)
def draw_the_cards(game: Table) -> Table:
    """The player to act draws what is owed, and loses the turn."""
    return drawn(game, game.player, game.owed, after(game, 1))


@guard("The Wild Draw Four was fair.")
def it_is_a_bluff(game: Table) -> bool:
    """The Wild Draw Four was laid from a hand with the active colour."""
    return game.bluffer is not None


@makes_news(card_news)
def bluffer_draws(game: Table) -> Table:
    """The bluffer draws the cards, unless they have left; the challenger plays on."""
    owed = game.owed if game.bluffer in game.order else 0
    return drawn(game, game.bluffer or 0, owed, game.turn)


@makes_news(payment_news)
def draw_two_more(game: Table) -> Table:
    """The challenger was wrong: draws what is owed and two more, and loses the turn."""
    return drawn(game, game.player, game.owed + 2, after(game, 1))


# Jumping in


@guard("Only a card with the colour and symbol of the top card jumps in.")
def is_the_same_card(game: Table, move: JumpIn) -> bool:
    """The card and the top card have one face, and a colour."""
    return COLOUR[move.card] is not None and FACE[move.card] == FACE[game.pile[-1]]


@makes_news(card_news)
def jump(game: Table, move: JumpIn) -> Table:
    """The card is laid, and play goes on from the player who jumped in."""
    return laid(game, Play(move.player, move.card), game.order.index(move.player))


# Sevens and zeros


@guard("The card laid is not a seven.")
def seven_was_laid(game: Table) -> bool:
    """The top card is a seven."""
    return SYMBOL[game.pile[-1]] == "7"


@guard("The card laid is not a zero.")
def zero_was_laid(game: Table) -> bool:
    """The top card is a zero."""
    return SYMBOL[game.pile[-1]] == "0"


@guard("Swap with another player who is still in the match.")
def swaps_with_another(game: Table, move: Swap) -> bool:
    """The other seat is taken, and not by the same player."""
    return move.other in game.order and move.other != move.player


def swap_hands(game: Table, move: Swap) -> Table:
    """Two hands change places, and the turn passes."""
    return dealt_anew(game, {move.player: move.other, move.other: move.player})


def pass_hands_on(game: Table) -> Table:
    """Everybody hands their cards to the next player, and the turn passes."""
    players = len(game.order)
    givers = {game.order[(place + game.direction) % players]: seat for place, seat in enumerate(game.order)}
    return dealt_anew(game, givers)


def dealt_anew(game: Table, givers: dict[int, int]) -> Table:
    """Each seat named holds the hand of its giver; the turn passes."""
    hands = tuple(game.hands[givers.get(seat, seat)] for seat in range(len(game.hands)))
    swapped = replace(game, hands=hands, turn=after(game, 1))
    return with_news(swapped, HandsSwapped(swapped.player_card_counts))
