"""Random play at scale: many games, counted.

Game number N of a simulation depends on the seed and on N alone, and counts only add up; so any number of processes or
machines, in any order, gives the same result.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from fsm.addresses import address_of
from fsm.bench import Batch, Bench, Plan, SimulationError, play_batch
from fsm.catalogue import engine_of
from fsm.coverage import Coverage, chart_in_force, coverage_of
from fsm.crews import Cluster, Crew, Interrupts, Processes, Serial
from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.policies import Decision, Policy, policy_of
from fsm.settings import seed_of
from fsm.tally import Spread, Tally, spread

__all__ = [
    "Cluster",
    "Crew",
    "Decision",
    "Plan",
    "Policy",
    "Processes",
    "Serial",
    "Simulation",
    "SimulationError",
    "bench",
    "simulate",
]

MAX_MOVES = 10_000
LARGEST_BATCH = 500


class Simulation(msgspec.Struct, frozen=True):
    """What came out. Two simulations of the same plan are equal, however they were run."""

    plan: Plan
    wanted: int
    games: int
    moves: int
    endings: dict[str, int]
    """finished: in a final phase. stuck: no legal move. unfinished: stopped at the most moves."""
    outcomes: dict[str, int]
    """By how the game says it ended, or by its last phase."""
    lengths: dict[int, int]
    """Games by number of moves."""
    branching: dict[int, int]
    """Decisions by number of legal moves."""
    refusals: dict[str, int]
    """Illegal moves that the policy tried, by the reason that it was given."""
    coverage: Coverage
    """Phases count decisions and endings, arrows how often they were taken, guards the games that saw an answer."""

    @property
    def is_complete(self) -> bool:
        """Whether every game wanted was played."""
        return self.games == self.wanted

    @property
    def length(self) -> Spread | None:
        """Moves a game."""
        return spread(self.lengths)

    @property
    def branching_factor(self) -> Spread | None:
        """Legal moves a decision."""
        return spread(self.branching)


def simulate(
    engine: Engine[Any] | str,
    games: int = 1_000,
    *,
    seed: int = 0,
    policy: str | Policy = "random",
    settings: Mapping[str, Any] | None = None,
    max_moves: int = MAX_MOVES,
    without: Iterable[str] = (),
    crew: Crew | None = None,
    batch: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play many games.

    `crew` says who works: `Serial()`, `Processes(jobs)`, `Cluster(address)` or `Crew(executor)`. One in other processes
    finds engine and policy by name, so both must be importable there. `without` names events that the policy is not
    offered while it has others: where giving up is always legal, random play would do little else. `progress` is told
    of every batch how many games it was. Ctrl-C ends the simulation with the games played so far.
    """
    crew = crew or Serial()
    here = bench(
        engine,
        seed=seed,
        policy=policy,
        settings=settings,
        max_moves=max_moves,
        without=without,
        travels=crew.is_elsewhere,
    )
    if games < 1 or (batch is not None and batch < 1):
        raise PhasebookError(f"The numbers of games must be at least 1, not {games if games < 1 else batch}.")
    here.start(0, None)  # wrong settings are found here, once, before any work is handed out
    tally = Tally()
    try:
        for part in crew.work(play_batch if crew.is_elsewhere else here.play, batches(here.plan, games, batch)):
            with Interrupts() as interrupts:  # a batch counts whole or not at all
                tally.add(part)
                if progress is not None:
                    progress(part.games)
            interrupts.check()
    except KeyboardInterrupt:
        pass  # what there is so far is an answer too; `is_complete` tells
    return result(here, games, tally)


def bench(
    engine: Engine[Any] | str,
    *,
    seed: int = 0,
    policy: str | Policy = "random",
    settings: Mapping[str, Any] | None = None,
    max_moves: int = MAX_MOVES,
    without: Iterable[str] = (),
    travels: bool = False,
) -> Bench[Any]:
    """Where single games of a simulation can be played: `bench(engine, seed=1).session(17)`."""
    if max_moves < 1:
        raise PhasebookError(f"The most moves of a game must be at least 1, not {max_moves}.")
    found = engine_of(engine) if isinstance(engine, str) else engine
    flow = engine if isinstance(engine, str) else address_of(engine, travels)
    named = policy if isinstance(policy, str) else address_of(policy, travels)
    plan = Plan(flow, named, seed_of(seed), max_moves, dict(settings or {}), tuple(without))
    return Bench(found, policy_of(policy) if isinstance(policy, str) else policy, plan)


def batches(plan: Plan, games: int, size: int | None) -> Iterator[Batch]:
    """The work in portions."""
    step = size or max(1, min(LARGEST_BATCH, games // 64))
    return (Batch(plan, first, min(step, games - first)) for first in range(0, games, step))


def result(here: Bench[Any], wanted: int, tally: Tally) -> Simulation:
    """The counts in a fixed order: numbers ascending, names by count."""
    chart = chart_in_force(here.engine, here.start(0, None).game)
    return Simulation(
        plan=here.plan,
        wanted=wanted,
        games=tally.games,
        moves=tally.moves,
        endings=ranked(tally.endings),
        outcomes=ranked(tally.outcomes),
        lengths=dict(sorted(tally.lengths.items())),
        branching=dict(sorted(tally.branching.items())),
        refusals=ranked(tally.refusals),
        coverage=coverage_of(chart, tally.phases, tally.arrows, tally.answers.items()),
    )


def ranked(counts: Mapping[str, int]) -> dict[str, int]:
    """Most first; of equals, by name."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
