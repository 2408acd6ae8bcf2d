"""Where simulated games are played, in whichever process: plans and batches that travel, and the loop of a game."""

from functools import cache
from hashlib import blake2b
from typing import Any, Generic

import msgspec

from fsm.catalogue import engine_of
from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move
from fsm.policies import Decision, Policy, policy_of
from fsm.session import Session
from fsm.snapshot import G, Kind, Refusal, Snapshot, Trace
from fsm.starts import starter
from fsm.tally import Tally, label


class Plan(msgspec.Struct, frozen=True):
    """What every game of a simulation shares. Names only, so that it can travel."""

    flow: str
    policy: str
    seed: int
    max_moves: int
    settings: dict[str, Any] = {}
    without: tuple[str, ...] = ()
    """Events that the policy is not offered while it has others, such as giving up."""


class Batch(msgspec.Struct, frozen=True):
    """Some games of a plan in a row."""

    plan: Plan
    first: int
    games: int


class SimulationError(PhasebookError):
    """A rule or a policy failed in the middle of a game; the message names the game."""


class Record(msgspec.Struct, Generic[G]):
    """One game while it is played."""

    seed: int
    snapshot: Snapshot[G]
    trace: Trace
    length: int = 0
    widths: list[int] = []
    phases: list[str] = []
    refusals: list[str] = []


class Bench(Generic[G]):
    """Plays the games of one plan."""

    def __init__(self, engine: Engine[G], policy: Policy, plan: Plan) -> None:
        self.engine = engine
        self.policy = policy
        self.plan = plan
        self.start = starter(engine, plan.settings)
        self.avoided = {move_type_of(engine, event) for event in plan.without}
        self.ends = {leaf.path for leaf in engine.chart.leaves if leaf.final and leaf.parent is None}

    def play(self, batch: Batch) -> Tally:
        """Play a batch and count."""
        tally = Tally()
        for number in range(batch.first, batch.first + batch.games):
            self.count(tally, self.play_one(number))
        return tally

    def play_one(self, number: int) -> Record[G]:
        """Play one game to its end, or to the most moves."""
        seed, trace = game_seed(self.plan.seed, number), Trace()
        game = Record(seed, self.start(seed, trace), trace)
        try:
            self.run(game)
        except Exception as error:  # rules and policies are a stranger's code: name the game, then let it through
            raise SimulationError(
                f"Game {number} of seed {self.plan.seed} failed in {game.snapshot.phase!r} after {game.length} moves: "
                f"{type(error).__name__}: {error}; its own seed is {seed}."
            ) from error
        game.phases.append(game.snapshot.phase)
        return game

    def run(self, game: Record[G]) -> None:
        """Decision after decision."""
        legal_moves, play, policy, engine = self.engine.legal_moves, self.engine.play, self.policy, self.engine
        for number in range(self.plan.max_moves):
            snapshot = game.snapshot
            if snapshot.phase in self.ends or not (moves := legal_moves(snapshot)):
                return
            game.widths.append(len(moves))
            game.phases.append(snapshot.phase)
            after = play(snapshot, policy(Decision(engine, snapshot, self.offer(moves), game.seed, number)), game.trace)
            if isinstance(after, Refusal):
                game.refusals.append(reason(after))
            else:
                game.snapshot = after
                game.length += 1

    def offer(self, moves: list[Move]) -> list[Move]:
        """The legal moves without those to avoid, unless there are no others."""
        if not self.avoided:
            return moves
        return [move for move in moves if type(move) not in self.avoided] or moves

    def count(self, tally: Tally, game: Record[G]) -> None:
        """Add a game that was played."""
        ending = self.ending(game.snapshot)
        tally.games += 1
        tally.moves += game.length
        tally.endings[ending] += 1
        tally.outcomes[self.outcome(game.snapshot) if ending == "finished" else f"{ending}: {game.snapshot.phase}"] += 1
        tally.lengths[game.length] += 1
        tally.branching.update(game.widths)
        tally.refusals.update(game.refusals)
        tally.phases.update(game.phases)
        tally.arrows.update(game.trace.arrows)
        tally.answers.update(game.trace.guards)

    def ending(self, snapshot: Snapshot[G]) -> str:
        """How far a game came."""
        if snapshot.phase in self.ends:
            return "finished"
        return "unfinished" if self.engine.legal_moves(snapshot) else "stuck"

    def outcome(self, snapshot: Snapshot[G]) -> str:
        """How a finished game ended, in its own words or by its last phase."""
        outcome = self.engine.outcome(snapshot)
        return snapshot.phase if outcome is None else label(outcome)

    def session(self, number: int) -> Session[G]:
        """One game of the plan as a session, to look at, write or replay."""
        seed = game_seed(self.plan.seed, number)
        session = Session(self.engine, self.start(seed, None))
        for decision in range(self.plan.max_moves):
            if session.snapshot.phase in self.ends or not (moves := self.engine.legal_moves(session.snapshot)):
                break
            session.send(self.policy(Decision(self.engine, session.snapshot, self.offer(moves), seed, decision)))
        return session


def move_type_of(engine: Engine[Any], event: str) -> type[Move]:
    """The move type that sends an event."""
    if event not in engine.move_type:
        raise PhasebookError(f"{engine.name} has no event {event!r}; its events are {', '.join(engine.move_type)}.")
    return engine.move_type[event]


def play_batch(batch: Batch) -> Tally:
    """Play a batch in a process that knows nothing but names."""
    return bench_of(msgspec.json.encode(batch.plan)).play(batch)


@cache
def bench_of(plan: bytes) -> Bench[Any]:
    """A process makes the bench of a plan once."""
    made = msgspec.json.decode(plan, type=Plan)
    return Bench(engine_of(made.flow), policy_of(made.policy), made)


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a simulation."""
    return int.from_bytes(blake2b(b"game %d:%d" % (seed, number), digest_size=8).digest(), "little") >> 2


def reason(refusal: Refusal) -> str:
    """What a refusal counts as: the guard that said no, or the event that the phase does not know."""
    if refusal.kind is Kind.GUARDED:
        return f"{refusal.guard}: {refusal.message}"
    return f"{refusal.kind.value} in {refusal.phase}: {type(refusal.move).__name__}"
