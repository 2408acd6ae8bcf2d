"""Chance as data: pure functions of a game's seed and a draw counter.

All of it is SHAKE-128 with the seed as its key: what players see of one draw says nothing about the others, nor about
the seed, other than to those who try all seeds. Every digest is of the purpose, the seed in 16 bytes and the counter,
and is read with the lowest byte first; so the same seed gives the same game everywhere.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from hashlib import shake_128
from struct import unpack
from typing import Annotated, Any, TypeAlias, TypeGuard, TypeVar
from uuid import UUID

import msgspec

from fsm.errors import SettingsError
from fsm.values.quoting import quoted

__all__ = ["SEEDS", "Seed", "identifier", "is_seed", "picked", "seed_of", "shuffled"]

T = TypeVar("T")

SEED_BITS = 128
SEEDS = 1 << SEED_BITS
"""Seeds are whole numbers from 0 up to this one."""

Seed: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
"""The type of a game's seed field. No annotation can say how large it may be: let an invariant ask `is_seed`."""


def is_seed(seed: Any) -> TypeGuard[int]:
    """Whether this is a whole number within bounds."""
    return type(seed) is int and 0 <= seed < SEEDS


def seed_of(seed: Any) -> int:
    """A usable seed, or an error that says what one is."""
    if not is_seed(seed):
        raise SettingsError(f"The seed must be a whole number from 0 to {SEEDS - 1}, not {quoted(seed)}.")
    return seed


def shuffled(cards: Iterable[T], seed: int, draw: int) -> tuple[T, ...]:
    """The cards in an order decided by the seed and the draw counter alone.

    They are sorted by 64 random bits each. Equal ones would leave two cards in their old order: of 108 cards, once in
    3,000,000,000,000,000 shuffles.
    """
    cards = tuple(cards)
    lots = digest(b"phasebook shuffle", seed, draw, 8 * len(cards))[::-1]
    throws = reversed(unpack("8s" * len(cards), lots))  # numbers, highest byte first: bytes are compared faster
    return tuple(sorted(cards, key=partial(next, throws)))  # next(throws, card): the card is a default never needed


def picked(options: Sequence[T], seed: int, draw: int) -> T:
    """One of the options, each equally likely: of 2 ** 128 throws, no option has more than one more than another."""
    throw = int.from_bytes(digest(b"phasebook pick", seed, draw, 16), "little")
    return options[throw * len(options) >> 128]


def identifier(seed: int, draw: int) -> str:
    """An id of the form UUID v4, different for every draw."""
    return str(UUID(bytes=digest(b"phasebook id", seed, draw, 16), version=4))


def digest(purpose: bytes, seed: int, draw: int, size: int) -> bytes:
    """Bytes that nobody can foresee without the seed. No purpose is the beginning of another."""
    return shake_128(b"%b%b%d" % (purpose, seed_of(seed).to_bytes(16, "little"), draw)).digest(size)
