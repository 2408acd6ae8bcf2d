"""Every reachable snapshot of a small game, breadth first: invariants, deadlocks, legality, coverage, counts.

A snapshot that was visited is kept as 16 bytes of digest and 8 bytes of how it was reached, not as an object; the queue
of snapshots still to expand waits on disk. The first defect of a kind is reached by a shortest sequence of moves, which
comes with it as a session log.

One seed is one deck order. The order of visits is a function of seed and settings, so a run that stopped at its limit
is the beginning of a run with a higher one, and other seeds go on where this one ends.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Generic
from zlib import crc32

import msgspec

from fsm.chart import Chart
from fsm.compile import compile_chart
from fsm.coverage import Coverage, chart_in_force, coverage_of
from fsm.domains import Domains
from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.findings import MISSING, Finding, acceptance
from fsm.frontier import Frontier
from fsm.moves import Move, event_of
from fsm.session import Session
from fsm.snapshot import G, Refusal, Snapshot, Trace
from fsm.starts import starter

FIRST_OF_A_PHASE, THEN_ONE_IN = 200, 64
"""Snapshots whose moves are tried with all payloads: the first ones of each phase, then a share of the rest."""
FLUSH = 50_000

encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Defect(msgspec.Struct, frozen=True):
    """Something wrong that play can reach, with a shortest way to it."""

    kind: str
    """broken_invariant, deadlock, refused_legal_move, missing_legal_move, repeated_legal_move or rule_error."""
    name: str
    """The invariant, the event or the error."""
    phase: str
    sentence: str
    moves: tuple[Move, ...]
    arrows: tuple[str, ...]
    log: str
    """The moves as a session log: `Session.replay(engine, defect.log)` goes there."""
    accepted: str = ""
    """The author's reason, if the flow accepts this defect; only a missing legal move can be accepted."""

    def __str__(self) -> str:
        return f"{self.kind} in {self.phase} after {len(self.moves)} moves: {self.sentence}"


class Exploration(msgspec.Struct, frozen=True):
    """What was found. `complete` says that nothing was left out for the limit."""

    flow: str
    seed: int
    settings: dict[str, Any]
    snapshots: int
    transitions: int
    depth: int
    """Moves to the snapshot furthest from the start."""
    endings: int
    """Snapshots in a final phase."""
    payloads: int
    """Moves outside `legal_moves` that were tried, and must be refused."""
    limit: int
    complete: bool
    coverage: Coverage
    """Phases count snapshots, arrows count transitions; guards say 1 for an answer that was seen."""
    defects: tuple[Defect, ...]


