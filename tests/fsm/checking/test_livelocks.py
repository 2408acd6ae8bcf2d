"""From where an ending can be reached, judged by a plain search."""

from random import Random
from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, State, guard, stay
from fsm.checking.livelocks import Backwards
from fsm.explore import explore


@pytest.mark.parametrize("seed", range(20))
def test_the_doomed_are_those_from_which_no_way_leads_to_an_end(seed: int) -> None:
    dice = Random(seed)
    size = 40
    edges = [(dice.randrange(size), dice.randrange(size)) for _ in range(50)]
    ends = dice.sample(range(size), 3)
    backwards = Backwards(wanted=True)
    backwards.ends.extend(ends)
    for source, target in edges:
        backwards.note(source, target)

    assert backwards.doomed(size, ()) == [number for number in range(size) if not leads_to(number, {*ends}, edges)]


def leads_to(number: int, ends: set[int], edges: list[tuple[int, int]]) -> bool:
    seen, todo = {number}, [number]
    while todo:
        here = todo.pop()
        fresh = {target for source, target in edges if source == here} - seen
        seen |= fresh
        todo += fresh
    return not seen.isdisjoint(ends)


def test_without_endings_nothing_is_kept() -> None:
    backwards = Backwards(wanted=False)
    backwards.note(0, 1)

    assert not backwards.sources
    assert backwards.doomed(2, ()) == []


class Purse(msgspec.Struct, frozen=True):
    coins: int = 3
    is_lost: bool = False


class Pay(Move): ...


class Lose(Move): ...


class Wait(Move): ...


@guard("You have no coins.")
def has_coins(game: Purse) -> bool:
    return game.coins > 0 and not game.is_lost


def pay(game: Purse) -> Purse:
    return Purse(game.coins - 1)


def lose(game: Purse) -> Purse:
    return Purse(game.coins, is_lost=True)


class Toll(Flow):
    """Whoever loses the purse waits for ever: there is always a move, and never an end."""

    road = State("Road", initial=True)
    town = State("Town", final=True)
    pay = road.to(town, cond=has_coins, on=pay)
    lose = stay(road, cond=has_coins, on=lose)
    wait = stay(road)


class Endless(Flow):
    """Has no end at all, so none can be missed."""

    road = State("Road", initial=True)
    lose = stay(road, on=lose)
    wait = stay(road)


def new_purse() -> Purse:
    return Purse()


def test_a_game_that_can_no_longer_end_is_a_livelock_with_a_shortest_way_there() -> None:
    (defect,) = explore(Engine(Toll, moves=(Pay, Lose, Wait), new=new_purse)).defects

    assert (defect.kind, defect.name, defect.moves) == ("livelock", "road", (Lose(),))
    assert "in 1 of 3 snapshots" in defect.sentence


def test_a_flow_without_an_end_has_no_livelock() -> None:
    assert explore(Engine(Endless, moves=(Lose, Wait), new=new_purse)).defects == ()


def test_an_exploration_that_stopped_early_cannot_tell() -> None:
    found = explore(Engine(Toll, moves=(Pay, Lose, Wait), new=new_purse), limit=2)

    assert (found.complete, found.defects) == (False, ())


def test_what_is_stuck_is_a_deadlock_and_nothing_before_it_a_livelock() -> None:
    class Stuck(Flow):
        road = State("Road", initial=True)
        town = State("Town", final=True)
        pay = road.to(town, cond=has_coins, on=pay)
        lose = stay(road, cond=has_coins, on=lose)

    found: Any = explore(Engine(Stuck, moves=(Pay, Lose), new=new_purse))

    assert [defect.kind for defect in found.defects] == ["deadlock"]
