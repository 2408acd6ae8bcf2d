"""Does a redeal really deal anew? It may hit the real position by chance, and only as often as by chance.

A redeal that is honest draws from the deals that the seat thinks possible, of which the real one is no other than the
rest. So redeals hit the real position as often as they hit one another. Late in a game, where few deals are possible,
that is often; where only one is possible, always. A redeal that knows more hits the real one more often.

For one position, take the real deal and K redeals, K + 1 in all. They fall into groups of equal ones, of sizes n_1, n_2
and so on. Let h be the share of redeals that hit the real one, and s the share of pairs of redeals that hit one
another. If the redeal is honest, each of the K + 1 deals is as likely as any other to be the real one, whatever the
groups are: h - s has then a mean of exactly 0, and a variance that follows from the groups. The sums over many
positions give the *excess*, the sum of h - s as a share of what redeals could differ at all, and how many standard
deviations that sum is above 0. One that returns the real position in a small share of its calls has about that excess.

With eight redeals each, 60 positions with many possible deals find one that cheats in every tenth call; where only two
deals are possible it takes about a thousand. One that always gives the real position is found because nothing varies
anywhere.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec

from fsm.snapshot import Snapshot

REDEALS = 8
"""Of each position."""

MOST_EXCESS = 0.05
"""More than 95 % of the redeals must be others than the real one where more than one deal is possible, beside those
that hit it by chance."""

MOST_DEVIATIONS = 4
"""How far above 0 the sum may be by chance: one of 30,000 honest redeals is further."""

CHANCE = re.compile(r'(?<!\\)"(?:seed|draws)": ?')
"""Names of fields, in JSON, that say where chance comes from: a redeal has others, whatever it deals. Within a text,
there would be a backslash before the quotation mark."""

VALUE = json.JSONDecoder()
"""Finds the end of what follows a name."""


class Variety(msgspec.Struct):
    """What was counted over some positions."""

    positions: int = 0
    varied: int = 0
    """Positions where more than one deal was seen."""
    excess_sum: float = 0
    variance: float = 0
    room: float = 0
    """How much the redeals could differ: the share of pairs of different deals, summed up."""

    def add(self, real: bytes, redealt: Sequence[bytes]) -> None:
        """Count one position."""
        groups = Counter((real, *redealt))
        self.positions += 1
        if len(groups) == 1:
            return
        sizes, deals = groups.values(), 1 + len(redealt)
        equal_pairs = sum(map(pairs, sizes))
        self.varied += 1
        self.room += 1 - equal_pairs / pairs(deals)
        self.excess_sum += excess(groups[real], equal_pairs, deals)
        self.variance += sum(size * excess(size, equal_pairs, deals) ** 2 for size in sizes) / deals

    def __add__(self, other: "Variety") -> "Variety":
        """Both together."""
        mine, others = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return Variety(*(one + more for one, more in zip(mine, others, strict=True)))

    @property
    def excess(self) -> float:
        """The share of redeals that hit the real position, beyond chance."""
        return self.excess_sum / self.room if self.room else 0.0

    @property
    def deviations(self) -> float:
        """How many standard deviations that is above what an honest redeal has on average."""
        return self.excess_sum / sqrt(self.variance) if self.variance else 0.0

    @property
    def is_suspicious(self) -> bool:
        """Whether the real position comes back too often to be chance."""
        return self.excess > MOST_EXCESS and self.deviations > MOST_DEVIATIONS


def pairs(number: int) -> int:
    """How many pairs there are among so many."""
    return number * (number - 1) // 2


def excess(size: int, equal_pairs: int, deals: int) -> float:
    """The share of redeals that hit the real deal less the share of pairs of redeals that hit one another, if the real
    deal is in a group of this size."""
    return (size - 1) / (deals - 1) - (equal_pairs - size + 1) / pairs(deals - 1)


def deal_of(snapshot: Snapshot[Any]) -> bytes:
    """What is dealt in a position, and not where the chance for it comes from, which is 0 here, at any depth.

    The text is changed, and not what it is written from: a position can have thousands of parts, and to look at each
    takes ten times as long.
    """
    text, parts, end = written(snapshot), [], 0
    while found := CHANCE.search(text, end):
        parts.append(f"{text[end : found.end()]}0")
        _, end = VALUE.raw_decode(text, found.end())
    return "".join([*parts, text[end:]]).encode()


def written(snapshot: Snapshot[Any]) -> str:
    """A position as JSON, also one with half a character in it, or with numbers for keys."""
    try:
        return msgspec.json.encode(snapshot, order="deterministic").decode()
    except (TypeError, UnicodeError):
        return json.dumps(msgspec.to_builtins(snapshot, order="deterministic", str_keys=True))
