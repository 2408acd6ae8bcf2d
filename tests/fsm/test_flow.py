"""Bad definitions are refused, each with its own sentence, when the flow is made or read."""

import functools
from collections.abc import Callable
from typing import Any

import pytest
from statemachine import Event, HistoryState

from fsm import Engine, Flow, FlowError, Move, State, read, stay
from fsm.flow import guard, negated_sentence_of, sentence_of


def yes(game: int) -> bool:
    return True


def no(game: int) -> bool:
    return False


def nothing(game: int) -> int:
    return game


class Go(Move): ...


class Stop(Move): ...


def new(seed: int = 0) -> int:
    return seed


def row(**rule: Any) -> type[Flow]:
    """A flow with one row between two phases."""

    class OneRow(Flow):
        here = State(initial=True)
        there = State()
        go = here.to(there, **rule)

    return OneRow


def string_guard() -> object:
    return read(row(cond="is_ready"))


def string_effect() -> object:
    return read(row(on="do_it"))


def lambda_guard() -> object:
    return read(row(cond=lambda game: True))


def lambda_effect() -> object:
    return read(row(on=lambda game: game))


def partial_guard() -> object:
    return read(row(cond=functools.partial(yes)))


def class_as_a_guard() -> object:
    class Verdict: ...

    return read(row(cond=Verdict))


def row_into_another_flow() -> object:
    elsewhere = row().states[0]

    class Astray(Flow):
        here = State(initial=True)
        go = here.to(elsewhere)

    return read(Astray)


def delayed_event() -> object:
    class Late(Flow):
        here = State(initial=True)
        go = Event(here.to(here), delay=5)

    return read(Late)


def several_targets_at_once() -> object:
    class Split(Flow):
        here = State(initial=True)
        there: Any = State()
        go = here.to([here, there])

    return read(Split)


def string_guard_of_a_consequence() -> object:
    class Unasked(Flow):
        here = State(initial=True)
        there = State()
        here.to(there, cond="is_ready")
        go = there.to(here)

    return read(Unasked)


def too_few_parameters() -> object:
    def empty() -> bool:
        return True

    return read(row(cond=empty))


def too_many_parameters() -> object:
    def crowded(game: int, move: Move, mood: str) -> bool:
        return True

    return read(row(cond=crowded))


def keyword_parameters() -> object:
    def keyworded(*, game: int) -> bool:
        return True

    return read(row(cond=keyworded))


def settings_for_an_effect() -> object:
    def spend(settings: int) -> int:
        return settings

    return read(row(on=spend))


def move_in_a_consequence() -> object:
    def asks_for_a_move(game: int, move: Move) -> bool:
        return True

    class Unasked(Flow):
        here = State(initial=True)
        there = State()
        here.to(there, cond=asks_for_a_move)
        go = there.to(here)

    return read(Unasked)


def move_on_entry() -> object:
    def enter_with_move(game: int, move: Move) -> int:
        return game

    class Entering(Flow):
        here = State(initial=True, enter=enter_with_move)
        go = here.to(here)

    return read(Entering)


def coroutine_guard() -> object:
    async def later(game: int) -> bool:
        return True

    return read(row(cond=later))


def coroutine_effect() -> object:
    async def eventually(game: int) -> int:
        return game

    return read(row(on=eventually))


def two_rules_of_one_name() -> object:
    def other() -> Callable[[int], bool]:
        def yes(game: int) -> bool:
            return False

        return yes

    return read(row(cond=[yes, other()]))


def event_without_move() -> object:
    return Engine(row(), moves=(), new=new)


def move_without_event() -> object:
    return Engine(row(), moves=(Go, Stop), new=new)


def two_moves_for_one_event() -> object:
    class Leave(Move, tag="go"): ...

    return Engine(row(), moves=(Go, Leave), new=new)


def not_a_move() -> object:
    moves: Any = (int,)
    return Engine(row(), moves=moves, new=new)


def payload_without_candidates() -> object:
    class Carry(Move, tag="go"):
        load: int

    return Engine(row(), moves=(Carry,), new=new)


