"""Whose turn it is inside a search, and what that seat would consider.

Moves that give up, and those declared as avoided, are left alone while the same seat has others. Where several seats
could move, one is drawn by lot, as in simulations. The host moves only when no seat can; nobody searches for it.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from fsm.engine import HOST, Engine
from fsm.moves import Move, seat_field_of, seat_of
from fsm.running.seats import ONLY_SEAT
from fsm.snapshot import Snapshot

Turn = tuple[Any, list[Move]]
"""A seat, or HOST, and its moves; no moves when the game is over or stuck."""


class Turns:
    """The turns of one engine's games."""

    def __init__(self, engine: Engine[Any], chance: Random) -> None:
        self.engine = engine
        self.chance = chance
        self.names_seats = all(seat_field_of(kind) or kind.by_host for kind in engine.moves)
        self.turn_in: Callable[[Snapshot[Any]], Turn] = self.turn_of_one if waits_for_one(engine) else self.turn_of_any

    def turn_of_one(self, snapshot: Snapshot[Any]) -> Turn:
        """The turn in a game in which only those can move who are to act."""
        acting = self.engine._seats._to_act(snapshot)  # type: ignore[misc]  # there is one, or this is not asked
        if len(acting) > 1:
            return self.turn_of_any(snapshot)
        for seat in acting:
            return seat, self.engine.legal_moves(snapshot)
        return None, []

    def turn_of_any(self, snapshot: Snapshot[Any]) -> Turn:
        """The turn in any game."""
        legal = self.engine.legal_moves(snapshot)
        moves: dict[Any, list[Move]] = {}
        for move in legal:
            if not move.by_host:
                moves.setdefault(self.mover(snapshot, move), []).append(move)
        for choice in snapshot.chosen:
            moves.pop(seat_of(choice), None)
        if not moves:
            return HOST, [move for move in legal if move.by_host]
        seats = list(moves)
        seat = seats[int(self.chance.random() * len(seats))] if len(seats) > 1 else seats[0]
        return seat, worth_a_thought(moves[seat])

    def mover(self, snapshot: Snapshot[Any], move: Move) -> Any:
        """Who makes a move: the seat that it names, or else the first that is to act."""
        if self.names_seats or seat_field_of(type(move)):
            return seat_of(move)
        return next(iter(sorted(self.engine.to_act(snapshot), key=repr)), ONLY_SEAT)


def waits_for_one(engine: Engine[Any]) -> bool:
    """Whether all legal moves belong to those who are to act, and the author says who they are."""
    special = any(kind.by_host or kind.interrupts or kind.gives_up or kind.avoided for kind in engine.moves)
    return engine._seats._to_act is not None and not special and not engine.chart.gatherings


def worth_a_thought(moves: Sequence[Move]) -> list[Move]:
    """The moves of a seat, without those that it leaves alone while it has others."""
    staying = [move for move in moves if not move.gives_up] or list(moves)
    return [move for move in staying if not move.avoided] or staying
