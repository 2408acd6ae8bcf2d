"""One walk over all reachable snapshots, breadth first, and what it notices on the way."""

from array import array
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Generic, TypeVar
from zlib import crc32

import msgspec

from fsm.chart import MISSING_MOVE, Chart
from fsm.checking.coverage import Coverage, coverage_of
from fsm.checking.frontier import Frontier
from fsm.checking.gathering import followed
from fsm.checking.probing import Prober, obstacles, refused_although_legal, repeated, stuck, unoffered
from fsm.engine import Engine
from fsm.errors import PhasebookError, SaveError
from fsm.moves import Move, event_of, move_key, move_text
from fsm.session import Session
from fsm.snapshot import G, Refusal, Snapshot, Trace, encode
from fsm.values.quoting import shown

T = TypeVar("T")

FIRST_OF_A_PHASE, THEN_ONE_IN = 200, 64
"""Snapshots whose moves are tried with all payloads: the first ones of each phase, then a share of the rest."""
FLUSH = 50_000


class Defect(msgspec.Struct, frozen=True):
    """Something wrong that play can reach, with a shortest way to it."""

    kind: str
    """broken_invariant, deadlock, refused_legal_move, missing_legal_move, repeated_legal_move, changed_input or
    rule_error."""
    name: str
    """The invariant, the event or the error."""
    phase: str
    sentence: str
    moves: tuple[Move, ...]
    rows: tuple[str, ...]
    log: str
    """The moves as a session log: `Session.replay(engine, defect.log)` goes there. Empty if it cannot be saved."""
    accepted: str = ""
    """The author's reason, if the flow accepts this defect; only a missing legal move can be accepted."""
    obstacles: tuple[str, ...] = ()
    """At a deadlock, the guards that refuse what a player could try."""

    def __str__(self) -> str:
        return f"{self.kind} in {self.phase} after {len(self.moves)} moves: {self.sentence}"


class RuleRaisedError(Exception):
    """A rule of the game raised; its own error is the cause. Whatever else goes wrong is not the game's fault."""


