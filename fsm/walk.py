"""One walk over all reachable snapshots, breadth first, and what it notices on the way."""

from array import array
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from typing import Generic
from zlib import crc32

import msgspec

from fsm.acceptances import MISSING, acceptance
from fsm.coverage import Coverage, chart_in_force, coverage_of
from fsm.engine import Engine
from fsm.findings import not_an_end
from fsm.frontier import Frontier
from fsm.legality import Judge, encode, show
from fsm.moves import Move, event_of
from fsm.session import Session
from fsm.snapshot import G, Refusal, Snapshot, Trace

FIRST_OF_A_PHASE, THEN_ONE_IN = 200, 64
"""Snapshots whose moves are tried with all payloads: the first ones of each phase, then a share of the rest."""
FLUSH = 50_000


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


class Walk(Generic[G]):
    """One exploration in progress."""

    def __init__(self, engine: Engine[G], first: Snapshot[G], trace: Trace, limit: int, thorough: bool) -> None:
        self.engine = engine
        self.first = first
        self.trace = trace
        self.limit = limit
        self.thorough = thorough
        self.ends = {leaf.path for leaf in engine.chart.leaves if leaf.final and leaf.parent is None}
        self.judge = Judge(engine, trace)
        self.convicted: set[type[Move]] = set()
        """Move types whose candidates are known to be too few: one proof is enough."""
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
        self.move: Move | None = None
        """The move being played."""

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
        """Go on from a snapshot, unless the game is over there or nothing follows from it."""
        if snapshot.phase in self.ends:
            self.endings += 1
        elif number not in self.barren:
            try:
                self.play_all(number, snapshot)
            except Exception as error:  # a rule is a stranger's code: whatever it raises is the finding
                self.fail(number, snapshot, self.move, error)
        if len(self.trace.arrows) > FLUSH:
            self.flush()

    def play_all(self, number: int, snapshot: Snapshot[G]) -> None:
        """Play every legal move of a snapshot."""
        self.move = None
        legal = self.engine.legal_moves(snapshot)
        if not legal:
            trouble = not_an_end(self.engine.chart.phase(snapshot.phase))
            self.report(number, "deadlock", snapshot.phase, f"No move is legal here, and {trouble}.")
        for self.move in legal:
            after = self.engine.play(snapshot, self.move, self.trace)
            if isinstance(after, Refusal):
                sentence = f"legal_moves offers {show(self.move)}, but step refuses it: {after.message}"
                self.report(number, "refused_legal_move", event_of(type(self.move)), sentence)
            else:
                self.transitions += 1
                self.admit(after, number, self.move)
        self.move = None
        if self.is_sampled(number, snapshot.phase):
            self.try_payloads(number, snapshot, legal)

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
        twice = [move for move, times in Counter(map(show, legal)).items() if times > 1]
        if twice:
            self.report(number, "repeated_legal_move", twice[0], f"legal_moves offers {twice[0]} more than once.")
        for move in self.judge.others(snapshot, legal, without=self.convicted):
            self.move = move
            self.payloads += 1
            if type(move) not in self.convicted and self.judge.accepts(snapshot, move):
                self.convicted.add(type(move))
                sentence = f"step accepts {show(move)}, but legal_moves does not offer it: widen its candidates."
                self.report(number, MISSING, event_of(type(move)), sentence)

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
