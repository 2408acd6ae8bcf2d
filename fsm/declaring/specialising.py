"""The chart of a flow for some settings: without the rows that these rule out, and the phases behind them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from fsm.chart import Chart, Row


def specialised(chart: Chart, verdicts: Sequence[Mapping[str, bool]]) -> Chart:
    """What is left of a chart if static guards have these verdicts, or any of these."""
    rows = tuple(slim for row in chart.rows if (slim := in_any_case(row, verdicts)) is not None)
    return without_unreachable(msgspec.structs.replace(chart, rows=rows))


def in_any_case(row: Row, verdicts: Iterable[Mapping[str, bool]]) -> Row | None:
    """The row as all the verdicts leave it; as it is written, if they do not agree about it."""
    left = {without_decided(row, one) for one in verdicts}
    return left.pop() if len(left) == 1 else row


def without_decided(row: Row, verdicts: Mapping[str, bool]) -> Row | None:
    """The row without the guards that the verdicts settle, or None if one of them forbids it."""
    kept = []
    for guard in row.guards:
        if guard.name not in verdicts:
            kept.append(guard)
        elif verdicts[guard.name] is guard.negated:
            return None
    return msgspec.structs.replace(row, guards=tuple(kept))


def without_unreachable(chart: Chart) -> Chart:
    """Only the phases that the remaining rows can reach, and only rows and remarks between them."""
    reached = reachable_leaves(chart)
    alive = {path for leaf in reached for path in chart.lineage(leaf)}
    phases = tuple(
        msgspec.structs.replace(phase, children=tuple(child for child in phase.children if child in alive))
        for phase in chart.phases
        if phase.path in alive
    )
    taken = {row.id for leaf in reached for row in live_rows(chart, leaf)}
    kept = [row for row in chart.rows if row.id in taken or (row.refuses and row.source in alive)]
    rows = tuple(row if goes_on(chart, row, reached) else msgspec.structs.replace(row, then=None) for row in kept)
    remarks = tuple(remark for remark in chart.refusals if remark.phase in alive)
    return Chart(chart.name, chart.title, phases, rows, remarks, chart.accepts)


def goes_on(chart: Chart, row: Row, reached: set[str]) -> bool:
    """Whether a row leads on when its call has ended; not if that never happens, even if others lead there."""
    return row.then is not None and chart.descent(row.then)[-1] in reached


def live_rows(chart: Chart, leaf: str) -> Iterator[Row]:
    """The rows of a leaf that no unguarded alternative before them hides."""
    closed: set[str | None] = set()
    for row in chart.rows_at(leaf):
        if row.event not in closed:
            yield row
            if not row.guards:
                closed.add(row.event)


def reachable_leaves(chart: Chart) -> set[str]:
    """Leaves that live rows lead to from the start, or from which a call that has begun can come back."""
    todo = [chart.descent(chart.initial.path)[-1]]
    found = set(todo)
    ended: set[str | None] = set()
    homes: dict[str, set[str]] = {}
    while todo:
        leaf = todo.pop()
        ended.add(chart.ended(leaf))
        rows = list(live_rows(chart, leaf))
        for row in rows:
            if row.calls is not None:
                homes.setdefault(row.calls, set()).add(chart.after(row, leaf))
        after = {chart.landing(row, leaf) for row in rows}
        after |= {home for phase in homes if phase in ended for home in homes[phase]}
        todo += after - found
        found |= after
    return found
