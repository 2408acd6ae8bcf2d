"""Calls in a picture: where they lead in the end, and which of them have ended."""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given

from diagrams.content.calls import MOST_RETURNS, calls_that_ended, drawn_apart, leading_on, ways_back
from fsm.chart import Chart, Row
from fsm.reading import read
from fsm.session import Session
from tests.diagrams.charts import nasty_charts
from tests.diagrams.flows import Contract
from tests.diagrams.special_flows import Duel, Inward, Windows
from tests.fsm.waiting_samples import Flee, office

CALL, ATTACK_CALL = "starting-then-triggers", "battle.attacking-then-triggers"
RESOLVED = "triggers.waiting-then-triggers.settled"


def test_callers_that_share_both_ends_share_a_way_back() -> None:
    to_evening, to_rest = ways_back(read(Windows))

    assert (to_evening.called, to_evening.to, to_evening.returns) == ("alarm", "evening", False)
    assert to_evening.callers == ("morning.window.asking", "evening.window.asking")
    assert (to_rest.to, to_rest.returns, to_rest.callers) == ("morning.resting", True, ("morning.resting",))


def test_a_flow_without_calls_has_no_way_back() -> None:
    assert ways_back(read(Contract)) == ()


@pytest.mark.long
@given(nasty_charts())
def test_every_call_has_one_way_back_unless_it_ends_where_it_began(chart: Chart) -> None:
    found = [row.id for way in ways_back(chart) for row in way.rows]
    missing = [row for row in chart.rows if row.calls is not None and row.id not in found]

    assert len(set(found)) == len(found)
    assert all((row.then or row.source) == row.calls for row in missing)


def test_few_callers_have_ways_back_of_their_own_and_many_have_not() -> None:
    few, many = read(Windows), read(Duel)
    returning = [way for way in ways_back(many) if way.returns]

    assert drawn_apart(few) == ways_back(few)
    assert len(returning) > MOST_RETURNS
    assert drawn_apart(many) == leading_on(many) == tuple(way for way in ways_back(many) if way not in returning)


def test_a_call_has_ended_once_its_phase_has() -> None:
    chart = read(Duel)

    assert list(calls_that_ended(chart, [CALL])) == []
    assert list(calls_that_ended(chart, [CALL, RESOLVED])) == [CALL]
    assert list(calls_that_ended(chart, [CALL, RESOLVED, "drawing-then-main", ATTACK_CALL])) == [CALL]
    assert list(calls_that_ended(chart, [CALL, RESOLVED] * 2)) == [CALL, CALL]


def test_calls_inside_calls_end_from_the_inside() -> None:
    chart = read(Inward)
    ask, wonder = "play-ask-play.question", "play.question.open-wonder-play.question.again"
    closed = "play.question.open-answer-play.question.closed"
    again = "play.question.again-answer-play.question.closed"

    assert list(calls_that_ended(chart, [ask, wonder, again])) == [wonder]
    assert list(calls_that_ended(chart, [ask, wonder, again, closed])) == [wonder, ask]


def test_a_call_that_is_left_before_its_end_never_ends() -> None:
    chart = read(Duel)
    leave = Row("leave", "triggers", "over", "leave")
    chart = msgspec.structs.replace(chart, rows=(*chart.rows, leave))

    assert list(calls_that_ended(chart, [CALL, "leave", RESOLVED])) == []


@pytest.mark.parametrize("seed", range(20))
def test_the_calls_that_ended_are_those_that_ended_in_play(seed: int) -> None:
    """The diary of the office tells when the last phase of a call was left, which only happens on the way back."""
    random, session = Random(seed), Session.begin(office, office.new())
    while len(session.log) < 30 and (moves := office.legal_moves(session.snapshot)):
        move = random.choice(moves)
        if not isinstance(move, Flee) or random.random() < 0.05:
            session.send(move)
    ended = Counter(office.chart.row_by_id[name].calls for name in calls_that_ended(office.chart, session.trace))
    lines = Counter(session.snapshot.game.lines)

    assert (ended["day.phone"], ended["boss"]) == (lines["out_of_hung_up"], lines["out_of_satisfied"])
