"""Who decides in a simulated game: a policy is a function from a decision to a move.

The policies here choose by a hash of seed, decision number and move, never from a stream of random numbers. A move that
becomes legal then changes only the decisions that it wins, not every later one; and the choice is the same in every
process and Python version.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any
from zlib import crc32

import msgspec

from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.legality import encode
from fsm.moves import Move
from fsm.snapshot import Snapshot

PRIME = (1 << 61) - 1


class Decision(msgspec.Struct, frozen=True, gc=False):
    """One moment in which somebody must move."""

    engine: Engine[Any]
    snapshot: Snapshot[Any]
    moves: Sequence[Move]
    """The legal moves; never empty."""
    seed: int
    """The game's."""
    number: int
    """Of the decision in its game, from 0."""


Policy = Callable[[Decision], Move]


def random(decision: Decision) -> Move:
    """Each legal move is equally likely."""
    moves = decision.moves
    return moves[0] if len(moves) == 1 else pick(moves, decision)


def reckless(decision: Decision) -> Move:
    """Every other time a move that may well be illegal: any candidate of any move type, whatever the phase."""
    if dice(decision.seed, decision.number)[1] & 1:
        return random(decision)
    return pick(wild_moves(decision), decision)


def first(decision: Decision) -> Move:
    """The first legal move, always: a steady opponent, and a game that is easy to follow."""
    return decision.moves[0]


def pick(moves: Sequence[Move], decision: Decision) -> Move:
    """The move with the lowest hash. A random linear function of a checksum is fair enough and costs little."""
    a, b = dice(decision.seed, decision.number)
    hashes = [(crc32(encode(move)) * a + b) % PRIME for move in moves]
    return moves[hashes.index(min(hashes))]


def dice(seed: int, number: int) -> tuple[int, int]:
    """Two large numbers that only this decision of this game has."""
    digest = blake2b(b"%d:%d" % (seed, number), digest_size=16).digest()
    return int.from_bytes(digest[:8], "little") | 1 << 64, int.from_bytes(digest[8:], "little")


def wild_moves(decision: Decision) -> list[Move]:
    """Candidates of all move types. Those of another phase may not be able to answer here: then they have none."""
    found = list(decision.moves)
    for kind in decision.engine.moves:
        with suppress(Exception):
            found.extend(kind.candidates(decision.snapshot.game))
    return found


POLICIES: dict[str, Policy] = {"random": random, "reckless": reckless, "first": first}


def policy_of(name: str) -> Policy:
    """A policy by name, or a stranger's own as `package.module:function`."""
    if name in POLICIES:
        return POLICIES[name]
    module, colon, attribute = name.partition(":")
    if not (colon and module and attribute):
        known = ", ".join(POLICIES)
        raise PhasebookError(
            f"There is no policy {name!r}; choose one of {known}, or name yours as package.module:function."
        )
    from fsm.catalogue import load

    found: Any = load(name, module, attribute)
    if not callable(found):
        raise PhasebookError(f"{name!r} is a {type(found).__name__}; a policy is a function from a Decision to a Move.")
    return found  # type: ignore[no-any-return]  # a stranger's function: what it returns is checked by play
