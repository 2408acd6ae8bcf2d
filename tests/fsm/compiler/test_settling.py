"""Consequences as they are written: straight, or counted in a loop; every way to run a flow counts them alike."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, Flow, RuleError, Snapshot, State, Trace
from fsm.flow import FlowMeta
from fsm.native import Native
from tests.fsm.compiler.flows import Go, Roundabout, agreed, bit, chain, coins_are_left, spend
from tests.fsm.samples import Purse, new_purse


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


# Straight on, or round and round


class Town(Flow):
    """Consequences that lead into a circle, round it a few times, and out again."""

    here = State(initial=True)
    way_in = State()
    north = State()
    south = State()
    way_out = State()
    home = State(final=True)

    go = here.to(way_in)
    way_in.to(north)
    north.to(south, cond=coins_are_left, on=spend)
    north.to(way_out)
    south.to(north)
    way_out.to(home)


town = Engine(Town, moves=(Go,), new=new_purse)


@given(st.integers(0, 30))
def test_consequences_go_into_a_circle_and_out_again(coins: int) -> None:
    trace = Trace()
    start, end = town.start(coins=coins), Snapshot("home", Purse(0))

    assert town.step(start, Go()) == end
    assert town.step_traced(start, Go(), trace) == end
    circle = ["north-then-south", "south-then-north"] * coins
    assert trace.rows == ["here-go-way_in", "way_in-then-north", *circle, "north-then-way_out", "way_out-then-home"]


def test_consequences_can_begin_in_any_phase() -> None:
    """As when a saved game is loaded."""
    for phase in ("way_in", "north", "south", "way_out", "home"):
        end = town._program.settle(Snapshot(phase, Purse(0 if phase in ("way_out", "home") else 3)))

        assert end == Snapshot("home", Purse(0))


def function_in(engine: Engine[Any], words: str) -> str:
    """The generated source of one function; nothing, if there is none."""
    _, _, tail = engine._program.source.partition(f"):  # {words}\n")
    return re.split(r"\n(?=(?:    )?def )", tail)[0]


def test_only_consequences_that_can_come_to_a_circle_are_counted() -> None:
    """The others go straight on, which is what a game on a hot path wants."""
    for phase in ("way_in", "north", "south"):
        assert not function_in(town, f"consequences {phase}")
    assert "return" in function_in(town, "consequences way_out")
    assert "'way_in'" in function_in(town, "step here go")
    assert "# settle" in town._program.source


def test_without_circles_nothing_is_counted_but_a_game_that_is_loaded() -> None:
    source = chain(3)._program.source

    assert "# one consequence" not in source
    (settle,) = re.findall(r"def (n[0-9]+)\(phase, game\):", source)
    assert f"return {settle}(" not in source


def test_a_few_consequences_are_written_on_the_spot_and_what_follows_them_is_called() -> None:
    step = function_in(chain(5), "step p0 go")
    (after,) = re.findall(r"return (n[0-9]+)\(game\)$", step, re.MULTILINE)

    assert f"def {after}(game):  # consequences p4" in chain(5)._program.source


def has_no_coins(game: Purse) -> bool:
    return game.coins == 0


def has_one_coin(game: Purse) -> bool:
    return game.coins == 1


def has_two_coins(game: Purse) -> bool:
    return game.coins == 2


class Crossing(Flow):
    """A leaf with too many consequences to be written wherever a row leads to it."""

    here = State(initial=True)
    square = State()
    left, right = State(final=True), State(final=True)
    ahead, back = State(final=True), State(final=True)

    go = here.to(square)
    square.to(left, cond=has_no_coins)
    square.to(right, cond=has_one_coin)
    square.to(ahead, cond=has_two_coins)
    square.to(back, unless=[has_no_coins, has_one_coin, has_two_coins])


def test_many_consequences_are_called() -> None:
    crossing = Engine(Crossing, moves=(Go,), new=new_purse)

    assert "'left'" not in function_in(crossing, "step here go")
    assert "'left'" in function_in(crossing, "consequences square")
    assert [agreed(crossing, coins, Go()) for coins in range(4)] == ["left", "right", "ahead", "back"]


class Echo(Flow):
    """A consequence that asks what the event has asked, about the game after the effect."""

    here = State(initial=True)
    there = State()
    home = State(final=True)

    go = here.to(there, cond=coins_are_left, on=spend)
    there.to(home, unless=coins_are_left)


def test_answers_about_the_game_before_an_effect_are_not_used_after_it() -> None:
    echo = Engine(Echo, moves=(Go,), new=new_purse)

    assert [agreed(echo, coins, Go()) for coins in range(3)] == ["coins_are_left", "home", "there"]


def test_consequences_may_have_many_guards_after_a_row_with_many() -> None:
    here, there, end = State(initial=True), State(), State()
    there.to(end, cond=[bit(n) for n in range(90)], on=spend)
    go = here.to(there, cond=[bit(n) for n in range(100, 190)])
    flow: Any = FlowMeta("Far", (Flow,), {"here": here, "there": there, "end": end, "go": go})
    engine = Engine(flow, moves=(Go,), new=new_purse)

    assert agreed(engine, 0, Go()) == "end"
    assert agreed(engine, 1 << 89, Go()) == "there"
    assert agreed(engine, 1 << 189, Go()) == "bit_189"
