"""Flows of any size and depth are written without running into a limit of Python's parser."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, Flow, Move, Refusal, RuleError, Snapshot, State, Trace
from fsm.compiler.branching import DEEPEST
from fsm.flow import FlowMeta
from fsm.moves import FrozenMeta
from fsm.native import Native
from tests.fsm.samples import Purse, new_purse


class Go(Move): ...


class Hop(Move, tag="go"):
    size: int

    @classmethod
    def candidates(cls, game: Purse) -> list[Any]:
        return [cls(size) for size in range(3)]


def bit(number: int, looks_at_move: bool = False) -> Callable[..., bool]:
    """A guard that looks at one bit of the coins."""

    def by_game(game: Purse) -> bool:
        return not game.coins >> number & 1

    def by_move(game: Purse, move: Any) -> bool:
        return not (game.coins >> number & 1) and move.size < 2

    rule: Any = by_move if looks_at_move else by_game
    rule.__name__ = f"bit_{number}"
    return rule  # type: ignore[no-any-return]


def fork(*rows: list[Any], move: type[Move] = Go, unless: bool = False) -> Engine[Purse]:
    """An engine whose event `go` has a row for each list of guards; row n leads to `end_n`."""
    here, ends = State(initial=True), [State() for _ in rows]
    go: Any = None
    for end, guards in zip(ends, rows, strict=True):
        row = here.to(end, **{"unless" if unless else "cond": guards})
        go = row if go is None else go | row
    attributes = {"here": here, "go": go} | {f"end_{n}": end for n, end in enumerate(ends)}
    flow: Any = FlowMeta("Fork", (Flow,), attributes)
    return Engine(flow, moves=(move,), new=new_purse)


def outcome(act: Callable[..., Any], *arguments: Any) -> Any:
    """Where an act leads, or what it says."""
    try:
        answer = act(*arguments)
    except RuleError as error:
        return str(error)
    return answer.guard if isinstance(answer, Refusal) else answer.phase


def agreed(engine: Engine[Purse], coins: int, move: Move) -> Any:
    """Where a move leads, by every way to send it."""
    start = Snapshot("here", Purse(coins))
    said = outcome(engine.step, start, move)

    assert outcome(engine.step_traced, start, move, Trace()) == said
    assert outcome(Native(engine, start).send, move) == said
    return said


@pytest.mark.parametrize("count", [2, DEEPEST - 3, DEEPEST, 120, 400])
def test_a_row_may_have_many_guards(count: int) -> None:
    engine = fork([bit(n) for n in range(count)])

    assert agreed(engine, 0, Go()) == "end_0"
    for number in {0, 1, count // 2, count - 1}:
        assert agreed(engine, 1 << number, Go()) == f"bit_{number}"
    assert engine.legal_moves(engine.start()) == [Go()]
    assert engine.legal_moves(engine.start(coins=1 << count - 1)) == []


def test_a_row_may_have_many_guards_that_look_at_the_move() -> None:
    engine = fork([bit(n, looks_at_move=n % 2 == 1) for n in range(120)], move=Hop)

    assert engine.legal_moves(engine.start()) == [Hop(0), Hop(1)]
    assert engine.legal_moves(engine.start(coins=1 << 119)) == []
    assert agreed(engine, 0, Hop(1)) == "end_0"
    assert agreed(engine, 1 << 119, Hop(1)) == "bit_119"


def test_many_guards_that_all_rows_share_are_asked_before_the_loop() -> None:
    shared = [bit(n) for n in range(120)]
    engine = fork([*shared, bit(120, looks_at_move=True)], [*shared, bit(121, looks_at_move=True)], move=Hop)

    assert agreed(engine, 0, Hop(0)) == "end_0"
    assert agreed(engine, 1 << 120, Hop(0)) == "end_1"
    assert engine.legal_moves(engine.start(coins=1 << 120)) == [Hop(0), Hop(1)]
    assert engine.legal_moves(engine.start(coins=1 << 119)) == []


def test_rows_that_share_many_guards_part_at_the_end() -> None:
    guards = [bit(n) for n in range(122)]
    engine = fork([*guards[:120], guards[120]], [*guards[:120], guards[121]], guards[:120], guards[1:2])

    assert agreed(engine, 0, Go()) == "end_0"
    assert agreed(engine, 1 << 120, Go()) == "end_1"
    assert agreed(engine, 3 << 120, Go()) == "end_2"
    assert agreed(engine, 1, Go()) == "end_3"
    assert agreed(engine, 2, Go()) == "bit_1"


def test_guards_deep_down_may_be_negated() -> None:
    engine = fork([bit(n) for n in range(60)], unless=True)

    assert agreed(engine, (1 << 60) - 1, Go()) == "end_0"
    assert agreed(engine, (1 << 59) - 1, Go()) == "bit_59"


def test_an_answer_deep_down_is_looked_at_too() -> None:
    def shrugs(game: Purse) -> Any:
        return "perhaps"

    engine = fork([*(bit(n) for n in range(80)), shrugs])

    assert agreed(engine, 0, Go()) == "guard 'shrugs' returned 'perhaps'; a guard returns True or False."
    trace = Trace()
    engine.step_traced(engine.start(coins=1 << 79), Go(), trace)
    assert {name for name, _ in trace.guards} == {f"bit_{n}" for n in range(80)}
    assert ("bit_79", False) in trace.guards


@pytest.mark.parametrize("count", [400, 1_000])
def test_an_event_may_have_many_alternatives(count: int) -> None:
    engine = fork(*([bit(n)] for n in range(count)))

    assert agreed(engine, 0, Go()) == "end_0"
    assert agreed(engine, (1 << count - 1) - 1, Go()) == f"end_{count - 1}"
    assert agreed(engine, (1 << count) - 1, Go()) == "bit_0"


def test_alternatives_that_get_longer_and_longer() -> None:
    guards = [bit(n) for n in range(130)]
    engine = fork(*(guards[: 130 - n] for n in range(130)))

    for last in (1, 2, 50, 128):
        assert agreed(engine, 1 << last, Go()) == f"end_{130 - last}"


BITS = [bit(n) for n in range(9)]
ALWAYS = [bit(100 + n) for n in range(50)]
ROWS = [[BITS[0], BITS[1]], [BITS[0], BITS[2]], [BITS[3]], [BITS[1], BITS[3], BITS[2]], [BITS[8]]]
nested, flat = fork(*ROWS), fork(*([*ALWAYS, *row] for row in ROWS))


@given(st.integers(0, 2**9 - 1))
def test_flat_and_nested_guards_decide_alike(coins: int) -> None:
    """The same rows, under so many guards that always hold that they are written flat."""
    assert agreed(flat, coins, Go()) == agreed(nested, coins, Go())


def spend(game: Purse) -> Purse:
    return Purse(game.coins - 1)


def test_consequences_may_have_many_guards_after_a_row_with_many() -> None:
    here, there, end = State(initial=True), State(), State()
    there.to(end, cond=[bit(n) for n in range(90)], on=spend)
    go = here.to(there, cond=[bit(n) for n in range(100, 190)])
    flow: Any = FlowMeta("Far", (Flow,), {"here": here, "there": there, "end": end, "go": go})
    engine = Engine(flow, moves=(Go,), new=new_purse)

    assert agreed(engine, 0, Go()) == "end"
    assert agreed(engine, 1 << 89, Go()) == "there"
    assert agreed(engine, 1 << 189, Go()) == "bit_189"


def test_a_move_may_have_many_fields() -> None:
    names = [f"field_{n}" for n in range(400)]
    candidates = classmethod(lambda cls, game: [cls()])
    body = dict.fromkeys(names, 0) | {"__annotations__": dict.fromkeys(names, int), "candidates": candidates}
    kind: Any = FrozenMeta("Go", (Move,), body, tag="go")
    engine = fork([bit(0)], move=kind)

    assert agreed(engine, 0, kind(field_399=1)) == "end_0"
    answer = engine.step(engine.start(), kind(field_399="1"))
    assert isinstance(answer, Refusal)
    assert answer.message == "go needs field_399 to be int, not '1'."
