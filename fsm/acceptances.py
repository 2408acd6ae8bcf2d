"""Findings that a flow means: `accepts = ((finding, where, reason), ...)`, and what can be wrong with those."""

from collections.abc import Iterable, Iterator

import msgspec

from fsm.chart import Accepted, Chart
from fsm.findings import Finding

MISSING = "missing_legal_move"
"""The one defect of play that a flow can accept: candidates may stand for payloads without number."""


def weigh(chart: Chart, finding: Finding) -> Finding:
    """The finding, with the author's reason if it is accepted."""
    reasons = [accepted.reason for accepted in chart.accepts if is_about(chart, accepted, finding)]
    return msgspec.structs.replace(finding, accepted=reasons[0]) if reasons else finding


def is_about(chart: Chart, accepted: Accepted, finding: Finding) -> bool:
    """Whether an acceptance means a finding: its arrow, its guard, its phase, or a phase around that."""
    if accepted.finding != finding.check:
        return False
    around = chart.lineage(finding.phase) if finding.phase in chart.by_path else (finding.phase,)
    return accepted.where in (finding.arrow, finding.guard, *around) and accepted.where != ""


def acceptance(chart: Chart, check: str, where: str) -> str:
    """The reason for which a flow accepts a defect of play, or ''."""
    reasons = [a.reason for a in chart.accepts if check == a.finding == MISSING and a.where == where]
    return reasons[0] if reasons else ""


def idle_acceptance(chart: Chart, found: Iterable[Finding]) -> Iterator[Finding]:
    """An acceptance of something that is not there: the flow has changed, or it is misspelt."""
    for accepted in chart.accepts:
        if accepted.finding == MISSING and accepted.where in chart.events:
            continue  # nothing static: exploration judges it
        if not any(is_about(chart, accepted, finding) for finding in found):
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
