"""Who decides in a simulated game: a policy is a function from a decision to a move.

The policies here choose by a hash of seed, decision number and move, never from a stream of random numbers. A move that
becomes legal then changes only the decisions that it wins, not every later one; and the choice is the same in every
process and Python version.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from random import Random
from threading import Lock
from typing import Any

import msgspec

from fsm.catalogue import is_address, load_address
from fsm.engine import Engine
from fsm.errors import PhasebookError
from fsm.moves import Move, move_keys, seat_field_of, seat_of
from fsm.simulating.bots import FAMILY, searcher_of
from fsm.simulating.hashing import Choose, Hashing, dice, lowest
from fsm.snapshot import Snapshot


class Decision(msgspec.Struct, frozen=True, gc=False):
    """One moment in which somebody must move."""

    engine: Engine[Any]
    snapshot: Snapshot[Any]
    moves: Sequence[Move]
    """The legal moves; never empty. Those to be avoided are among them only if there are no others."""
    seed: int
    """The game's."""
    number: int
    """Of the decision in its game, from 0."""
    avoided: frozenset[type[Move]] = frozenset()
    """Move types to leave alone, such as those that give up."""
    seat: Any = None
    """Who decides, where seats have policies of their own: all the moves are then this seat's."""


Policy = Callable[[Decision], Move]


def random(decision: Decision) -> Move:
    """Each legal move is equally likely."""
    return pick(decision.moves, decision)


def quick(decision: Decision) -> Move:
    """As `random`, and sooner: one draw of chance says which. One new legal move changes the rest of a game."""
    return by_draw(decision.seed)(decision.moves, decision.number)


def reckless(decision: Decision) -> Move:
    """Every other time a move that may well be illegal: any candidate of any move type, whatever the phase."""
    if dice(decision.seed, decision.number)[1] & 1:
        return random(decision)
    return pick(wild_moves(decision), decision)


def first(decision: Decision) -> Move:
    """The first legal move, always: a steady opponent, and a game that is easy to follow."""
    return decision.moves[0]


def pick(moves: Sequence[Move], decision: Decision) -> Move:
    """The move with the lowest hash."""
    return moves[0] if len(moves) == 1 else lowest(moves, move_keys(moves), dice(decision.seed, decision.number))


# In a game of some seed, by the number of the decision

DRAWN_AT_ONCE = 64


@lru_cache(maxsize=64)
def by_draw(seed: int) -> Choose:
    """The move that the draw of this decision falls on. Draws are kept: each depends on seed and number alone."""
    drawn, draw, drawing = list[float](), Random(seed).random, Lock()

    def choose(moves: Sequence[Move], number: int) -> Move:
        while len(drawn) <= number:
            with drawing:  # threads may play the same game, and draws have an order
                if len(drawn) <= number:
                    drawn.extend([draw() for _ in range(DRAWN_AT_ONCE)])
        return moves[int(drawn[number] * len(moves))]

    return choose


def by_order(seed: int) -> Choose:
    """The first move."""
    return lambda moves, number: moves[0]


def wild_moves(decision: Decision) -> list[Move]:
    """Candidates of all move types. Those of another phase may not be able to answer here: then they have none."""
    found = list(decision.moves)
    for kind in decision.engine.moves:
        if kind not in decision.avoided:
            with suppress(Exception):
                found.extend(kind.candidates(decision.snapshot.game))
    return found if decision.seat is None else [move for move in found if seat_of(move) == decision.seat]


# A policy for each seat


class BySeat:
    """Lets each seat decide for itself. Where several seats can move, one of them is drawn by lot."""

    def __init__(self, seats: Mapping[str, Policy], others: Policy) -> None:
        self.seats = seats
        self.others = others

    def __call__(self, decision: Decision) -> Move:
        moves: dict[Any, list[Move]] = {}
        for move in decision.moves:
            moves.setdefault(seat_of(move), []).append(move)
        names = (str(seat).encode() for seat in moves)
        seat = lowest(list(moves), names, dice(decision.seed, ~decision.number))  # not the dice that choose the move
        policy = self.seats.get(str(seat), self.others)
        return policy(msgspec.structs.replace(decision, moves=moves[seat], seat=seat))


def check_seats(engine: Engine[Any], seats: Mapping[str, Any]) -> None:
    """Seats can decide for themselves only where moves say whose they are."""
    if seats and not any(map(seat_field_of, engine.moves)):
        raise PhasebookError(
            f"The moves of {engine.name} do not say whose they are, so no seat can have a policy of its own; "
            "give them a field 'seat', or name theirs with seat_field, or name one policy for all."
        )


# By name

POLICIES: dict[str, Policy] = {"random": random, "reckless": reckless, "first": first, "quick": quick}

CHOOSERS: dict[Policy, Callable[[], Callable[[int], Choose]]] = {
    random: Hashing,
    quick: lambda: by_draw,
    first: lambda: by_order,
}
"""Policies that need no more than the moves, the seed of the game and the number of the decision. Each gives, for one
simulation, what chooses in the game of a seed."""


def policy_of(name: str) -> Policy:
    """A policy by name, a search with its budget, or any other as `package.module:function`."""
    if name in POLICIES:
        return POLICIES[name]
    if name.partition(":")[0] == FAMILY:
        return BySeat({}, searcher_of(name))
    if not is_address(name):
        known = ", ".join([*POLICIES, f"{FAMILY}:500"])
        raise PhasebookError(
            f"There is no policy {name!r}; choose one of {known}, or name yours as package.module:function."
        )
    found: Any = load_address(name)
    if not callable(found):
        raise PhasebookError(
            f"{name!r} is of the class {type(found).__name__}; a policy must be a function from a Decision to a Move."
        )
    return found  # type: ignore[no-any-return]  # foreign code: what it returns is checked by play


def policies_of(texts: Iterable[str]) -> tuple[str, dict[str, str]]:
    """The name of everybody's policy, and those of single seats: from `random`, `0=first`, `1,3=search:500`."""
    seats: dict[str, str] = {}
    everybody: list[str] = []
    for text in texts:
        named, equals, name = text.rpartition("=")
        if equals and not (named and name):
            raise PhasebookError(
                f"{text!r} is no policy of a seat; write --policy 0=random, or 0,2=random for several."
            )
        for seat in named.split(",") if equals else ():
            if seat in seats:
                raise PhasebookError(f"There are two policies for seat {seat}; name one.")
            seats[seat] = name
        if not equals and everybody:
            raise PhasebookError("There are two policies for everybody; name one.")
        everybody += [] if equals else [name]
    return everybody[0] if everybody else "random", seats
