"""Random play at scale: many games, counted.

Game number N of a simulation depends on the seed and on N alone, and counts only add up; so any number of processes or
machines, in any order, gives the same result.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, TypedDict

from fsm.catalogue import address_of, engine_of
from fsm.engine import Engine
from fsm.errors import PhasebookError, SimulationError
from fsm.settings import seed_of
from fsm.simulating.beginning import FirstPlayer, Start
from fsm.simulating.collecting import C, Progress, Work, count
from fsm.simulating.comparing import Comparison, Difference, PairRunner, PairTally, comparison, play_pairs
from fsm.simulating.intervals import Mean, Share, mean, share
from fsm.simulating.journal import Journal, Shelf, fingerprint
from fsm.simulating.plan import CHECK, Plan
from fsm.simulating.policies import Decision, Policy, policies_of, policy_of
from fsm.simulating.results import ending_in_words
from fsm.simulating.runner import Runner, play_batch
from fsm.simulating.signals import Stops
from fsm.simulating.simulation import Simulation, result
from fsm.simulating.tables import Column, Table, tables
from fsm.simulating.tally import Failure, Spread, Tally, spread
from fsm.simulating.workers import Cluster, Processes, Serial, Workers

__all__ = [
    "Cluster",
    "Column",
    "Comparison",
    "Decision",
    "Difference",
    "Failure",
    "FirstPlayer",
    "Mean",
    "Plan",
    "Policy",
    "Processes",
    "Serial",
    "Share",
    "Side",
    "Simulation",
    "SimulationError",
    "Spread",
    "Start",
    "Stops",
    "Table",
    "Workers",
    "compare",
    "ending_in_words",
    "mean",
    "policies_of",
    "policy_of",
    "runner",
    "share",
    "simulate",
    "spread",
    "tables",
]

MAX_MOVES = 10_000

Note: TypeAlias = Callable[[str], None]
"""Hears a sentence that a person should read."""


def quietly(_: str) -> None:
    """Nobody listens."""


def simulate(
    engine: Engine[Any] | str,
    games: int = 1_000,
    *,
    seed: int = 0,
    policy: str | Policy = "random",
    settings: Mapping[str, Any] | None = None,
    max_moves: int = MAX_MOVES,
    without: Iterable[str] = (),
    giving_up: bool = False,
    seats: Mapping[Any, str | Policy] | None = None,
    check: int = CHECK,
    workers: Workers | None = None,
    batch: int | None = None,
    progress: Progress | None = None,
    resume: str | Path | None = None,
    note: Note = quietly,
) -> Simulation:
    """Play many games.

    `workers` says who works: `Serial()`, `Processes(jobs)`, `Cluster(address)` or `Workers(executor)`. Other processes
    find engine and policy by name, so both must be importable there. Policies are not offered moves that give up,
    unless `giving_up`, nor the events that `without` names, while they have others. `seats` gives single seats a
    policy of their own. One of `check` moves is checked, and every move of the first games. `progress` is called after
    every batch with the number of its games. Ctrl-C ends the simulation with the games played so far; anything else
    that stops it is a `SimulationError`, which has them in `so_far`. `resume` names a file of finished batches: those
    in it are not played again, and each new one is written there at once. `note` is called with a sentence if some of
    it could not be read.
    """
    workers = workers or Serial()
    here = runner(
        engine,
        seed=seed,
        policy=policy,
        settings=settings,
        max_moves=max_moves,
        without=without,
        giving_up=giving_up,
        seats=seats,
        check=check,
        travels=workers.is_elsewhere,
    )
    here.try_start()
    tally = Tally()
    try:
        journal = journal_of(resume, Tally, note, here)
        work = Work(here.play, play_batch, here.plan)
        count(tally, work, games, workers=workers, batch=batch, progress=progress, journal=journal)
    except KeyboardInterrupt:
        pass  # what there is so far is an answer too, and `is_complete` is False
    except SimulationError as error:
        error.so_far = result(here, games, tally)
        raise
    return result(here, games, tally)


class Side(TypedDict, total=False):
    """What one side of a comparison may have of its own; the rest is as `simulate` has it."""

    policy: str | Policy
    settings: Mapping[str, Any] | None
    max_moves: int
    without: Iterable[str]
    giving_up: bool
    seats: Mapping[Any, str | Policy] | None
    check: int


def compare(
    engine: Engine[Any] | str,
    games: int = 1_000,
    *,
    first: Side | None = None,
    second: Side,
    seed: int = 0,
    workers: Workers | None = None,
    batch: int | None = None,
    progress: Progress | None = None,
    resume: str | Path | None = None,
    note: Note = quietly,
) -> Comparison:
    """Play the same games in two ways, each game of one seed on both sides, and take the differences game by game.

    It is stopped, goes on and fails as `simulate` does.
    """
    workers = workers or Serial()
    sides = (first or Side(), second)
    here = PairRunner(*(runner(engine, seed=seed, travels=workers.is_elsewhere, **side) for side in sides))
    here.first.try_start()
    here.second.try_start()
    tally = PairTally()
    try:
        journal = journal_of(resume, PairTally, note, here.first, here.second)
        work = Work(here.play, play_pairs, here.plan)
        count(tally, work, games, workers=workers, batch=batch, progress=progress, journal=journal)
    except KeyboardInterrupt:
        pass
    except SimulationError as error:
        error.so_far = comparison(here, games, tally)
        raise
    return comparison(here, games, tally)


def journal_of(path: str | Path | None, kind: type[C], note: Note, *runners: Runner[Any]) -> Journal[C] | None:
    """The file to go on with, if one is named."""
    if path is None:
        return None
    return Journal(Path(path), fingerprint(*runners), Shelf(kind, runners[0]), note)


def runner(
    engine: Engine[Any] | str,
    *,
    seed: int = 0,
    policy: str | Policy = "random",
    settings: Mapping[str, Any] | None = None,
    max_moves: int = MAX_MOVES,
    without: Iterable[str] = (),
    giving_up: bool = False,
    seats: Mapping[Any, str | Policy] | None = None,
    check: int = CHECK,
    travels: bool = False,
) -> Runner[Any]:
    """Where single games of a simulation can be played: `runner(engine, seed=1).session(17)`."""
    if max_moves < 1:
        raise PhasebookError(f"The most moves of a game must be at least 1, not {max_moves}.")
    if check < 0:
        raise PhasebookError(
            f"check={check} says nothing; give 1 to check every move, 10 for one of ten, or 0 for none."
        )
    found = engine_of(engine) if isinstance(engine, str) else engine
    policies = {str(seat): one for seat, one in (seats or {}).items()}
    plan = Plan(
        flow=engine if isinstance(engine, str) else address_of(engine, travels),
        policy=name_of(policy, travels),
        seed=seed_of(seed),
        max_moves=max_moves,
        settings=dict(settings or {}),
        without=tuple(without),
        giving_up=giving_up,
        seats={seat: name_of(one, travels) for seat, one in policies.items()},
        check=check,
    )
    return Runner(found, as_policy(policy), plan, {seat: as_policy(one) for seat, one in policies.items()})


def name_of(policy: str | Policy, travels: bool) -> str:
    """What a plan calls a policy."""
    return policy if isinstance(policy, str) else address_of(policy, travels)


def as_policy(policy: str | Policy) -> Policy:
    """A policy, given itself or by name."""
    return policy_of(policy) if isinstance(policy, str) else policy
