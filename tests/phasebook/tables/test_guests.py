"""Guests: so many requests at once, so many for long, and names of requests that nobody else has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phasebook.tables.guests import Allowance, Guest
from phasebook.tables.protocol import Limits

LIMITS = Limits(rate=10, burst=5)


def test_much_at_once_costs_more_and_never_more_than_there_can_be() -> None:
    allowance = Allowance(LIMITS, 0.0)

    assert [allowance.wait(0.0, 3), allowance.wait(0.0, 3)] == [0.0, pytest.approx(0.1)]
    assert allowance.wait(0.0, 2) == 0.0
    assert allowance.wait(0.0, 1_000) == pytest.approx(0.5)
    assert allowance.wait(0.5, 1_000) == 0.0


@given(st.lists(st.floats(0, 2), max_size=60))
def test_nobody_gets_more_than_the_burst_and_the_rate(pauses: list[float]) -> None:
    allowance, now, served = Allowance(LIMITS, 0.0), 0.0, 0
    for pause in pauses:
        now += pause
        served += allowance.wait(now) == 0

    assert served <= LIMITS.burst + LIMITS.rate * now + 1e-6


@given(st.integers(0, 40))
def test_who_waits_as_told_is_served(greed: int) -> None:
    allowance, now = Allowance(LIMITS, 0.0), 0.0
    for _ in range(greed):
        now += allowance.wait(now)
    wait = allowance.wait(now)

    assert wait == 0 or allowance.wait(now + wait + 1e-9) == 0


def test_a_clock_that_goes_back_gives_nothing_away() -> None:
    allowance = Allowance(LIMITS, 100.0)
    served = [allowance.wait(100.0 - second) for second in range(20)].count(0)

    assert served == LIMITS.burst


def test_names_of_requests_are_never_repeated() -> None:
    guests = [Guest(lambda message: None, LIMITS, 0.0) for _ in range(50)]
    names = [guest.new_request() for guest in guests for _ in range(50)]

    assert len(set(names)) == len(names)
