"""Two ways to play the same games, beside each other: other settings, or other policies.

Game N of both sides begins with the same seed, so that luck is shared as far as it goes. Each difference is taken game
by game, the second side less the first; games are independent of each other, so the mean of their differences has an
honest interval, however much or little the two games of a pair have in common.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from fsm.simulating.intervals import Mean, difference
from fsm.simulating.plan import Batch, Plan, packed, unpacked
from fsm.simulating.runner import Runner, runner_of
from fsm.simulating.simulation import Simulation, by_owner, result
from fsm.simulating.tally import Number, Tally

MOVES = "moves a game"


class Pair(msgspec.Struct, frozen=True):
    """Two plans, which share seed and flow."""

    first: Plan
    second: Plan


class PairTally(msgspec.Struct):
    """Counts of two sides. A measure that only one game of a pair has is not compared."""

    first: Tally = msgspec.field(default_factory=Tally)
    second: Tally = msgspec.field(default_factory=Tally)
    firsts: Counter[tuple[str, Number]] = msgspec.field(default_factory=Counter)
    """Pairs by measure and its value in the first game."""
    seconds: Counter[tuple[str, Number]] = msgspec.field(default_factory=Counter)
    differences: Counter[tuple[str, Number]] = msgspec.field(default_factory=Counter)

    @property
    def games(self) -> int:
        """Pairs."""
        return self.first.games

    def add(self, other: "PairTally") -> None:
        """Take in the counts of another batch."""
        self.first.add(other.first)
        self.second.add(other.second)
        for name in ("firsts", "seconds", "differences"):
            getattr(self, name).update(getattr(other, name))

    def add_pair(self, first: Tally, second: Tally) -> None:
        """Count one game of each side."""
        self.first.add(first)
        self.second.add(second)
        values, others = measures(first), measures(second)
        for name in values.keys() & others.keys():
            self.firsts[name, values[name]] += 1
            self.seconds[name, others[name]] += 1
            self.differences[name, others[name] - values[name]] += 1


def measures(game: Tally) -> dict[str, Number]:
    """What can be compared of one game, by name."""
    return {
        MOVES: game.moves,
        **{f"wins of seat {seat}": game.wins[seat] for seat in game.seated},
        **{f"returns of seat {seat}": value for seat, value in game.returns},
        **dict(game.scores.keys()),
    }


class PairRunner:
    """Plays each game on both sides."""

    def __init__(self, first: Runner[Any], second: Runner[Any]) -> None:
        self.first = first
        self.second = second

    @property
    def plan(self) -> Pair:
        """For another process."""
        return Pair(self.first.plan, self.second.plan)

    def play(self, games: Iterable[int]) -> PairTally:
        """Play the games of these numbers, and count."""
        tally = PairTally()
        for number in games:
            tally.add_pair(self.first.play([number]), self.second.play([number]))
        return tally


def play_pairs(batch: Batch) -> PairTally:
    """Play a batch in a process that was given nothing else."""
    return pair_runner_of(batch.plan).play(batch.games)


@lru_cache(maxsize=16)
def pair_runner_of(plan: bytes) -> PairRunner:
    """The runner of two plans, which a process makes once and not for every batch."""
    pair: Pair = unpacked(plan)
    return PairRunner(runner_of(packed(pair.first)), runner_of(packed(pair.second)))


# What came out


class Difference(msgspec.Struct, frozen=True):
    """One measure of both sides."""

    measure: str
    pairs: int
    """Games that have it on both sides."""
    first: float
    second: float
    more: Mean
    """How much more the second side has, game by game."""

    @property
    def is_clear(self) -> bool:
        """Whether chance alone hardly explains it."""
        return self.more.is_clear

    @property
    def sentence(self) -> str:
        """What it says, for people."""
        if self.more.low is None or self.more.high is None:
            return "One pair of games says nothing about the next."
        if self.more.low == self.more.high == 0:
            return "The same in every game."
        if not self.is_clear:
            return "Not clear of chance: more games may tell, or there is no difference."
        reach = sorted((abs(self.more.low), abs(self.more.high)))
        more = "more" if self.more.mean > 0 else "less"
        return f"Clear of chance: the second side has {quantity(reach[0])} to {quantity(reach[1])} {more}."


class Comparison(msgspec.Struct, frozen=True):
    """What came out on both sides."""

    first: Simulation
    second: Simulation
    firsts: dict[str, dict[Number, int]]
    """For each measure, pairs by the value of the first side."""
    seconds: dict[str, dict[Number, int]]
    changes: dict[str, dict[Number, int]]
    """For each measure, pairs by how much more the second side has."""

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Every measure that both sides have: first the moves, then wins, returns and scores."""
        return tuple(self._differences())

    def _differences(self) -> Iterator[Difference]:
        for name in sorted(self.changes, key=rank):
            more = difference(self.changes[name], of_shares=name.startswith("wins "))
            yield Difference(name, more.count, average(self.firsts[name]), average(self.seconds[name]), more)

    @property
    def is_complete(self) -> bool:
        """Whether every game wanted was played, on both sides."""
        return self.first.is_complete

    @property
    def games(self) -> int:
        """Pairs of games."""
        return self.first.games


def comparison(here: PairRunner, wanted: int, tally: PairTally) -> Comparison:
    """The counts in a fixed order."""
    return Comparison(
        result(here.first, wanted, tally.first),
        result(here.second, wanted, tally.second),
        by_owner(tally.firsts),
        by_owner(tally.seconds),
        by_owner(tally.differences),
    )


def rank(measure: str) -> int:
    """Where a measure stands; those of a kind stay in the order of their seats."""
    kinds = (MOVES, "wins ", "returns ")
    return next((place for place, kind in enumerate(kinds) if measure.startswith(kind)), len(kinds))


def average(histogram: Mapping[Number, int]) -> float:
    return difference(histogram).mean


def quantity(number: float) -> str:
    """A number with as many digits as are of use."""
    return f"{number:,.2f}" if abs(number) >= 1 else f"{number:.3f}"
