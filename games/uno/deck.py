"""The deck: drawing from it, and filling it up again from the pile."""

from msgspec.structs import replace

from fsm import guard, makes_news
from fsm.chance import shuffled
from games.uno.cards import PLAYABLE, WITHOUT_CHOICE
from games.uno.moves import Draw
from games.uno.news import card_news
from games.uno.table import Table


@guard("You hold a card that fits; play it.", says="you may draw")
def may_draw(game: Table, move: Draw) -> bool:
    """Drawing is free, or the player holds no card that fits. It looks at their own hand, also out of turn, so that
    its answer tells nothing about others."""
    return not game.settings.force_play or PLAYABLE[game.pile[-1]].isdisjoint(game.hands[move.player])


@guard("There is nothing left to draw.")
def cards_are_left(game: Table) -> bool:
    """The deck has a card, or the pile has one to shuffle back."""
    return bool(game.deck) or (len(game.pile) > 1 and not game.settings.short_deck)


@makes_news(card_news)
def draw_card(game: Table) -> Table:
    """The player to act draws a card, and keeps the turn."""
    return drawn(game, game.order[game.turn], 1, game.turn)


@makes_news(card_news)
def draw_and_pass(game: Table) -> Table:
    """The player to act draws a card, and the turn passes."""
    return drawn(game, game.order[game.turn], 1, game.after(1))


@guard("The card drawn does not fit.", negated="The card drawn fits.", says="the drawn card fits")
def drawn_card_fits(game: Table) -> bool:
    """The card drawn last may be laid on the top card."""
    return game.hands[game.order[game.turn]][-1] in PLAYABLE[game.pile[-1]]


def drawn(game: Table, seat: int, count: int, turn: int, owed: int = 0, bluffer: int | None = None) -> Table:
    """The table after a seat has drawn that many cards, or as many as there are."""
    if len(game.deck) < count:
        game = refilled(game)
    hands = [*game.hands]
    hands[seat] += game.deck[:count]
    return replace(game, turn=turn, hands=tuple(hands), deck=game.deck[count:], owed=owed, bluffer=bluffer)


def refilled(game: Table) -> Table:
    """The pile without its top card is shuffled and put under the deck; wilds forget their colour."""
    if len(game.pile) < 2 or game.settings.short_deck:
        return game
    cards = [WITHOUT_CHOICE[card] for card in game.pile[:-1]]
    deck = game.deck + shuffled(cards, game.seed, game.draws)
    return replace(game, deck=deck, pile=game.pile[-1:], draws=game.draws + 1)
