"""Where cards come from and go to: a new match, the deal, the opening card, drawing, leaving."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from fsm import SettingsError, guard, makes_news, with_news
from fsm.chance import shuffled
from fsm.settings import seed_of, settings_of
from games.uno.cards import DECK, REVERSE, SYMBOL, WILD, WILD_DRAW_FOUR, WITHOUT_CHOICE
from games.uno.moves import FromPlayer, Seated
from games.uno.news import DirectionChanged, OpeningCardReplaced, PlayerLeft, RoundDealt
from games.uno.table import HAND_SIZES, PLAYERS, PRESETS, SCORE_LIMITS, Settings, Table

# A new match


def new_game(seed: int = 0, preset: str = "seed", **settings: Any) -> Table:
    """A match before its first deal."""
    check(settings)
    chosen = settings_of(Settings, PRESETS, preset, settings)
    nothing = ((),) * chosen.players
    order = tuple(range(chosen.players))
    return Table(chosen, seed_of(seed), 0, 0, order, 0, 1, nothing, (), (), (0,) * chosen.players)


def check(settings: Mapping[str, Any]) -> None:
    """Say in the game's own words which numbers it can be played with."""
    if settings.get("players", PLAYERS[0]) not in PLAYERS:
        raise SettingsError(f"Uno is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {settings['players']!r}.")
    if settings.get("hand_size", HAND_SIZES[0]) not in HAND_SIZES:
        raise SettingsError(f"A starting hand has 5, 7 or 10 cards, not {settings['hand_size']!r}.")
    if settings.get("score_limit") not in SCORE_LIMITS:
        raise SettingsError(f"The score limit is 100, 200, 300, 500 or none, not {settings['score_limit']!r}.")


# The deal


def deal_news(_: Table, after: Table) -> list[object]:
    """The round, and its opening card."""
    return [RoundDealt(after.round, after.pile[-1])]


@makes_news(deal_news)
def deal(game: Table) -> Table:
    """A fresh deck, a hand for everybody, an opening card; the player before the base seat lays it."""
    deck = shuffled(DECK, game.seed, game.draws)
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


@guard("The opening card is not a Wild Draw Four.")
def wild_draw_four_opens(game: Table) -> bool:
    """The opening card is a Wild Draw Four."""
    return SYMBOL[game.pile[-1]] == WILD_DRAW_FOUR


@guard("The opening card is not a wild.")
def wild_opens(game: Table) -> bool:
    """The opening card is a Wild."""
    return SYMBOL[game.pile[-1]] == WILD


@guard("The opening card is not a Reverse.")
def reverse_opens(game: Table) -> bool:
    """The opening card is a Reverse."""
    return SYMBOL[game.pile[-1]] == REVERSE


def turn_over_another(game: Table) -> Table:
    """The opening card goes back into the deck, and after a shuffle the top card opens."""
    top, *deck = shuffled(game.deck + game.pile, game.seed, game.draws)
    after = replace(game, pile=(top,), deck=tuple(deck), draws=game.draws + 1)
    return with_news(after, OpeningCardReplaced(top))


def start_backwards(game: Table) -> Table:
    """Play goes the other way round, and the player before the base seat begins."""
    return with_news(replace(game, direction=-1), DirectionChanged(-1))


# Drawing


def drawn(game: Table, seat: int, count: int, turn: int, owed: int = 0, bluffer: int | None = None) -> Table:
    """The table after a seat has drawn that many cards, or as many as there are."""
    if len(game.deck) < count:
        game = refilled(game)
    hands = [*game.hands]
    hands[seat] += game.deck[:count]
    return replace(game, turn=turn, hands=tuple(hands), deck=game.deck[count:], owed=owed, bluffer=bluffer)


def refilled(game: Table) -> Table:
    """The pile without its top card is shuffled and put under what is left of the deck; wilds forget their colour."""
    if len(game.pile) < 2:
        return game
    cards = [WITHOUT_CHOICE[card] for card in game.pile[:-1]]
    deck = game.deck + shuffled(cards, game.seed, game.draws)
    return replace(game, deck=deck, pile=game.pile[-1:], draws=game.draws + 1)


# Leaving


@guard("There is nobody at that seat.")
def is_in_the_match(game: Table, move: FromPlayer) -> bool:
    """The player has a seat, and has not left."""
    return move.player in game.order


@guard("More than two players are left.")
def only_two_are_left(game: Table) -> bool:
    """One more leaves, and there is nobody to play with."""
    return len(game.order) == 2


def leave_the_match(game: Table, move: Seated) -> Table:
    """The hand is shuffled into the deck; the turn passes on if it was theirs."""
    seat = move.player
    place = game.order.index(seat)
    hand = game.hands[seat]
    settled = place == game.turn or len(game.order) == 2  # nobody is left who owes, or nobody to pay
    after = replace(
        game,
        order=tuple(other for other in game.order if other != seat),
        turn=turn_without(game, place),
        hands=tuple(() if other == seat else hand for other, hand in enumerate(game.hands)),
        deck=shuffled(game.deck + hand, game.seed, game.draws),
        draws=game.draws + 1,
        owed=0 if settled else game.owed,
        bluffer=None if settled else game.bluffer,
    )
    return with_news(after, PlayerLeft(seat, len(hand)))


def turn_without(game: Table, place: int) -> int:
    """The place of the player to act, once the player at another place, or at that one, is gone."""
    acting = game.order[(game.turn + game.direction * (place == game.turn)) % len(game.order)]
    return [seat for seat in game.order if seat != game.order[place]].index(acting)
