"""The fingerprint of a chart: the same for as long as nothing changes that decides what happens."""

from hashlib import blake2b
from typing import Any

import msgspec

from fsm.chart import Chart, Phase, Row


def fingerprint_of(chart: Chart) -> str:
    """A digest of what decides behaviour."""
    skeleton = {"phases": [bones_of_phase(phase) for phase in chart.phases],
                "rows": [bones_of_row(row) for row in chart.rows]}  # fmt: skip
    return blake2b(msgspec.json.encode(skeleton), digest_size=8).hexdigest()


def bones_of_phase(phase: Phase) -> list[Any]:
    """What of a phase decides behaviour."""
    return [
        phase.path,
        phase.initial,
        phase.final,
        [e.name for e in phase.enter],
        [e.name for e in phase.exit],
    ]


def bones_of_row(row: Row) -> list[Any]:
    """What of a row decides behaviour."""
    guards = [[guard.name, guard.negated] for guard in row.guards]
    plain = [row.source, row.event, guards, [e.name for e in row.effects], row.target, row.internal]
    special = [row.inside, row.done, row.calls, row.then, bool(row.refuses), row.gathers]
    return [*plain, *special] if any(special) else plain
