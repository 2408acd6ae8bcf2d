"""Random charts like those of flows: of small games, of games with calls and gatherings, of many boxes."""

from collections.abc import Callable
from random import Random
from typing import Any

from fsm.chart import Chart
from fsm.errors import FlowError
from tests.diagrams.charts import boxed_chart
from tests.fsm.random_flows import random_engines
from tests.fsm.rich_flows import rich_engines

FEWEST_ARROWS = 4
"""A flow with fewer of them shows nothing about labels."""


def random_chart(seed: int) -> Chart:
    """The chart of a seed; every third is of the same kind."""
    if seed % 3 == 0:
        return boxed_chart(seed, 8 + seed * 7 % 25)
    return flow_chart(seed, random_engines if seed % 3 == 1 else rich_engines)


def flow_chart(seed: int, make: Callable[..., Any]) -> Chart:
    """The first flow from this seed that can be played and has some arrows."""
    random = Random(seed)
    while True:
        try:
            chart: Chart = make(random.randrange)[0].chart
        except FlowError:
            continue
        if sum(row.source != row.target for row in chart.rows) >= FEWEST_ARROWS:
            return chart
