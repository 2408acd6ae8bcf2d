"""A new match, the deal, and the opening card."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from fsm import SettingsError, guard, makes_news, with_news
from fsm.chance import shuffled
from fsm.settings import seed_of, settings_of
from games.uno.cards import COLOURS, REVERSE, SYMBOL, WILD, WILD_DRAW_FOUR, coloured_wild, deck_of
from games.uno.moves import ChooseColour
from games.uno.news import ColourChosen, DirectionChanged, OpeningCardReplaced, deal_news
from games.uno.table import HAND_SIZES, PLAYERS, PRESETS, SCORE_LIMITS, Settings, Table

# A new match


def new_game(seed: int, preset: str = "seed", **settings: Any) -> Table:
    """A match before its first deal."""
    check(settings)
    chosen = settings_of(Settings, PRESETS, preset, settings)
    check_deck(chosen)
    return Table(
        settings=chosen,
        seed=seed_of(seed),
        draws=0,
        round=0,
        order=tuple(range(chosen.players)),
        turn=0,
        direction=1,
        hands=((),) * chosen.players,
        deck=(),
        pile=(),
        scores=(0,) * chosen.players,
        owed=0,
        bluffer=None,
        winner=None,
    )


def check(settings: Mapping[str, Any]) -> None:
    """Say in the game's own words which numbers it can be played with."""
    if settings.get("players", PLAYERS[0]) not in PLAYERS:
        raise SettingsError(f"Uno needs {PLAYERS[0]} to {PLAYERS[-1]} players, not {settings['players']!r}.")
    if settings.get("hand_size", HAND_SIZES[0]) not in HAND_SIZES:
        raise SettingsError(f"A starting hand must have 5, 7 or 10 cards, not {settings['hand_size']!r}.")
    if settings.get("score_limit") not in SCORE_LIMITS:
        limit = settings["score_limit"]
        raise SettingsError(f"The score limit must be 100, 200, 300, 500 or none, not {limit!r}.")


def check_deck(settings: Settings) -> None:
    """A deck has a hand for everybody, and an opening card."""
    cards, needed = len(deck_of(settings.short_deck)), settings.players * settings.hand_size + 1
    if needed > cards:
        raise SettingsError(
            f"The short deck has {cards} cards, and {needed} are needed; use it for 2 players with 5 each."
        )


# The deal


@makes_news(deal_news)
def deal(game: Table) -> Table:
    """A fresh deck, a hand for everybody, an opening card; the player before the base seat lays it."""
    deck = shuffled(deck_of(game.settings.short_deck), game.seed, game.draws)
    size, players = game.settings.hand_size, len(game.order)
    hands: list[tuple[str, ...]] = [()] * game.settings.players
    for place, seat in enumerate(game.order):
        hands[seat] = deck[size * place : size * (place + 1)]
    opening = size * players
    return replace(
        game,
        draws=game.draws + 1,
        round=game.round + 1,
        turn=(game.round - 1) % players,
        direction=1,
        winner=None,
        hands=tuple(hands),
        pile=deck[opening : opening + 1],
        deck=deck[opening + 1 :],
    )


# The opening card


@guard("The opening card is not a Wild Draw Four.", says="a Wild Draw Four opens")
def wild_draw_four_opens(game: Table) -> bool:
    return SYMBOL[game.pile[-1]] == WILD_DRAW_FOUR


@guard("The opening card is not a wild.", says="a wild opens")
def wild_opens(game: Table) -> bool:
    return SYMBOL[game.pile[-1]] == WILD


@guard("The opening card is not a Reverse.", says="a Reverse opens")
def reverse_opens(game: Table) -> bool:
    return SYMBOL[game.pile[-1]] == REVERSE


def turn_over_next(game: Table) -> Table:
    """The opening card goes back into the deck, and after a shuffle the top card opens."""
    top, *deck = shuffled(game.deck + game.pile, game.seed, game.draws)
    after = replace(game, pile=(top,), deck=tuple(deck), draws=game.draws + 1)
    return with_news(after, OpeningCardReplaced(top))


def start_backwards(game: Table) -> Table:
    """Play goes the other way round, and the player before the base seat begins."""
    return with_news(replace(game, direction=-1), DirectionChanged(-1))


@guard("Name red, blue, green or yellow.", says="it is one of the four colours")
def is_a_colour(game: Table, move: ChooseColour) -> bool:
    return move.colour in COLOURS


def colour_wild(game: Table, move: ChooseColour) -> Table:
    """The opening wild has a colour from now on."""
    pile = (coloured_wild(game.pile[-1], move.colour),)
    return with_news(replace(game, pile=pile), ColourChosen(move.player, move.colour))
