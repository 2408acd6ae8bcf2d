"""Findings that a flow means: `accepts = ((finding, where, reason), ...)`, and what can be wrong with those."""

from collections.abc import Iterable, Iterator

import msgspec

from fsm.chart import MISSING_MOVE, Accepted, Chart
from fsm.checking.findings import Finding


def weigh(chart: Chart, found: Iterable[Finding]) -> list[Finding]:
    """The findings, each with the author's reason if it is accepted."""
    first: dict[tuple[str, str], tuple[int, str]] = {}
    for number, accepted in enumerate(chart.accepts):
        first.setdefault((accepted.finding, accepted.where), (number, accepted.reason))
    weighed = []
    for finding in found:
        reasons = [first[place] for place in places_of(chart, finding) if place in first]
        weighed.append(msgspec.structs.replace(finding, accepted=min(reasons)[1]) if reasons else finding)
    return weighed


def places_of(chart: Chart, finding: Finding) -> set[tuple[str, str]]:
    """What an acceptance of a finding can name: its row, its guard, its phase, or a phase around that."""
    around = chart.lineage(finding.phase) if finding.phase in chart.by_path else (finding.phase,)
    return {(finding.check, where) for where in (finding.row, finding.guard, *around) if where}


def idle_acceptance(chart: Chart, found: Iterable[Finding]) -> Iterator[Finding]:
    """An acceptance of something that is not there: the flow has changed, or it is misspelt."""
    met = {place for finding in found for place in places_of(chart, finding)}
    met |= {(MISSING_MOVE, event) for event in chart.events}  # nothing static: exploration judges it
    for accepted in chart.accepts:
        if (accepted.finding, accepted.where) not in met:
            yield about(accepted, "idle_acceptance", f"The flow accepts {accepted.finding!r} here, but there is none.",
                        "It would hide a real one later.", "Delete it, or correct the name or place.")  # fmt: skip


def unexplained_acceptance(chart: Chart) -> Iterator[Finding]:
    """An acceptance without a reason."""
    for accepted in chart.accepts:
        if not accepted.reason.strip():
            yield about(accepted, "unexplained_acceptance", f"{accepted.finding!r} is accepted without a reason.",
                        "Nobody can tell later whether it still holds.", "Say why in one sentence.")  # fmt: skip


def about(accepted: Accepted, check: str, problem: str, why: str, remedy: str) -> Finding:
    """A finding at the place that an acceptance names."""
    return Finding(check, accepted.where, problem, why, remedy)
