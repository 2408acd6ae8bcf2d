"""A new game: shuffled decks, opening hands, a mulligan for each player, life."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from fsm import SettingsError, guard
from fsm.chance import picked, shuffled
from fsm.settings import seed_of, settings_of
from games.onepiece.cards import DON_CARD, Card, Deck
from games.onepiece.library import LIBRARY, CardError, Library, check_deck
from games.onepiece.news import CardMoved, HandReturned, delivers_news
from games.onepiece.players import Moved
from games.onepiece.table import (
    DON_DECK,
    FIRST_DON,
    HAND,
    PLAYERS,
    PRESETS,
    THINGS,
    Game,
    Piece,
    Settings,
    Side,
    Zone,
)
from games.onepiece.zones import show_to_owner, with_side

DRAWS_BEFORE_THE_FIRST_HAND = 3
"""Chance is asked for each deck's order, and for who begins."""


def new_game(
    seed: int,
    preset: str = "seed",
    decks: Sequence[str | Deck] = ("embers", "tides"),
    first: int | None = None,
    library: Library = LIBRARY,
    **settings: Any,
) -> Game:
    """A game before the first mulligan, with decks of the library by name, or your own.

    Chance says who is first, unless `first` does.
    """
    rules = settings_of(Settings, PRESETS, preset, settings)
    leaders, cards = zip(*cards_of_decks(decks, library), strict=True)
    piles = [shuffled(cards[player], seed_of(seed), player) for player in PLAYERS]
    starter, don = starting_player(first, seed), [DON_CARD] * DON_DECK
    return Game(
        settings=rules,
        cards=(leaders[0], *piles[0], *don, leaders[1], *piles[1], *don),
        sides=(new_side(0), new_side(1)),
        first=starter,
        active=starter,
        seed=seed,
        draws=DRAWS_BEFORE_THE_FIRST_HAND,
    )


def starting_player(first: Any, seed: int) -> int:
    """The player who was named, or a player by chance."""
    if first is None:
        return picked(PLAYERS, seed, 2)
    if type(first) is not int or first not in PLAYERS:
        raise SettingsError(f"first must be 0 or 1, or None for chance, not {first!r}.")
    return first


def cards_of_decks(decks: Any, library: Any) -> list[tuple[Card, list[Card]]]:
    """Leader and cards of both decks."""
    if not isinstance(library, Library):
        wrong = f"library must be a Library, as read_library gives one, not {library!r}; or leave it out."
        raise CardError(wrong)
    if not isinstance(decks, list | tuple) or len(decks) != len(PLAYERS):
        raise SettingsError(f"decks must be a list of two decks, not {decks!r}.")
    return [cards_of_deck(deck, library) for deck in decks]


def cards_of_deck(wanted: Any, library: Library) -> tuple[Card, list[Card]]:
    """Leader and cards of one deck."""
    deck = library.decks.get(wanted) if isinstance(wanted, str) else wanted
    if not isinstance(deck, Deck):
        raise SettingsError(f"There is no deck {wanted!r}; choose one of {', '.join(library.decks)}.")
    check_deck(deck, library.cards)
    cards = [library.cards[number] for number, copies in sorted(deck.cards.items()) for _ in range(copies)]
    return library.cards[deck.leader], cards


def new_side(player: int) -> Side:
    """Everything of a player at the start. The deck is shuffled already: ids count from its top."""
    base = player * THINGS
    ids = tuple(range(base + 1, base + FIRST_DON))
    return Side(
        leader=Piece(base),
        deck=ids[HAND:],
        don_deck=tuple(range(base + FIRST_DON, base + THINGS)),
        hand=ids[:HAND],
    )


# Mulligan


@guard("The first player decides about the opening hand first.", says="the first player decides")
def first_player_decides(game: Game, move: Moved) -> bool:
    """The mulligan of the player who begins."""
    return move.player == game.first


@guard("You have decided about your opening hand already.", says="the second player decides")
def second_player_decides(game: Game, move: Moved) -> bool:
    """The mulligan of the other player."""
    return move.player == 1 - game.first


@delivers_news
def redraw(game: Game, move: Moved) -> Game:
    """The hand goes back, the deck is shuffled, and a new hand is drawn.

    The ids count from the top again, so that nobody recognises a card by the id under which it was seen.
    """
    side, fresh = game.sides[move.player], new_side(move.player)
    pile = shuffled(side.hand + side.deck, game.seed, game.draws)
    drawn = [CardMoved(card, Zone.DECK, Zone.HAND) for card in fresh.hand]
    news = HandReturned(move.player, len(side.hand)), *drawn
    game = replace(game, cards=renumbered(game.cards, move.player, pile), draws=game.draws + 1)
    game = with_side(game, move.player, replace(side, deck=fresh.deck, hand=fresh.hand), *news)
    return show_to_owner(game, *fresh.hand)


def renumbered(cards: tuple[Card, ...], player: int, pile: tuple[int, ...]) -> tuple[Card, ...]:
    """What is printed on each card, by id, when a player's ids count from the top of this pile."""
    first, last = player * THINGS + 1, player * THINGS + FIRST_DON
    return (*cards[:first], *[cards[card] for card in pile], *cards[last:])


# Life


@delivers_news
def deal_life(game: Game) -> Game:
    """Each player gets as many life cards as the leader says, from the top of the deck."""
    for player in PLAYERS:
        side = game.sides[player]
        amount = game.cards[side.leader.card].life
        life = side.deck[:amount]
        news = [CardMoved(card, Zone.DECK, Zone.LIFE) for card in life]
        if game.settings.first_life_card_at_the_bottom:
            life = life[::-1]
        game = with_side(game, player, replace(side, life=life, deck=side.deck[amount:]), *news)
    return game
