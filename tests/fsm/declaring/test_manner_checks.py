"""Rows that could never do what they say are refused when a flow is read, with what to write instead."""

from collections.abc import Callable
from typing import Any

import pytest

from fsm import Flow, FlowError, State, gather, read, stay
from tests.fsm.waiting_samples import Diary, is_interrupted, note, players


def cast(game: Diary, move: Any) -> Diary:
    return game


def window(**rows: Any) -> Any:
    """A part that ends when somebody closes it."""

    class window(State.Compound, **rows):
        open = State(initial=True)
        closed = State(final=True)
        close = open.to(closed)

    return window


def into_another_phase() -> type[Flow]:
    class Lost(Flow):
        here = window(initial=True)
        there = State()
        go = here.into(there)

    return Lost


def end_with_a_name() -> type[Flow]:
    class Named(Flow):
        here = window(initial=True)
        there = State()
        go = here.done.to(there)

    return Named


def end_that_never_comes() -> type[Flow]:
    class Endless(Flow):
        class here(State.Compound, initial=True):
            only = State(initial=True)

        there = State()
        here.done.to(there)

    return Endless


def refusal_of_nothing() -> type[Flow]:
    class Mute(Flow):
        here = State(initial=True)
        here.refuses("No.")

    return Mute


def call_of_a_plain_phase() -> type[Flow]:
    class Flat(Flow):
        here = State(initial=True)
        there = State()
        go = here.calls(there)

    return Flat


def call_from_outside() -> type[Flow]:
    class Outside(Flow):
        here = State(initial=True)

        class there(State.Compound):
            only = State(initial=True)
            room = window()

        go = here.calls(there.room)

    return Outside


def call_that_cannot_end() -> type[Flow]:
    class Stuck(Flow):
        here = State(initial=True)

        class there(State.Compound):
            first = State(initial=True)
            last = State(final=True)

        go = here.calls(there)

    return Stuck


def call_of_itself() -> type[Flow]:
    class Echo(Flow):
        here = State(initial=True)
        first, second = window(), window()
        go = here.calls(first)
        back_and_forth = first.open.calls(second) | second.open.calls(first)

    return Echo


def call_from_the_phase_around() -> type[Flow]:
    class Around(Flow):
        class turn(State.Compound, initial=True):
            acting = State(initial=True)
            triggers = window()

        turn.calls(turn.triggers, cond=is_interrupted)

    return Around


def then_elsewhere() -> type[Flow]:
    other = State("Elsewhere")

    class Far(Flow):
        here = State(initial=True)
        there = window()
        go = here.calls(there, then=other)

    return Far


def limit_of_nothing() -> type[Flow]:
    class Few(Flow):
        here = State(initial=True)
        there = window()
        go = here.calls(there, most=0)

    return Few


def gathering_of_nothing() -> type[Flow]:
    class Silent(Flow):
        here = State(initial=True)
        there = State()
        gather(here, by=players, to=there)

    return Silent


def gathering_in_a_compound() -> type[Flow]:
    class Wide(Flow):
        here = window(initial=True)
        there = State()
        vote = gather(here, by=players, to=there)

    return Wide


def gathering_with_an_effect_without_a_move() -> type[Flow]:
    class Once(Flow):
        here = State(initial=True)
        there = State()
        vote = gather(here, by=players, on=note("counted"), to=there)

    return Once


def gathering_beside_the_same_event() -> type[Flow]:
    class Twice(Flow):
        here = State(initial=True)
        there = State()
        vote = gather(here, by=players, cond=is_interrupted, to=there) | here.to(there)

    return Twice


def gathering_beside_a_call() -> type[Flow]:
    class Disturbed(Flow):
        here = State(initial=True)
        there = window()
        vote = gather(here, by=players, to=there)
        go = here.calls(there)

    return Disturbed


def gathering_while_the_game_changes() -> type[Flow]:
    class Moving(Flow):
        here = State(initial=True)
        there = State()
        vote = gather(here, by=players, on=cast, to=there)
        change = stay(here, on=note("changed"))

    return Moving


def two_gatherings() -> type[Flow]:
    class Both(Flow):
        here = State(initial=True)
        there = State()
        vote = gather(here, by=players, to=there)
        pick = gather(here, by=players, to=there)

    return Both


def refusal_without_a_reason() -> type[Flow]:
    class Rude(Flow):
        here = State(initial=True)
        go = here.refuses("")

    return Rude


