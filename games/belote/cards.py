"""The 32 cards, and what a trump suit makes of them.

A card is an enum member whose value is its name: `Card("J♠")`, and "J♠" in JSON. A set of cards, such as a
hand, is a whole number with a bit for each card: `card.bit`. Everything that does not change during a game is
worked out here, once, so that the rules are a few lookups each. (Members of a plain `Enum`: Python reads their
attributes four times as fast as those of a `StrEnum`.)
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple, NoReturn

PLAIN_POINTS = {"7": 0, "8": 0, "9": 0, "J": 2, "Q": 3, "K": 4, "10": 10, "A": 11}
"""The ranks of a plain suit, low to high, with what they count; also the order of the cards' numbers."""

TRUMP_POINTS = {"7": 0, "8": 0, "Q": 3, "K": 4, "10": 10, "A": 11, "9": 14, "J": 20}
"""The ranks of the trump suit, low to high, with what they count."""


class Suit(Enum):
    """The four suits."""

    number: int
    mask: int
    """All cards of the suit."""
    belote: int
    """King and queen."""
    over: tuple[int, ...]
    """With this suit as trump: for each card, by number, the cards that take a trick from it."""
    worth: tuple[int, ...]
    """With this suit as trump: what each card counts, by number."""

    SPADES = "♠"
    HEARTS = "♥"
    DIAMONDS = "♦"
    CLUBS = "♣"

    def __str__(self) -> str:
        return str(self.value)


class Card(Enum):
    """The 32 cards; `number` is 8 times the suit's number plus the place in 7 8 9 J Q K 10 A."""

    number: int
    bit: int
    suit: Suit
    rank: str

    S7, S8, S9, SJ, SQ, SK, S10, SA = "7♠", "8♠", "9♠", "J♠", "Q♠", "K♠", "10♠", "A♠"
    H7, H8, H9, HJ, HQ, HK, H10, HA = "7♥", "8♥", "9♥", "J♥", "Q♥", "K♥", "10♥", "A♥"
    D7, D8, D9, DJ, DQ, DK, D10, DA = "7♦", "8♦", "9♦", "J♦", "Q♦", "K♦", "10♦", "A♦"
    C7, C8, C9, CJ, CQ, CK, C10, CA = "7♣", "8♣", "9♣", "J♣", "Q♣", "K♣", "10♣", "A♣"

    __hash__ = object.__hash__  # members are compared by identity; Enum's own hashes the name, in Python

    def __str__(self) -> str:
        return str(self.value)


DECK = tuple(Card)
NAMED = {card.value: card for card in DECK}
ALL_CARDS = (1 << 32) - 1
BITS = tuple(1 << number for number in range(32))


SPADES, HEARTS, DIAMONDS, CLUBS = 0xFF, 0xFF00, 0xFF0000, 0xFF000000
"""All cards of each suit, as sets."""


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a set, by number."""
    return CARDS[mask & SPADES] + CARDS[mask & HEARTS] + CARDS[mask & DIAMONDS] + CARDS[mask & CLUBS]


def bits_in(mask: int) -> tuple[int, ...]:
    """The same as sets of one card each."""
    of = BITS_OF
    return of[mask & SPADES] + of[mask & HEARTS] + of[mask & DIAMONDS] + of[mask & CLUBS]


def masks_of_a_suit() -> Iterator[int]:
    """Every set of cards of one suit."""
    return (byte << 8 * number for number in range(4) for byte in range(256))


def mask_of(cards: Iterable[Card]) -> int:
    """The cards as a set."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def points_of(card: Card, trump: Suit) -> dict[str, int]:
    """The ranks of the card's suit, low to high, with their points."""
    return TRUMP_POINTS if card.suit is trump else PLAIN_POINTS


def cards_over(card: Card, trump: Suit) -> Iterator[Card]:
    """The cards that take a trick from this one: higher ones of its suit, and trumps over a plain card."""
    order = list(points_of(card, trump))
    for other in DECK:
        if other.suit is card.suit:
            if order.index(other.rank) > order.index(card.rank):
                yield other
        elif other.suit is trump:
            yield other


def best_of(cards: Iterable[Card], trump: Suit) -> Card:
    """The card that takes the trick: the highest trump, else the highest of the led suit."""
    best, *others = cards
    for card in others:
        if trump.over[best.number] & card.bit:
            best = card
    return best


def work_out() -> None:
    """Give every suit and card its attributes. Once: from then on both classes refuse to change."""
    for number, suit in enumerate(Suit):
        suit.number = number
    for number, card in enumerate(DECK):
        card.number, card.bit = number, 1 << number
        card.suit, card.rank = tuple(Suit)[number // 8], card.value[:-1]
    for suit in Suit:
        suit.mask = mask_of(card for card in DECK if card.suit is suit)
        suit.belote = mask_of(card for card in DECK if card.suit is suit and card.rank in ("K", "Q"))
        suit.over = tuple(mask_of(cards_over(card, suit)) for card in DECK)
        suit.worth = tuple(points_of(card, suit)[card.rank] for card in DECK)


def stay_as_you_are(member: Enum, name: str, value: object = None) -> NoReturn:
    """What a suit or card answers to an attempt to set or delete one of its attributes."""
    raise AttributeError(
        f"{member} is the same in every game; its {name!r} cannot be changed; keep what you note elsewhere."
    )


class Pack(NamedTuple):
    """The cards that a match is played with."""

    bits: tuple[int, ...]
    """Each card as a set of one, by number."""
    mask: int
    tricks: int
    """Of a round; as many cards are dealt to each seat."""
    points: int
    """What all cards count together, whichever suit is trump."""


def pack_of(size: int) -> Pack:
    """So many cards: of each suit the highest ranks, as they are in a plain one."""
    tricks = size // 4
    ranks = [*PLAIN_POINTS][-tricks:]
    bits = tuple(card.bit for card in DECK if card.rank in ranks)
    points = sum(3 * PLAIN_POINTS[rank] + TRUMP_POINTS[rank] for rank in ranks)
    return Pack(bits, sum(bits), tricks, points)


work_out()
PACKS = {size: pack_of(size) for size in range(8, 33, 4)}
"""By number of cards."""
CARDS = {mask: tuple(card for card in DECK if card.bit & mask) for mask in masks_of_a_suit()}
"""By set of cards of one suit: these cards."""
BITS_OF = {mask: tuple(bit for bit in BITS if bit & mask) for mask in CARDS}
"""The same, each as a set of one."""
for kind in (Suit, Card):
    # Now that they are complete. A check inside the class would have to let Enum's own start through; reading
    # an attribute, which the rules do all the time, costs what it did.
    kind.__setattr__ = kind.__delattr__ = stay_as_you_are  # type: ignore[assignment,method-assign]
