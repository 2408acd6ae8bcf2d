"""Who is asked next, where people and bots sit at one table.

Where several seats could move, lot decides who is quicker, as in simulations. While the game waits for a person, bots
do not interrupt: a person has no chance to be quicker than they are.
"""

from collections.abc import Collection, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from fsm.engine import HOST, Engine
from fsm.moves import Move
from fsm.snapshot import Snapshot


class Turn(NamedTuple):
    """Somebody who can move, and their moves; the host's are made by a person, if there is one."""

    seat: Any
    moves: list[Move]
    is_waited_for: bool
    """False: they may interrupt, or let the others go on."""


def seats_in_order(engine: Engine[Any], snapshot: Snapshot[Any]) -> list[Any]:
    """The seats at the table."""
    return sorted(engine.seats(snapshot), key=lambda seat: (not isinstance(seat, int), seat, repr(seat)))


def next_turn(
    engine: Engine[Any], snapshot: Snapshot[Any], people: Sequence[Any], passing: Collection[Any], lot: bytes
) -> Turn | None:
    """Who is asked now; None if nobody has a move. Those who pass, wait for others to go on."""
    waited_for = engine.to_act(snapshot)
    person_acts = any(seat in waited_for for seat in people)
    legal = {seat: engine.legal_moves(snapshot, seat) for seat in seats_in_order(engine, snapshot)}
    turns = []
    for seat, moves in legal.items():
        rests = (seat in passing) if seat in people else person_acts
        if worth_asking(moves, seat in waited_for, rests):
            turns.append(Turn(seat, moves if seat in people else uninterrupting(moves, rests), seat in waited_for))
    if turns:
        return drawn(turns, people, lot)
    return host_turn(engine, snapshot, people, legal)


def worth_asking(moves: Sequence[Move], is_waited_for: bool, rests: bool) -> bool:
    """Whether a seat has something to decide: to give up is always possible, and no reason to be asked."""
    return bool(moves) if is_waited_for else not rests and any(not move.gives_up for move in moves)


def uninterrupting(moves: list[Move], rests: bool) -> list[Move]:
    """The moves without those that interrupt, if that is to be, and if others are left."""
    return [move for move in moves if not (rests and move.interrupts)] or moves


def drawn(turns: list[Turn], people: Sequence[Any], lot: bytes) -> Turn:
    """The one that lot has decided for; of several people, the first."""
    found = min(turns, key=lambda turn: blake2b(lot + str(turn.seat).encode(), digest_size=8).digest())
    if found.seat not in people:
        return found
    return next(turn for turn in turns if turn.seat in people and turn.is_waited_for == found.is_waited_for)


def host_turn(
    engine: Engine[Any], snapshot: Snapshot[Any], people: Sequence[Any], legal: dict[Any, list[Move]]
) -> Turn | None:
    """The first person is the host, too; without one the host's moves are nobody's. Last, those who can but give up."""
    host = engine.legal_moves(snapshot, HOST)
    person = next(iter(people), HOST)
    if host:
        return Turn(person, [*host, *legal.get(person, ())], True)
    return next((Turn(seat, moves, True) for seat, moves in legal.items() if moves and seat in people), None)
