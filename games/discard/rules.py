"""The rules of the discard turn: guards and effects, small and pure."""

from typing import Any

from msgspec.structs import replace

from fsm import SettingsError, guard, with_news
from fsm.chance import identifier, shuffled
from fsm.settings import seed_of
from games.discard.moves import ChangeSettings, ToggleCard
from games.discard.table import (
    DEFAULT_DECK,
    DISCARD_COUNTS,
    HAND_SIZES,
    Card,
    CardsDiscarded,
    HandDealt,
    PileReshuffled,
    Table,
    TurnEnded,
)

EMPTY_DECK = "The custom deck is empty; the default deck is used."

# A new game


def new_game(
    seed: int = 0, hand_size: int = 5, discard_count: int = 2, deck: Any = None, shuffle: bool = True
) -> Table:
    """A game at the start of its first turn. `deck` is any list of strings, in order if `shuffle` is off."""
    cards, seed = checked_deck(deck), seed_of(seed)
    return Table(
        deck=cards,
        draw_pile=shuffled(cards, seed, 0) if checked_flag(shuffle, "shuffle") else cards,
        hand_size=clamped(hand_size, HAND_SIZES, "hand_size"),
        discard_count=clamped(discard_count, DISCARD_COUNTS, "discard_count"),
        warning=EMPTY_DECK if deck is not None and not deck else None,
        seed=seed,
        draws=1,
    )


def checked_deck(deck: Any) -> tuple[str, ...]:
    """The cards of a custom deck, or the default deck for none."""
    if deck is None:
        return DEFAULT_DECK
    if not isinstance(deck, list | tuple) or not all(type(card) is str for card in deck):
        raise SettingsError(f"A deck must be a list of strings, not {deck!r}.")
    return tuple(deck) or DEFAULT_DECK


def checked_flag(flag: Any, name: str) -> bool:
    """Yes or no, and nothing that only looks like it."""
    if type(flag) is not bool:
        raise SettingsError(f"{name} must be True or False, not {flag!r}.")
    return flag


def clamped(number: Any, allowed: range, name: str) -> int:
    """A whole number, moved to the nearest allowed one."""
    if type(number) is not int:
        raise SettingsError(f"{name} must be a whole number, not {number!r}.")
    return min(max(number, allowed[0]), allowed[-1])


# Dealing


def cards_to_deal(game: Table) -> int:
    """How many cards the next deal can give."""
    return min(game.hand_size, len(game.draw_pile) + len(game.discard_pile))


@guard("There is nothing to discard this turn.")
def discard_is_owed(game: Table) -> bool:
    """The next deal brings cards, and some of them must go."""
    return min(game.discard_count, cards_to_deal(game)) > 0


def deal(game: Table) -> Table:
    """Fill the hand card by card; an empty draw pile is refilled from the discard pile."""
    dealt = cards_to_deal(game)
    refilled = len(game.discard_pile) if dealt > len(game.draw_pile) else 0
    pile, discards = game.draw_pile, game.discard_pile
    if refilled:
        pile, discards = pile + shuffled(discards, game.seed, game.draws), ()
    ids = range(game.draws + 1, game.draws + 1 + dealt)
    cards = tuple(Card(identifier(game.seed, draw), value) for draw, value in zip(ids, pile, strict=False))
    after = replace(
        game,
        draw_pile=pile[dealt:],
        discard_pile=discards,
        hand_cards=cards,
        selected=(),
        asked=game.discard_count,
        owed=min(game.discard_count, dealt),
        warning=None if dealt == game.hand_size else f"Only {dealt} of {game.hand_size} cards could be dealt.",
        draws=ids.stop,
    )
    reshuffle = (PileReshuffled(refilled),) if refilled else ()
    return with_news(after, *reshuffle, HandDealt(cards, game.hand_size))


# Selecting and discarding


@guard("That card is not in your hand.")
def card_is_in_hand(game: Table, move: ToggleCard) -> bool:
    """The id names a card of this hand."""
    return any(card.id == move.card for card in game.hand_cards)


@guard("All the cards you owe are already selected; deselect one first.")
def card_may_be_toggled(game: Table, move: ToggleCard) -> bool:
    """Deselecting is always allowed; selecting, only while fewer cards are selected than owed."""
    return move.card in game.selected or len(game.selected) < game.owed


def toggle(game: Table, move: ToggleCard) -> Table:
    """Select the card, or deselect it."""
    if move.card in game.selected:
        return replace(game, selected=tuple(card for card in game.selected if card != move.card))
    return replace(game, selected=(*game.selected, move.card))


@guard("No card is selected.", negated="Some cards are still selected.")
def something_is_selected(game: Table) -> bool:
    """At least one card is chosen."""
    return bool(game.selected)


@guard("Select as many cards as you owe.", negated="All the cards you owe are selected.")
def selection_is_complete(game: Table) -> bool:
    """Exactly as many cards are chosen as owed."""
    return len(game.selected) == game.owed


def discard_selection(game: Table) -> Table:
    """The selected cards go to the discard pile, in hand order."""
    going = tuple(card.value for card in game.hand_cards if card.id in game.selected)
    staying = tuple(card for card in game.hand_cards if card.id not in game.selected)
    after = replace(game, hand_cards=staying, discard_pile=game.discard_pile + going, selected=(), owed=0)
    return with_news(after, CardsDiscarded(going))


# Between turns


def next_turn(game: Table) -> Table:
    """The rest of the hand goes to the discard pile, and the next turn begins."""
    pile = game.discard_pile + game.hand
    after = replace(game, hand_cards=(), discard_pile=pile, turn=game.turn + 1, asked=0)
    news = (CardsDiscarded(game.hand),) if game.hand else ()
    return with_news(after, *news, TurnEnded(game.turn))


def change_settings(game: Table, move: ChangeSettings) -> Table:
    """New sizes count from the next deal on; this turn keeps what it owes."""
    hand_size = game.hand_size if move.hand_size is None else move.hand_size
    discard_count = game.discard_count if move.discard_count is None else move.discard_count
    return replace(
        game,
        hand_size=clamped(hand_size, HAND_SIZES, "hand_size"),
        discard_count=clamped(discard_count, DISCARD_COUNTS, "discard_count"),
    )
