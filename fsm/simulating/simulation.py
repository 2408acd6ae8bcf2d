"""What came out of a simulation: the counts in a fixed order, and what follows from them."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from fsm.chart import Chart
from fsm.checking.coverage import Coverage, coverage_of
from fsm.simulating.beginning import FirstPlayer, Start, first_player
from fsm.simulating.intervals import Mean, Share, mean, share
from fsm.simulating.plan import Plan
from fsm.simulating.runner import Runner
from fsm.simulating.tally import Failure, Number, Spread, Tally, spread


class Simulation(msgspec.Struct, frozen=True):
    """What came out. Two simulations of the same plan are equal, however they were run."""

    plan: Plan
    wanted: int
    games: int
    moves: int
    endings: dict[str, int]
    """finished: in a final phase. unfinished: stopped at the most moves. stuck: no legal move. broken: a rule
    raised, changed its input or refused a legal move, or an invariant does not hold."""
    outcomes: dict[str, int]
    """By how the game says it ended, or by its last phase."""
    scores: dict[str, dict[Number, int]]
    """Games by score, for each number in the outcome's `scores`, `totals`, `points` or `returns`."""
    lengths: dict[int, int]
    """Games by number of moves."""
    branching: dict[int, int]
    """Decisions by number of legal moves."""
    refusals: dict[str, int]
    """Illegal moves that the policy tried, by the reason that it was given."""
    seats: dict[str, int]
    """Moves by seat, where seats have policies of their own."""
    sentences: dict[str, int]
    """Games by their outcome in words."""
    returns: dict[str, dict[Number, int]]
    """Games by what a seat got, for each seat of an engine that says so."""
    seated: dict[str, int]
    """Games by seat, of those in which it is known who won."""
    wins: dict[str, int]
    """Games that a seat won, zeros included."""
    starts: tuple[Start, ...]
    """Games by who was the first to act, and whether that seat won."""
    decisions: dict[str, int]
    """Decisions by phase."""
    failure: Failure | None
    """The first game that is stuck or broken."""
    chart: Chart
    """The flow under the settings that its games had."""
    coverage: Coverage
    """Of that chart. Phases count decisions and endings, rows how often they were taken, guards the games that saw
    an answer."""

    @property
    def is_complete(self) -> bool:
        """Whether every game wanted was played."""
        return self.games == self.wanted

    @property
    def failures(self) -> int:
        """Games that are stuck or broken."""
        return self.endings.get("stuck", 0) + self.endings.get("broken", 0)

    @property
    def length(self) -> Spread | None:
        """How many moves games had."""
        return spread(self.lengths)

    @property
    def branching_factor(self) -> Spread | None:
        """How many legal moves there were to decide between."""
        return spread(self.branching)

    @property
    def win_shares(self) -> dict[str, Share]:
        """How often each seat won, of the games in which it is known who did."""
        return {seat: share(self.wins[seat], games) for seat, games in self.seated.items()}

    @property
    def first_player(self) -> FirstPlayer | None:
        """How the seat that acts first fares; None if nobody ever was the first alone, or if seats play by different
        policies: what it wins would then tell of these."""
        policies = {self.plan.seats.get(seat, self.plan.policy) for seat in self.seated}
        return first_player(self.starts) if len(policies) <= 1 else None

    @property
    def score_means(self) -> dict[str, Mean]:
        """The mean of each score."""
        return {owner: mean(histogram) for owner, histogram in self.scores.items()}

    @property
    def return_means(self) -> dict[str, Mean]:
        """What each seat got in the mean."""
        return {seat: mean(histogram) for seat, histogram in self.returns.items()}

    @property
    def phase_shares(self) -> dict[str, float]:
        """Which part of all decisions each phase had. Those of one game hang together, so there is no interval."""
        return {phase: number / sum(self.decisions.values()) for phase, number in self.decisions.items()}


def result(here: Runner[Any], wanted: int, tally: Tally) -> Simulation:
    """The counts in a fixed order: numbers ascending, names by count."""
    chart = here.engine.chart_for(*tally.settings_met)
    return Simulation(
        plan=here.plan,
        wanted=wanted,
        games=tally.games,
        moves=tally.moves,
        endings=ranked(tally.endings),
        outcomes=ranked(tally.outcomes),
        scores=by_owner(tally.scores),
        lengths=dict(sorted(tally.lengths.items())),
        branching=dict(sorted(tally.branching.items())),
        refusals=ranked(tally.refusals),
        seats=ranked(tally.seats),
        sentences=ranked(tally.sentences),
        returns=by_owner(tally.returns),
        seated={seat: tally.seated[seat] for seat in sorted(tally.seated, key=natural)},
        wins={seat: tally.wins[seat] for seat in sorted(tally.seated, key=natural)},
        starts=tuple(Start(*key, games) for key, games in sorted(tally.starts.items())),
        decisions=decisions(chart, tally),
        failure=tally.failure,
        chart=chart,
        coverage=coverage_of(chart, tally.phases, tally.rows, tally.answers.items()),
    )


def ranked(counts: Mapping[str, int]) -> dict[str, int]:
    """Most first; of equals, by name."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def by_owner(scores: Mapping[tuple[str, Number], int]) -> dict[str, dict[Number, int]]:
    """For each owner a histogram of scores."""
    found: dict[str, dict[Number, int]] = {}
    for (owner, score), games in sorted(scores.items(), key=lambda item: (natural(item[0][0]), item[0][1])):
        found.setdefault(owner, {})[score] = games
    return found


def natural(name: str) -> list[tuple[int, str]]:
    """By which names are sorted as people do: seat 10 comes after seat 2."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]


def decisions(chart: Chart, tally: Tally) -> dict[str, int]:
    """Decisions by phase, in the chart's order. A tally counts the phase that a game ends in, too."""
    found = {leaf.path: tally.phases[leaf.path] - tally.last_phases[leaf.path] for leaf in chart.leaves}
    return {phase: number for phase, number in found.items() if number}
