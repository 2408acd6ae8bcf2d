"""What is written on a phase or a row is what both interpreters do: nothing is dropped, nothing goes unnoticed."""

import functools
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import statemachine
from statemachine import Event
from statemachine.states import States

from fsm import Engine, Flow, FlowError, Move, Refusal, Snapshot, State, read, stay
from fsm.lint import lint
from fsm.native import Native


class Count(msgspec.Struct, frozen=True):
    n: int = 0
    diary: str = ""


class Go(Move): ...


class Stop(Move): ...


def new(seed: int = 0) -> Count:
    return Count(seed)


def draw(game: Count) -> Count:
    return Count(game.n + 1, game.diary + "d")


def double(game: Count, move: Go) -> Count:
    return Count(game.n * 2, game.diary + "x")


def is_even(game: Count) -> bool:
    return game.n % 2 == 0


def after_go(flow: type[Flow], n: int = 0) -> Any:
    """What the event gives; compiled and native say the same."""
    engine = Engine(flow, moves=(Go,), new=new)
    here = engine.start(seed=n)
    native = Native(engine, Count(n))
    assert native.snapshot == here
    answer = engine.step(here, Go())
    assert native.send(Go()) == answer
    return answer


# Rules named more than once


def test_an_effect_that_is_named_twice_runs_twice() -> None:
    class Twice(Flow):
        here = State(initial=True)
        go = here.to(here, on=[draw, double, draw])

    assert after_go(Twice, n=1) == Snapshot("here", Count(5, "dxd"))
    assert [effect.name for effect in read(Twice).rows[0].effects] == ["draw", "double", "draw"]


def test_effects_on_the_way_in_and_out_run_as_often_as_they_are_named() -> None:
    class Doors(Flow):
        here = State(initial=True, enter=[draw, draw], exit=(draw, draw, draw))

        class box(State.Compound, enter=[draw, draw]):
            inner = State(initial=True, enter=draw)

        go = here.to(box)

    assert after_go(Doors) == Snapshot("box.inner", Count(8, "d" * 8))


def test_a_guard_that_must_and_must_not_hold_is_kept_twice() -> None:
    class Never(Flow):
        here = State(initial=True)
        go = here.to(here, cond=is_even, unless=is_even)

    assert isinstance(after_go(Never), Refusal)
    assert isinstance(after_go(Never, n=1), Refusal)
    assert "its own guards contradict each other" in str(lint(Never))


@pytest.mark.parametrize("how", ["cond", "unless"])
def test_a_guard_that_is_named_twice_in_one_list_asks_the_same(how: str) -> None:
    class Twice(Flow):
        here = State(initial=True)
        go = here.to(here, on=draw, **{how: [is_even, is_even]})

    assert isinstance(after_go(Twice, n=0), Snapshot if how == "cond" else Refusal)
    assert isinstance(after_go(Twice, n=1), Refusal if how == "cond" else Snapshot)
    assert len(read(Twice).rows[0].guards) == 2


def test_an_effect_that_is_added_to_rows_later_runs_as_well() -> None:
    class Later(Flow):
        here = State(initial=True)
        go = here.to(here, on=draw)
        go.on(draw)
        go.cond(is_even)

    assert after_go(Later) == Snapshot("here", Count(2, "dd"))
    assert isinstance(after_go(Later, n=1), Refusal)


def test_rules_are_not_marked_by_the_flows_that_name_them() -> None:
    def fresh(game: Count) -> Count:
        return game

    class Marked(Flow):
        here = State(initial=True, enter=fresh)
        go = here.to(here, on=fresh)

    read(Marked)

    assert vars(fresh) == {}


class Nameless:
    """Callable, and without a name."""

    def __call__(self, game: Count) -> Count:
        return game


@pytest.mark.parametrize("rule", [Nameless(), functools.partial(Nameless()), functools.partial(draw), 7, None, "draw"])
def test_what_is_no_function_is_refused_by_the_row_it_stands_on(rule: Any) -> None:
    class Odd(Flow):
        here = State(initial=True)
        go = here.to(here, on=[rule])

    with pytest.raises(
        FlowError, match=r"the row 'go' of 'here' cannot use .* as its effect; pass a function with a name"
    ):
        read(Odd)


# What is no row and no phase


def row_to_a_string() -> object:
    class Astray(Flow):
        here = State(initial=True)
        go = here.to("there")

    return Astray


