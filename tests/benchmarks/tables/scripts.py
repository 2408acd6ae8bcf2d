"""Whole games that are known before they are played: whoever plays them under load need not think."""

from functools import cache
from itertools import cycle, islice
from random import Random
from typing import Any, NamedTuple

import msgspec

from fsm import HOST, Engine, Snapshot
from games.uno import engine as uno
from tests.benchmarks.tables.rounds import Mark

ROUNDS, UNO = "tests.benchmarks.tables.rounds:engine", "uno"
"""The flows, as the server calls them."""

DRAW = (0, 1, 2, 4, 3, 5, 7, 6, 8)
"""Squares in an order in which nobody gets three in a row."""


class Turn(NamedTuple):
    """A move, and how many events it makes: more than one, where the host deals on."""

    seat: int
    move: bytes
    events: int = 1
    square: int = 0


@cache
def rounds(moves: int) -> tuple[Turn, ...]:
    """Boards that are filled, one after the other."""
    squares = islice(cycle(DRAW), moves)
    marks = [Mark(square, place % 2) for place, square in enumerate(squares)]
    return tuple(Turn(mark.seat, msgspec.json.encode(mark), square=mark.square) for mark in marks)


@cache
def uno_match(seed: int, most: int) -> tuple[Turn, ...]:
    """A match of Uno for two, or its beginning, in which moves are left to chance."""
    chance = Random(seed)
    turns: list[Turn] = []
    snapshot = uno.start(seed=seed, players=2)
    while len(turns) < most and not uno.is_over(snapshot):
        seat = min(uno.to_act(snapshot))
        move = chance.choice([move for move in uno.legal_moves(snapshot, seat) if not move.gives_up])
        snapshot, dealt = dealt_on(uno, stepped(uno, snapshot, move))
        turns.append(Turn(seat, msgspec.json.encode(move), 1 + dealt))
    return tuple(turns)


def dealt_on(engine: Engine[Any], snapshot: Snapshot[Any]) -> tuple[Snapshot[Any], int]:
    """The position after the host's moves, and how many there were."""
    dealt = 0
    while not engine.is_over(snapshot) and not engine.to_act(snapshot):
        snapshot = stepped(engine, snapshot, engine.legal_moves(snapshot, seat=HOST)[0])
        dealt += 1
    return snapshot, dealt


def stepped(engine: Engine[Any], snapshot: Snapshot[Any], move: Any) -> Snapshot[Any]:
    """The position after a move that is legal."""
    after = engine.step(snapshot, move)
    assert isinstance(after, Snapshot)
    return after
