"""Selecting and discarding: which cards leave the hand, and when the turn may end."""

from msgspec.structs import replace

from fsm import guard, makes_news
from games.discard.moves import ToggleCard
from games.discard.news import discard_news, turn_news
from games.discard.table import Table

# Selecting


@guard("That card is not in your hand.", says="the card is in your hand")
def card_is_in_hand(game: Table, move: ToggleCard) -> bool:
    return any(card.id == move.card for card in game.hand_cards)


@guard(
    "All the cards you owe are already selected; deselect one first.", says="you may select one more, or put it back"
)
def card_may_be_toggled(game: Table, move: ToggleCard) -> bool:
    """Deselecting is always allowed; selecting, only while fewer cards are selected than owed."""
    return move.card in game.selected or len(game.selected) < game.owed


def toggle_card(game: Table, move: ToggleCard) -> Table:
    """Select the card, or deselect it."""
    if move.card in game.selected:
        return replace(game, selected=tuple(card for card in game.selected if card != move.card))
    return replace(game, selected=(*game.selected, move.card))


@guard("No card is selected.", negated="Some cards are still selected.", says="a card is selected")
def something_is_selected(game: Table) -> bool:
    return bool(game.selected)


@guard(
    "Select as many cards as you owe.",
    negated="All the cards you owe are selected.",
    says="all that are owed are selected",
)
def selection_is_complete(game: Table) -> bool:
    return len(game.selected) == game.owed


# Discarding


@makes_news(discard_news)
def discard_selection(game: Table) -> Table:
    """The selected cards go to the discard pile, in hand order."""
    going = tuple(card.value for card in game.hand_cards if card.id in game.selected)
    staying = tuple(card for card in game.hand_cards if card.id not in game.selected)
    return replace(game, hand_cards=staying, discard_pile=game.discard_pile + going, selected=(), owed=0)


# Ending the turn


@guard("More turns are to come.", says="this turn is the last")
def turn_is_the_last(game: Table) -> bool:
    return game.turn == game.settings.turns


@makes_news(turn_news)
def end_turn(game: Table) -> Table:
    """The rest of the hand goes to the discard pile, and the next turn begins, if there is one."""
    pile = game.discard_pile + game.hand
    return replace(game, hand_cards=(), discard_pile=pile, turn=game.turn + 1, asked=0)
