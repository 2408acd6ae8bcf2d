"""Presets called `small`: exploration sees each of them whole, and finds nothing that the flow does not accept."""

from functools import cache

import pytest

from fsm.catalogue import engine_of, registered
from fsm.explore import Exploration, explore, settle
from fsm.lint import examine
from fsm.testing import conform

GAMES = registered()


@cache
def explored(name: str) -> Exploration:
    return explore(engine_of(name), settings={"preset": "small"})


@pytest.mark.parametrize("name", GAMES)
def test_a_small_game_is_seen_whole(name: str) -> None:
    found = explored(name)

    assert found.complete
    assert found.endings
    assert [defect for defect in found.defects if not defect.accepted] == []


@pytest.mark.parametrize(
    ("name", "unseen"), [("belote", {"round_over-then-dealing"}), ("discard", set()), ("goofspiel", set())]
)
def test_what_a_small_game_leaves_unseen(name: str, unseen: set[str]) -> None:
    """A match of Belote in one deal has no second one."""
    coverage = explored(name).coverage

    assert {each for each, times in {**coverage.phases, **coverage.rows}.items() if not times} == unseen
    assert all(coverage.guards.values())


@pytest.mark.parametrize("name", GAMES)
def test_what_seemed_possible_is_withdrawn_where_play_came(name: str) -> None:
    found = explored(name)
    findings = settle(examine(engine_of(name)), [found])
    open_ones = {finding.where for finding in findings if finding.possible and not finding.withdrawn}

    assert not open_ones & {name for name, times in {**found.coverage.phases, **found.coverage.rows}.items() if times}
    assert any(finding.withdrawn for finding in findings)


def test_our_flows_accept_little() -> None:
    """Everything else is sound by the chart alone, or settled by play."""
    accepted = [one for name in GAMES for one in engine_of(name).chart.accepts]

    assert [(one.finding, one.where) for one in accepted] == [("missing_legal_move", "change_settings")]


@pytest.mark.parametrize("name", GAMES)
def test_a_small_game_conforms(name: str) -> None:
    conform(engine_of(name), games=2, max_moves=8, settings={"preset": "small"})
