"""Where a game can stand, and every hop that leads on from there: for reachability, traps and circles.

A game stands in a leaf. In a phase that was called, it matters too who waits for its end, because that is where the
flow comes back to: so the same leaf is another standing for each caller that may be the last one. Callers further out
are looked up among those that were there when it called; which of several it was, nobody can tell from a chart.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from fsm.chart import Chart, Effect, Row
from fsm.snapshot import Caller


class Standing(NamedTuple):
    """A leaf, and the caller that the flow would come back to next."""

    leaf: str
    caller: Caller | None = None


class Hop(NamedTuple):
    """From one standing to the next: by a row, or back to a caller."""

    source: Standing
    target: Standing
    row: Row
    depth: int = 0
    """By how many there are more callers than before."""
    returns: bool = False
    """A called phase has ended. `row` is the caller's way on."""


class Ways:
    """All standings that a game can come to, and the hops between them, along the rows that `rows_at` gives."""

    def __init__(self, chart: Chart, rows_at: Callable[[str], Iterable[Row]]) -> None:
        self.chart = chart
        self.rows_at = rows_at
        self.below: dict[Caller, dict[Caller | None, None]] = {}
        """Caller -> who was the last one when it called."""
        self.hops: dict[Standing, list[Hop]] = {}
        """By the standing that they start from, in the order found."""
        is_complete = False
        while not is_complete:  # a caller that is met late may be where an earlier way back leads to
            known = sum(map(len, self.below.values()))
            self.hops = self.found()
            is_complete = known == sum(map(len, self.below.values()))

    def found(self) -> dict[Standing, list[Hop]]:
        """The hops from every standing that the start leads to."""
        start = Standing(self.chart.descent(self.chart.initial.path)[-1])
        hops: dict[Standing, list[Hop]] = {}
        todo = [start]
        for standing in todo:
            if standing not in hops:
                hops[standing] = list(self.leading_on(standing))
                todo += [hop.target for hop in hops[standing]]
        return hops

    def comes_back(self, standing: Standing) -> bool:
        """Whether the phase that was called last has ended here, so that the flow does not stay."""
        return standing.caller is not None and self.chart.comes_back(standing.leaf, (standing.caller,))

    def leading_on(self, here: Standing) -> Iterator[Hop]:
        """The hops from a standing."""
        if here.caller is not None and self.comes_back(here):
            row = self.chart.way_back(here.caller)
            for below in [*self.below[here.caller]]:
                for target, lost in self.after(row, Standing(here.caller.phase, below)):
                    yield Hop(here, target, row, -1 - lost, returns=True)
            return
        for row in self.rows_at(here.leaf):
            if row.refuses:
                continue
            if row.calls is not None:
                caller = Caller(here.leaf, row.id)
                self.below.setdefault(caller, {})[here.caller] = None
                yield Hop(here, Standing(self.chart.landing(row, here.leaf), caller), row, 1)
            else:
                yield from (Hop(here, target, row, -lost) for target, lost in self.after(row, here))

    def after(self, row: Row, here: Standing) -> Iterator[tuple[Standing, int]]:
        """Where a row leads that does not call, and how many callers it abandons."""
        landing = self.chart.landing(row, here.leaf)
        if row.internal or here.caller is None:
            yield Standing(landing, here.caller), 0
            return
        yield from ((Standing(landing, caller), lost) for caller, lost in self.still_waiting(row, here))

    def still_waiting(self, row: Row, here: Standing) -> Iterator[tuple[Caller | None, int]]:
        """Who may be the last caller after a row has left what it leaves; see `Chart.left`."""
        domain = self.chart.domain(row)
        todo = [(here, 0)]
        seen = {here}
        for standing, lost in todo:
            caller = standing.caller
            if caller is None or not self.leaves(self.chart.called_by(caller), standing.leaf, domain):
                yield caller, lost
                continue
            fresh = [one for below in self.below[caller] if (one := Standing(caller.phase, below)) not in seen]
            seen.update(fresh)
            todo += [(one, lost + 1) for one in fresh]

    def leaves(self, called: str | None, leaf: str, domain: tuple[str, ...]) -> bool:
        """Whether a phase around a leaf is left by a row with this domain."""
        return called not in domain and called in self.chart.lineage(leaf)

    def happening(self, hop: Hop) -> tuple[Effect, ...]:
        """The effects on a hop, as far as the last caller tells."""
        chart, caller = self.chart, hop.source.caller
        back = () if caller is None else (caller,)
        if not hop.returns or caller is None:
            return chart.crossing(hop.row, hop.source.leaf, back)
        left = (chart.by_path[path] for path in chart.lineage(hop.source.leaf)[:2])
        return (*(effect for phase in left for effect in phase.exit), *chart.crossing(hop.row, caller.phase))
