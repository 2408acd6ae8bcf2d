"""The way back from a call: where it leads, what runs on it, and what is not a way back."""

import msgspec
import pytest

from fsm import Caller, Engine, Flow, Move, RuleError, Snapshot, SnapshotError, State, Trace
from tests.fsm.waiting_samples import (
    Answer,
    Diary,
    Escalate,
    Work,
    is_interrupted,
    lines_of,
    new_diary,
    note,
    office,
    played,
)

AT_THE_PHONE = (Caller("day.busy", "day.busy-then-day.phone"),)
WITH_THE_BOSS = (*AT_THE_PHONE, Caller("day.phone.ringing", "day.phone.ringing-escalate-boss"))


def test_a_caller_is_suspended_and_not_left() -> None:
    assert lines_of(Work(1)) == ("out_of_desk", "into_busy", "into_phone", "into_ringing")
    assert played(Work(1)).back == AT_THE_PHONE


def test_calls_nest_and_only_the_last_caller_is_come_back_to() -> None:
    assert played(Work(1), Escalate()).back == WITH_THE_BOSS
    back = played(Work(1), Escalate(), Answer())
    assert (back.phase, back.back) == ("day.phone.ringing", AT_THE_PHONE)
    assert lines_of(Work(1), Escalate(), Answer()) == (
        "out_of_talking",
        "into_satisfied",
        "out_of_satisfied",
        "out_of_boss",
    )


def test_the_way_on_is_taken_from_the_caller_and_consequences_follow() -> None:
    assert lines_of(Work(1), Answer()) == (
        "out_of_ringing",
        "into_hung_up",
        "out_of_hung_up",
        "out_of_phone",
        "out_of_busy",
        "into_lunch",
        "out_of_lunch",
        "out_of_day",
        "into_voting",
    )
    assert played(Work(1), Answer()).back == ()


def test_a_way_back_is_no_row_of_its_own_in_a_trace() -> None:
    trace = Trace()
    office.step_traced(played(Work(1)), Answer(), trace)
    assert trace.rows == ["day.phone.ringing-answer-day.phone.hung_up", "day-then-voting"]


def test_forged_callers_are_not_come_back_to() -> None:
    forged = Snapshot("day.phone.ringing", Diary(), (Caller("voting", "none"),))
    with pytest.raises(SnapshotError, match="these callers cannot be suspended: voting by none; pass a snapshot"):
        office.step(forged, Answer())


class Loop(Flow):
    """A caller without a way on asks its consequences again, and calls as long as its guard says."""

    working = State(initial=True)

    class break_(State.Compound, enter=note("into_break")):
        begun = State(initial=True)
        over = State(final=True)
        begun.to(over)

    working.calls(break_, cond=is_interrupted)
    again = working.to(working)


class Again(Move): ...


def test_a_call_without_end_is_counted_and_named() -> None:
    engine: Engine[Diary] = Engine(Loop, moves=(Again,), new=new_diary, most_consequences=20)
    with pytest.raises(RuleError, match=r"consequences without end: working -> break_.begun -> break_.over -> working"):
        engine.start(seed=1)
    assert engine.start(seed=0).phase == "working"


def one_less(game: Diary) -> Diary:
    return msgspec.structs.replace(game, due=game.due - 1)


class Short(Flow):
    working = State(initial=True)

    class break_(State.Compound):
        begun = State(initial=True)
        over = State(final=True, exit=one_less)
        begun.to(over)

    working.calls(break_, cond=is_interrupted)
    again = working.to(working)


def test_a_called_phase_that_runs_by_itself_is_followed_in_a_loop() -> None:
    engine: Engine[Diary] = Engine(Short, moves=(Again,), new=new_diary)
    assert engine.start(seed=7) == Snapshot("working", Diary())


def test_each_consequence_of_a_call_and_its_return_counts_as_one() -> None:
    """Seven calls are three consequences each: the call, the row inside, the way back."""
    enough: Engine[Diary] = Engine(Short, moves=(Again,), new=new_diary, most_consequences=21)
    assert enough.start(seed=7).phase == "working"
    few: Engine[Diary] = Engine(Short, moves=(Again,), new=new_diary, most_consequences=20)
    with pytest.raises(RuleError, match="consequences without end"):
        few.start(seed=7)
