"""Random play at scale: many games, counted.

Game number N of a simulation depends on the seed and on N alone, and counts only add up; so any number of processes or
machines, in any order, gives the same result.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from fsm.catalogue import address_of, engine_of
from fsm.chart import Chart
from fsm.checking.coverage import Coverage, coverage_of
from fsm.engine import Engine
from fsm.errors import PhasebookError, SimulationError
from fsm.settings import seed_of
from fsm.simulating.plan import CHECK, Batch, Plan, packed, portions
from fsm.simulating.policies import Decision, Policy, policies_of, policy_of
from fsm.simulating.runner import Runner, play_batch
from fsm.simulating.signals import Interrupts, Stops
from fsm.simulating.tally import Failure, Number, Spread, Tally, spread
from fsm.simulating.workers import Cluster, Processes, Serial, Workers

__all__ = [
    "Cluster",
    "Decision",
    "Failure",
    "Plan",
    "Policy",
    "Processes",
    "Serial",
    "Simulation",
    "SimulationError",
    "Spread",
    "Stops",
    "Workers",
    "policies_of",
    "runner",
    "simulate",
    "spread",
]

MAX_MOVES = 10_000


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
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play many games.

    `workers` says who works: `Serial()`, `Processes(jobs)`, `Cluster(address)` or `Workers(executor)`. Other processes
    find engine and policy by name, so both must be importable there. Policies are not offered moves that give up,
    unless `giving_up`, nor the events that `without` names, while they have others. `seats` gives single seats a
    policy of their own. One of `check` moves is checked, and every move of the first games. `progress` is called after
    every batch with the number of its games. Ctrl-C ends the simulation with the games played so far; anything else
    that stops it is a `SimulationError`, which has them in `so_far`.
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
    if games < 1 or (batch is not None and batch < 1):
        raise PhasebookError(f"The numbers of games must be at least 1, not {games if games < 1 else batch}.")
    here.try_start()
    tally = Tally()
    try:
        collect(tally, results(workers, here, portions(games, batch)), progress)
    except KeyboardInterrupt:
        pass  # what there is so far is an answer too, and `is_complete` is False
    except SimulationError as error:
        error.so_far = result(here, games, tally)
        raise
    return result(here, games, tally)


def results(workers: Workers, here: Runner[Any], games: Iterable[range]) -> Iterator[Tally]:
    """What the workers bring. Whatever stops them is an error of the simulation, so that what there is is kept."""
    try:
        if workers.is_elsewhere:
            plan = packed(here.plan)
            yield from workers.work(play_batch, (Batch(plan, numbers) for numbers in games))
        else:
            yield from workers.work(here.play, games)
    except PhasebookError:
        raise
    except Exception as error:  # an executor of anybody's, on machines of anybody's
        raise SimulationError(f"The work cannot go on: {type(error).__name__}: {error}.") from error


def collect(tally: Tally, parts: Iterable[Tally], progress: Callable[[int], None] | None) -> None:
    """Add up."""
    for part in parts:
        with Interrupts() as interrupts:  # a batch counts whole or not at all
            tally.add(part)
            if progress is not None:
                progress(part.games)
        interrupts.check()


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
        raise PhasebookError(f"One of so many moves is checked, or none with 0; {check} is neither.")
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
    for (owner, score), games in sorted(scores.items()):
        found.setdefault(owner, {})[score] = games
    return found
