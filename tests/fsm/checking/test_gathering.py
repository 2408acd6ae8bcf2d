"""Which choices are followed, and that nothing is missed."""

from collections.abc import Iterable
from itertools import permutations
from math import prod

import msgspec
import pytest

from fsm import Engine, Flow, Move, Refusal, Snapshot, State, gather, guard
from fsm.checking.gathering import followed
from fsm.explore import explore
from fsm.session import Session
from tests.fsm.fair import Answer, Ask, Bid, Concede, bids, fair, played


class Bag(msgspec.Struct, frozen=True):
    """How many things each seat can choose from, and what was chosen."""

    choices: tuple[int, ...]
    picked: tuple[int, ...] = ()


class Pick(Move):
    seat: int
    thing: int

    @classmethod
    def candidates(cls, game: Bag) -> Iterable["Pick"]:
        return [cls(seat, thing) for seat, things in enumerate(game.choices) for thing in range(things)]


class Stop(Move): ...


@guard("There is no such thing.")
def is_there(game: Bag, move: Pick) -> bool:
    return 0 <= move.thing < game.choices[move.seat]


def take(game: Bag, move: Pick) -> Bag:
    return Bag(game.choices, (*game.picked, move.thing))


def seats(game: Bag) -> tuple[int, ...]:
    return tuple(range(len(game.choices)))


class Once(Flow):
    picking = State(initial=True)
    end = State(final=True)
    pick = gather(picking, by=seats, cond=is_there, on=take, to=end)
    stop = picking.to(end)


class Again(Flow):
    picking = State(initial=True)
    end = State(final=True)
    pick = gather(picking, by=seats, cond=is_there, on=take, to=end, again=True)
    stop = picking.to(end)


class Bound(Flow):
    """Nobody can stop."""

    picking = State(initial=True)
    end = State(final=True)
    pick = gather(picking, by=seats, cond=is_there, on=take, to=end)
    accepts = (("may_deadlock", "picking", "That is what is to be found."),)


def engine_of(flow: type[Flow], *choices: int) -> Engine[Bag]:
    def new(seed: int = 0) -> Bag:
        return Bag(choices)

    return Engine(flow, moves=(Pick,) if flow is Bound else (Pick, Stop), new=new)


@pytest.mark.parametrize("flow", [Once, Again])
@pytest.mark.parametrize("choices", [(2, 2), (3, 3, 3), (1, 4, 2), (2, 2, 2, 2, 2)])
def test_snapshots_are_counted_by_the_formula_of_one_order(flow: type[Flow], choices: tuple[int, ...]) -> None:
    """Before a seat chooses, there is a snapshot for each way in which those before it have; then one for all."""
    found = explore(engine_of(flow, *choices), thorough=True)
    waiting = [prod(choices[:seat]) for seat in range(len(choices))]

    assert found.coverage.phases == {"picking": sum(waiting), "end": prod(choices) + 1}
    assert found.snapshots == sum(waiting) + prod(choices) + 1
    assert found.transitions == sum(waiting) + sum(prod(choices[: seat + 1]) for seat in range(len(choices)))
    assert found.complete
    assert found.defects == ()


def test_every_end_is_found_that_any_order_leads_to() -> None:
    engine = engine_of(Once, 2, 3, 1)
    ends = set()
    for order in permutations(range(3)):
        for things in [(a, b, 0) for a in range(2) for b in range(3)]:
            snapshot: Snapshot[Bag] | Refusal = engine.start()
            for seat in order:
                assert isinstance(snapshot, Snapshot)
                snapshot = engine.step(snapshot, Pick(seat, things[seat]))
            assert isinstance(snapshot, Snapshot)
            ends.add(snapshot.game.picked)

    assert len(ends) + 1 == explore(engine).coverage.phases["end"]


def test_a_seat_that_cannot_choose_leaves_the_game_stuck_once_the_others_have() -> None:
    (defect,) = explore(engine_of(Bound, 2, 0, 2)).defects

    assert (defect.kind, len(defect.moves)) == ("deadlock", 2)
    assert defect.moves == (Pick(0, 0), Pick(2, 0))
    assert "has_not_chosen refuses" in defect.obstacles[0]
    engine = engine_of(Bound, 2, 0, 2)
    assert Session.replay(engine, defect.log).snapshot.chosen == defect.moves


def test_only_the_first_seat_that_can_choose_is_followed_and_all_other_moves() -> None:
    start, half = played(), played(Bid(1, 0))

    assert followed(fair, start, fair.legal_moves(start)) == [Bid(2, 0), Bid(2, 1), Bid(2, 2), Concede()]
    assert followed(fair, half, fair.legal_moves(half)) == [Bid(2, 0), Bid(2, 1), Bid(2, 2), Concede()]
    assert followed(fair, half, [Bid(0, 2), Concede()]) == [Bid(0, 2), Concede()], "the second seat cannot choose"


def test_who_chooses_again_is_not_followed() -> None:
    engine = engine_of(Again, 2, 2)
    after = engine.step(engine.start(), Pick(0, 1))
    assert isinstance(after, Snapshot)

    assert Pick(0, 0) in engine.legal_moves(after)
    assert followed(engine, after, engine.legal_moves(after)) == [Pick(1, 0), Pick(1, 1), Stop()]


def test_where_nobody_chooses_every_legal_move_is_followed() -> None:
    acting, asking = played(*bids(1, 0, 2)), played(*bids(1, 0, 2), Ask())

    assert followed(fair, acting, fair.legal_moves(acting)) == fair.legal_moves(acting)
    assert followed(fair, asking, fair.legal_moves(asking)) == [Ask(), Answer()]
