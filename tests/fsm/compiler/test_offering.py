"""The moves that a turn offers: the same as `fsm.moves.offered` gives, whatever order a flow names its events in."""

from collections.abc import Iterable
from itertools import permutations
from random import Random
from typing import Any

import pytest

from fsm import Engine, Flow, Move, State, stay
from fsm.flow import FlowMeta
from tests.fsm.by_steps import Recording, rollout_by_steps
from tests.fsm.samples import Purse, new_purse


def some(kind: Any, game: Purse, places: Iterable[int]) -> list[Any]:
    """Moves of some seats, others from position to position."""
    return [kind(seat) for seat in places if (game.coins >> seat) & 1]


class Lay(Move):
    seat: int
    exact = True

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Lay"]:
        return some(cls, game, (0, 1))


class Pass(Move):
    seat: int
    avoided = True

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Pass"]:
        return some(cls, game, (1, 2, 1))


class Fold(Move):
    seat: int
    gives_up = True

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Fold"]:
        return some(cls, game, (2, 3))


class Wait(Move):
    """Depends on what was found before it."""

    seat: int

    @classmethod
    def candidates(cls, game: Purse, found: Any = ()) -> Iterable["Wait"]:
        return [cls(seat) for seat in range(len(found) % 3)]


class Ring(Move):
    """Says whose it is in another field."""

    who: int
    seat_field = "who"

    @classmethod
    def candidates(cls, game: Purse) -> Iterable["Ring"]:
        return some(cls, game, (2,))


def go(game: Purse) -> Purse:
    return Purse((game.coins * 5 + 3) % 64)


def flow_of(kinds: Iterable[type[Move]]) -> Engine[Purse]:
    """A flow that names these events in this order."""
    here = State(initial=True)
    rows = {kind.__name__.lower(): stay(here, on=go) for kind in kinds}
    made: Any = FlowMeta("Offers", (Flow,), {"here": here, **rows})
    return Engine(made, moves=tuple(kinds), new=new_purse)


SETS = [(Lay, Pass, Fold), (Lay, Pass, Fold, Wait), (Lay, Ring, Pass), (Pass, Fold)]


@pytest.mark.parametrize("kinds", [order for kinds in SETS for order in permutations(kinds)], ids=str)
def test_a_turn_offers_what_is_to_be_offered(kinds: tuple[type[Move], ...]) -> None:
    engine = flow_of(kinds)
    for coins in range(0, 64, 5):
        start, by_steps, by_turns = engine.start(coins=coins), Recording(coins), Recording(coins)
        last = rollout_by_steps(engine, start, Random(1), by_steps, most=12)

        assert engine.rollout(start, Random(1), choose=by_turns, most=12) == last
        assert by_turns.seen == by_steps.seen
