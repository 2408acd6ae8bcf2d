"""The card file, read and checked: whoever adds a card learns at once what is wrong with it, and with which card.

`cards.toml`, beside this file, is read once, when this module is imported. Rules never read files.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

import msgspec

from fsm import PhasebookError
from games.onepiece.cards import (
    Aimed,
    Card,
    Category,
    Deck,
    Effect,
    GiveCost,
    Keyword,
    Ko,
    ReturnToHand,
    Step,
    Target,
    Timing,
)

DECK_SIZE = 50
MOST_COPIES = 4

EVENT_TIMINGS = (Timing.MAIN, Timing.COUNTER, Timing.TRIGGER)
CHARACTERS = (Target.OWN_CHARACTER, Target.OPPOSING_CHARACTER)


class CardError(PhasebookError):
    """The card file, or a deck, is not as it should be. Names the card."""


class Library(msgspec.Struct, frozen=True):
    """All cards by number, all decks by name."""

    cards: Mapping[str, Card]
    decks: Mapping[str, Deck]


def read_library(text: str) -> Library:
    """The cards and decks in a card file."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardError(f"The card file is not TOML: {error}.") from None
    for word in tables:
        if word not in ("card", "deck"):
            raise CardError(f"The card file has a table {word!r}; it holds [[card]] and [[deck]] only.")
    cards = by_number(read_card(table) for table in tables.get("card", []))
    decks = [read_deck(table, cards) for table in tables.get("deck", [])]
    return Library(cards, {deck.name: deck for deck in decks})


def by_number(cards: Iterable[Card]) -> dict[str, Card]:
    """Cards by number, each number once."""
    found: dict[str, Card] = {}
    for card in cards:
        if card.number in found:
            other = found[card.number].name
            raise CardError(f"Card {card.number}: {other!r} and {card.name!r} share the number; give one another.")
        found[card.number] = card
    return found


# Cards


def read_card(table: Mapping[str, Any]) -> Card:
    """One card of the file, checked."""
    label = f"Card {table.get('number', table.get('name', '?'))}"
    for step in steps_written(table):
        if "do" in step and step["do"] not in KNOWN_STEPS:
            raise CardError(f"{label}: there is no step {step['do']!r}; the steps are {', '.join(KNOWN_STEPS)}.")
    try:
        card = msgspec.convert(table, type=Card, strict=True)
    except msgspec.ValidationError as error:
        raise CardError(f"{label}: {error}.") from None
    for trouble in troubles(card):
        raise CardError(f"{label}: {trouble}")
    return card


KNOWN_STEPS = tuple(
    str(step.__struct_config__.tag) for base in (Step, Aimed) for step in base.__subclasses__() if step is not Aimed
)


def steps_written(table: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The steps of a card as they stand in the file, as far as they have a shape at all."""
    effects = table.get("effects", [])
    for effect in effects if isinstance(effects, list) else []:
        steps = effect.get("steps", []) if isinstance(effect, dict) else []
        yield from (step for step in steps if isinstance(step, dict))


def troubles(card: Card) -> Iterator[str]:
    """What is wrong with a card although each of its words is right."""
    if card.category is Category.DON:
        yield "DON are not listed; every player has ten."
    if not card.colours:
        yield "it has no colour; give it one of its deck's leader."
    if card.category is Category.LEADER and not card.life:
        yield "a leader needs life of at least 1."
    if (Keyword.TRIGGER in card.keywords) != card.has(Timing.TRIGGER):
        yield "the keyword trigger and an effect with timing trigger belong together; add the other one."
    if card.category is Category.EVENT and not (card.has(Timing.MAIN) or card.has(Timing.COUNTER)):
        yield "an event needs an effect with timing main or counter."
    for effect in card.effects:
        yield from timing_troubles(card, effect)
        for step in effect.steps:
            yield from step_troubles(card, effect, step)


def timing_troubles(card: Card, effect: Effect) -> Iterator[str]:
    """Timings that a card of this category never has."""
    if card.category is Category.EVENT and effect.timing not in EVENT_TIMINGS:
        yield f"an event is never there for {effect.timing}; its timings are {', '.join(EVENT_TIMINGS)}."
    if card.category is not Category.EVENT and effect.timing in (Timing.MAIN, Timing.COUNTER):
        yield f"only an event has the timing {effect.timing}; use activate."
    if card.category in (Category.LEADER, Category.EVENT) and effect.cost.rest_self and effect.timing in EVENT_TIMINGS:
        yield "a card that is not on the field cannot rest itself."


def step_troubles(card: Card, effect: Effect, step: Step) -> Iterator[str]:
    """Targets that a step cannot have."""
    if not isinstance(step, Aimed):
        return
    name = str(step.__struct_config__.tag)
    if (step.target is Target.OWN_HAND) and not isinstance(step, GiveCost):
        yield f"{name} cannot have the target own_hand; only give_cost can."
    if step.target is Target.THIS and (card.category is Category.EVENT or effect.timing is Timing.TRIGGER):
        yield f"{name} cannot have the target this: the card is not on the field."
    if isinstance(step, Ko | ReturnToHand) and not hits_a_character(card, step):
        yield f"{name} is for characters; {step.target} is none."


def hits_a_character(card: Card, step: Aimed) -> bool:
    """Whether a step can only meet characters."""
    return step.target in CHARACTERS or (step.target is Target.THIS and card.category is Category.CHARACTER)


# Decks


def read_deck(table: Mapping[str, Any], cards: Mapping[str, Card]) -> Deck:
    """One deck of the file, checked."""
    try:
        deck = msgspec.convert(table, type=Deck, strict=True)
    except msgspec.ValidationError as error:
        raise CardError(f"Deck {table.get('name', '?')}: {error}.") from None
    check_deck(deck, cards)
    return deck


def check_deck(deck: Deck, cards: Mapping[str, Card]) -> None:
    """Raise unless the deck may be played."""
    for trouble in deck_troubles(deck, cards):
        raise CardError(f"Deck {deck.name}: {trouble}")


def deck_troubles(deck: Deck, cards: Mapping[str, Card]) -> Iterator[str]:
    """What is wrong with a deck."""
    leader = cards.get(deck.leader)
    if leader is None or leader.category is not Category.LEADER:
        yield f"its leader {deck.leader} is not a leader card."
        return
    for number, copies in deck.cards.items():
        yield from copy_troubles(number, copies, cards.get(number), leader)
    size = sum(deck.cards.values())
    if size != DECK_SIZE:
        yield f"it has {size} cards; a deck has {DECK_SIZE}."


def copy_troubles(number: str, copies: int, card: Card | None, leader: Card) -> Iterator[str]:
    """What is wrong with one line of a deck."""
    if card is None:
        yield f"there is no card {number}."
        return
    if card.category is Category.LEADER:
        yield f"{number} is a leader; a deck has one, named as its leader."
    if copies > MOST_COPIES:
        yield f"it has {copies} copies of {number}; at most {MOST_COPIES} are allowed."
    if not set(card.colours) & set(leader.colours):
        yield f"{number} is {' and '.join(card.colours)}; the leader {leader.number} is {' and '.join(leader.colours)}."


LIBRARY = read_library(files(__package__).joinpath("cards.toml").read_text("utf-8"))
"""The cards that come with the package."""
