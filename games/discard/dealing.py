"""A new game, its settings, and dealing the hand of a turn."""

from typing import Any

from msgspec.structs import replace

from fsm import SettingsError, Snapshot, guard, makes_news
from fsm.chance import identifier, shuffled
from fsm.settings import seed_of, settings_of
from games.discard.moves import ChangeSettings
from games.discard.news import deal_news
from games.discard.table import (
    DEFAULT_DECK,
    DISCARD_COUNTS,
    HAND_SIZES,
    PRESETS,
    SEATS,
    SHORT_DECK,
    Card,
    Outcome,
    Settings,
    Table,
)

EMPTY_DECK = "The custom deck is empty; the default deck is used."

# A new game


def new_game(
    seed: int,
    hand_size: int = 5,
    discard_count: int = 2,
    deck: Any = None,
    shuffle: bool = True,
    preset: str = "seed",
    **settings: Any,
) -> Table:
    """A game at the start of its first turn. `deck` is any list of strings, in order if `shuffle` is off."""
    rules = settings_of(Settings, PRESETS, preset, settings)
    cards, seed = checked_deck(deck) or (SHORT_DECK if rules.short_deck else DEFAULT_DECK), seed_of(seed)
    return Table(
        settings=rules,
        deck=cards,
        draw_pile=shuffled(cards, seed, 0) if checked_flag(shuffle, "shuffle") else cards,
        discard_pile=(),
        hand_cards=(),
        turn=1,
        hand_size=clamped(hand_size, HAND_SIZES, "hand_size"),
        discard_count=clamped(discard_count, DISCARD_COUNTS, "discard_count"),
        asked=0,
        owed=0,
        warning=EMPTY_DECK if deck is not None and not deck else None,
        seed=seed,
        draws=1,
        selected=(),
    )


def checked_deck(deck: Any) -> tuple[str, ...]:
    """The cards of a custom deck; none, if there is no such deck, or it is empty."""
    if deck is None:
        return ()
    if not isinstance(deck, list | tuple) or not all(type(card) is str for card in deck):
        raise SettingsError(f"A deck must be a list of strings, not {deck!r}.")
    return tuple(deck)


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


def to_act(snapshot: Snapshot[Table]) -> tuple[int, ...]:
    """The one player, who has something to do until the game is over."""
    return () if snapshot.phase == "game_over" else SEATS


def outcome(game: Table) -> Outcome | None:
    """How many turns were played, or None while the game goes on."""
    turns = game.settings.turns
    return None if turns is None or game.turn <= turns else Outcome(turns)


# Settings


def change_settings(game: Table, move: ChangeSettings) -> Table:
    """New sizes count from the next deal on; this turn keeps what it owes."""
    hand_size = game.hand_size if move.hand_size is None else move.hand_size
    discard_count = game.discard_count if move.discard_count is None else move.discard_count
    return replace(
        game,
        hand_size=clamped(hand_size, HAND_SIZES, "hand_size"),
        discard_count=clamped(discard_count, DISCARD_COUNTS, "discard_count"),
    )


# Dealing


def cards_to_deal(game: Table) -> int:
    """How many cards the next deal can give."""
    return min(game.hand_size, len(game.draw_pile) + len(game.discard_pile))


@guard("There is nothing to discard this turn.", says="a discard is owed")
def discard_is_owed(game: Table) -> bool:
    """The next deal brings cards, and some of them must go."""
    return min(game.discard_count, cards_to_deal(game)) > 0


@makes_news(deal_news)
def deal_hand(game: Table) -> Table:
    """Fill the hand card by card; an empty draw pile is refilled from the discard pile."""
    dealt, pile, discards = cards_to_deal(game), game.draw_pile, game.discard_pile
    if dealt > len(pile):
        pile, discards = pile + shuffled(discards, game.seed, game.draws), ()
    ids = range(game.draws + 1, game.draws + 1 + dealt)
    dealt_cards = zip(ids, pile, strict=False)
    short = f"Only {dealt} of {game.hand_size} cards could be dealt."
    return replace(
        game,
        draw_pile=pile[dealt:],
        discard_pile=discards,
        hand_cards=tuple(Card(identifier(game.seed, draw), value) for draw, value in dealt_cards),
        selected=(),
        asked=game.discard_count,
        owed=min(game.discard_count, dealt),
        warning=None if dealt == game.hand_size else short,
        draws=ids.stop,
    )
