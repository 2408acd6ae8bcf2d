"""One walk over all reachable snapshots, breadth first, and what it notices on the way."""

from array import array
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Generic
from zlib import crc32

from fsm.chart import Chart
from fsm.checking.coverage import Coverage, coverage_of
from fsm.checking.defects import Defect, Trouble, defect_at
from fsm.checking.frontier import Frontier
from fsm.checking.inspecting import Inspector
from fsm.checking.livelocks import Backwards
from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move, move_key
from fsm.session import Session
from fsm.snapshot import G, Snapshot, Trace, encode

FLUSH = 50_000
STOPPING = {"deadlock", "rule_error"}
"""Where a game stops before its end, and the reason is known: no livelock leads there."""


class Walk(Generic[G]):
    """One exploration in progress. `start` makes the first snapshot, noting in a trace what happens on the way."""

    def __init__(
        self,
        engine: Engine[G],
        start: Callable[[Trace | None], Snapshot[G]],
        limit: int,
        thorough: bool = False,
        seed: int = 0,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.engine = engine
        self.start = start
        self.seed = seed
        self.settings = settings or {}
        self.trace = trace = Trace()
        self.first = start(trace)
        self.limit = limit
        self.inspector = Inspector(engine, trace, self.report, thorough)
        self.seen: dict[int, int] = {}
        """Digest -> number. Where nobody looks back, 0 stands for all: a number of its own takes 32 bytes."""
        self.parents = array("I")
        self.choices = array("I")
        self.barren: set[int] = set()
        """Snapshots that break an invariant: what follows from them proves nothing."""
        self.backwards = Backwards(bool(self.inspector.ends))
        self.here = 0
        """The number of the snapshot that is looked at."""
        self.queue: Frontier[Snapshot[G]] = Frontier()
        self.asks_settings = bool(engine.chart.static_guards)
        self.settings_met: set[Any] = set()
        """Where settings decide which rows are in force; a move may change them."""
        self.phases: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        self.defects: dict[tuple[str, str], Defect] = {}
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
        if self.complete:
            self.look_back()

    def admit(self, snapshot: Snapshot[G], parent: int, move: Move | None) -> None:
        """Take in a snapshot that was not seen before, and check it."""
        key = int.from_bytes(blake2b(encode(snapshot), digest_size=16).digest(), "little")
        number = self.seen.get(key)
        if number is None:
            if len(self.parents) >= self.limit:
                self.complete = False
                return
            number = len(self.parents)
            self.seen[key] = number if self.backwards.wanted else 0
            self.parents.append(parent)
            self.choices.append(0 if move is None else crc32(move_key(move)))
            self.take_in(snapshot, number)
        if move is not None:
            self.backwards.note(parent, number)

    def take_in(self, snapshot: Snapshot[G], number: int) -> None:
        """A snapshot that is new: count it, check it, and let it wait for its turn."""
        self.phases[snapshot.phase] += 1
        self.queue.push(snapshot)
        if self.asks_settings:
            self.settings_met.add(snapshot.game.settings)  # type: ignore[attr-defined]  # static guards read it
        before, self.here = self.here, number
        if not self.inspector.is_sound(snapshot):
            self.barren.add(number)
        self.here = before

    def expand(self, number: int, snapshot: Snapshot[G]) -> None:
        """Go on from a snapshot, unless the game is over there or nothing follows from it."""
        self.here = number
        if snapshot.phase in self.inspector.ends:
            self.backwards.ends.append(number)
        if snapshot.phase in self.inspector.ends or number not in self.barren:
            closely = self.inspector.is_sampled(number, snapshot.phase)
            for move, after in self.inspector.leading_on(snapshot, closely):
                self.admit(after, number, move)
        if len(self.trace.rows) > FLUSH:
            self.flush()

    def flush(self) -> None:
        """Count the rows noted so far."""
        self.rows.update(self.trace.rows)
        self.trace.rows.clear()
        self.trace.news.clear()

    def look_back(self) -> None:
        """Every snapshot is known: from each, an ending must be within reach, or something that is reported already."""
        doomed = self.backwards.doomed(len(self.parents), self.barren)
        if doomed:
            self.here = doomed[0]
            phase = self.session_to(self.here).snapshot.phase
            self.report(Trouble("livelock", phase, f"From here no ending can be reached any more, whatever is played: "
                        f"that is so in {len(doomed):,} of {len(self.parents):,} snapshots."))  # fmt: skip

    # Reports

    def report(self, trouble: Trouble) -> None:
        """Keep the first defect of a kind and name: breadth first, it has a shortest way."""
        if trouble.kind in STOPPING:
            self.backwards.ends.append(self.here)
        if trouble.key not in self.defects:
            self.defects[trouble.key] = defect_at(
                self.engine, self.session_to(self.here), trouble, self.seed, self.settings
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
                    f"{self.engine.name} went another way when it was played again; its rules must be pure functions."
                )
            session.send(move)
        return session

    def coverage(self, chart: Chart) -> Coverage:
        """What of a chart was seen."""
        return coverage_of(chart, self.phases, self.rows, ((answer, 1) for answer in self.trace.guards))
