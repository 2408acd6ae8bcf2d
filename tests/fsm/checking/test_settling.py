"""What play says about findings that are only possible."""

import msgspec
import pytest

from fsm.checking.findings import Finding
from fsm.explore import explore, settle
from fsm.lint import examine
from tests.fsm.dropping import are_held, are_two, dropping
from tests.fsm.test_seeded_defects import eventless_cycle_with_effects

STUCK = dropping(are_held, are_two)


def deadlock(finding: Finding) -> bool:
    return finding.check == "may_deadlock"


def test_a_complete_exploration_withdraws_what_never_happened_and_says_why() -> None:
    (finding,) = filter(deadlock, settle(examine(STUCK), [explore(STUCK, settings={"size": 4})]))

    assert finding.withdrawn == "every snapshot of seed 0 was seen, 2 of them here, and it never happened"
    assert not finding.stands


def test_what_did_happen_is_not_withdrawn() -> None:
    (finding,) = filter(deadlock, settle(examine(STUCK), [explore(STUCK, settings={"size": 3})]))

    assert finding.withdrawn == ""


@pytest.mark.parametrize("limit", [1, 2])
def test_an_exploration_that_stopped_early_withdraws_nothing(limit: int) -> None:
    exploration = explore(STUCK, settings={"size": 6}, limit=limit)

    assert not exploration.complete
    assert not any(finding.withdrawn for finding in settle(examine(STUCK), [exploration]))


def test_without_an_exploration_nothing_is_withdrawn() -> None:
    assert settle(examine(STUCK), []) == examine(STUCK)


def test_a_place_that_play_never_came_to_is_not_settled() -> None:
    elsewhere = Finding("may_deadlock", "nowhere", "P.", "W.", "R.", possible=True)

    assert settle([elsewhere], [explore(STUCK, settings={"size": 4})]) == (elsewhere,)


def test_what_is_certain_stays() -> None:
    certain = Finding("trap", "holding", "P.", "W.", "R.")

    assert settle([certain], [explore(STUCK, settings={"size": 4})]) == (certain,)
    accepted = msgspec.structs.replace(certain, possible=True, accepted="It is meant.")
    assert settle([accepted], [explore(STUCK, settings={"size": 4})]) == (accepted,)


def test_a_circle_with_an_effect_on_it_is_only_possible() -> None:
    (finding,) = [one for one in examine(eventless_cycle_with_effects()) if one.check == "eventless_cycle"]

    assert finding.possible
