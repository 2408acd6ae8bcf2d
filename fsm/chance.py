"""Chance as data: pure functions of a game's seed and a draw counter.

Only `Random.random()` after an integer seed is used, which Python documents as unchanging over versions, and
BLAKE2; so the same seed gives the same game everywhere.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from hashlib import blake2b
from itertools import repeat, starmap
from random import Random
from typing import TypeVar
from uuid import UUID

__all__ = ["SEEDS", "identifier", "picked", "shuffled"]

T = TypeVar("T")

SEEDS = 1 << 62
"""Seeds are whole numbers from 0 up to this one."""


def shuffled(cards: Iterable[T], seed: int, draw: int) -> tuple[T, ...]:
    """The cards in an order decided by the seed and the draw counter alone."""
    throws = starmap(Random(seed << 32 | draw).random, repeat(()))
    return tuple(sorted(cards, key=partial(next, throws)))  # next(throws, card): the card is a default never needed


def picked(options: Sequence[T], seed: int, draw: int) -> T:
    """One of the options, each equally likely."""
    return options[int(Random(seed << 32 | draw).random() * len(options))]


def identifier(seed: int, draw: int) -> str:
    """An id of the form UUID v4, different for every draw."""
    return str(UUID(bytes=blake2b(b"%d:%d" % (seed, draw), digest_size=16).digest(), version=4))
