"""The generated code: what it asks, how often, and that its variants cannot disagree."""

import re
from collections import Counter as Tally
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, Flow, Move, Refusal, Snapshot, State, Trace, stay
from fsm.flow import FlowMeta
from tests.fsm.samples import Purse, new_purse


class Go(Move): ...


def counting(tally: Tally[str], name: str, answer: bool) -> Any:
    """A guard that counts how often it is asked."""

    def rule(game: Purse) -> bool:
        tally[name] += 1
        return answer

    rule.__name__ = name
    return rule


def fork(answers: dict[str, bool], *rows: tuple[list[str], list[str]]) -> tuple[Engine[Purse], Tally[str]]:
    """An engine whose event `go` has these rows of (cond, unless); row n leads to phase `end_n`."""
    tally: Tally[str] = Tally()
    guards = {name: counting(tally, name, answer) for name, answer in answers.items()}
    here = State(initial=True)
    ends = [State() for _ in rows]
    go: Any = None
    for end, (cond, unless) in zip(ends, rows, strict=True):
        row = here.to(end, cond=[guards[name] for name in cond], unless=[guards[name] for name in unless])
        go = row if go is None else go | row
    attributes = {"here": here, "go": go} | {f"end_{n}": end for n, end in enumerate(ends)}
    flow: Any = FlowMeta("Fork", (Flow,), attributes)
    return Engine(flow, moves=(Go,), new=new_purse), tally


def landing(engine: Engine[Purse]) -> str:
    """Where `go` leads, or 'refused'."""
    answer = engine.step(engine.start(), Go())
    return answer.phase if isinstance(answer, Snapshot) else "refused"


def test_a_guard_shared_by_rows_is_asked_once() -> None:
    engine, tally = fork({"a": True, "b": False, "c": True}, (["a", "b"], []), (["a", "c"], []), (["a"], []))

    assert landing(engine) == "end_1"
    assert tally == {"a": 1, "b": 1, "c": 1}


def test_the_answer_of_a_guard_serves_its_negation_too() -> None:
    engine, tally = fork({"a": False}, (["a"], []), ([], ["a"]))

    assert landing(engine) == "end_1"
    assert tally == {"a": 1}


def test_guards_after_an_unmet_one_are_not_asked() -> None:
    engine, tally = fork({"a": False, "b": True}, (["a", "b"], []))
    engine.legal_moves(engine.start())

    assert tally == {"a": 1}


NAMES = "abcd"
rows_of_guards = st.lists(
    st.tuples(st.lists(st.sampled_from(NAMES), max_size=3, unique=True), st.sets(st.sampled_from(NAMES), max_size=2)),
    min_size=1,
    max_size=5,
)


@given(rows_of_guards, st.fixed_dictionaries(dict.fromkeys(NAMES, st.booleans())))
def test_the_first_row_whose_guards_all_hold_wins(
    raw: list[tuple[list[str], set[str]]], answers: dict[str, bool]
) -> None:
    """However rows share guards, the generated ifs agree with reading the table from top to bottom."""
    rows = [(cond, sorted(unless - set(cond))) for cond, unless in raw]
    rows = [row for n, row in enumerate(rows) if all(cond or unless for cond, unless in rows[:n])]
    engine, _ = fork(answers, *rows)
    fitting = (
        f"end_{n}"
        for n, (cond, unless) in enumerate(rows)
        if all(answers[name] for name in cond) and not any(answers[name] for name in unless)
    )
    expected = next(fitting, "refused")

    assert landing(engine) == expected
    assert bool(engine.legal_moves(engine.start())) == (expected != "refused")
    traced = engine.step_traced(engine.start(), Go(), Trace())
    assert isinstance(traced, Refusal) == (expected == "refused")


def test_the_source_can_be_read() -> None:
    engine, _ = fork({"a": True}, (["a"], []))

    assert "(snapshot, move):  # step here go\n" in engine._program.source
    assert "  # guard a\n" in engine._program.source


def function_in(engine: Engine[Any], words: str) -> str:
    """The generated source of one function."""
    _, _, tail = engine._program.source.partition(f"  # {words}\n")
    assert tail, f"no function {words!r}"
    return re.split(r"\n(?=(?:    )?def )", tail)[0]


# Consequences


def coins_are_left(game: Purse) -> bool:
    return game.coins > 0


def spend(game: Purse) -> Purse:
    return Purse(game.coins - 1)


class Roundabout(Flow):
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


roundabout = Engine(Roundabout, moves=(Go,), new=new_purse)


@given(st.integers(0, 30))
def test_consequences_go_into_a_circle_and_out_again(coins: int) -> None:
    trace = Trace()
    start, end = roundabout.start(coins=coins), Snapshot("home", Purse(0))

    assert roundabout.step(start, Go()) == end
    assert roundabout.step_traced(start, Go(), trace) == end
    circle = ["north-then-south", "south-then-north"] * coins
    assert trace.rows == ["here-go-way_in", "way_in-then-north", *circle, "north-then-way_out", "way_out-then-home"]


