"""The choice of the policy `random`: the move with the lowest hash of seed, decision number and move.

The hash is a random linear function of the move's checksum: fair, quick, and the same in every process and Python
version. `lowest` and `dice` say which it is. A simulation asks them millions of times in a row, so `Hashing` does the
same with less work: the seed is hashed once for each game, and the checksum of a move that comes again is kept.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar
from zlib import crc32

from fsm.moves import Move, move_keys

T = TypeVar("T")

Choose = Callable[[Sequence[Move], int], Move]
"""In a game of some seed: one of the moves, by the number of the decision."""

PRIME = (1 << 61) - 1
HIGHEST = 1 << 64
MOST_KEPT = 8192
"""Checksums that are kept. A game with more moves than that makes them anew, and to look for them would be in vain."""

two_numbers = Struct("<QQ").unpack


def lowest(things: Sequence[T], names: Iterable[bytes], dice: tuple[int, int]) -> T:
    """The one whose name has the lowest hash."""
    a, b = dice
    hashes = [(crc32(name) * a + b) % PRIME for name in names]
    return things[hashes.index(min(hashes))]


def dice(seed: int, number: int) -> tuple[int, int]:
    """Two large numbers that only this decision of this game has."""
    first, second = two_numbers(blake2b(b"%d:%d" % (seed, number), digest_size=16).digest())
    return first | HIGHEST, second


class Hashing:
    """Chooses in the games of one simulation.

    Checksums are found by identity, which is quicker than to compare moves, and never takes 1 for True. The moves
    themselves are kept as well, so that no other can have the identity of one of them.
    """

    def __init__(self) -> None:
        self.checksums: dict[int, int] = {}
        self.kept: list[Move] = []

    def __call__(self, seed: int) -> Choose:
        """Chooses in the game of this seed."""
        begun = blake2b(b"%d:" % seed, digest_size=16)
        checksums, is_of_use = self.checksums, len(self.kept) < MOST_KEPT

        def choose(moves: Sequence[Move], number: int) -> Move:
            if len(moves) == 1:
                return moves[0]
            hashed = begun.copy()
            hashed.update(b"%d" % number)
            a, b = two_numbers(hashed.digest())
            a |= HIGHEST
            if is_of_use:
                try:
                    hashes = [(checksums[id(move)] * a + b) % PRIME for move in moves]
                except KeyError:
                    hashes = [(checksum * a + b) % PRIME for checksum in self.keep(moves)]
            else:
                hashes = [(crc32(name) * a + b) % PRIME for name in move_keys(moves)]
            return moves[hashes.index(min(hashes))]

        return choose

    def keep(self, moves: Sequence[Move]) -> list[int]:
        """The checksums of moves not all of which are known; they are kept, while there is room."""
        found = [crc32(name) for name in move_keys(moves)]
        if len(self.kept) < MOST_KEPT:
            self.kept.extend(moves)  # first, as another thread may look for their checksums at once
            self.checksums.update(zip(map(id, moves), found, strict=True))
        return found
