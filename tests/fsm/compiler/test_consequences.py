"""Chains and circles of consequences: how far they may go, and that every way to run a flow counts them alike."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, Flow, Move, RuleError, Snapshot, State, Trace, read
from fsm.compiler.consequences import SHOWN, endless, last_circle, longest_chains
from fsm.flow import FlowMeta
from fsm.native import Native
from tests.fsm.samples import Purse, new_purse


class Go(Move): ...


def coins_are_left(game: Purse) -> bool:
    return game.coins > 0


def spend(game: Purse) -> Purse:
    return Purse(game.coins - 1)


def chain(length: int, most: int = 10_000, **more: Any) -> Engine[Purse]:
    """An engine whose `go` is followed by so many consequences, in as many phases."""
    states = [State(initial=n == 0) for n in range(length + 2)]
    for here, there in pairwise(states[1:]):
        here.to(there)
    attributes = {f"p{n}": state for n, state in enumerate(states)} | {"go": states[0].to(states[1])}
    flow: Any = FlowMeta("Chain", (Flow,), attributes)
    return Engine(flow, moves=(Go,), new=new_purse, most_consequences=most, **more)


def answers(engine: Engine[Purse], start: Snapshot[Purse]) -> list[Any]:
    """What `go` gives in every way to run it: a snapshot, or the words of the error."""
    ways: list[Callable[[], Any]] = [
        lambda: engine.step(start, Go()),
        lambda: engine.step_traced(start, Go(), Trace()),
        lambda: Native(engine, start).send(Go()),
    ]
    found: list[Any] = []
    for way in ways:
        try:
            found.append(way())
        except RuleError as error:
            found.append(str(error))
    return found


@pytest.mark.parametrize("length", [1, 2, 49, 50, 51, 1_100])
def test_a_chain_of_any_length_is_followed_to_its_end(length: int) -> None:
    engine = chain(length)

    assert answers(engine, engine.start()) == [Snapshot(f"p{length + 1}", Purse())] * 3


@pytest.mark.parametrize("length", [3, 60, 120])
def test_one_consequence_more_than_allowed_is_an_error_for_everybody(length: int) -> None:
    exact, less = chain(length, most=length), chain(length, most=length - 1)

    assert answers(exact, exact.start()) == [Snapshot(f"p{length + 1}", Purse())] * 3
    said = set(answers(less, less.start()))
    assert len(said) == 1
    assert f"Chain: more than {length - 1} consequences of one move: p1 -> p2 -> p3" in said.pop()


class Roundabout(Flow):
    """Three consequences to a circle of two, and three to leave it."""

    here = State(initial=True)
    first, second, north, south, third, fourth = State(), State(), State(), State(), State(), State()
    home = State(final=True)

    go = here.to(first)
    first.to(second)
    second.to(north)
    north.to(south, cond=coins_are_left, on=spend)
    north.to(third)
    south.to(north)
    third.to(fourth)
    fourth.to(home)


@given(coins=st.integers(0, 12), most=st.integers(0, 30))
def test_consequences_before_in_and_after_a_circle_are_all_counted(coins: int, most: int) -> None:
    engine = Engine(Roundabout, moves=(Go,), new=new_purse, most_consequences=most)
    said = answers(engine, engine.start(coins=coins))
    taken = 2 + 2 * coins + 3

    assert said[0] == said[1] == said[2]
    assert isinstance(said[0], Snapshot) == (taken <= most)
    if coins and most > 7 and taken > most:
        assert "north -> south -> north" in said[0] or "south -> north -> south" in said[0]


class Restart(Flow):
    """A game that goes round before its first move."""

    here = State(initial=True)
    go = here.to(here)
    here.to(here, cond=coins_are_left, on=spend)


@pytest.mark.parametrize("coins", [3, 4])
def test_consequences_of_a_start_are_counted_too(coins: int) -> None:
    engine = Engine(Restart, moves=(Go,), new=new_purse, most_consequences=3)
    if coins <= 3:
        assert engine.start(coins=coins) == Native(engine, Purse(coins)).snapshot == Snapshot("here", Purse())
        return
    with pytest.raises(RuleError, match="Restart: consequences without end: here -> here;"):
        engine.start(coins=coins)
    with pytest.raises(RuleError, match="Restart: consequences without end: here -> here;"):
        Native(engine, Purse(coins))


def test_the_longest_chain_of_each_leaf_is_known_unless_it_can_come_to_a_circle() -> None:
    assert longest_chains(read(Roundabout)) == {"here": 0, "third": 2, "fourth": 1, "home": 0}


def test_the_last_circle_of_a_trail_is_found() -> None:
    assert list(last_circle("abcbcd")) == ["c", "b", "c"]
    assert list(last_circle("aa")) == ["a", "a"]
    assert not last_circle("abc")


def test_a_long_chain_is_not_told_in_full() -> None:
    said = str(endless("Chain", [f"p{n}" for n in range(1_000)], 999))

    assert said.count("->") == SHOWN
    assert said.endswith("-> ...; build the engine with a larger most_consequences.")
