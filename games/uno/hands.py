"""Hands change owners: a seven swaps two of them, a zero passes all of them on."""

from msgspec.structs import replace

from fsm import guard, makes_news
from games.uno.cards import SYMBOL
from games.uno.moves import Swap
from games.uno.news import swap_news
from games.uno.table import Table


@guard("The card laid is not a seven.", says="the top card is a seven")
def seven_was_laid(game: Table) -> bool:
    return SYMBOL[game.pile[-1]] == "7"


@guard("The card laid is not a zero.", says="the top card is a zero")
def zero_was_laid(game: Table) -> bool:
    return SYMBOL[game.pile[-1]] == "0"


@guard("Swap with another player who is still in the match.", says="it is another player's hand")
def swaps_with_another(game: Table, move: Swap) -> bool:
    """The other seat is taken, and not by the same player."""
    return move.other in game.order and move.other != move.player


@makes_news(swap_news)
def swap_hands(game: Table, move: Swap) -> Table:
    """Two hands change places, and the turn passes."""
    return dealt_anew(game, {move.player: move.other, move.other: move.player})


@makes_news(swap_news)
def pass_hands_on(game: Table) -> Table:
    """Everybody hands their cards to the next player, and the turn passes."""
    players = len(game.order)
    givers = {game.order[(place + game.direction) % players]: seat for place, seat in enumerate(game.order)}
    return dealt_anew(game, givers)


def dealt_anew(game: Table, givers: dict[int, int]) -> Table:
    """Each seat named holds the hand of its giver; the turn passes."""
    hands = tuple(game.hands[givers.get(seat, seat)] for seat in range(len(game.hands)))
    return replace(game, hands=hands, turn=game.after(1))
