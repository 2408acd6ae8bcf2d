"""What is written for rows that wait: abandoned calls, gathered moves, and nothing where there are none."""

from typing import Any

import pytest

from fsm import Caller, Engine, Flow, Move, Refusal, RuleError, Snapshot, SnapshotError, State, Trace, gather
from fsm.compiler.waiting import could_wait
from tests.fsm.samples import Purse, new_purse
from tests.fsm.waiting_samples import (
    Answer,
    Diary,
    Escalate,
    Flee,
    Vote,
    Work,
    lines_of,
    new_diary,
    office,
    played,
    players,
)

IN_THE_VOTE = (Work(1), Answer())


def test_an_abandoned_call_leaves_the_suspended_phases_innermost_first() -> None:
    assert lines_of(Work(1), Escalate(), Flee()) == (
        "out_of_talking",
        "out_of_boss",
        "out_of_ringing",
        "out_of_phone",
        "out_of_busy",
        "out_of_day",
        "into_outside",
    )
    assert played(Work(1), Escalate(), Flee()).back == ()


def test_an_abandoned_call_is_the_same_when_it_is_traced() -> None:
    trace = Trace()
    before = played(Work(1), Escalate())
    assert office.step_traced(before, Flee(), trace) == office.step(before, Flee())
    assert trace.rows == ["boss-flee-outside"]


def test_callers_that_cannot_be_suspended_are_not_abandoned() -> None:
    forged = Snapshot("boss.talking", Diary(), (Caller("voting", "day-flee-outside"),))
    with pytest.raises(SnapshotError, match="these callers cannot be suspended"):
        office.step(forged, Flee())


def test_moves_are_kept_in_the_order_of_the_seats_and_change_nothing_yet() -> None:
    before = played(*IN_THE_VOTE)
    after = played(*IN_THE_VOTE, Vote(1, 5), Vote(2, 4))
    assert after == Snapshot("voting", before.game, (), (Vote(2, 4), Vote(1, 5)))
    assert lines_of(*IN_THE_VOTE, Vote(1, 5)) == ()


def test_effects_run_for_each_move_in_the_order_of_the_seats() -> None:
    assert lines_of(*IN_THE_VOTE, Vote(0, 1), Vote(1, 2), Vote(2, 3)) == (
        "out_of_voting",
        "seat 2 says 3",
        "seat 0 says 1",
        "seat 1 says 2",
        "into_day",
        "into_desk",
    )
    assert played(*IN_THE_VOTE, Vote(0, 1), Vote(1, 2), Vote(2, 3)).chosen == ()


def test_the_row_is_noted_when_it_is_taken_not_when_a_move_is_kept() -> None:
    trace = Trace()
    office.step_traced(played(*IN_THE_VOTE), Vote(0, 1), trace)
    assert trace.rows == []
    office.step_traced(played(*IN_THE_VOTE, Vote(0, 1), Vote(1, 2)), Vote(2, 3), trace)
    assert trace.rows == ["voting-vote-day"]


@pytest.mark.parametrize(
    ("move", "guard", "message"),
    [
        (Vote(3, 1), "is_among_players", "You have nothing to choose here."),
        (Vote(0, 1), "has_not_chosen", "You have chosen already."),
        (Vote(1, 6), "may_vote", "vote is not allowed: it needs “may vote”."),
    ],
)
def test_a_choice_is_refused_with_its_reason(move: Vote, guard: str, message: str) -> None:
    refusal = office.step(played(*IN_THE_VOTE, Vote(0, 1)), move)
    assert isinstance(refusal, Refusal)
    assert (refusal.guard, refusal.message) == (guard, message)


def test_only_seats_that_still_owe_a_choice_have_legal_moves() -> None:
    assert office.legal_moves(played(*IN_THE_VOTE, Vote(0, 1))) == [Vote(1, 5), Vote(2, 5)]


class Bid(Move):
    seat: int

    @classmethod
    def candidates(cls, game: Any) -> list["Bid"]:
        return [cls(0), cls(1)]


class Wait(Move): ...


class Quit(Move): ...


def names(game: Purse) -> Any:
    return {0, 1}


