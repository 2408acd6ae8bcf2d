"""What is counted of many games. Only whole numbers that add up, so that no order of adding changes the result."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

import msgspec

SCALAR = (str, int, Enum, type(None))
"""Values of an outcome that games are told apart by."""


class Tally(msgspec.Struct):
    """Counts of a batch of games."""

    games: int = 0
    moves: int = 0
    endings: Counter[str] = msgspec.field(default_factory=Counter)
    """finished, stuck or unfinished."""
    lengths: Counter[int] = msgspec.field(default_factory=Counter)
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    branching: Counter[int] = msgspec.field(default_factory=Counter)
    """Decisions by number of legal moves."""
    refusals: Counter[str] = msgspec.field(default_factory=Counter)
    phases: Counter[str] = msgspec.field(default_factory=Counter)
    arrows: Counter[str] = msgspec.field(default_factory=Counter)
    answers: Counter[tuple[str, bool]] = msgspec.field(default_factory=Counter)
    """In how many games a guard gave an answer."""

    def add(self, other: "Tally") -> None:
        """Take in the counts of another batch."""
        self.games += other.games
        self.moves += other.moves
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))


COUNTERS = ("endings", "lengths", "outcomes", "branching", "refusals", "phases", "arrows", "answers")


class Spread(msgspec.Struct, frozen=True):
    """How a number is distributed."""

    mean: float
    least: int
    median: int
    ninth_tenth: int
    """Nine of ten are at most this."""
    most: int


def spread(histogram: Mapping[int, int]) -> Spread | None:
    """The distribution of a histogram, or None of an empty one."""
    total = sum(histogram.values())
    if not total:
        return None
    ordered = sorted(histogram.items())
    mean = sum(value * count for value, count in ordered) / total
    at = [quantile(ordered, total, part) for part in (0.5, 0.9)]
    return Spread(mean, ordered[0][0], at[0], at[1], ordered[-1][0])


def quantile(ordered: Iterable[tuple[int, int]], total: int, part: float) -> int:
    """The least value that this part of all values does not exceed."""
    below = 0
    return next(value for value, count in ordered if (below := below + count) >= part * total)


def label(outcome: Any) -> str:
    """An outcome as one line to count by. Of a struct: who and why, without lists such as everybody's points."""
    if isinstance(outcome, Enum):
        return str(outcome.value)
    if isinstance(outcome, str):
        return outcome
    if isinstance(outcome, msgspec.Struct):
        fields = msgspec.structs.asdict(outcome).items()
        return ", ".join(f"{name} {label(value)}" for name, value in fields if isinstance(value, SCALAR))
    return msgspec.json.encode(outcome).decode()
