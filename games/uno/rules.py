"""The rules of a turn: guards and effects, small and pure. Official and house rules are in extras.py."""

from msgspec.structs import replace

from fsm import guard, makes_news
from games.uno.cards import CHOICES, DRAWN_FOR, PLAYABLE, REVERSE, SKIP, STEPS, SYMBOL, coloured_wild
from games.uno.dealing import drawn
from games.uno.moves import FromPlayer, OfCard, Play, Stack
from games.uno.news import card_news, last_card_news, play_news
from games.uno.table import Table

# May this card be played?


@guard("It is not your turn.", negated="It is your turn; just play the card.")
def is_your_turn(game: Table, move: FromPlayer) -> bool:
    """The move comes from the player to act."""
    return move.player == game.order[game.turn]


@guard("You do not hold that card.")
def holds_the_card(game: Table, move: OfCard) -> bool:
    """The card is in the player's hand."""
    return move.card in game.hands[move.player]


@guard("That card does not fit: match the top card's colour or symbol, or play a wild.")
def card_is_playable(game: Table, move: Play) -> bool:
    """The card may be laid on the top card."""
    return move.card in PLAYABLE[game.pile[-1]]


@guard("Name red, blue, green or yellow with a wild, and no colour with any other card.")
def colour_is_right(game: Table, move: Play | Stack) -> bool:
    """A wild names one of the four colours, and only a wild does."""
    return move.colour in CHOICES[move.card]


LEGAL = (is_your_turn, holds_the_card, card_is_playable, colour_is_right)
"""What every play must satisfy, in the order in which reasons are given."""


@guard("That is not your last card.")
def is_last_card(game: Table, move: Play) -> bool:
    """The player goes out with this card."""
    return len(game.hands[move.player]) == 1


@guard("You hold a card that fits; play it.")
def nothing_is_playable(game: Table) -> bool:
    """No card in the hand of the player to act may be laid on the top card."""
    return PLAYABLE[game.pile[-1]].isdisjoint(game.hands[game.order[game.turn]])


# Playing


@makes_news(play_news)
def play_card(game: Table, move: Play) -> Table:
    """The card goes from the hand to the pile, and acts."""
    steps = STEPS[move.card]
    table = laid(game, move, (game.turn + game.direction * steps) % len(game.order))
    return table if steps else carry_out(table)


@makes_news(last_card_news)
def play_last_card(game: Table, move: Play) -> Table:
    """The last card of a hand goes to the pile, and acts."""
    return win(laid(game, move, game.turn))


@makes_news(last_card_news)
def win(game: Table) -> Table:
    """The top card acts on direction and hands; the round is won, so the turn stays with the winner."""
    return replace(carry_out(game), turn=game.turn)


@makes_news(play_news)
def carry_out(game: Table) -> Table:
    """The top card acts, and the turn goes on."""
    symbol = SYMBOL[game.pile[-1]]
    if symbol == REVERSE:
        return replace(game, direction=-game.direction, turn=after(game, 0 if len(game.order) == 2 else -1))
    if count := game.owed + DRAWN_FOR.get(symbol, 0):
        return drawn(game, game.order[after(game, 1)], count, after(game, 2))
    return replace(game, turn=after(game, 2 if symbol == SKIP else 1))


def laid(game: Table, play: Play, turn: int) -> Table:
    """The table after a card has gone from a hand to the pile."""
    card = play.card
    hands = [*game.hands]
    hand = [*hands[play.player]]
    hand.remove(card)
    hands[play.player] = tuple(hand)
    top = card if play.colour is None else coloured_wild(card, play.colour)
    return replace(game, turn=turn, hands=tuple(hands), pile=game.pile + (top,))  # noqa: RUF005  unpacking is slower


def after(game: Table, steps: int) -> int:
    """The place in the order that is so many steps on from the player to act."""
    return (game.turn + game.direction * steps) % len(game.order)


# Drawing


@makes_news(card_news)
def draw_card(game: Table) -> Table:
    """The player to act draws a card, and the turn passes."""
    return drawn(game, game.order[game.turn], 1, after(game, 1))


def pass_turn(game: Table) -> Table:
    """The next player is to act."""
    return replace(game, turn=after(game, 1))