class Changeable(Flow):
    bidding = State(initial=True)
    over = State(final=True)
    bid = gather(bidding, by=players, again=True, to=over)
    wait = bidding.to(None)
    quit = bidding.to(bidding)


def test_with_again_a_seat_may_change_its_mind() -> None:
    engine: Engine[Diary] = Engine(Changeable, moves=(Bid, Wait, Quit), new=new_diary)
    once = engine.step(engine.start(seed=0), Bid(0))
    assert isinstance(once, Snapshot)
    assert engine.step(once, Bid(0)) == once
    assert engine.legal_moves(once) == [Bid(0), Bid(1), Wait(), Quit()]


def test_a_row_that_stays_keeps_the_choices_and_one_that_leaves_drops_them() -> None:
    engine: Engine[Diary] = Engine(Changeable, moves=(Bid, Wait, Quit), new=new_diary)
    once = engine.step(engine.start(seed=0), Bid(0))
    assert isinstance(once, Snapshot)
    assert engine.step(once, Wait()) == once
    assert engine.step(once, Quit()) == engine.start(seed=0)


class Unordered(Flow):
    bidding = State(initial=True)
    over = State(final=True)
    bid = gather(bidding, by=names, to=over)


def test_seats_without_an_order_are_an_error_that_says_so() -> None:
    engine: Engine[Purse] = Engine(Unordered, moves=(Bid,), new=new_purse)
    with pytest.raises(RuleError, match=r"'names' returned set; it names seats in order: return a tuple\."):
        engine.step(engine.start(), Bid(0))


def test_a_flow_that_waits_for_nothing_carries_nothing() -> None:
    class Plain(Flow):
        bidding = State(initial=True)
        over = State(final=True)
        quit = bidding.to(over)

    engine: Engine[Diary] = Engine(Plain, moves=(Quit,), new=new_diary)
    assert "back" not in engine._program.source
    assert "chosen" not in engine._program.source


back = 0
chosen = 5
"""Names that a rule of ours reads; generated functions have other names for what waits."""


def is_early(game: Diary) -> bool:
    return back <= game.due < chosen


class Named(Flow):
    class day(State.Compound, initial=True):
        desk = State(initial=True)
        out = State(final=True)
        leave = desk.to(out, cond=is_early)

    office_hours = State()
    day.done.to(office_hours)
    visit = office_hours.calls(day) | day.desk.refuses("You are there.")


class Leave(Move): ...


class Visit(Move): ...


def test_variables_of_what_waits_hide_no_name_of_a_rule() -> None:
    engine: Engine[Diary] = Engine(Named, moves=(Leave, Visit), new=new_diary)
    visited = engine.step(played(Leave(), engine=engine), Visit())
    assert isinstance(visited, Snapshot)
    assert visited.back == (Caller("office_hours", "office_hours-visit-day"),)
    assert engine.step(visited, Leave()) == Snapshot("office_hours", Diary())
    refused = engine.step(visited, Visit())
    assert isinstance(refused, Refusal)
    assert refused.message == "You are there."


AT_THE_PHONE = Caller("day.busy", "day.busy-then-day.phone")
WITH_THE_BOSS = Caller("day.phone.ringing", "day.phone.ringing-escalate-boss")


@pytest.mark.parametrize(
    ("leaf", "back", "possible"),
    [
        ("day.desk", (), True),
        ("day.phone.ringing", (AT_THE_PHONE,), True),
        ("boss.talking", (AT_THE_PHONE, WITH_THE_BOSS), True),
        ("boss.talking", (WITH_THE_BOSS,), True),  # the phone may also have been entered by a row
        ("boss.talking", (AT_THE_PHONE,), False),
        ("boss.talking", (WITH_THE_BOSS, AT_THE_PHONE), False),
        ("day.desk", (AT_THE_PHONE,), False),
        ("day.phone.ringing", (Caller("day.desk", AT_THE_PHONE.row),), False),
        ("day.phone.ringing", (Caller("day.busy", "nothing"),), False),
    ],
)
def test_only_callers_that_called_can_wait(leaf: str, back: tuple[Caller, ...], possible: bool) -> None:
    assert could_wait(office.chart, leaf, back) is possible
