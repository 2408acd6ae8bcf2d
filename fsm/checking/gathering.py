"""Which choices an exploration follows while a phase gathers moves: one seat at a time, in the order of the seats.

Followed in every order, n seats with k choices each would give (k + 1)**n - k**n snapshots in the phase. One seat at
a time, they give 1 + k + k**2 + ... + k**(n - 1). Nothing is missed by that:

- A choice changes nothing but what is chosen: the game, the phase and the callers stay as they are, and no consequence
  is asked. What one seat can choose therefore does not depend on what others have chosen.
- Choices are kept in the order of the seats, so the order in which they come leaves no trace: any that can be made at
  all lead to the same snapshot when they are made in the order of the seats.
- Rows that leave the phase drop the choices, and none of their guards can ask for them. They lead to the same
  snapshots from all that have the same game.
- A seat that cannot choose must not keep others from it, or a game that is stuck in the end would not be found: the
  next seat that can is followed.
- A seat that chooses again comes to a snapshot that its other choice leads to anyway.

Snapshots that are left out can only differ in which seats have chosen; what is asked in them would be asked in vain,
unless an invariant looks at `chosen`.
"""

from typing import Any, TypeVar

from fsm.engine import Engine
from fsm.moves import Move, seat_of
from fsm.snapshot import Snapshot

M = TypeVar("M", bound=Move)


def followed(engine: Engine[Any], snapshot: Snapshot[Any], legal: list[M]) -> list[M]:
    """The legal moves that lead to all that can follow: those of the first seat that can choose, and all others."""
    row = engine.chart.gatherings.get(snapshot.phase)
    if row is None or row.gathers is None:
        return legal
    kind = engine.move_type[row.event or ""]
    done = {seat_of(move) for move in snapshot.chosen}
    able = {seat_of(move) for move in legal if type(move) is kind} - done
    next_seat = [seat for seat in engine._rules[row.gathers.by](snapshot.game) if seat in able][:1]
    return [move for move in legal if type(move) is not kind or seat_of(move) in next_seat]
