"""What play says about findings that are only possible: a complete exploration withdraws what it never met."""

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from fsm.checking.coverage import Coverage
from fsm.checking.defects import Defect
from fsm.checking.findings import Finding

SHOWN_BY = {"may_deadlock": "deadlock", "eventless_cycle": "rule_error"}
"""Findings that play can settle, and the defect that it runs into where they are right."""


class Seen(Protocol):
    """An exploration, or guided play."""

    @property
    def coverage(self) -> Coverage: ...
    @property
    def defects(self) -> tuple[Defect, ...]: ...


class Explored(Seen, Protocol):
    """An exploration."""

    @property
    def complete(self) -> bool: ...
    @property
    def seed(self) -> int: ...


def settle(findings: Iterable[Finding], explorations: Sequence[Explored]) -> tuple[Finding, ...]:
    """The findings; those that complete explorations have disproved are withdrawn, and say why."""
    is_whole = bool(explorations) and all(exploration.complete for exploration in explorations)
    return tuple(with_proof(finding, explorations) if is_whole else finding for finding in findings)


def with_proof(finding: Finding, explorations: Sequence[Explored]) -> Finding:
    """A finding, withdrawn if it would have been met."""
    times = sum(times_seen(finding, exploration) for exploration in explorations)
    is_met = any(shows(finding, defect) for exploration in explorations for defect in exploration.defects)
    if not finding.possible or finding.accepted or is_met or not times:
        return finding
    seeds = ", ".join(str(exploration.seed) for exploration in explorations)
    proof = f"every snapshot of seed {seeds} was seen, {times:,} of them here, and it never happened"
    return msgspec.structs.replace(finding, withdrawn=proof)


def times_seen(finding: Finding, seen: Seen) -> int:
    """How often play came to the place of a finding."""
    return seen.coverage.rows.get(finding.row, 0) if finding.row else seen.coverage.phases.get(finding.phase, 0)


def shows(finding: Finding, defect: Defect) -> bool:
    """Whether a defect is what a finding warned of."""
    if SHOWN_BY.get(finding.check) != defect.kind:
        return False
    return defect.kind == "rule_error" or defect.phase == finding.phase
