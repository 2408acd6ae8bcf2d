"""The UNO call: the player with one card left calls, another catches them, or the next player goes on."""

from fsm import guard, makes_news
from games.uno.cards import REVERSE, SKIP, SYMBOL
from games.uno.deck import drawn
from games.uno.moves import Catch, InTurn, Seated
from games.uno.news import penalty_news
from games.uno.table import Table
from games.uno.turn import after_reverse


@guard("More than one card is left in hand.", says="one card is left in your hand")
def one_card_is_left(game: Table) -> bool:
    """The player to act has laid their last card but one."""
    return len(game.hands[game.order[game.turn]]) == 1


@guard(
    "Only the player with one card left calls UNO.",
    negated="You cannot catch yourself; call UNO.",
    says="it is your last card",
)
def owes_the_call(game: Table, move: InTurn | Catch) -> bool:
    """The player is the one with one card left."""
    return move.player == game.order[game.turn]


@makes_news(penalty_news)
def penalise(game: Table) -> Table:
    """The player who did not call draws two cards."""
    return drawn(game, game.player, 2, game.turn, game.owed, game.bluffer)


@guard("Only the player who acts next can let it pass.", says="you act next")
def acts_next(game: Table, move: Seated) -> bool:
    """The player will be the next to play, draw or answer."""
    return move.player == game.order[next_to_act(game)]


def next_to_act(game: Table) -> int:
    """The place of the player who plays, draws or answers next, once the top card acts."""
    symbol = SYMBOL[game.pile[-1]]
    if symbol == REVERSE:
        return after_reverse(game)
    return game.after(2 if symbol == SKIP else 1)
