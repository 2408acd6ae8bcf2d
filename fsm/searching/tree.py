"""The tree of an information-set search, in which each iteration plays one position dealt anew from the view.

One tree for all seats: a node is what has been played since the root, an edge is a move of the seat in turn, with what
it has brought to that seat. Redeals differ in which moves are legal, so a move is compared with others only as often as
it was there to be chosen: its exploration term counts how often it was available, not how often its node was visited.
(In the literature: single-observer information-set Monte Carlo tree search.)

Moves that are chosen in secret at the same time stay at their node until all have chosen. Each seat decides there from
statistics of its own, whatever the others have chosen in this iteration: none can answer a choice that it does not see.
(In the literature: decoupled UCB.) All other moves are taken for seen by everybody.
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf, log, sqrt
from random import Random
from typing import Any

from fsm.engine import HOST
from fsm.errors import PhasebookError
from fsm.moves import Move, move_text
from fsm.searching.turns import Turns
from fsm.snapshot import Refusal, Snapshot

Edge = list[Any]
Node = dict[Any, Edge]
"""By move, or by the moves that were chosen together: an edge."""
Rewards = Mapping[Any, float]
"""By seat."""

VISITS, AVAILABLE, TOTAL, CHILD = range(4)
"""In an edge: how often it was taken, how often it could have been, what it has brought, and the node behind it."""

EXPLORATION = 0.5
"""What a look at a move that was seldom tried is worth, as a share of the span of all rewards so far."""


class Tree:
    """What has been found out about one decision."""

    def __init__(
        self,
        turns: Turns,
        deal: Callable[[Random], Snapshot[Any]],
        play_out: Callable[[Snapshot[Any], list[Move]], Rewards],
        weights: Mapping[Move, float],
        seat: Any,
        chance: Random,
    ) -> None:
        self.turns = turns
        self.deal = deal
        self.play_out = play_out
        self.moves = list(weights)
        self.bias = {move: weight for move, weight in weights.items() if weight}
        self.seat = seat
        self.chance = chance
        self.root: Node = {}
        self.low, self.high = inf, -inf
        """The least and the most that any seat has got."""

    def iterate(self) -> None:
        """Play one game: down the tree, one new edge, and a rollout from there."""
        snapshot, node, seat, moves = self.deal(self.chance), self.root, self.seat, self.moves
        step, turn_in = self.turns.engine.step, self.turns.turn_in
        path: list[tuple[Any, Edge]] = []
        line: list[Move] = []
        while moves:
            if seat is HOST:
                move = moves[int(self.chance.random() * len(moves))]
                is_new = move not in node  # a new one ends the way down, so that a host that goes on for ever does not
                edge = node.setdefault(move, new_edge())
            else:
                move, edge, is_new = self.select(node, moves)
                path.append((seat, edge))
                line.append(move)
            after = step(snapshot, move)
            if after.__class__ is Refusal:
                raise refused(snapshot, after)
            if not after.chosen:  # type: ignore[union-attr]  # no refusal
                if snapshot.chosen:
                    edge = node.setdefault(frozenset((*snapshot.chosen, move)), new_edge())
                if edge[CHILD] is None and not is_new:
                    edge[CHILD] = {}
                node = edge[CHILD]
            snapshot = after  # type: ignore[assignment]
            if is_new:
                break
            seat, moves = turn_in(snapshot)
        self.note(path, self.play_out(snapshot, line))

    def select(self, node: Node, moves: Sequence[Move]) -> tuple[Move, Edge, bool]:
        """A move that was never tried here, or else the one with the best prospects."""
        if not node:
            return self.expand(node, moves)
        get, width, best = node.get, EXPLORATION * (self.high - self.low), -inf
        bias = self.bias if node is self.root else None
        chosen, edge, untried = moves[0], None, []
        for move in moves:
            one = get(move)
            if one is None or not one[0]:  # visits: there are none, too, where a rollout was broken off
                untried.append(move)
                continue
            visits, available, total, _ = one
            one[AVAILABLE] = available = available + 1
            if not untried:
                promise = total / visits + width * sqrt(log(available) / visits)
                if bias:
                    promise += width * bias.get(move, 0.0) / visits
                if promise > best:
                    best, chosen, edge = promise, move, one
        return self.expand(node, untried) if edge is None or untried else (chosen, edge, False)

    def expand(self, node: Node, untried: Sequence[Move]) -> tuple[Move, Edge, bool]:
        """A move that was never tried here, by lot."""
        chosen = untried[int(self.chance.random() * len(untried))]
        edge = node[chosen] = [0, 1, 0.0, None]
        return chosen, edge, True

    def note(self, path: Sequence[tuple[Any, Edge]], rewards: Rewards) -> None:
        """What a game has brought, for every move on the way and the seat that made it."""
        for seat, edge in path:
            edge[VISITS] += 1
            edge[TOTAL] += rewards.get(seat, 0.0)
        for reward in rewards.values() or (0.0,):  # a game that did not end has brought nothing
            if reward < self.low:
                self.low = reward
            if reward > self.high:
                self.high = reward


def new_edge() -> Edge:
    """An edge that nobody has taken."""
    return [0, 0, 0.0, None]


def refused(snapshot: Snapshot[Any], refusal: Refusal) -> PhasebookError:
    """A search plays legal moves only: one that is refused shows that a redeal does not fit its view."""
    return PhasebookError(
        f"In a position dealt anew, {move_text(refusal.move)} is refused in {snapshot.phase!r}: {refusal.message} "
        "The redeal does not fit the view; run the conformance tests of the game to see where."
    )
