"""Exploring and simulating: against a plain search, in memory a snapshot, and on two processes."""

import tracemalloc
from collections import deque
from typing import Any

from fsm import Engine, Refusal
from fsm.explore import explore
from fsm.simulate import Processes, simulate
from games.discard import engine as discard
from tests.benchmarks.timing import Contender, rates, show, verdict
from tests.fsm.tictactoe import engine as tictactoe

SMALL: dict[str, Any] = {"hand_size": 3, "discard_count": 2, "deck": ["a", "b", "c", "d"]}
LIMIT = 40_000
GAMES = 20_000
CASES: tuple[tuple[str, Engine[Any], dict[str, Any]], ...] = (
    ("discard", discard, SMALL),
    ("tic-tac-toe", tictactoe, {}),
)


def plain_search(engine: Engine[Any], limit: int, **settings: Any) -> int:
    """What one would write by hand: whole snapshots in a set, nothing checked, nothing counted."""
    first = engine.start(**settings)
    seen = {first}
    queue = deque(seen)
    while queue and len(seen) < limit:
        snapshot = queue.popleft()
        for move in engine.legal_moves(snapshot):
            after = engine.step(snapshot, move)
            if not isinstance(after, Refusal) and after not in seen:
                seen.add(after)
                queue.append(after)
    return len(seen)


def exploring() -> bool:
    """Snapshots a second, invariants, payloads and coverage included."""
    met = []
    for name, engine, settings in CASES:
        measured = rates(searches(engine, settings), rounds=5)
        show(f"Exploring {name}", measured, "plain search", "snapshots")
        ratio = measured["plain search"] / measured["explore"]
        met.append(verdict(f"{name}: at most 3 times the plain search's time", ratio, ratio <= 3))
    return all(met)


def searches(engine: Engine[Any], settings: dict[str, Any]) -> dict[str, Contender]:
    """The two ways to visit the same snapshots."""
    return {
        "explore": lambda: explore(engine, settings=settings, limit=LIMIT).snapshots,
        "plain search": lambda: plain_search(engine, LIMIT, **settings),
    }


def memory() -> bool:
    """The peak while exploring, divided by the snapshots visited: visited digests, paths and frontier."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        found = explore(discard, settings=SMALL, limit=100_000)
        peak = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    each = peak / found.snapshots
    return verdict(f"bytes a visited snapshot at the peak, {found.snapshots:,} visited", each, each < 150)


def scaling() -> bool:
    """Games a second of two processes to one, starting them included.

    Each keeps its own best round, and the ratio is of those: the best ratio of single rounds would reward a round in
    which somebody else slowed the one process down. It needs two cores with nothing else to do.
    """
    measured = rates({name: games_of(jobs) for jobs, name in ((1, "one process"), (2, "two processes"))}, rounds=5)
    show("Simulating tic-tac-toe", measured, "one process", "games")
    ratio = measured["two processes"] / measured["one process"]
    return verdict("two processes to one", ratio, ratio >= 1.7)


def games_of(jobs: int) -> Contender:
    """So many processes that play the games of a simulation."""
    return lambda: simulate("tests.fsm.tictactoe:engine", GAMES, workers=Processes(jobs)).games


def main() -> bool:
    """All three."""
    return all([exploring(), memory(), scaling()])
