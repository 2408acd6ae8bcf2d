"""Plays the games of a plan, in any process: decision after decision, checked on the way, and counted."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Generic

import msgspec

from fsm.catalogue import engine_of
from fsm.checking.probing import refused_although_legal, stuck
from fsm.checking.starts import check_settings, starter
from fsm.compiler.rolling import Changed
from fsm.engine import Engine
from fsm.errors import PhasebookError, SimulationError
from fsm.moves import Move, is_among, move_text, offered, seat_of
from fsm.running.logs import line_of
from fsm.running.sentences import code_of_guard
from fsm.session import Session
from fsm.simulating.counting import CountedPlay
from fsm.simulating.plan import Batch, Plan, game_seed, unpacked
from fsm.simulating.policies import BySeat, Decision, Policy, check_seats, policy_of
from fsm.simulating.results import count_result
from fsm.simulating.tally import Failure, Tally, label, scores_of
from fsm.simulating.watch import BrokenGameError, Watch
from fsm.snapshot import G, Refusal, RefusalKind, Snapshot, Trace
from fsm.values.quoting import shown
from fsm.values.sentences import names_in

CHECKED_THROUGHOUT = 20
"""Games, from the first one on, whose invariants are asked after every move."""

LOOK = 4
"""Of so many moves that are checked, one is looked at for a rule that changes its input."""

FOREIGN_ERRORS = (Exception, SystemExit)
"""What rules and policies, which are not ours, may raise. Only Ctrl-C is for somebody else."""


class Record(msgspec.Struct, Generic[G]):
    """One game while it is played."""

    number: int
    seed: int
    first: Snapshot[G]
    snapshot: Snapshot[G]
    trace: Trace
    settings_met: list[Any] = []
    """Where settings decide which rows are in force; a move may change them."""
    moves: list[Move] = []
    trying: Move | None = None
    """The move that is being played."""
    widths: list[int] = []
    phases: list[str] = []
    refusals: list[str] = []
    ending: str = ""
    failure: Failure | None = None


class Runner(Generic[G]):
    """Plays the games of one plan."""

    def __init__(self, engine: Engine[G], policy: Policy, plan: Plan, seats: dict[str, Policy]) -> None:
        check_seats(engine, seats)
        self.engine = engine
        self.policy = BySeat(seats, policy) if seats else policy
        self.plan = plan
        self.start = starter(engine, plan.settings)
        self.avoided = avoided_types(engine, plan)
        self.is_choosy = bool(self.avoided) or any(kind.avoided for kind in engine.moves)
        self.asks_settings = bool(engine.chart.static_guards)
        sentences = {code_of_guard(guard): guard.sentence for row in engine.chart.rows for guard in row.guards}
        self.varying = {code: sentence for code, sentence in sentences.items() if names_in(sentence)}
        self.counted = CountedPlay(self)
        self.ends = {leaf.path for leaf in engine.chart.leaves if leaf.final and leaf.parent is None}

    def play(self, games: Iterable[int]) -> Tally:
        """Play the games of these numbers, and count."""
        tally = Tally()
        for number in games:
            self.count(tally, self.play_one(number))
        return tally

    # One game

    def play_one(self, number: int) -> Record[G]:
        """Play one game to its end, or to the most moves, or to the first rule that breaks a promise."""
        game = self.begin(number)
        try:
            self.check(game.snapshot)
            self.run(game)
            self.check(game.snapshot)
            game.ending = self.ending(game.snapshot)
        except SimulationError:
            raise
        except BrokenGameError as broken:
            self.fail(game, broken.kind, broken.sentence)
        except FOREIGN_ERRORS as error:  # whatever a rule raises is the finding
            doing = "" if game.trying is None else f" while playing {move_text(game.trying)}"
            self.fail(game, "rule_error", f"{type(error).__name__}{doing}: {shown(str(error))}")
        if game.ending == "stuck":
            self.fail(game, "stuck", stuck(self.engine, game.snapshot))
        game.phases.append(game.snapshot.phase)
        return game

    def try_start(self) -> None:
        """What cannot begin at all, such as wrong settings, is found before any work is handed out."""
        first = self.start(0, None)
        check_settings(self.engine, first)
        try:
            self.engine.broken(first)
        except FOREIGN_ERRORS as error:
            raise SimulationError(
                f"An invariant of {self.engine.name} raised {type(error).__name__} before the first move: {error}; "
                "correct it."
            ) from error

    def begin(self, number: int) -> Record[G]:
        """A game before its first move."""
        seed, trace = self.seed_of(number), Trace()
        try:
            first = self.start(seed, trace)
        except PhasebookError as error:
            raise SimulationError(f"Game {number} of seed {self.plan.seed} cannot be started: {error}") from error
        game = Record(number, seed, first, first, trace)
        if self.asks_settings:
            self.note_settings(game)
        return game

    def seed_of(self, number: int) -> int:
        """The seed of one game."""
        return game_seed(self.plan.seed, number)

    def note_settings(self, game: Record[G]) -> None:
        """Remember the settings of a game, unless they are still those of the last time."""
        settings: Any = game.snapshot.game.settings  # type: ignore[attr-defined]  # static guards read it
        if not game.settings_met or game.settings_met[-1] is not settings:
            game.settings_met.append(settings)

    def run(self, game: Record[G]) -> None:
        """Decision after decision: by generated turns, or else step by step.

        What turns cannot get past, steps do not get past either, unless a rule has changed its input.
        """
        trouble = self.counted.play(game)
        if trouble is not None:
            self.run_by_steps(game)
            if not isinstance(trouble, Changed):
                raise trouble

    def run_by_steps(self, game: Record[G]) -> None:
        """The same, whatever the policy and the rules do."""
        ask, look = self.checks(game.number)
        for number in range(self.plan.max_moves):
            if not self.play_next(game, number, ask, look):
                return

    def play_next(self, game: Record[G], number: int, ask: int, look: int) -> bool:
        """One decision, whose move is played, or refused; False if there is none."""
        snapshot = game.snapshot
        watch = self.watch(game) if look and (number + game.number) % look == 0 else None
        if snapshot.phase in self.ends or not (moves := self.engine.legal_moves(snapshot)):
            return False
        game.widths.append(len(moves))
        game.phases.append(snapshot.phase)
        game.trying = self.decide(game, moves, number)
        if watch is not None:
            watch.has_been_asked()
        after = self.engine.step_traced(snapshot, game.trying, game.trace)
        if isinstance(after, Refusal):
            self.refused(game, after, moves)
            return True
        game.moves.append(game.trying)
        game.snapshot, game.trying = after, None
        if self.asks_settings:
            self.note_settings(game)
        if watch is not None:
            watch.has_been_played(game.moves[-1])
        if ask and (number + game.number) % ask == 0:
            self.check(after)
        return True

    def decide(self, game: Record[G], moves: list[Move], number: int) -> Move:
        """Ask the policy."""
        if self.is_choosy:
            moves = offered(moves, self.avoided)
        decision = Decision(self.engine, game.snapshot, moves, game.seed, number, self.avoided)
        try:
            return self.policy(decision)
        except FOREIGN_ERRORS as error:
            raise self.failed(game, "the policy", error) from error

    def failed(self, game: Record[G], what: str, error: BaseException) -> SimulationError:
        """Names the game in which a simulation cannot go on."""
        return SimulationError(
            f"Game {game.number} of seed {self.plan.seed} failed in {game.snapshot.phase!r} after {len(game.moves)} "
            f"moves: {what} raised {type(error).__name__}: {error}; correct it, the seed of that game is {game.seed}."
        )

    def ending(self, snapshot: Snapshot[G]) -> str:
        """How far a game came."""
        if snapshot.phase in self.ends:
            return "finished"
        return "unfinished" if self.engine.legal_moves(snapshot) else "stuck"

    def session(self, number: int) -> Session[G]:
        """One game of the plan as a session, to look at, write or replay."""
        game = self.begin(number)
        session = Session(self.engine, game.first)
        for decision in range(self.plan.max_moves):
            game.snapshot = session.snapshot
            if session.snapshot.phase in self.ends or not (moves := self.engine.legal_moves(session.snapshot)):
                break
            session.send(self.decide(game, moves, decision))
        return session

    # Checking

    def checks(self, number: int) -> tuple[int, int]:
        """After one of how many moves the invariants are asked, and a snapshot is compared with what it was.

        Comparing costs more, so it is done less often. Which moves these are changes from game to game.
        """
        ask = min(self.plan.check, 1) if number < CHECKED_THROUGHOUT else self.plan.check
        return ask, ask if self.plan.check == 1 else ask * LOOK

    def check(self, snapshot: Snapshot[G]) -> None:
        """Every invariant holds."""
        for name in self.engine.broken(snapshot) if self.plan.check else ():
            raise BrokenGameError("broken_invariant", f"The invariant {name!r} does not hold.")

    def watch(self, game: Record[G]) -> Watch:
        """Looks at a decision from before the rules are asked."""
        return Watch(self.engine.chart, game.snapshot, game.trace)

    def refused(self, game: Record[G], refusal: Refusal, legal: list[Move]) -> None:
        """Policies may try what they like, but a move that was called legal must be accepted."""
        if is_among(refusal.move, legal):
            raise BrokenGameError("refused_legal_move", refused_although_legal(refusal.move, refusal))
        game.refusals.append(reason(refusal, self.varying))

    def fail(self, game: Record[G], kind: str, sentence: str) -> None:
        """Note a failure, with the way to it."""
        game.ending = "stuck" if kind == "stuck" else "broken"
        moves = [*game.moves, *([] if game.trying is None else [game.trying])]
        log = self.log(game.first, moves)
        game.failure = Failure(game.number, kind, game.snapshot.phase, len(game.moves), sentence, log)

    def log(self, first: Snapshot[G], moves: list[Move]) -> str:
        """The way to a failure as a session log, written without playing it: it may not come through twice."""
        try:
            header = Session(self.engine, first).write_log().decode()
            return header + b"".join(line_of(move, "", "A move") for move in moves).decode()
        except Exception:  # a game that cannot be saved has no log; the failure is reported all the same
            return ""

    # Counting

    def count(self, tally: Tally, game: Record[G]) -> None:
        """Add a game that was played."""
        tally.games += 1
        tally.moves += len(game.moves)
        tally.settings_met.update(game.settings_met)
        tally.endings[game.ending] += 1
        tally.lengths[len(game.moves)] += 1
        tally.branching.update(game.widths)
        tally.refusals.update(game.refusals)
        tally.phases.update(game.phases)
        tally.last_phases[game.snapshot.phase] += 1
        tally.rows.update(game.trace.rows)
        tally.answers.update(game.trace.guards)
        if self.plan.seats:
            tally.seats.update(str(seat_of(move)) for move in game.moves)
        if game.failure is not None:
            tally.fail(game.failure)
        self.count_outcome(tally, game)

    def count_outcome(self, tally: Tally, game: Record[G]) -> None:
        """How a game ended: in its own words if it is finished and has some, or by its last phase."""
        phase = game.snapshot.phase
        if game.ending != "finished":
            tally.outcomes[f"{game.ending}: {phase}"] += 1
            tally.sentences[f"{game.ending} in {phase}"] += 1
            return
        asking = "outcome()"
        try:
            outcome = self.engine.outcome(game.snapshot)
            tally.outcomes[phase if outcome is None else label(outcome)] += 1
            tally.scores.update(scores_of(outcome))
            asking = "returns()"
            returns = self.engine.returns(game.snapshot)
            asking = "seats() or to_act()"
            count_result(tally, self.engine, game.first, game.moves, game.snapshot, outcome, returns)
        except FOREIGN_ERRORS as error:
            raise self.failed(game, asking, error) from error


def avoided_types(engine: Engine[Any], plan: Plan) -> frozenset[type[Move]]:
    """The moves that policies are not offered while they have others."""
    giving_up = () if plan.giving_up else (kind for kind in engine.moves if kind.gives_up)
    return frozenset((*giving_up, *(move_type_of(engine, event) for event in plan.without)))


def move_type_of(engine: Engine[Any], event: str) -> type[Move]:
    """The move type that sends an event."""
    if event not in engine.move_type:
        raise PhasebookError(f"{engine.name} has no event {event!r}; its events are {', '.join(engine.move_type)}.")
    return engine.move_type[event]


def play_batch(batch: Batch) -> Tally:
    """Play a batch in a process that was given nothing else."""
    return runner_of(batch.plan).play(batch.games)


@lru_cache(maxsize=16)
def runner_of(plan: bytes) -> Runner[Any]:
    """The runner of a plan, which a process makes once and not for every batch."""
    made: Plan = unpacked(plan)
    seats = {seat: policy_of(name) for seat, name in made.seats.items()}
    return Runner(engine_of(made.flow), policy_of(made.policy), made, seats)


def reason(refusal: Refusal, varying: Mapping[str, str] = MappingProxyType({})) -> str:
    """What a refusal counts as: the guard that said no, or the event that the phase does not know.

    A sentence that varies with its values counts as one: these are, by code, with their names in braces.
    """
    if refusal.kind is RefusalKind.GUARDED:
        return f"{refusal.guard}: {varying.get(refusal.code, refusal.message)}"
    return f"{refusal.kind.value} in {refusal.phase}: {type(refusal.move).__name__}"
