"""The card file, read and checked: a mistake in it is a sentence that names the card.

`cards.toml`, beside this file, is read once, when this module is imported. Rules never read files.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any, get_args

import msgspec

from fsm import PhasebookError
from games.onepiece.card_checks import troubles
from games.onepiece.card_words import unknown_words
from games.onepiece.cards import AnyStep, Card, Category, Deck

DECK_SIZE = 50
MOST_COPIES = 4
TABLES = ("card", "deck")

KNOWN_STEPS = tuple(str(step.__struct_config__.tag) for step in get_args(AnyStep))


class CardError(PhasebookError):
    """The card file, or a deck, is not as it should be. Names the card."""


class Library(msgspec.Struct, frozen=True):
    """All cards by number, all decks by name."""

    cards: Mapping[str, Card]
    decks: Mapping[str, Deck]


def read_library(text: str) -> Library:
    """The cards and decks in a card file."""
    tables = read_tables(text)
    cards = by_number(read_card(table) for table in tables["card"])
    return Library(cards, by_name(read_deck(table, cards) for table in tables["deck"]))


def read_tables(text: str) -> dict[str, list[dict[str, Any]]]:
    """What is written in a card file: a list of cards, a list of decks."""
    if not isinstance(text, str):
        raise CardError(f"A card file is read from its text; pass a str, not {type(text).__name__}.")
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CardError(f"The card file is not TOML: {error}; correct it there.") from None
    for word in tables:
        if word not in TABLES:
            raise CardError(f"The card file has a table {word!r}; it must hold [[card]] and [[deck]] only.")
    return {word: listed(word, tables.get(word, [])) for word in TABLES}


def listed(word: str, written: Any) -> list[dict[str, Any]]:
    """The tables of one kind, each begun with double brackets."""
    if isinstance(written, dict):
        remedy = f"begin each {word} with [[{word}]], in double brackets."
        raise CardError(f"The card file says [{word}]; {remedy}")
    if not isinstance(written, list) or not all(isinstance(table, dict) for table in written):
        remedy = f"begin each {word} with [[{word}]], and its fields below."
        raise CardError(f"The card file says {word} = ...; {remedy}")
    return written


def by_number(cards: Iterable[Card]) -> dict[str, Card]:
    """Cards by number, each number once."""
    found: dict[str, Card] = {}
    for card in cards:
        if card.number in found:
            both = f"{found[card.number].name!r} and {card.name!r}"
            raise CardError(f"Card {card.number}: {both} share the number; give one of them another.")
        found[card.number] = card
    return found


def by_name(decks: Iterable[Deck]) -> dict[str, Deck]:
    """Decks by name, each name once."""
    found: dict[str, Deck] = {}
    for deck in decks:
        if deck.name in found:
            raise CardError(f"Deck {deck.name}: another deck has this name; give one of them another.")
        found[deck.name] = deck
    return found


def read_card(table: Mapping[str, Any]) -> Card:
    """One card of the file, checked."""
    label = f"Card {table.get('number', table.get('name', '?'))}"
    for trouble in unknown_words(table):
        raise CardError(f"{label}: {trouble}")
    try:
        card = msgspec.convert(table, type=Card, strict=True)
    except msgspec.ValidationError as error:
        raise CardError(f"{label}: {error}; correct that.") from None
    for trouble in troubles(card):
        raise CardError(f"{label}: {trouble}")
    return card


# Decks


def read_deck(table: Mapping[str, Any], cards: Mapping[str, Card]) -> Deck:
    """One deck of the file, checked."""
    try:
        deck = msgspec.convert(table, type=Deck, strict=True)
    except msgspec.ValidationError as error:
        raise CardError(f"Deck {table.get('name', '?')}: {error}; correct that.") from None
    check_deck(deck, cards)
    return deck


def check_deck(deck: Deck, cards: Mapping[str, Card]) -> None:
    """Raise unless the deck may be played."""
    try:
        msgspec.convert(msgspec.to_builtins(deck), type=Deck, strict=True)
    except (msgspec.ValidationError, TypeError) as error:
        raise CardError(f"Deck {deck.name}: {error}; correct that.") from None
    for trouble in deck_troubles(deck, cards):
        raise CardError(f"Deck {deck.name}: {trouble}")


def deck_troubles(deck: Deck, cards: Mapping[str, Card]) -> Iterator[str]:
    """What is wrong with a deck."""
    leader = cards.get(deck.leader)
    if leader is None or leader.category is not Category.LEADER:
        yield f"its leader {deck.leader} is not a leader card; name one."
        return
    for number, copies in deck.cards.items():
        yield from copy_troubles(number, copies, cards.get(number), leader)
    size = sum(deck.cards.values())
    if size != DECK_SIZE:
        yield f"it has {size} cards; a deck must have {DECK_SIZE}."


def copy_troubles(number: str, copies: int, card: Card | None, leader: Card) -> Iterator[str]:
    """What is wrong with one line of a deck."""
    if card is None:
        yield f"there is no card {number}; add it, or leave it out."
        return
    if card.category is Category.LEADER:
        yield f"{number} is a leader; leave it out, a deck has one, named as its leader."
    if copies > MOST_COPIES:
        yield f"it has {copies} copies of {number}; at most {MOST_COPIES} are allowed."
    if not set(card.colours) & set(leader.colours):
        ours, wanted = " and ".join(card.colours), " and ".join(leader.colours)
        yield f"{number} is {ours}; it must share a colour with the leader {leader.number}, {wanted}."


LIBRARY = read_library(files(__package__).joinpath("cards.toml").read_text("utf-8"))
"""The cards that come with the package."""