def test_consequences_can_begin_in_any_phase() -> None:
    """As when a saved game is loaded."""
    for phase in ("way_in", "north", "south", "way_out", "home"):
        end = roundabout._program.settle(phase, Purse(0 if phase in ("way_out", "home") else 3))

        assert end == Snapshot("home", Purse(0))


def test_only_consequences_that_can_come_to_a_circle_are_counted() -> None:
    """The others go straight on, which is what a game on a hot path wants."""
    source = roundabout._program.source

    assert "  # settle\n" in source
    for phase in ("way_in", "north", "south"):
        assert f"  # rest {phase}\n" not in source
    assert "return" in function_in(roundabout, "rest way_out")


# Legal moves


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


def test_listers_are_written_out_or_called_with_the_same_result() -> None:
    meadow = Engine(Meadow, moves=(Hop, StayHere, Go), new=new_purse, inline=True)

    assert "for size in range(4)" in meadow._program.source
    assert "# candidates go" not in meadow._program.source


class Step(Move):
    size: int

    @classmethod
    def candidates(cls, game: Purse) -> list["Step"]:
        sizes = range(game.coins)
        return [cls(size) for size in sizes]


def step_is_affordable(game: Purse, move: Step) -> bool:
    return move.size <= game.coins


class Lane(Flow):
    """A phase with a lister of two lines."""

    here = State(initial=True)
    step = stay(here, cond=step_is_affordable)


def test_a_lister_that_is_not_one_expression_is_called() -> None:
    lane = Engine(Lane, moves=(Step,), new=new_purse)

    assert "# candidates step" in lane._program.source
    assert lane.legal_moves(lane.start(coins=2)) == [Step(0), Step(1)]


class Rest(Move):
    """A last resort with a number of its own, which is nobody else's business."""

    hours: int

    @classmethod
    def candidates(cls, game: Purse, longest: int = 2, *, found: Sequence[Move] = ()) -> list["Rest"]:
        hours = 0 if found else longest
        return [cls(hour) for hour in range(hours)]


def is_awake(game: Purse, move: Rest) -> bool:
    return move.hours >= 0


class Glade(Flow):
    """A phase with a last resort that is not one expression."""

    here = State(initial=True)
    go = stay(here, cond=coins_are_left)
    rest = stay(here, cond=is_awake)


class Nap(Rest):
    """The same as one expression; only the order of its parameters keeps it from being written out."""

    @classmethod
    def candidates(cls, game: Purse, longest: int = 2, found: Sequence[Move] = ()) -> list["Nap"]:  # type: ignore[override]
        return [cls(hour) for hour in range(0 if found else longest)]


class Dell(Flow):
    """The same phase."""

    here = State(initial=True)
    go = stay(here, cond=coins_are_left)
    nap = stay(here, cond=is_awake)


def test_a_number_of_its_own_is_not_mistaken_for_what_was_found() -> None:
    dell = Engine(Dell, moves=(Nap, Go), new=new_purse)

    assert dell.legal_moves(dell.start(coins=1)) == [Go()]
    assert dell.legal_moves(dell.start(coins=0)) == [Nap(0), Nap(1)]


def test_what_was_found_is_given_by_name() -> None:
    glade = Engine(Glade, moves=(Rest, Go), new=new_purse)

    assert glade.legal_moves(glade.start(coins=1)) == [Go()]
    assert glade.legal_moves(glade.start(coins=0)) == [Rest(0), Rest(1)]


def is_two_or_three(game: Purse) -> bool:
    return game.coins in (2, 3)


def is_even(game: Purse) -> bool:
    return not game.coins % 2


class Delta(Flow):
    """Alternatives whose guards cannot be anything but True or False, asked and asked again."""

    here = State(initial=True)
    two, three, odd, rest = State(), State(), State(), State()
    go = (
        here.to(two, cond=[is_two_or_three, is_even])
        | here.to(three, cond=is_two_or_three)
        | here.to(odd, unless=is_even)
        | here.to(rest, cond=is_even, unless=is_two_or_three)
    )


def test_certain_guards_decide_without_being_looked_at() -> None:
    delta = Engine(Delta, moves=(Go,), new=new_purse, inline=True)
    ends = [delta.step(delta.start(coins=coins), Go()) for coins in range(6)]

    assert [end.phase for end in ends if isinstance(end, Snapshot)] == ["rest", "odd", "two", "three", "rest", "odd"]
    act = function_in(delta, "step here go")
    assert "is not" not in act.partition("return")[2], "nobody looks whether an answer is True or False"
    assert act.count("game.coins in (2, 3)") == 1, "a known answer is not worked out again"
