"""The engine, python-statemachine's own interpreter and the reference agree on flows that say everything they can."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from fsm import FlowError
from tests.fsm.agreeing import Agreement, Seen, drive
from tests.fsm.features import EVERYTHING
from tests.fsm.random_flows import drawn_pick

EVENTS = 20_000
PARTS = 2
"""The long tests come in so many parts, for workers to share."""


@pytest.mark.parametrize("part", range(PARTS))
def test_twenty_thousand_events_agree_and_do_everything_that_a_flow_can_say(part: int) -> None:
    seen: Seen = Counter()

    assert drive(seed=EVENTS + part, wanted=EVENTS // PARTS, seen=seen) >= EVENTS // PARTS
    assert [feature for feature in EVERYTHING if not seen[feature]] == []
    assert seen["unsound flows"] * 10 < seen["flows"]


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), number=st.integers(0, 11))
def test_random_flows_agree(data: st.DataObject, number: int) -> None:
    """The same few times more, because Hypothesis makes the flow that fails as small as it can."""
    try:
        agreement = Agreement(drawn_pick(data), number, Counter())
    except FlowError:
        assume(False)
        raise
    agreement.play()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
def test_a_million_events_agree(seed: int) -> None:
    assert drive(seed, wanted=125_000, seen=Counter()) >= 125_000
