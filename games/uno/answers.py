"""Answers to draw cards: a demand is challenged, stacked on, or accepted."""

from msgspec.structs import replace

from fsm import guard, makes_news
from games.uno.cards import DRAWN_FOR, SYMBOL, WILD_DRAW_FOUR
from games.uno.deck import drawn
from games.uno.news import card_news, payment_news
from games.uno.table import Table


@guard("The card laid is not a Wild Draw Four.", says="the top card is a Wild Draw Four")
def draw_four_was_laid(game: Table) -> bool:
    return SYMBOL[game.pile[-1]] == WILD_DRAW_FOUR


@guard("The card laid is not a draw card.", says="the top card is a draw card")
def draw_card_was_laid(game: Table) -> bool:
    """The top card is a Draw Two or a Wild Draw Four."""
    return SYMBOL[game.pile[-1]] in DRAWN_FOR


@guard("Another draw card may be stacked.", says="the stack is full")
def stack_is_full(game: Table) -> bool:
    """The top card is a draw card, and another of its kind would demand more cards than were agreed."""
    each = DRAWN_FOR.get(SYMBOL[game.pile[-1]], 0)
    return each > 0 and not has_room(game.settings.stack_limit, game.owed + 2 * each)


def has_room(limit: int | None, owed: int) -> bool:
    """Whether a stack may demand so many cards."""
    return limit is None or owed <= limit


def demand_cards(game: Table) -> Table:
    """The next player is to act, and owes what the top card and those below it demand."""
    owed = game.owed + DRAWN_FOR[SYMBOL[game.pile[-1]]]
    return replace(game, owed=owed, turn=game.after(1))


@makes_news(payment_news)
def draw_what_is_owed(game: Table) -> Table:
    """The player to act draws the cards, and loses the turn."""
    return drawn(game, game.player, game.owed, game.after(1))


@guard("The Wild Draw Four was fair.", secret=True, says="it was a bluff")
def is_bluff(game: Table) -> bool:
    """The Wild Draw Four was laid from a hand with the active colour."""
    return game.bluffer is not None


@makes_news(card_news)
def expose_bluff(game: Table) -> Table:
    """The bluffer draws the cards, unless they have left; the challenger plays on."""
    owed = game.owed if game.bluffer in game.order else 0
    return drawn(game, game.bluffer or 0, owed, game.turn)


@makes_news(payment_news)
def draw_two_more(game: Table) -> Table:
    """The challenger was wrong: draws what is owed and two more, and loses the turn."""
    return drawn(game, game.player, game.owed + 2, game.after(1))