def refusal_under_a_guard() -> type[Flow]:
    class Unsure(Flow):
        here = State(initial=True)
        go = here.refuses("No.", cond=is_interrupted)

    return Unsure


def refusal_in_a_final_phase() -> type[Flow]:
    class Late(Flow):
        here = State(initial=True)
        over = State("Over", final=True)
        go = here.to(over) | over.refuses("It is over.")

    return Late


def then_on_a_plain_row() -> type[Flow]:
    class Hopeful(Flow):
        here = State(initial=True)
        there = State()
        go: Any = here.to(there, then=here)

    return Hopeful


def end_that_is_bound() -> type[Flow]:
    class Bound(Flow):
        here: Any = window(initial=True)
        there = State()
        here.done = here.to(there)

    return Bound


def call_by_an_end() -> type[Flow]:
    class Reversed(Flow):
        here: Any = window(initial=True)
        there: Any = window()
        go = there.called_by(here.done)

    return Reversed


BAD_ROWS = [
    (call_by_an_end, r"the end of a phase is no phase; write phase.done.to\(...\) or phase.done.calls\(...\)"),
    (refusal_without_a_reason, r"'' tells nobody why; pass refuses\(...\) the sentence that a player reads"),
    (refusal_under_a_guard, "a refusing row has no cond=; leave it out: when= alone can say where such a row refuses"),
    (refusal_in_a_final_phase, "'Over' is final, so no row starts there; list in refusals"),
    (then_on_a_plain_row, r"a row has no then=; write phase.calls\(...\) for then= and most="),
    (end_that_is_bound, r"done is no name to bind rows to; write phase.done.to\(target\)"),
    (into_another_phase, "'here-go-there' goes into 'there', which does not lie inside 'here'; write .to()"),
    (end_with_a_name, "'here-go-there' follows by itself when 'here' has ended, .* bind it to no name"),
    (end_that_never_comes, "waits for the end of 'here', which has none; mark one of its sub-phases with final=True"),
    (refusal_of_nothing, "refuses no event; bind it to one, as in concede ="),
    (call_of_a_plain_phase, "calls 'there', which has no sub-phases; call a phase with sub-phases, one of them final"),
    (call_from_outside, "calls 'there.room' from outside 'there', .*; declare 'there.room' beside its callers"),
    (call_that_cannot_end, "calls 'there', which cannot end: no final sub-phase of it can be reached from 'there'"),
    (
        call_of_itself,
        "'first' can be called while it runs, without end: first -> second -> first, .*refuse the event",
    ),
    (call_from_the_phase_around, "'turn.triggers' can be called while it runs, without end: .* keep it to phases out"),
    (then_elsewhere, "goes on to 'Elsewhere', which is not a phase of this flow"),
    (limit_of_nothing, "most=0 cannot limit the calls of 'there'; pass a whole number from 1 on"),
    (gathering_of_nothing, "gathers no event; bind it to one"),
    (gathering_in_a_compound, "gathers in 'here', which has sub-phases; gather in one of those"),
    (
        gathering_with_an_effect_without_a_move,
        "runs 'counted' for each seat's move, .*; give it to 'there' with enter=",
    ),
    (gathering_beside_the_same_event, "gathers 'vote', which 'here-vote-there-2' answers too; keep one of them"),
    (gathering_beside_a_call, "gathers where 'here-go-there' calls; call before the choices begin, or after them"),
    (gathering_while_the_game_changes, "gathers while 'here-change-here' changes the game; let that row leave and en"),
    (two_gatherings, "gathers beside 'here-pick-there'; let one move say which of the two is chosen"),
]


@pytest.mark.parametrize(("define", "sentence"), BAD_ROWS, ids=[define.__name__ for define, _ in BAD_ROWS])
def test_a_row_that_cannot_work_is_refused(define: Callable[[], type[Flow]], sentence: str) -> None:
    with pytest.raises(FlowError, match=sentence):
        read(define())


def test_a_limit_makes_recursion_legal() -> None:
    class Echo(Flow):
        here = State(initial=True)
        first, second = window(), window()
        go = here.calls(first)
        back_and_forth = first.open.calls(second) | second.open.calls(first, most=3)

    assert read(Echo).called == {"first", "second"}


def test_a_sub_phase_may_be_called_done() -> None:
    class Old(Flow):
        class box(State.Compound, initial=True):
            begun = State(initial=True)
            done = State(final=True)
            finish = begun.to(done)

    assert [row.id for row in read(Old).rows] == ["box.begun-finish-box.done"]