def new_without_annotation() -> object:
    def unannotated(seed=0):  # type: ignore[no-untyped-def]
        return seed

    return Engine(row(), moves=(Go,), new=unannotated)


def transient_that_is_no_field() -> object:
    from tests.fsm.samples import MOVES, Market, new_purse

    return Engine(Market, moves=MOVES, new=new_purse, transient=("hat",))


def two_initial_states() -> object:
    class TwoStarts(Flow):
        here = State(initial=True)
        there = State(initial=True)
        go = here.to(there)

    return TwoStarts


def two_initial_children() -> object:
    class TwoInner(Flow):
        class outer(State.Compound, initial=True):
            here = State(initial=True)
            there = State(initial=True)
            go = here.to(there)

    return TwoInner


def no_initial_state() -> object:
    class NoStart(Flow):
        here = State()
        there = State()
        go = here.to(there)

    return NoStart


def compound_without_initial_child() -> object:
    class NoInner(Flow):
        class outer(State.Compound, initial=True):
            here = State()
            there = State()
            go = here.to(there)

    return NoInner


def eventless_cycle() -> object:
    class Circle(Flow):
        here = State(initial=True)
        there = State()
        here.to(there)
        there.to(here, on=nothing)

    return read(Circle)


def eventless_cycle_through_a_compound() -> object:
    class Circle(Flow):
        here = State(initial=True)

        class outer(State.Compound):
            inner = State(initial=True)

        here.to(outer)
        outer.to(here)

    return read(Circle)


def staying_for_ever() -> object:
    class Still(Flow):
        here = State(initial=True)
        stay(here, on=nothing)

    return read(Still)


def alternative_after_unguarded() -> object:
    class Hidden(Flow):
        here = State(initial=True)
        there = State()
        go = here.to(there) | here.to(here, cond=yes)

    return read(Hidden)


def parallel() -> object:
    class Both(Flow):
        class clock(State.Parallel, initial=True):
            class hands(State.Compound):
                up = State(initial=True)
                down = State()
                go = up.to(down)

            class face(State.Compound):
                day = State(initial=True)
                night = State()
                turn = day.to(night)

    return read(Both)


def history() -> object:
    class Past(Flow):
        class outer(State.Compound, initial=True):
            here = State(initial=True)
            there = State()
            memory = HistoryState()
            go = here.to(there)

        away = State()
        leave = outer.to(away)
        back = away.to(outer.memory)

    return read(Past)


def method_in_the_flow() -> object:
    class Busy(Flow):
        here = State(initial=True)
        go = here.to(here)

        def on_enter_here(self) -> None: ...

    return Busy


def function_in_a_phase() -> object:
    class Busy(Flow):
        class outer(State.Compound, initial=True):
            here = State(initial=True)
            go = here.to(here)

            def on_enter_here(self) -> None: ...

    return Busy


def loosened_base() -> object:
    class Loose(Flow):
        catch_errors_as_events = True
        here = State(initial=True)
        go = here.to(here)

    return Loose


def extended_flow() -> object:
    class More(row()):  # type: ignore[misc]  # a base made at run time
        third = State(initial=True)

    return More


def more_rows_for_another_flow() -> object:
    base: Any = row()

    class More(base):  # type: ignore[misc]  # a base made at run time
        back = base.there.to(base.here)

    return More


def part_of_the_base_as_a_constant() -> object:
    class Named(Flow):
        here = State(initial=True)
        go = here.to(here)
        send = 3  # type: ignore[assignment]  # that is the point

    return Named


def listeners_of_the_library() -> object:
    class Heard(Flow):
        here = State(initial=True)
        go = here.to(here)
        listeners = ()

    return Heard


def one_row_out_of_several() -> object:
    class Single(Flow):
        here = State(initial=True)
        go = here.to(here)[0]

    return Single


def reserved_name_of_an_event_for_rows() -> object:
    class Declared(Flow):
        send = Event()  # that is the point
        here = State(initial=True)
        here.to(here, event=send)

    return Declared


def event_without_a_name_inside_a_phase() -> object:
    class Nameless(Flow):
        go = Event()

        class box(State.Compound, initial=True):
            here = State(initial=True)

        box.here.to(box.here, event=go)

    return read(Nameless)


