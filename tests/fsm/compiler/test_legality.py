"""Legal moves as they are written: exact ones, guarded ones, last resorts."""

from collections.abc import Sequence
from typing import Any

import pytest

from fsm import Engine, Flow, Move, State, stay
from fsm.chart import Guard, Row
from fsm.compiler.legality import shared_guards
from tests.fsm.compiler.flows import Go, agreed, bit, coins_are_left, fork
from tests.fsm.compiler.flows import Hop as ForkHop
from tests.fsm.samples import Pay, Purse, new_purse


class StayHere(Move):
    exact = True


class Hop(Move):
    size: int

    @classmethod
    def candidates(cls, game: Purse) -> list["Hop"]:
        return [cls(size) for size in range(4)]


def hop_is_affordable(game: Purse, move: Hop) -> bool:
    return move.size <= game.coins


class Meadow(Flow):
    """One phase with a move whose candidates are exact, between two that are guarded."""

    here = State(initial=True)
    go = stay(here, cond=coins_are_left)
    stay_here = stay(here)
    hop = stay(here, cond=hop_is_affordable)


def test_legal_moves_come_in_the_order_of_the_rows_exact_or_not() -> None:
    meadow = Engine(Meadow, moves=(Hop, StayHere, Go), new=new_purse)

    assert meadow.legal_moves(meadow.start(coins=1)) == [Go(), StayHere(), Hop(0), Hop(1)]
    assert meadow.legal_moves(meadow.start(coins=0)) == [StayHere(), Hop(0)]


# Guards before the loop over candidates

A, B, BY_MOVE = Guard("a"), Guard("b"), Guard("m", needs=("game", "move"))
NOT_A = Guard("a", negated=True)


@pytest.mark.parametrize(
    ("rows", "shared"),
    [
        ([(A, B, BY_MOVE), (A, B)], [A, B]),
        ([(A, B), (A, BY_MOVE)], [A]),
        ([(BY_MOVE, A), (BY_MOVE, A)], []),
        ([(A, BY_MOVE, B), (A, BY_MOVE, B)], [A]),
        ([(A, BY_MOVE), (NOT_A, BY_MOVE)], []),
        ([(A, BY_MOVE), ()], []),
        ([(A, BY_MOVE)], [A]),
    ],
)
def test_leading_guards_are_shared_if_no_row_and_no_candidate_can_do_without(
    rows: list[tuple[Guard, ...]], shared: list[Guard]
) -> None:
    assert shared_guards([Row("r", "here", "there", "go", guards) for guards in rows]) == shared


def test_guards_that_all_rows_ask_first_are_asked_before_the_candidates() -> None:
    asked: list[str] = []

    def has_coins(game: Purse) -> bool:
        asked.append("has_coins")
        return game.coins > 0

    def is_even(game: Purse, move: Pay) -> bool:
        asked.append("is_even")
        return move.amount % 2 == 0

    class Till(Flow):
        here = State(initial=True)
        there = State()
        pay = here.to(there, cond=[has_coins, is_even]) | stay(here, cond=has_coins, unless=is_even)

    engine = Engine(Till, moves=(Pay,), new=new_purse)

    assert engine.legal_moves(engine.start(coins=0)) == []
    assert asked == ["has_coins"]
    assert len(engine.legal_moves(engine.start(coins=1))) == len(Pay.candidates(Purse(1)))  # type: ignore[arg-type]
    assert asked.count("has_coins") == 2


def test_many_guards_that_all_rows_share_are_asked_before_the_loop() -> None:
    shared = [bit(n) for n in range(120)]
    engine = fork([*shared, bit(120, looks_at_move=True)], [*shared, bit(121, looks_at_move=True)], move=ForkHop)

    assert agreed(engine, 0, ForkHop(0)) == "end_0"
    assert agreed(engine, 1 << 120, ForkHop(0)) == "end_1"
    assert engine.legal_moves(engine.start(coins=1 << 120)) == [ForkHop(0), ForkHop(1)]
    assert engine.legal_moves(engine.start(coins=1 << 119)) == []


def test_a_row_may_have_many_guards_that_look_at_the_move() -> None:
    engine = fork([bit(n, looks_at_move=n % 2 == 1) for n in range(120)], move=ForkHop)

    assert engine.legal_moves(engine.start()) == [ForkHop(0), ForkHop(1)]
    assert engine.legal_moves(engine.start(coins=1 << 119)) == []
    assert agreed(engine, 0, ForkHop(1)) == "end_0"
    assert agreed(engine, 1 << 119, ForkHop(1)) == "bit_119"


# Last resorts


class Resign(Move):
    """A last resort."""

    exact = True

    @classmethod
    def candidates(cls, game: Purse, found: Sequence[Move] = ()) -> list["Resign"]:
        return [] if found else [cls()]


class Brook(Flow):
    """A phase that can always be left, but no sooner than everything else is tried."""

    here = State(initial=True)
    over = State(final=True)
    go = stay(here, cond=coins_are_left)
    resign = here.to(over, unless=coins_are_left)


def test_a_last_resort_sees_the_legal_moves_before_it() -> None:
    brook = Engine(Brook, moves=(Resign, Go), new=new_purse)

    assert brook.legal_moves(brook.start(coins=1)) == [Go()]
    assert brook.legal_moves(brook.start(coins=0)) == [Resign()]


class Rest(Move):
    """A last resort with a number of its own, which is nobody else's business."""

    hours: int

    @classmethod
    def candidates(cls, game: Purse, longest: int = 2, *, found: Sequence[Move] = ()) -> list[Any]:
        hours = 0 if found else longest
        return [cls(hour) for hour in range(hours)]


class Nap(Rest):
    """The same as one expression; only the order of its parameters keeps it from being written out."""

    @classmethod
    def candidates(cls, game: Purse, longest: int = 2, found: Sequence[Move] = ()) -> list[Any]:
        return [cls(hour) for hour in range(0 if found else longest)]


def is_awake(game: Purse, move: Rest) -> bool:
    return move.hours >= 0


class Glade(Flow):
    """A phase with a last resort that is not one expression."""

    here = State(initial=True)
    go = stay(here, cond=coins_are_left)
    rest = stay(here, cond=is_awake)


class Dell(Flow):
    """The same phase with the other one."""

    here = State(initial=True)
    go = stay(here, cond=coins_are_left)
    nap = stay(here, cond=is_awake)


def test_what_was_found_is_given_by_name() -> None:
    glade = Engine(Glade, moves=(Rest, Go), new=new_purse)

    assert glade.legal_moves(glade.start(coins=1)) == [Go()]
    assert glade.legal_moves(glade.start(coins=0)) == [Rest(0), Rest(1)]


def test_a_number_of_its_own_is_not_mistaken_for_what_was_found() -> None:
    dell = Engine(Dell, moves=(Nap, Go), new=new_purse)

    assert dell.legal_moves(dell.start(coins=1)) == [Go()]
    assert dell.legal_moves(dell.start(coins=0)) == [Nap(0), Nap(1)]
