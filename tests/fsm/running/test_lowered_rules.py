"""The guards and effects that come with lowered rows."""

from typing import Any

import pytest

from fsm.running.lowered_rules import (
    RefusedError,
    UnopenedError,
    called,
    choices,
    collect,
    comes_back,
    decide_to_call,
    drop_choices,
    has_ended,
    home,
    is_in_charge,
    is_last,
    is_open,
    keep_choice,
    refuse,
    run_for_each,
)
from fsm.running.table import Callers, Table
from fsm.snapshot import Caller
from tests.fsm.waiting_samples import Diary, Vote, count_vote, office, players

CHART = office.chart
PHONE = Caller("day.busy", "day.busy-then-day.phone")
BOSS = Caller("day.phone.ringing", "day.phone.ringing-escalate-boss")


def at(phase: str, *back: Caller, chosen: tuple[Vote, ...] = (), move: Any = None) -> Table:
    """A table of a machine that has answered a move."""
    table = Table(office, Diary(), chosen)
    table.state, table.places, table.move, table.is_answered = phase, {phase: (back, phase)}, move, True
    return table


@pytest.mark.parametrize(
    ("callers", "path", "around"),
    [
        ((PHONE, BOSS), "boss.talking", (PHONE, BOSS)),
        ((PHONE, BOSS), "day.phone", (PHONE,)),
        ((PHONE, BOSS), "day", ()),
        ((), "day.desk", ()),
    ],
)
def test_a_phase_is_at_home_in_the_calls_that_it_lies_in(callers: Callers, path: str, around: Callers) -> None:
    assert home(CHART, callers, path) == around


def test_the_last_caller_says_what_was_called() -> None:
    assert called(CHART, (PHONE, BOSS)) == "boss"


@pytest.mark.parametrize(
    ("place", "table", "expected"),
    [
        (((PHONE,), "day.phone"), at("day.phone.ringing", PHONE), True),
        (((), "day"), at("day.phone.ringing", PHONE), True),
        (((), "day.busy"), at("day.phone.ringing", PHONE), False),
        (((), "day"), at("boss.talking", PHONE, BOSS), False),
        (((PHONE,), "day.phone"), at("day.phone.hung_up", PHONE), False),
        (((), "day.phone"), at("day.phone.hung_up"), True),
    ],
)
def test_rows_around_the_leaf_are_in_charge_unless_the_flow_comes_back(
    place: Any, table: Table, expected: bool
) -> None:
    assert is_in_charge(CHART, place, is_unasked=True)(table) is expected


def test_nothing_follows_before_the_answer_to_a_move_or_within_a_row() -> None:
    fresh, halved = at("day.desk"), at("day.desk")
    fresh.is_answered, halved.decided = False, "a row"

    assert [is_in_charge(CHART, ((), "day"), is_unasked=True)(table) for table in (fresh, halved)] == [False, False]
    assert is_in_charge(CHART, ((), "day"), is_unasked=False)(fresh)


def test_a_phase_has_ended_in_its_own_final_sub_phases() -> None:
    assert has_ended(CHART, "day")(at("day.lunch"))
    assert not has_ended(CHART, "day")(at("day.phone.hung_up"))


def test_only_the_last_caller_is_come_back_to() -> None:
    assert comes_back(CHART, (PHONE,))(at("day.phone.hung_up", PHONE))
    assert not comes_back(CHART, (PHONE,))(at("day.phone.hung_up"))
    assert not comes_back(CHART, (PHONE,))(at("day.phone.ringing", PHONE))


def test_a_call_without_a_copy_stops_the_machine() -> None:
    row, table = CHART.row_by_id[BOSS.row], at(BOSS.phase, PHONE)
    with pytest.raises(UnopenedError) as stopped:
        is_open(row, frozenset({(PHONE,)}))(table)

    assert stopped.value.callers == (PHONE, BOSS)
    assert is_open(row, frozenset({(PHONE, BOSS)}))(table)


def test_a_decided_call_names_its_caller() -> None:
    table = at(BOSS.phase, PHONE)
    decide_to_call(CHART.row_by_id[BOSS.row])(table)

    assert table.decided == (PHONE, BOSS)


def test_a_refusal_stops_the_machine() -> None:
    with pytest.raises(RefusedError, match="in voting"):
        refuse(at("voting"))


def test_choices_are_kept_in_the_order_of_the_seats() -> None:
    table = at("voting", chosen=(Vote(1, 5),), move=Vote(2, 5))

    assert choices(table, players) == (Vote(2, 5), Vote(1, 5))
    assert not is_last(players)(table)
    keep_choice(players)(table)
    assert (table.chosen, table.may_follow) == ((Vote(2, 5), Vote(1, 5)), False)


def test_a_later_choice_of_a_seat_replaces_its_earlier_one() -> None:
    assert choices(at("voting", chosen=(Vote(1, 5),), move=Vote(1, 4)), players) == (Vote(1, 4),)


def test_the_moves_of_all_seats_are_in_hand_when_their_phase_is_left() -> None:
    table = at("voting", chosen=(Vote(2, 5), Vote(1, 4)), move=Vote(0, 3))

    assert is_last(players)(table)
    collect(players)(table)
    drop_choices(table)
    run_for_each([count_vote])(table)
    assert table.chosen == ()
    assert table.game.lines == ("seat 2 says 5", "seat 0 says 3", "seat 1 says 4")