def explore(
    engine: Engine[Any],
    *,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    limit: int = 100_000,
    thorough: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Exploration:
    """Visit every snapshot that play can reach from one start, up to a limit.

    `thorough` tries all payloads in every snapshot instead of in a share of them. `progress` is told now and then how
    many snapshots were visited.
    """
    if limit < 1:
        raise PhasebookError(f"The limit must be at least 1 snapshot, not {limit}.")
    trace = Trace()
    first = starter(engine, settings or {})(seed, trace)
    walk = Walk(engine, first, trace, limit, thorough)
    walk.run(progress or (lambda _: None))
    return Exploration(
        flow=engine.name,
        seed=seed,
        settings=dict(settings or {}),
        snapshots=len(walk.parents),
        transitions=walk.transitions,
        depth=len(walk.trail(len(walk.parents) - 1)),
        endings=walk.endings,
        payloads=walk.payloads,
        limit=limit,
        complete=walk.complete,
        coverage=walk.coverage(),
        defects=tuple(walk.defects.values()),
    )


class Walk(Generic[G]):
    """One exploration in progress."""

    def __init__(self, engine: Engine[G], first: Snapshot[G], trace: Trace, limit: int, thorough: bool) -> None:
        self.engine = engine
        self.first = first
        self.trace = trace
        self.limit = limit
        self.thorough = thorough
        self.ends = {leaf.path for leaf in engine.chart.leaves if leaf.final and leaf.parent is None}
        self.judge = acceptor(engine)
        self.domains = Domains(engine.moves)
        self.seen: set[int] = set()
        self.parents = array("I")
        self.choices = array("I")
        self.barren: set[int] = set()
        """Snapshots that break an invariant: what follows from them proves nothing."""
        self.queue: Frontier[Snapshot[G]] = Frontier()
        self.phases: Counter[str] = Counter()
        self.arrows: Counter[str] = Counter()
        self.sampled: Counter[str] = Counter()
        self.defects: dict[tuple[str, str], Defect] = {}
        self.transitions = self.endings = self.payloads = 0
        self.complete = True

    # The walk

    def run(self, progress: Callable[[int], None]) -> None:
        """Expand snapshots in the order found, until none is left or the limit is reached."""
        with self.queue:
            self.admit(self.first, 0, None)
            number = 0
            while self.queue and self.complete:
                self.expand(number, self.queue.pop())
                number += 1
                if not number & 1023:
                    progress(len(self.parents))
            self.flush()
            progress(len(self.parents))

    def admit(self, snapshot: Snapshot[G], parent: int, move: Move | None) -> None:
        """Take in a snapshot that was not seen before, and check it."""
        key = int.from_bytes(blake2b(encode(snapshot), digest_size=16).digest(), "little")
        if key in self.seen:
            return
        if len(self.parents) >= self.limit:
            self.complete = False
            return
        self.seen.add(key)
        self.parents.append(parent)
        self.choices.append(0 if move is None else crc32(encode(move)))
        self.phases[snapshot.phase] += 1
        self.queue.push(snapshot)
        for name in self.engine.broken(snapshot):
            self.barren.add(len(self.parents) - 1)
            self.report(len(self.parents) - 1, "broken_invariant", name, f"The invariant {name!r} does not hold.")

    def expand(self, number: int, snapshot: Snapshot[G]) -> None:
        """Play every legal move of a snapshot."""
        if snapshot.phase in self.ends:
            self.endings += 1
            return
        if number in self.barren:
            return
        move: Move | None = None
        try:
            legal = self.engine.legal_moves(snapshot)
            for move in legal:
                after = self.engine.play(snapshot, move, self.trace)
                self.follow(number, move, after)
            if self.is_sampled(number, snapshot.phase):
                move = None
                self.try_payloads(number, snapshot, legal)
        except Exception as error:  # a rule is a stranger's code: whatever it raises is the finding
            self.fail(number, snapshot, move, error)
            return
        if not legal:
            self.report(number, "deadlock", snapshot.phase, "No move is legal here, and the phase is not final.")
        if len(self.trace.arrows) > FLUSH:
            self.flush()

    def follow(self, number: int, move: Move, after: Snapshot[G] | Refusal) -> None:
        """Go on from where a legal move led."""
        if isinstance(after, Refusal):
            sentence = f"legal_moves offers {show(move)}, but step refuses it: {after.message}"
            self.report(number, "refused_legal_move", event_of(type(move)), sentence)
            return
        self.transitions += 1
        self.admit(after, number, move)

    def flush(self) -> None:
        """Count the arrows noted so far."""
        self.arrows.update(self.trace.arrows)
        self.trace.arrows.clear()
        self.trace.news.clear()

    # Legality

    def is_sampled(self, number: int, phase: str) -> bool:
        """Whether all payloads are tried in this snapshot."""
        if not (self.thorough or self.sampled[phase] < FIRST_OF_A_PHASE or not number % THEN_ONE_IN):
            return False
        self.sampled[phase] += 1
        return True

    def try_payloads(self, number: int, snapshot: Snapshot[G], legal: list[Move]) -> None:
        """Every move outside `legal_moves` must be refused, and none is in it twice."""
        offered = {encode(move) for move in legal}
        if len(offered) < len(legal):
            twice = next(move for move, times in Counter(map(show, legal)).items() if times > 1)
            self.report(number, "repeated_legal_move", twice, f"legal_moves offers {twice} more than once.")
        for kind, act in self.judge[snapshot.phase].items():
            if (MISSING, event_of(kind)) in self.defects:
                continue  # one is enough
            self.domains.learn(kind.candidates(snapshot.game))
            for move in self.domains.payloads(kind):
                if encode(move) not in offered:
                    self.try_one(number, snapshot, move, act)

    def try_one(self, number: int, snapshot: Snapshot[G], move: Move, act: Callable[..., Any]) -> None:
        """A move that is not offered must be refused, and not by accident."""
        self.payloads += 1
        event = event_of(type(move))
        try:
            accepted = act(snapshot, move, self.trace) is not None
        except Exception as error:
            self.fail(number, snapshot, move, error)
            return
        if accepted:
            sentence = f"step accepts {show(move)}, but legal_moves does not offer it: widen {event}'s candidates."
            self.report(number, MISSING, event, sentence)

    # Reports

    def fail(self, number: int, snapshot: Snapshot[G], move: Move | None, error: Exception) -> None:
        """A rule raised."""
        doing = "asking for legal moves" if move is None else f"playing {show(move)}"
        sentence = f"{type(error).__name__} while {doing}: {error}"
        self.report(number, "rule_error", f"{snapshot.phase}: {type(error).__name__}", sentence)

    def report(self, number: int, kind: str, name: str, sentence: str) -> None:
        """Keep the first defect of a kind and name: breadth first, it has a shortest way."""
        if (kind, name) not in self.defects:
            session = self.session_to(number)
            self.defects[kind, name] = Defect(
                kind=kind,
                name=name,
                phase=session.snapshot.phase,
                sentence=sentence,
                moves=tuple(step.move for step in session.log),
                arrows=session.trace,
                log=session.write_log().decode(),
                accepted=acceptance(self.engine.chart, kind, name),
            )

    def trail(self, number: int) -> list[int]:
        """The choices that lead to a snapshot."""
        found: list[int] = []
        while number:
            found.append(self.choices[number])
            number = self.parents[number]
        return found[::-1]

    def session_to(self, number: int) -> Session[G]:
        """The game played again up to a snapshot."""
        session = Session(self.engine, self.first)
        for choice in self.trail(number):
            legal = self.engine.legal_moves(session.snapshot)
            session.send(next(move for move in legal if crc32(encode(move)) == choice))
        return session

    def coverage(self) -> Coverage:
        """What of the chart in force was seen."""
        chart = chart_in_force(self.engine, self.first.game)
        return coverage_of(chart, self.phases, self.arrows, ((answer, 1) for answer in self.trace.guards))


def acceptor(engine: Engine[Any]) -> Mapping[str, Mapping[type[Move], Callable[..., Any]]]:
    """The engine's traced functions with None for a refusal: nobody reads the reasons, and they cost the most."""
    program = compile_chart(engine.running, engine.rules, engine.moves, engine.game_type, lambda *_: None)
    return program.traced_acts


def needless_acceptances(chart: Chart, explorations: Sequence[Exploration]) -> tuple[Finding, ...]:
    """Missing legal moves that the flow accepts, and that complete explorations did not meet."""
    if not explorations or not all(exploration.complete for exploration in explorations):
        return ()
    met = {defect.name for exploration in explorations for defect in exploration.defects if defect.kind == MISSING}
    return tuple(
        Finding("idle_acceptance", accepted.where, f"The flow accepts {MISSING!r} of it, but none is missing.",
                "It would hide a real one later.", "Delete it, or correct the name.")
        for accepted in chart.accepts
        if accepted.finding == MISSING and accepted.where not in met
    )  # fmt: skip


def show(move: Move) -> str:
    """A move as a player would send it."""
    return msgspec.json.encode(move).decode()


def perft(engine: Engine[G], snapshot: Snapshot[G], plies: int) -> int:
    """How many sequences of so many legal moves there are from a snapshot."""
    if plies == 0:
        return 1
    legal = engine.legal_moves(snapshot)
    if plies == 1:
        return len(legal)
    return sum(perft(engine, follow(engine, snapshot, move), plies - 1) for move in legal)


def follow(engine: Engine[G], snapshot: Snapshot[G], move: Move) -> Snapshot[G]:
    """Where a legal move leads."""
    after = engine.step(snapshot, move)
    if isinstance(after, Refusal):
        raise PhasebookError(f"legal_moves of {engine.name} offers {show(move)}, but step refuses it: {after.message}")
    return after
