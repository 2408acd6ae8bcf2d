"""Calls in a picture: where the flow goes on when a called phase has ended, and which calls of a trace have."""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from fsm.chart import Chart, Row
from fsm.snapshot import Caller

MOST_RETURNS = 3
"""Callers of one phase that the flow comes back to, each along a line of its own."""


class WayBack(msgspec.Struct, frozen=True):
    """From a called phase to where the flow goes on, for all callers that share both ends."""

    called: str
    to: str
    rows: tuple[Row, ...]
    """The rows that call."""

    @property
    def returns(self) -> bool:
        """The flow is back where it was, rather than on its way to another phase."""
        return self.rows[0].then is None

    @property
    def callers(self) -> tuple[str, ...]:
        """The phases that call, each once."""
        return tuple(dict.fromkeys(row.source for row in self.rows))


def ways_back(chart: Chart) -> tuple[WayBack, ...]:
    """The ways back of all calls, in order of the rows that call. One from a box to itself is not drawn."""
    found: dict[tuple[str, str, bool], list[Row]] = {}
    for row in chart.rows:
        if row.calls is not None:
            found.setdefault((row.calls, row.then or row.source, row.then is None), []).append(row)
    return tuple(
        WayBack(called, to, tuple(rows))
        for (called, to, returns), rows in found.items()
        if called != to or (chart.by_path[called].children and not returns)
    )


def leading_on(chart: Chart) -> tuple[WayBack, ...]:
    """The ways back that lead to other phases than the callers."""
    return tuple(way for way in ways_back(chart) if not way.returns)


def drawn_apart(chart: Chart) -> tuple[WayBack, ...]:
    """The ways back that get lines of their own.

    Where the flow comes back to one of many callers, the line of the call shows it: two for each would be a tangle.
    """
    ways = ways_back(chart)
    returning = Counter(way.called for way in ways if way.returns)
    return tuple(way for way in ways if not way.returns or returning[way.called] <= MOST_RETURNS)


def calls_that_ended(chart: Chart, trace: Iterable[str]) -> Iterator[str]:
    """The rows of a trace whose calls have ended, each as often as that happened."""
    back: tuple[Caller, ...] = ()
    leaf = chart.leaves[0].path
    for name in trace if chart.called else ():
        row = chart.row_by_id[name]
        if row.source not in chart.lineage(leaf):  # a trace may begin anywhere, and leave rows out
            leaf = chart.descent(row.source)[-1]
        back, leaf = chart.back_after(row, leaf, back), chart.landing(row, leaf)
        while chart.comes_back(leaf, back):
            caller = back[-1]
            yield caller.row
            way = chart.way_back(caller)
            back = chart.back_after(way, caller.phase, back[:-1])
            leaf = chart.landing(way, caller.phase)