def empty_flow() -> object:
    class Empty(Flow): ...

    return read(Empty)


def not_a_flow() -> object:
    foreign: Any = int
    return read(foreign)


def internal_row() -> object:
    class Inner(Flow):
        here = State(initial=True)
        go: Any = here.to(here, internal=True)

    return read(Inner)


def internal_row_to_a_sub_phase() -> object:
    class Inner(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State()

        go: Any = box.to(box.right, internal=True)

    return read(Inner)


def internal_row_to_elsewhere() -> object:
    class Outer(Flow):
        here = State(initial=True)
        there = State()
        go: Any = here.to(there, internal=True)

    return read(Outer)


def awaited_end_of_a_phase() -> object:
    class Waiting(Flow):
        class box(State.Compound, initial=True):
            left = State(initial=True)
            right = State(final=True)
            go = left.to(right)

        end = State(final=True)
        done_state_box = box.to(end)

    return read(Waiting)


def validator() -> object:
    return read(row(validators=yes))


def before_callback() -> object:
    return read(row(before=nothing))


def dotted_event() -> object:
    class Failing(Flow):
        here = State(initial=True)
        error_happens = here.to(here)

    return read(Failing)


def final_with_children() -> object:
    class Ended(Flow):
        here = State(initial=True)

        class over(State.Compound, final=True):
            inner = State(initial=True)

        go = here.to(over)

    return read(Ended)


def value_of_its_own() -> object:
    class Valued(Flow):
        here = State(initial=True, value=7)
        go = here.to(here)

    return read(Valued)


def remark_about_nothing() -> object:
    class Chatty(Flow):
        here = State(initial=True)
        go = here.to(here)
        refusals = (("nowhere", "go", "No."),)

    return read(Chatty)


def remark_about_the_possible() -> object:
    class Chatty(Flow):
        here = State(initial=True)
        go = here.to(here)
        refusals = (("here", "go", "No."),)

    return read(Chatty)


BAD_DEFINITIONS: list[tuple[Callable[[], object], str]] = [
    (string_guard, "use 'is_ready' as its guard; pass a function with a name"),
    (string_effect, "use 'do_it' as its effect; pass a function with a name"),
    (lambda_guard, "pass a function with a name, made with def"),
    (lambda_effect, "pass a function with a name, made with def"),
    (partial_guard, "pass a function with a name, made with def"),
    (class_as_a_guard, "'Verdict' as its guard, which is not a plain function"),
    (row_into_another_flow, "leads to 'here', which is not a phase of this flow"),
    (delayed_event, "event 'go' is delayed or internal"),
    (several_targets_at_once, "the row 'go' of 'here' has several targets at once"),
    (string_guard_of_a_consequence, "the row 'then' of 'here' cannot use 'is_ready' as its guard"),
    (too_few_parameters, r"'empty' takes \(\); .* must take \(game\) or \(game, move\) or \(settings\)"),
    (too_many_parameters, r"'crowded' takes \(game, move, mood\)"),
    (keyword_parameters, "'keyworded' takes"),
    (settings_for_an_effect, r"'spend' takes \(settings\); .* must take \(game\) or \(game, move\)"),
    (move_in_a_consequence, r"'asks_for_a_move' takes \(game, move\); .* must take \(game\)"),
    (move_on_entry, r"'enter_with_move' takes \(game, move\); in entering 'here' it must take \(game\)"),
    (coroutine_guard, "guard 'later' is a coroutine"),
    (coroutine_effect, "effect 'eventually' is a coroutine"),
    (two_rules_of_one_name, "two different rules are called 'yes'"),
    (event_without_move, "no move type sends 'go'"),
    (move_without_event, "Stop sends 'stop', which no row answers; the events are go"),
    (two_moves_for_one_event, "Go and Leave both send 'go'"),
    (not_a_move, "is not a move type"),
    (payload_without_candidates, r"Carry has a payload; define candidates\(game\)"),
    (new_without_annotation, "'unannotated' must say what it returns"),
    (transient_that_is_no_field, "transient field 'hat' is not a field of Purse"),
    (two_initial_states, r"'TwoStarts' has 2 initial phases \(here, there\)"),
    (two_initial_children, r"'outer' has 2 initial phases \(here, there\)"),
    (no_initial_state, "'NoStart' has no initial phase"),
    (compound_without_initial_child, "'outer' has no initial phase"),
    (eventless_cycle, "consequences without end: here -> there -> here"),
    (eventless_cycle_through_a_compound, "consequences without end: here -> outer.inner -> here"),
    (staying_for_ever, "consequences without end: here -> here"),
    (alternative_after_unguarded, "'here-go-here' can never be taken"),
    (parallel, r"phase 'clock' is parallel, .* write choose = gather\(\w+, by=seats, to=...\); otherwise"),
    (history, r"phase 'outer' has history 'memory', .* call: pause = outer.calls\(interruption\), with a phase"),
    (method_in_the_flow, "'on_enter_here' is logic inside the flow"),
    (function_in_a_phase, "phase 'outer' holds functions"),
    (loosened_base, "leave 'catch_errors_as_events' as Flow sets it"),
    (extended_flow, "cannot extend another flow's phases"),
    (more_rows_for_another_flow, "More: a flow cannot extend another flow's phases"),
    (part_of_the_base_as_a_constant, "leave 'send' as Flow sets it"),
    (listeners_of_the_library, "leave 'listeners' as Flow sets it"),
    (one_row_out_of_several, "'go' is one row out of several; bind them all"),
    (reserved_name_of_an_event_for_rows, "an event cannot be called 'send'"),
    (event_without_a_name_inside_a_phase, "a row of 'here' answers an Event without a name; bind the row itself"),
    (empty_flow, "has no phases"),
    (not_a_flow, "is not a flow"),
    (internal_row, r"is internal; write stay\(here, \.\.\.\)"),
    (internal_row_to_a_sub_phase, r"is internal; write box.into\(right, ...\), which does not leave 'box', or drop"),
    (internal_row_to_elsewhere, "is internal; 'there' is outside 'here': drop internal=True"),
    (
        awaited_end_of_a_phase,
        "'done_state_box' .*; when sub-phases end, go on with a nameless row",
    ),
    (validator, "uses validator="),
    (before_callback, "uses before="),
    (dotted_event, "'error_happens' would be an event that no player sends"),
    (final_with_children, "final phase 'over' has sub-phases"),
    (value_of_its_own, "phase 'here' has a value of its own"),
    (remark_about_nothing, "refusals name the phase 'nowhere'; name one of here"),
    (remark_about_the_possible, "'go' in 'here', where it is possible"),
]


@pytest.mark.parametrize(
    ("define", "sentence"), BAD_DEFINITIONS, ids=[define.__name__ for define, _ in BAD_DEFINITIONS]
)
def test_bad_definition_is_refused(define: Callable[[], object], sentence: str) -> None:
    with pytest.raises(FlowError, match=sentence):
        define()


def test_errors_name_the_flow() -> None:
    with pytest.raises(FlowError, match=r"^OneRow: "):
        string_guard()


def test_a_guarded_eventless_cycle_is_allowed() -> None:
    """It may end: its guard reads what its effect changes."""

    class Countdown(Flow):
        here = State(initial=True)
        stay(here, cond=yes, on=nothing)

    assert read(Countdown).rows[0].is_consequence


def test_guard_keeps_the_function_and_gives_it_sentences() -> None:
    marked = guard("Not now.", negated="Too late.")(no)

    assert marked is no
    assert (sentence_of(no), negated_sentence_of(no)) == ("Not now.", "Too late.")


def test_strictness_of_the_base_is_in_force() -> None:
    assert not Flow.allow_event_without_transition
    assert not Flow.catch_errors_as_events
    assert Flow.atomic_configuration_update


def test_one_row_may_stay_in_several_phases() -> None:
    class Clock(Flow):
        day, night = State(initial=True), State()
        tick = stay(day, night)
        turn = day.to(night)

    assert [(row.id, row.internal) for row in read(Clock).rows if row.event == "tick"] == [
        ("day-tick-day", True),
        ("night-tick-night", True),
    ]
