"""A save or log that loads is right: whatever was changed in it, it is refused, or the game is equal and sound."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fsm import saves
from fsm.catalogue import registered
from tests.games.mutated_saves import MOST_MEGABYTES, Report, report_of

FLOWS = list(registered())
ROOT = Path(__file__).parents[2]

FEW = 300
"""Mutants of each game in every run of the tests."""
SHARE, SHARES = 4_000, 5
"""Mutants of each game in a long run: with five games, 100,000 of them."""

PLAYED_ON = 20
"""How many random moves are played from each save that loads, all of which must go well.

That asks more of a game than of the engine: its invariants must hold only where play can lead, so they tie the phase to
the game, and numbers have bounds.
"""


def reported(flow: str, first: int, count: int) -> Report:
    """What becomes of some mutants, in a process of their own."""
    words = [sys.executable, "-m", "tests.games.mutated_saves", flow, str(first), str(count), str(PLAYED_ON)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)

    assert done.returncode == 0, done.stderr
    return msgspec.json.decode(done.stdout, type=Report)


def check(report: Report, count: int) -> None:
    assert report.failures == []
    assert report.refused + report.loaded == count
    assert report.megabytes <= MOST_MEGABYTES


@pytest.mark.parametrize("flow", FLOWS)
def test_a_changed_save_or_log_is_refused_or_an_equal_game(flow: str) -> None:
    report = reported(flow, 0, FEW)

    check(report, FEW)
    assert report.refused > report.loaded > 0
    assert len(report.phases) > 1


@pytest.mark.soak
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("flow", FLOWS)
def test_a_hundred_thousand_changed_saves_and_logs(flow: str, share: int) -> None:
    check(reported(flow, FEW + share * SHARE, SHARE), SHARE)


# Would it be noticed?


def lenient(tree: Any, kind: type, without: tuple[str, ...] = ()) -> Any:
    """As careless as msgspec alone."""
    return msgspec.convert(tree, type=kind)


def test_lost_fields_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "value_of", lenient)

    assert any("it is another game now" in failure for failure in report_of("belote", 0, 200, 0).failures)


def test_broken_invariants_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "check_invariants", lambda engine, snapshot: None)

    assert any("do not hold" in failure for failure in report_of("belote", 0, 200, 0).failures)


def test_errors_of_rules_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise KeyError

    monkeypatch.setattr(saves, "load", fail)

    assert any("KeyError" in failure for failure in report_of("belote", 0, 20, 0).failures)
