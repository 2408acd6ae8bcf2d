"""Workloads are complete: everybody has a row or a reason. What a run is told is missing is not measured."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.figures import run as running
from tests.benchmarks.figures.peers import BY_NAME, PROGRAMS, Installed
from tests.benchmarks.figures.run import WORKLOADS, NotTheSameError, Run, measured, read, write
from tests.benchmarks.figures.workloads import OURS, QUICK, Column, Effort, Measured, Row, Workload


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.key)
def test_every_peer_has_a_row_or_a_reason(workload: Workload) -> None:
    with_rows = {row.peer for row in workload.rows} - {OURS, *PROGRAMS}

    assert with_rows | {*workload.lacking} == {*BY_NAME}
    assert not with_rows & {*workload.lacking}


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.key)
def test_a_workload_is_well_formed(workload: Workload) -> None:
    names = [row.name for row in workload.rows]

    assert len(names) == len(set(names))
    assert workload.ours in names
    assert len({column.title for column in workload.columns}) == len(workload.columns)
    assert all("|" not in text for row in workload.rows for text in (row.name, row.how))


def test_workloads_have_names_of_their_own() -> None:
    assert len({workload.key for workload in WORKLOADS}) == len({workload.title for workload in WORKLOADS})
    assert len({workload.key for workload in WORKLOADS}) == len(WORKLOADS)


def made_up(measure: Callable[[Effort, frozenset[str]], Measured]) -> Workload:
    rows = (Row("phasebook", "so"), Row("transitions", "so", "transitions"), Row("sismic", "so", "sismic"))
    return Workload("made", "Made up", "Nothing.", (Column("", "event"),), rows, {}, measure)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[frozenset[str]]:
    """The rows that a made-up workload was asked for; nobody differs."""
    seen: list[frozenset[str]] = []

    def measure(effort: Effort, names: frozenset[str]) -> Measured:
        seen.append(names)
        return {"": dict.fromkeys(names, 2.0)}

    monkeypatch.setattr(running, "WORKLOADS", (made_up(measure),))
    monkeypatch.setattr(running, "differences", lambda names: [])
    return seen


def test_only_who_is_installed_is_measured(asked: list[frozenset[str]]) -> None:
    said: list[str] = []
    found = measured(QUICK, Installed({"transitions": "0.9"}, {"sismic": "`pip install sismic`"}), said.append)

    assert asked == [frozenset({"phasebook", "transitions"})]
    assert found.figures == {"made": {"": {"phasebook": 2.0, "transitions": 2.0}}}
    assert said[0] == "sismic is not installed, so it is named and not measured: `pip install sismic`."


def test_nothing_is_measured_if_somebody_does_other_work(
    asked: list[frozenset[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "differences", lambda names: ["sismic is elsewhere"])

    with pytest.raises(NotTheSameError, match="sismic is elsewhere"):
        measured(QUICK, Installed({}, {}), lambda text: None)
    assert asked == []


def test_figures_are_kept_to_four_digits(tmp_path: Path) -> None:
    found: dict[str, Any] = {"made": {"": {"phasebook": 123456.789, "sismic": 0.123456}}}
    write(Run("Linux", 2, "3.11.1", {"sismic": "1"}, {}, found), tmp_path / "run.json")

    assert read(tmp_path / "run.json").figures == {"made": {"": {"phasebook": 123500.0, "sismic": 0.1235}}}