def row_from_a_string() -> object:
    class Astray(Flow):
        here = State(initial=True)
        go = here.from_("there")

    return Astray


def row_with_a_misspelt_keyword() -> object:
    class Astray(Flow):
        here = State(initial=True)
        go = here.to(here, guard=is_even)

    return Astray


def phase_with_a_misspelt_keyword() -> object:
    return State("Here", inital=True)


def compound_phase_with_a_misspelt_keyword() -> object:
    class box(State.Compound, title="The box"):
        here = State(initial=True)

    return box


def phase_with_data() -> object:
    return State(final=True, donedata=draw)


def row_from_anywhere() -> object:
    class Anywhere(Flow):
        here = State(initial=True)
        end = State(final=True)
        stop = end.from_.any()
        there = State()

    return Anywhere


def phase_of_the_library() -> object:
    class Mixed(Flow):
        here = State(initial=True)
        there = statemachine.State()
        go = here.to(there)

    return Mixed


def sub_phase_of_the_library() -> object:
    class Mixed(Flow):
        class box(State.Compound, initial=True):
            here = statemachine.State(initial=True)

        go = stay(box)

    return Mixed


def phase_of_two_flows() -> object:
    class box(State.Compound, initial=True):
        here = State(initial=True)

    shared = box

    class One(Flow):
        box = shared
        go = stay(shared)

    class Two(Flow):
        box = shared

    return One, Two


# Names bound twice


def rows_bound_twice() -> object:
    class Twice(Flow):
        a, b = State(initial=True), State()
        go = a.to(b)
        go = b.to(a)  # noqa: PIE794 that is the point

    return Twice


def rows_bound_twice_in_a_phase() -> object:
    class Twice(Flow):
        class box(State.Compound, initial=True):
            a, b = State(initial=True), State()
            go = a.to(b)
            go = b.to(a)  # noqa: PIE794 that is the point

    return Twice


def rows_bound_in_a_loop() -> object:
    class Loop(Flow):
        a, b, c = State(initial=True), State(), State()
        for phase in (a, b):
            go = phase.to(c)
        del phase

    return Loop


def event_bound_twice() -> object:
    class Twice(Flow):
        a, b = State(initial=True), State()
        go = Event(a.to(b))
        go = Event(b.to(a))  # noqa: PIE794 that is the point

    return Twice


def rows_replaced_by_a_constant() -> object:
    class Gone(Flow):
        a, b = State(initial=True), State()
        go = a.to(b)
        go = 3  # type: ignore[assignment]  # noqa: PIE794 that is the point

    return Gone


def rows_deleted() -> object:
    class Gone(Flow):
        a, b = State(initial=True), State()
        go = a.to(b)
        del go

    return Gone


def phase_bound_twice() -> object:
    class Twice(Flow):
        a, b = State(initial=True), State()
        go = a.to(b)
        b = State()

    return Twice


def phase_of_two_names() -> object:
    class Alias(Flow):
        a, b = State(initial=True), State()
        also = b
        go = a.to(also)

    return Alias


def sub_phase_of_two_names() -> object:
    class Alias(Flow):
        class box(State.Compound, initial=True):
            a, b = State(initial=True), State()
            also = b

    return Alias


def phase_deleted() -> object:
    class Gone(Flow):
        a, b = State(initial=True), State()
        go = a.to(b)
        del b

    return Gone


def loop_variable_left_behind() -> object:
    class Alias(Flow):
        a, b = State(initial=True), State()
        go = a.to(b)
        for phase in (a, b):
            go |= phase.to(a)

    return Alias