class Walk(Generic[G]):
    """One exploration in progress. `start` makes the first snapshot, noting in a trace what happens on the way."""

    def __init__(
        self, engine: Engine[G], start: Callable[[Trace | None], Snapshot[G]], limit: int, thorough: bool
    ) -> None:
        self.engine = engine
        self.start = start
        self.trace = trace = Trace()
        self.first = start(trace)
        self.limit = limit
        self.thorough = thorough
        self.ends = {leaf.path for leaf in engine.chart.leaves if leaf.final and leaf.parent is None}
        self.prober = Prober(engine, trace)
        self.convicted: set[type[Move]] = set()
        """Move types whose candidates are known to be too few: one proof is enough."""
        self.seen: set[int] = set()
        self.parents = array("I")
        self.choices = array("I")
        self.barren: set[int] = set()
        """Snapshots that break an invariant: what follows from them proves nothing."""
        self.queue: Frontier[Snapshot[G]] = Frontier()
        self.asks_settings = bool(engine.chart.static_guards)
        self.settings_met: set[Any] = set()
        """Where settings decide which rows are in force; a move may change them."""
        self.phases: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        self.sampled: Counter[str] = Counter()
        self.defects: dict[tuple[str, str], Defect] = {}
        self.transitions = self.endings = self.payloads = 0
        self.complete = True
        self.doing: tuple[str, Move | None] = ("", None)
        """What the rules are asked at the moment, for the report of a rule that raises."""

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
        self.choices.append(0 if move is None else crc32(move_key(move)))
        self.phases[snapshot.phase] += 1
        self.queue.push(snapshot)
        if self.asks_settings:
            self.settings_met.add(snapshot.game.settings)  # type: ignore[attr-defined]  # static guards read it
        self.check_invariants(len(self.parents) - 1, snapshot)

    def check_invariants(self, number: int, snapshot: Snapshot[G]) -> None:
        """A snapshot that breaks an invariant is reported, and nothing is played from it."""
        self.doing = "asking the invariants", None
        try:
            broken = self.ask(self.engine.broken, snapshot)
        except RuleRaisedError as raised:
            self.barren.add(number)
            self.fail(number, snapshot, raised)
            return
        for name in broken:
            self.barren.add(number)
            self.report(number, "broken_invariant", name, f"The invariant {name!r} does not hold.")

    def expand(self, number: int, snapshot: Snapshot[G]) -> None:
        """Go on from a snapshot, unless the game is over there or nothing follows from it."""
        try:
            if snapshot.phase in self.ends:
                self.end(snapshot)
            elif number not in self.barren:
                self.play_all(number, snapshot)
        except RuleRaisedError as raised:
            self.fail(number, snapshot, raised)
        if len(self.trace.rows) > FLUSH:
            self.flush()

    def end(self, snapshot: Snapshot[G]) -> None:
        """A game is over: it must be able to say how it ended."""
        self.endings += 1
        self.doing = "asking for the outcome", None
        self.ask(self.engine.outcome, snapshot)

    def play_all(self, number: int, snapshot: Snapshot[G]) -> None:
        """Play every legal move of a snapshot; of seats that choose at the same time, those of one seat."""
        self.doing = "asking for legal moves", None
        legal = self.ask(self.engine.legal_moves, snapshot)
        sampled = self.is_sampled(number, snapshot.phase)
        if not legal:
            self.report_deadlock(number, snapshot)
        before = encode(snapshot) if sampled else b""
        leading_on = self.ask(followed, self.engine, snapshot, legal)
        for move in leading_on:
            self.play(number, snapshot, move)
            if before and encode(snapshot) != before:
                self.report(number, "changed_input", event_of(type(move)), f"Playing {move_text(move)} changed the "
                            "snapshot that it was played on; an effect returns a new game.")  # fmt: skip
                return  # whatever would follow starts from a snapshot that is no longer the one that was found
        if sampled:
            self.try_others(number, snapshot, legal if len(leading_on) < len(legal) else [])
            self.try_payloads(number, snapshot, legal)

    def play(self, number: int, snapshot: Snapshot[G], move: Move) -> None:
        """Play one legal move."""
        self.doing = "playing", move
        after = self.ask(self.engine.step_traced, snapshot, move, self.trace)
        if isinstance(after, Refusal):
            self.report(number, "refused_legal_move", event_of(type(move)), refused_although_legal(move, after))
        else:
            self.transitions += 1
            self.admit(after, number, move)

    def ask(self, rule: Callable[..., T], *arguments: Any) -> T:
        """What the game's rules answer. What they raise is kept apart from what goes wrong in here."""
        try:
            return rule(*arguments)
        except Exception as error:
            raise RuleRaisedError from error

    def flush(self) -> None:
        """Count the rows noted so far."""
        self.rows.update(self.trace.rows)
        self.trace.rows.clear()
        self.trace.news.clear()

    # Legality

    def is_sampled(self, number: int, phase: str) -> bool:
        """Whether all payloads are tried in this snapshot."""
        if not (self.thorough or self.sampled[phase] < FIRST_OF_A_PHASE or not number % THEN_ONE_IN):
            return False
        self.sampled[phase] += 1
        return True

    def try_others(self, number: int, snapshot: Snapshot[G], legal: list[Move]) -> None:
        """Legal moves that lead nowhere else must be accepted all the same."""
        for move in legal:
            self.doing = "trying", move
            answer = self.ask(self.engine.step, snapshot, move)
            if isinstance(answer, Refusal):
                self.report(number, "refused_legal_move", event_of(type(move)), refused_although_legal(move, answer))

    def try_payloads(self, number: int, snapshot: Snapshot[G], legal: list[Move]) -> None:
        """Every move outside `legal_moves` must be refused, and none is in it twice."""
        twice = repeated(legal)
        if twice is not None:
            text = move_text(twice)
            self.report(number, "repeated_legal_move", text, f"legal_moves offers {text} more than once.")
        self.doing = "asking for candidates", None
        others: list[Move] = self.ask(list, self.prober.others(snapshot, legal, without=self.convicted))
        for move in others:
            self.payloads += 1
            self.doing = "trying", move
            if type(move) not in self.convicted and self.ask(self.prober.accepts, snapshot, move):
                self.convicted.add(type(move))
                self.report(number, MISSING_MOVE, event_of(type(move)), unoffered(snapshot, move))

    # Reports

    def fail(self, number: int, snapshot: Snapshot[G], raised: RuleRaisedError) -> None:
        """A rule raised."""
        error = type(raised.__cause__).__name__
        doing, move = self.doing
        sentence = (
            f"{error} while {doing}{f' {move_text(move)}' if move is not None else ''}: {shown(str(raised.__cause__))}"
        )
        self.report(number, "rule_error", f"{snapshot.phase}: {error}", sentence)

    def report_deadlock(self, number: int, snapshot: Snapshot[G]) -> None:
        """Nothing can happen any more, although the game is not over."""
        self.doing = "asking why no move is legal", None
        found = self.ask(obstacles, self.engine, snapshot)
        self.report(number, "deadlock", snapshot.phase, stuck(self.engine, snapshot), found)

    def report(self, number: int, kind: str, name: str, sentence: str, obstacles: tuple[str, ...] = ()) -> None:
        """Keep the first defect of a kind and name: breadth first, it has a shortest way."""
        if (kind, name) not in self.defects:
            session = self.session_to(number)
            self.defects[kind, name] = Defect(
                kind=kind,
                name=name,
                phase=session.snapshot.phase,
                sentence=sentence,
                moves=tuple(step.move for step in session.log),
                rows=session.trace,
                log=log_of(session),
                accepted=self.engine.chart.reason_to_accept(kind, name),
                obstacles=obstacles,
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
        session = Session(self.engine, self.start(None))
        for choice in self.trail(number):
            legal = self.engine.legal_moves(session.snapshot)
            move = next((move for move in legal if crc32(move_key(move)) == choice), None)
            if move is None:
                raise PhasebookError(
                    f"{self.engine.name} went another way when it was played again: its rules are not pure functions."
                )
            session.send(move)
        return session

    def coverage(self, chart: Chart) -> Coverage:
        """What of a chart was seen."""
        return coverage_of(chart, self.phases, self.rows, ((answer, 1) for answer in self.trace.guards))


def log_of(session: Session[Any]) -> str:
    """A session as a log, or nothing: a game that cannot be saved may have defects all the same."""
    try:
        return session.write_log().decode()
    except SaveError:
        return ""
