"""What a simulation is made of, in a form that can go to other processes: the plan, and batches of its games.

Game number N of a plan depends on the plan's seed and on N alone, so any process with the plan can play any of them.
"""

import pickle
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from fsm.errors import PhasebookError

CHECK = 16
"""After one of so many moves of a later game the invariants are asked."""

LARGEST_BATCH = 500


class Plan(msgspec.Struct, frozen=True):
    """What every game of a simulation shares. Flow and policies are names, which other processes look up."""

    flow: str
    policy: str
    seed: int
    max_moves: int
    settings: dict[str, Any] = {}
    without: tuple[str, ...] = ()
    """Events that the policy is not offered while it has others."""
    giving_up: bool = False
    """Moves that give up are offered like any other."""
    seats: dict[str, str] = {}
    """Policies of single seats; the others follow `policy`."""
    check: int = CHECK
    """After the first games, one of so many moves is checked; with 0 none is, with 1 all are, in every way."""


class Batch(msgspec.Struct, frozen=True):
    """Some games of a plan, for another process."""

    plan: bytes
    """As `packed` gives it: every batch of a simulation has the same bytes, so a process can know its plan again."""
    games: range
    """Their numbers."""


def packed(plan: object) -> bytes:
    """A plan for other processes, with settings of any type as they are: JSON would make a list of a tuple."""
    try:
        return pickle.dumps(plan)
    except Exception as error:  # settings are foreign values, and may raise anything
        raise PhasebookError(
            f"These settings cannot go to other processes: {type(error).__name__}: {error}; use one process."
        ) from None


def unpacked(plan: bytes) -> Any:
    """The plan of a batch. It comes from the process that started this one, or from the scheduler it works for."""
    return pickle.loads(plan)


def portions(games: int, size: int | None = None, done: Iterable[range] = ()) -> Iterator[range]:
    """The numbers of all games that are not done yet, in portions of this size or of one that suits their number."""
    step = size or max(1, min(LARGEST_BATCH, games // 64))
    for gap in gaps(games, done):
        yield from (range(first, min(first + step, gap.stop)) for first in range(gap.start, gap.stop, step))


def gaps(games: int, done: Iterable[range]) -> Iterator[range]:
    """The numbers between those that are done."""
    start = 0
    for one in sorted(done, key=lambda one: one.start):
        if start < one.start:
            yield range(start, one.start)
        start = one.stop
    if start < games:
        yield range(start, games)


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a simulation."""
    return int.from_bytes(blake2b(b"game %d:%d" % (seed, number), digest_size=8).digest(), "little") >> 2
