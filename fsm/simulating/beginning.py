"""Whether it pays to begin: how often the seat that acts first wins, beside what would be fair.

Fair is the share of winners among the seats: one of four, or two of four where teams of two play. A game that nobody
wins is fair to everybody.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import msgspec

from fsm.simulating.intervals import Mean, Share, mean, share


class Start(msgspec.Struct, frozen=True):
    """Games that began and ended alike."""

    seat: str
    """The first to act; empty if several were."""
    winners: int
    of: int
    """Seats at the table."""
    won: bool
    """Whether the first to act is among the winners."""
    games: int


class FirstPlayer(msgspec.Struct, frozen=True):
    """How the first to act fares."""

    wins: Share
    fair: float
    """The share that it would win if beginning made no difference."""
    advantage: Mean
    """How much more it wins than is fair, game by game."""

    @property
    def is_clear(self) -> bool:
        """Whether chance alone hardly explains it."""
        return self.advantage.is_clear


def first_player(starts: Iterable[Start]) -> FirstPlayer | None:
    """The first to act beside what is fair, over the games that somebody began alone."""
    begun = [start for start in starts if start.seat]
    games = sum(start.games for start in begun)
    if not games:
        return None
    more: Counter[Fraction] = Counter()
    for start in begun:
        more[start.won - Fraction(start.winners, start.of)] += start.games
    wins = sum(start.games for start in begun if start.won)
    fair = sum(Fraction(start.winners, start.of) * start.games for start in begun) / games
    return FirstPlayer(share(wins, games), float(fair), mean(more))
