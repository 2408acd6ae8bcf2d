"""Every reachable snapshot of a small game, breadth first: invariants, deadlocks, legality, coverage, counts.

A snapshot that was visited is kept as 16 bytes of digest and 8 bytes of how it was reached, not as an object; the queue
of snapshots still to expand waits on disk. The first defect of a kind is reached by a shortest sequence of moves, which
comes with it as a session log. Where the flow has endings, transitions are kept, too, eight bytes each: a complete
exploration goes back over them, and finds from where no ending can be reached.

One seed is one deck order. The order of visits is a function of seed and settings, so a run that stopped at its limit
is the beginning of a run with a higher one, and other seeds go on where this one ends.

What is too large for that is played: see `guided_play`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from fsm.chart import MISSING_MOVE, Chart
from fsm.checking.acceptances import about
from fsm.checking.coverage import Coverage, size_of, summary, unreached
from fsm.checking.defects import Defect
from fsm.checking.findings import Finding
from fsm.checking.guided import QUIET, GuidedPlay, guided_play, has_variations
from fsm.checking.probing import refused_although_legal
from fsm.checking.settling import settle, shows, times_seen
from fsm.checking.starts import check_settings, starter
from fsm.checking.walk import Walk
from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move
from fsm.snapshot import G, Refusal, Snapshot

__all__ = [
    "QUIET",
    "Coverage",
    "Defect",
    "Exploration",
    "GuidedPlay",
    "explore",
    "guided_play",
    "has_variations",
    "needless_acceptances",
    "perft",
    "settle",
    "shows",
    "size_of",
    "starter",
    "summary",
    "times_seen",
    "unreached",
]


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
    chart: Chart
    """The flow under the settings that were met."""
    coverage: Coverage
    """Of that chart. Phases count snapshots, rows count transitions; guards say 1 for an answer that was seen."""
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

    `thorough` tries all payloads in every snapshot instead of in a share of them. `progress` is called now and then
    with the number of snapshots visited.
    """
    if limit < 1:
        raise PhasebookError(f"The limit must be at least 1 snapshot, not {limit}.")
    start = starter(engine, settings or {})
    walk = Walk(engine, lambda trace: start(seed, trace), limit, thorough, seed, settings)
    check_settings(engine, walk.first)
    walk.run(progress or (lambda _: None))
    chart = engine.chart_for(*walk.settings_met)
    return Exploration(
        flow=engine.name,
        seed=seed,
        settings=dict(settings or {}),
        snapshots=len(walk.parents),
        transitions=walk.inspector.transitions,
        depth=len(walk.trail(len(walk.parents) - 1)),
        endings=walk.inspector.endings,
        payloads=walk.inspector.payloads,
        limit=limit,
        complete=walk.complete,
        chart=chart,
        coverage=walk.coverage(chart),
        defects=tuple(walk.defects.values()),
    )


def needless_acceptances(chart: Chart, explorations: Sequence[Exploration]) -> tuple[Finding, ...]:
    """Missing legal moves that the flow accepts, and that complete explorations did not meet."""
    if not explorations or not all(exploration.complete for exploration in explorations):
        return ()
    met = {defect.name for exploration in explorations for defect in exploration.defects if defect.kind == MISSING_MOVE}
    return tuple(
        about(accepted, "idle_acceptance", f"The flow accepts {MISSING_MOVE!r} of it, but none is missing.",
              "It would hide a real one later.", "Delete it, or correct the name.")
        for accepted in chart.accepts
        if accepted.finding == MISSING_MOVE and accepted.where not in met
    )  # fmt: skip


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
        raise PhasebookError(f"{engine.name}: {refused_although_legal(move, after)} Its guards must be pure functions.")
    return after
