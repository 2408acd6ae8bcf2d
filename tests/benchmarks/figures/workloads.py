"""What a workload is: what is counted, who takes part, how each of them does it, and who has no such thing."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

PHASEBOOK = "phasebook"
OURS = ""
"""The peer of rows that need none: ours, and what was written by hand in Python."""

Measured = dict[str, dict[str, float]]
"""How many a second, by column and by row."""


class Effort(NamedTuple):
    """How long to measure."""

    rounds: int
    seconds: float
    """CPU time of one round of one contender, where that can be chosen."""
    turns: int
    """Rounds of what takes long."""


QUICK = Effort(rounds=3, seconds=0.02, turns=1)
FULL = Effort(rounds=20, seconds=0.06, turns=3)


class Row(NamedTuple):
    """One who takes part."""

    name: str
    how: str
    """How it does what is counted, in its own way."""
    peer: str = OURS
    """What has to be installed for it."""


class Column(NamedTuple):
    """One thing that is counted."""

    title: str
    unit: str
    by_time: bool = True
    """Whether the time for one is shown, or how many there are in a second."""


class Workload(NamedTuple):
    """Something that all who can do."""

    key: str
    title: str
    counted: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    lacking: Mapping[str, str]
    """By peer, why it has no row; said of one as of several."""
    measure: Callable[[Effort, frozenset[str]], Measured]
    """Measure those rows whose names are given."""
    ours: str = PHASEBOOK
    """The row that others are compared with."""
    main: tuple[int, ...] = (0,)
    """The places of those columns that are in summaries."""

    def names(self, versions: Mapping[str, str]) -> frozenset[str]:
        """The rows that can be measured with what is installed."""
        return frozenset(row.name for row in self.rows if row.peer == OURS or row.peer in versions)


class Line(NamedTuple):
    """A column of a workload that is in summaries."""

    workload: Workload
    column: Column

    @property
    def title(self) -> str:
        return f"{self.workload.title}: {self.column.title}" if self.column.title else self.workload.title


def ratio(ours: float, theirs: float) -> float:
    """How many times as long theirs takes as ours, from how many there are in a second."""
    return ours / theirs
