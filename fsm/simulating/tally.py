"""What is counted of many games. Whole numbers that add up and sets, so that no order of adding changes the result."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from typing import Any

import msgspec

Number = int | float

SCORES = ("scores", "totals", "points", "returns")
"""Fields of an outcome that hold a number for each seat or team."""

GROUPS = (list, tuple, set, frozenset)


class Failure(msgspec.Struct, frozen=True):
    """A game that went wrong: it is stuck, or a rule broke a promise."""

    game: int
    """Its number in the simulation."""
    kind: str
    """stuck, broken_invariant, changed_input, refused_legal_move or rule_error."""
    phase: str
    moves: int
    """Played before."""
    sentence: str
    log: str
    """The way there: `Session.replay(engine, failure.log)`. Empty if the game's start cannot be saved."""

    def __str__(self) -> str:
        return f"game {self.game}, {self.kind} in {self.phase} after {self.moves} moves: {self.sentence}"


class SettingsMet(set[Any]):
    """Settings of games. Only the game knows their type: it is asked when they are read from a file."""


class Tally(msgspec.Struct):
    """Counts of a batch of games."""

    games: int = 0
    moves: int = 0
    endings: Counter[str] = msgspec.field(default_factory=Counter)
    """finished, stuck, broken or unfinished."""
    lengths: Counter[int] = msgspec.field(default_factory=Counter)
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    scores: Counter[tuple[str, Number]] = msgspec.field(default_factory=Counter)
    """Games by whose score it is, and the score."""
    branching: Counter[int] = msgspec.field(default_factory=Counter)
    """Decisions by number of legal moves."""
    refusals: Counter[str] = msgspec.field(default_factory=Counter)
    phases: Counter[str] = msgspec.field(default_factory=Counter)
    rows: Counter[str] = msgspec.field(default_factory=Counter)
    answers: Counter[tuple[str, bool]] = msgspec.field(default_factory=Counter)
    """In how many games a guard gave an answer."""
    seats: Counter[str] = msgspec.field(default_factory=Counter)
    """Moves by seat, where seats have policies of their own."""
    last_phases: Counter[str] = msgspec.field(default_factory=Counter)
    """Games by the phase that they ended or were stopped in."""
    sentences: Counter[str] = msgspec.field(default_factory=Counter)
    """Games by their outcome in words."""
    returns: Counter[tuple[str, Number]] = msgspec.field(default_factory=Counter)
    """Games by seat and what it got."""
    seated: Counter[str] = msgspec.field(default_factory=Counter)
    """Games by seat, of those in which it is known who won."""
    wins: Counter[str] = msgspec.field(default_factory=Counter)
    """Games by seat that won."""
    starts: Counter[tuple[str, int, int, bool]] = msgspec.field(default_factory=Counter)
    """Games by who was the first to act, if one seat was; how many won, of how many seats; whether the first did."""
    settings_met: SettingsMet = msgspec.field(default_factory=SettingsMet)
    """Where settings decide which rows are in force. They have no order, as batches have none."""
    failure: Failure | None = None
    """The failure with the lowest number."""

    def add(self, other: "Tally") -> None:
        """Take in the counts of another batch."""
        self.games += other.games
        self.moves += other.moves
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))
        self.settings_met |= other.settings_met
        if other.failure is not None:
            self.fail(other.failure)

    def fail(self, failure: Failure) -> None:
        """Keep the failure of the game with the lowest number, in any order of adding."""
        if self.failure is None or failure.game < self.failure.game:
            self.failure = failure


COUNTERS = (
    "endings",
    "lengths",
    "outcomes",
    "scores",
    "branching",
    "refusals",
    "phases",
    "rows",
    "answers",
    "seats",
    "last_phases",
    "sentences",
    "returns",
    "seated",
    "wins",
    "starts",
)


class Spread(msgspec.Struct, frozen=True):
    """How a number is distributed."""

    mean: float
    least: Number
    median: Number
    ninth_tenth: Number
    """Nine of ten are at most this."""
    most: Number


def spread(histogram: Mapping[int, int] | Mapping[Number, int]) -> Spread | None:
    """The distribution of a histogram, or None of an empty one."""
    total = sum(histogram.values())
    if not total:
        return None
    ordered = sorted(histogram.items())
    mean = sum(value * count for value, count in ordered) / total
    at = [quantile(ordered, total, part) for part in (0.5, 0.9)]
    return Spread(mean, ordered[0][0], at[0], at[1], ordered[-1][0])


def quantile(ordered: Iterable[tuple[Number, int]], total: int, part: float) -> Number:
    """The least value that this part of all values does not exceed."""
    below = 0
    return next(value for value, count in ordered if (below := below + count) >= part * total)


# Reading an outcome


def scores_of(outcome: Any) -> Iterator[tuple[str, Number]]:
    """Whose score, and the score, from the fields of an outcome that are called as `SCORES` says."""
    for field, value in (named_parts(outcome) or {}).items():
        if is_scores(field, value):
            pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
            yield from ((f"{field} {label(whose)}", plain(score)) for whose, score in pairs)


def plain(number: Number) -> Number:
    """One way to write a number: 1, 1.0 and True count as the same, and the first to come would decide the words."""
    return int(number) if number == int(number) else number


def is_scores(field: str, value: Any) -> bool:
    """Whether a field holds a number for each seat."""
    if field not in SCORES or isinstance(value, str | bytes) or not isinstance(value, Collection):
        return False
    numbers = value.values() if isinstance(value, Mapping) else value
    return all(isinstance(number, int | float) and isfinite(number) for number in numbers)


def label(outcome: Any) -> str:
    """An outcome as one line to count by: who and why. With the scores, no two games would be alike."""
    if outcome is None:
        return "none"
    if isinstance(outcome, Enum):
        return label(outcome.value)
    if isinstance(outcome, bool):
        return "yes" if outcome else "no"
    parts = named_parts(outcome)
    if parts is not None:
        kept = {field: value for field, value in parts.items() if not is_scores(field, value)}
        return ", ".join(f"{field} {inner(value)}" for field, value in kept.items()) or "finished"
    if isinstance(outcome, GROUPS):
        return " and ".join(in_order(outcome)) or "none"
    return type(outcome).__name__ if is_mute(outcome) else str(outcome)


def inner(value: Any, *bracketed: type) -> str:
    """A part of an outcome; one that has parts of its own stands in brackets."""
    return f"({label(value)})" if named_parts(value) or (value and isinstance(value, bracketed)) else label(value)


def in_order(values: Collection[Any]) -> list[str]:
    """Each value in words; those of a set have no order of their own."""
    said = [inner(value, *GROUPS) for value in values]
    return sorted(said) if isinstance(values, set | frozenset) else said


def is_mute(value: Any) -> bool:
    """Has no words but the ones that every object has, with an address that is another in every process."""
    kind: Any = type(value)
    return kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__


def named_parts(outcome: Any) -> dict[str, Any] | None:
    """Fields of a struct, a data class or a named tuple, entries of a mapping; None of anything else."""
    if isinstance(outcome, Mapping):
        return {label(name): value for name, value in outcome.items()}
    if isinstance(outcome, msgspec.Struct):
        names: Iterable[str] = outcome.__struct_fields__
    elif is_dataclass(outcome):
        names = [field.name for field in fields(outcome)]
    elif isinstance(outcome, tuple) and hasattr(outcome, "_fields"):
        names = outcome._fields
    else:
        return None
    return {name: getattr(outcome, name) for name in names}
