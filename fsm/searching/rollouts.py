"""Rollouts: a game that is played to its end at random, by what earlier ones have taught, or by an author's hint.

What is learned is the mean of what a move has brought to the seat that made it, wherever in a game that was (in the
literature: the move-average sampling technique). Of two moves drawn by lot, the one with the better mean is made. So
good moves are frequent and none is impossible, and only two means are looked up, whatever the number of moves.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move, seat_field_of, seat_of
from fsm.searching.hints import Hints
from fsm.snapshot import Refusal, Snapshot

Rewards = Mapping[Any, float]
"""By seat."""
Chooser = Callable[[list[Any]], Any]

MOST_MOVES = 10_000
"""Of one rollout. A game that is not over by then has brought nothing to anybody, unless a hint knows better."""


class TimeUpError(Exception):
    """Inside a rollout, time is up."""


class Rollouts:
    """Plays positions to the end, and says what that brings to each seat."""

    def __init__(self, engine: Engine[Any], hints: Hints, chance: Random, learning: bool, most: int) -> None:
        self.engine = engine
        self.hints = hints
        self.chance = chance
        self.most = most
        self.stop: Callable[[], bool] | None = None
        """Answers whether time is up."""
        self.returns = hints.value or engine._returns
        self.ends = {leaf.path for leaf in engine.chart.leaves if leaf.final and leaf.parent is None}
        names_seats = all(seat_field_of(kind) or kind.by_host for kind in engine.moves)
        self.memory = Memory(chance) if learning and names_seats and hints.rollout is None else None
        if self.returns is None:
            raise PhasebookError(f"{engine.name} does not say what each seat gets; give its engine returns=.")

    def play_out(self, snapshot: Snapshot[Any], line: list[Move]) -> Rewards:
        """What a position brings, after the line of moves that led to it."""
        rewards = self.rewards(self.end_of(snapshot))
        if self.memory is not None:
            self.memory.learn(line, rewards)
        return rewards

    def end_of(self, snapshot: Snapshot[Any]) -> Snapshot[Any]:
        """Where the game is over, or has gone on for too long."""
        if self.hints.rollout is not None:
            return self.guided(self.hints.rollout, snapshot)
        choose = None if self.memory is None else self.memory.choose
        return self.engine.rollout(snapshot, self.chance, choose=choose, most=self.most)

    def guided(self, policy: Callable[..., Any], snapshot: Snapshot[Any]) -> Snapshot[Any]:
        """The end of a game that an author's policy plays."""
        legal_moves, step = self.engine.legal_moves, self.engine.step
        for _ in range(self.most):
            if snapshot.phase in self.ends or not (moves := legal_moves(snapshot)):
                break
            after = step(snapshot, policy(snapshot, moves, self.chance))
            if isinstance(after, Refusal):
                said = after.message.removesuffix(".")
                raise PhasebookError(f"The hint for roll-outs made a move that is refused ({said}); let it choose "
                                     "from those it is given.")  # fmt: skip
            if self.stop is not None and self.stop():
                raise TimeUpError
            snapshot = after
        return snapshot

    def rewards(self, end: Snapshot[Any]) -> Rewards:
        """What each seat has got. A game that is stuck or goes on has brought nothing, unless a hint says what."""
        if end.phase in self.ends:
            return self.returns(end.game)  # type: ignore[misc]  # checked above
        return {} if self.hints.value is None else self.hints.value(end.game)


class Means(dict[Move, list[Any]]):
    """By move: the sum of what it has brought, how often it was made, and whose it is."""

    def __missing__(self, move: Move) -> list[Any]:
        entry = self[move] = [0.0, 0, seat_of(move)]
        return entry


class Memory:
    """What moves have brought so far."""

    def __init__(self, chance: Random) -> None:
        self.means = Means()
        self.made: list[list[Any]] = []
        """The entries of the moves of this rollout that were chosen from several."""
        self.choose = chooser(self.means, self.made.append, chance.random)

    def learn(self, line: list[Move], rewards: Rewards) -> None:
        """A game has ended: the moves in the tree, and those of the rollout."""
        self.made.extend(map(self.means.__getitem__, line))
        for entry in self.made:
            entry[0] += rewards.get(entry[2], 0.0)
            entry[1] += 1
        self.made.clear()


def chooser(means: Means, note: Callable[[list[Any]], None], dice: Callable[[], float]) -> Chooser:
    """Draws two moves, and takes the one with the better mean; if one is not known, the one that was drawn first."""

    def choose(moves: list[Any]) -> Any:
        count = len(moves)
        if count == 1:
            return moves[0]
        move, other = moves[int(dice() * count)], moves[int(dice() * count)]
        known, rival = means[move], means[other]
        if rival[0] * known[1] > known[0] * rival[1]:
            move, known = other, rival
        note(known)
        return move

    return choose
