"""Whose time runs, and until when."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.catalogue import engine_of
from fsm.session import Session
from phasebook.tables.protocol import Clock, Limits, Options
from phasebook.tables.table import Standing, Table
from phasebook.tables.timing import (
    GRACE,
    HOST_DELAY,
    bot_of,
    deadline_of,
    due_seats,
    is_timed,
    is_unattended,
    limit_of,
    rests,
)

LIMITS = Limits(thinking=2.0, unattended=3, events=50)


def table_with(flow: str = "goofspiel", **options: object) -> Table:
    engine = engine_of(flow)
    session = Session.start(engine, seed=1)
    agreed = Options(**options)  # type: ignore[arg-type]
    standing = Standing(flow, session.write_log().decode(), agreed, (), since=1_000)
    return Table("t", engine, standing, 1, session.snapshot)


def test_without_a_clock_nobody_s_time_runs() -> None:
    table = table_with()

    assert deadline_of(table, LIMITS) is None
    assert due_seats(table, 10**15, LIMITS) == []
    assert not is_timed(table.options, (0, 1))


def test_a_turn_has_its_limit() -> None:
    table = table_with(clock=Clock(turn=2.5))

    assert deadline_of(table, LIMITS) == 1_000 + 2_500
    assert due_seats(table, 3_499, LIMITS) == []
    assert due_seats(table, 3_500, LIMITS) == [0, 1]


def test_a_phase_has_its_own_limit_and_so_have_those_within_it() -> None:
    clock = Clock(turn=9, phases={"bidding": 3, "bidding.open": 1})

    assert [limit_of(clock, phase, 0) for phase in ("bidding.open", "bidding.other", "bidding", "play")] == [
        1_000,
        3_000,
        3_000,
        9_000,
    ]


@given(st.integers(0, 20_000), st.none() | st.floats(0.1, 5))
def test_time_for_the_whole_game_is_used_up(spent: int, turn: float | None) -> None:
    limit = limit_of(Clock(turn=turn, game=10), "any", spent)

    assert limit is not None
    assert 0 <= limit <= max(0, 10_000 - spent)
    assert turn is None or limit <= round(turn * 1_000)


def test_each_seat_has_a_clock_of_its_own() -> None:
    table = table_with(clock=Clock(game=10))
    table.spent[1] = 9_000

    assert deadline_of(table, LIMITS) == 2_000
    assert due_seats(table, 2_000, LIMITS) == [1]


def test_a_seat_without_a_move_for_the_absent_is_not_asked_again() -> None:
    table = table_with(clock=Clock(turn=1))
    table.excused.add(0)

    assert due_seats(table, 2_000, LIMITS) == [1]


def test_bots_have_as_long_as_they_may_think() -> None:
    table = table_with(bots={"1": "random"})

    assert bot_of(table, 1) == "random"
    assert deadline_of(table, LIMITS) == 1_000 + 2_000 + GRACE


@pytest.mark.parametrize(("absent", "bot", "deadline"), [("wait", None, None), ("move", None, 1_000)])
def test_who_has_left_is_waited_for_or_not(absent: str, bot: str | None, deadline: int | None) -> None:
    table = table_with(absent=absent)
    table.gone.add(0)

    assert (bot_of(table, 0), deadline_of(table, LIMITS)) == (bot, deadline)


def test_a_bot_takes_over_from_those_who_have_left() -> None:
    table = table_with(absent="random")

    assert (bot_of(table, 0), deadline_of(table, LIMITS)) == (None, None)
    table.gone.add(0)
    assert bot_of(table, 0) == "random"


@pytest.mark.parametrize(("alone", "n", "there"), [(2, 1, True), (3, 1, False), (0, 49, True), (0, 50, False)])
def test_a_table_that_rests_has_no_deadline(alone: int, n: int, there: bool) -> None:
    table = table_with(clock=Clock(turn=1))
    table.alone, table.n = alone, n

    assert (deadline_of(table, LIMITS) is not None) == there
    assert bool(due_seats(table, 10**15, LIMITS)) == there
    assert rests(table, LIMITS) != there


def test_a_full_table_or_one_that_is_over_does_not_wait_for_anybody() -> None:
    table = table_with(clock=Clock(turn=1))
    table.alone = 3

    assert is_unattended(table, LIMITS)
    table.n = 50
    assert not is_unattended(table, LIMITS)


def test_the_host_s_moves_are_not_forgotten() -> None:
    table = table_with("uno")
    table.to_act = lambda snapshot: ()  # type: ignore[method-assign]  # as between two rounds

    assert deadline_of(table, LIMITS) == 1_000 + HOST_DELAY
    table.options = Options(host="player")
    assert deadline_of(table, LIMITS) is None
