"""Presets called `small`: exploration sees each of them whole, and finds nothing that the flow does not accept."""

from functools import cache

import pytest

from fsm.catalogue import engine_of, registered
from fsm.explore import Exploration, explore, settle
from fsm.lint import examine
from fsm.testing import conform

SMALL = [name for name in registered() if "small" in engine_of(name).presets]
TOO_LARGE = {
    "belote": "a deal is 32 cards, whatever is agreed",
    "discard": "its turns are counted without end",
}
"""Games without such a preset: guided play looks at them."""


def test_every_game_has_a_small_setting_or_a_reason() -> None:
    assert {*SMALL, *TOO_LARGE} == {*registered()}


@cache
def explored(name: str) -> Exploration:
    return explore(engine_of(name), settings={"preset": "small"})


@pytest.mark.parametrize("name", SMALL)
def test_a_small_game_is_seen_whole(name: str) -> None:
    found = explored(name)

    assert found.complete
    assert found.endings
    assert [defect for defect in found.defects if not defect.accepted] == []


@pytest.mark.parametrize("name", SMALL)
def test_what_seemed_possible_is_withdrawn_where_play_came(name: str) -> None:
    found = explored(name)
    findings = settle(examine(engine_of(name)), [found])
    open_ones = {finding.where for finding in findings if finding.possible and not finding.withdrawn}

    assert not open_ones & {name for name, times in {**found.coverage.phases, **found.coverage.rows}.items() if times}
    assert any(finding.withdrawn for finding in findings)


def test_our_flows_accept_little() -> None:
    """Everything else is sound by the chart alone, or settled by play."""
    accepted = [one for name in registered() for one in engine_of(name).chart.accepts]

    assert [(one.finding, one.where) for one in accepted] == [("missing_legal_move", "change_settings")]


@pytest.mark.parametrize("name", ["uno", "onepiece"])
def test_a_small_game_conforms(name: str) -> None:
    conform(engine_of(name), games=2, max_moves=8, settings={"preset": "small"})
