"""The 108 cards, and what fits on what.

A card is a short text, the same in moves, saves and logs: `red-7-2` is the second red seven,
`wild-draw4-1` the first Wild Draw Four. A wild on the pile carries the colour chosen with it: `wild-3:blue`.
Everything the rules ask about a card is a look-up in one of the tables below, worked out once.
"""

from itertools import chain

import msgspec

COLOURS = ("red", "blue", "green", "yellow")
NUMBERS = tuple("0123456789")
SKIP, REVERSE, DRAW_TWO, WILD, WILD_DRAW_FOUR = "skip", "reverse", "draw2", "wild", "wild-draw4"


class Card(msgspec.Struct, frozen=True):
    """A card with its face spelled out, for display."""

    id: str
    colour: str | None
    """Of a wild on the pile, the colour chosen; of any other wild, none."""
    symbol: str
    points: int


def points_of(symbol: str) -> int:
    """What a coloured card in a loser's hand is worth."""
    return int(symbol) if symbol in NUMBERS else 20


def coloured_cards() -> list[Card]:
    """Per colour one zero, and two of everything else."""
    faces = [(symbol, copy) for symbol in (*NUMBERS, SKIP, REVERSE, DRAW_TWO) for copy in (1, 2)]
    return [
        Card(f"{colour}-{symbol}-{copy}", colour, symbol, points_of(symbol))
        for colour in COLOURS
        for symbol, copy in faces
        if (symbol, copy) != ("0", 2)
    ]


def wild_cards() -> list[Card]:
    """Four of each kind, without a colour."""
    faces = [(symbol, copy) for symbol in (WILD, WILD_DRAW_FOUR) for copy in (1, 2, 3, 4)]
    return [Card(f"{symbol}-{copy}", None, symbol, 50) for symbol, copy in faces]


def coloured_wild(card: str, colour: str) -> str:
    """A wild as it lies on the pile."""
    return f"{card}:{colour}"


def fits(card: Card, top: Card) -> bool:
    """Whether a card may be laid on another: the rules of the game, in their order."""
    if top.colour is None:
        return True
    if card.colour is None:
        return True
    return card.colour == top.colour or card.symbol == top.symbol


DECK = tuple(card.id for card in chain(coloured_cards(), wild_cards()))
"""A fresh deck, in order."""

SHORT_DECK = (
    *("red-0-1", "red-7-1", "red-skip-1", "red-draw2-1", "blue-1-1", "blue-7-1", "blue-reverse-1", "blue-draw2-1"),
    *("green-1-1", "green-7-1", "green-skip-1", "wild-draw4-1"),
)
"""A dozen cards, with something of everything."""


def deck_of(is_short: bool) -> tuple[str, ...]:
    """The cards that a match is played with, in order."""
    return SHORT_DECK if is_short else DECK


CHOSEN = {
    coloured_wild(card.id, colour): Card(coloured_wild(card.id, colour), colour, card.symbol, card.points)
    for card in wild_cards()
    for colour in COLOURS
}
COLOURED = {(card.id, colour): coloured_wild(card.id, colour) for card in wild_cards() for colour in COLOURS}
"""A wild and a colour, and what they make on the pile."""

CARDS = {card.id: card for card in chain(coloured_cards(), wild_cards())} | CHOSEN
"""Every card as it can lie in a hand or on the pile."""

COLOUR = {name: card.colour for name, card in CARDS.items()}
SYMBOL = {name: card.symbol for name, card in CARDS.items()}
POINTS = {name: card.points for name, card in CARDS.items()}
WITHOUT_CHOICE = {name: name.partition(":")[0] for name in CARDS}
"""The card as it returns to the deck: a wild forgets its colour."""

FACE = {name: (card.colour, card.symbol) for name, card in CARDS.items()}
"""Equal for cards that look the same."""

ONE_OF_EACH = {face: CARDS[name] for name, face in FACE.items()}
ON_FACE = {face: frozenset(card for card in DECK if fits(CARDS[card], top)) for face, top in ONE_OF_EACH.items()}
PLAYABLE = {name: ON_FACE[face] for name, face in FACE.items()}
"""The cards that may be laid on each card. Cards that look the same share a set: the fewer there are, the more of them
a processor has at hand."""

IS_PLAYABLE = {name: playable.__contains__ for name, playable in PLAYABLE.items()}
"""The same as a test, for filters."""

CHOICES = {card: frozenset(COLOURS if COLOUR[card] is None else (None,)) for card in DECK}
"""The colours that may be named with a card: one of four with a wild, none with any other."""

DRAWN_FOR = {DRAW_TWO: 2, WILD_DRAW_FOUR: 4}
"""How many cards a draw card makes the next player draw."""

STEPS_OF = dict.fromkeys((*NUMBERS, WILD), 1) | {SKIP: 2} | dict.fromkeys((REVERSE, *DRAWN_FOR), 0)
STEPS = {card: STEPS_OF[symbol] for card, symbol in SYMBOL.items()}
"""How far the turn goes on after a card that does nothing else; 0 for a card that does."""