REFUSED: list[tuple[Callable[[], object], str]] = [
    (row_to_a_string, "a row leads from phase to phase, and 'there' is none; pass the State itself"),
    (row_from_a_string, "a row leads from phase to phase, and 'there' is none; pass the State itself"),
    (row_with_a_misspelt_keyword, "a row has no guard=; say it with when=, cond=, unless=, on= and says="),
    (phase_with_a_misspelt_keyword, "a phase has no inital=; it has a name, initial=, final="),
    (compound_phase_with_a_misspelt_keyword, "a phase has no title=; it has a name"),
    (phase_with_data, r"State\(donedata=\.\.\.\) is not supported"),
    (row_from_anywhere, r"from_\.any\(\) reaches only some phases; name them"),
    (phase_of_the_library, "^Mixed: phase 'there' is a State of python-statemachine; import State from fsm"),
    (sub_phase_of_the_library, "^Mixed: phase 'here' is a State of python-statemachine; import State from fsm"),
    (phase_of_two_flows, "^Two: phase 'box' belongs to One already; make one for each flow"),
    (rows_bound_twice, r"^Twice: 'go' is bound twice, .*; join them with \|\.$"),
    (rows_bound_twice_in_a_phase, "^box: 'go' is bound twice"),
    (rows_bound_in_a_loop, "^Loop: 'go' is bound twice"),
    (event_bound_twice, "^Twice: 'go' is bound twice"),
    (rows_replaced_by_a_constant, "^Gone: 'go' is bound twice"),
    (rows_deleted, "^Gone: 'go' is deleted, and its rows would be consequences"),
    (phase_bound_twice, "^Twice: two phases are bound to the name 'b'; give each a name of its own"),
    (phase_of_two_names, "^Alias: 'b' and 'also' are one and the same phase; keep one of the names"),
    (sub_phase_of_two_names, "^box: 'b' and 'also' are one and the same phase; keep one of the names"),
    (phase_deleted, "^Gone: phase 'b' is deleted; leave it its name"),
    (loop_variable_left_behind, "^Alias: 'b' and 'phase' are one and the same phase"),
]


@pytest.mark.parametrize(("define", "sentence"), REFUSED, ids=[define.__name__ for define, _ in REFUSED])
def test_it_is_refused_where_it_is_written(define: Callable[[], object], sentence: str) -> None:
    with pytest.raises(FlowError, match=sentence):
        define()


# What may be bound again


def test_rows_may_be_joined_under_a_new_name_and_the_old_one_deleted() -> None:
    class Tidy(Flow):
        a, b = State(initial=True), State()
        half = a.to(b, cond=is_even)
        go = half | stay(a, on=draw)
        del half

    assert read(Tidy).events == ("go",)
    assert after_go(Tidy, n=1) == Snapshot("a", Count(2, "d"))


def test_rows_that_say_their_event_need_no_name() -> None:
    class Spoken(Flow):
        a, b = State(initial=True), State()
        rows = a.to(b, on=draw, event="go")
        rows = b.to(a, event="go")  # noqa: PIE794 that is the point
        del rows

    assert read(Spoken).events == ("go",)
    assert after_go(Spoken) == Snapshot("b", Count(1, "d"))


def test_rows_may_be_joined_in_a_loop() -> None:
    class Loop(Flow):
        a, b, c = State(initial=True), State(), State()
        go = a.to(b)
        for phase in (b, c):
            go |= phase.to(a)
        del phase

    assert [row.id for row in read(Loop).rows] == ["a-go-b", "b-go-a", "c-go-a"]


def test_a_loop_may_go_over_sub_phases_and_collections() -> None:
    class Loop(Flow):
        class box(State.Compound, initial=True):
            a, b = State(initial=True), State()

        others = States({"c": State(), "d": State()})
        go = others.c.to(box.a)
        for phase in (box.a, box.b, others.d):
            go |= phase.to(others.c)
        del phase

    assert [row.id for row in read(Loop).rows] == ["box.a-go-c", "box.b-go-c", "c-go-box.a", "d-go-c"]


def test_rules_from_an_iterator_stand_on_every_row() -> None:
    class Each(Flow):
        a, b = State(initial=True), State()
        go = a.to(b, a, cond=iter([is_even]), on=(rule for rule in (draw, draw)))
        back = a.from_(b, a, on=map(rule_itself, [draw]))

    assert [len(row.effects) for row in read(Each).rows] == [2, 2, 1, 1]
    assert [len(row.guards) for row in read(Each).rows] == [1, 1, 0, 0]


def rule_itself(rule: Any) -> Any:
    return rule


def test_a_sub_phase_may_have_its_own_name_outside() -> None:
    class Short(Flow):
        class box(State.Compound, initial=True):
            here = State(initial=True)
            there = State()

        here, there = box.here, box.there
        go = here.to(there, on=draw)

    assert after_go(Short) == Snapshot("box.there", Count(1, "d"))
    assert [phase.path for phase in read(Short).phases] == ["box", "box.here", "box.there"]


def test_phases_may_come_as_a_collection() -> None:
    class Collected(Flow):
        phases = States({"here": State(initial=True, enter=[draw, draw]), "there": State()})
        go = phases.here.to(phases.there)

    assert after_go(Collected) == Snapshot("there", Count(2, "dd"))
