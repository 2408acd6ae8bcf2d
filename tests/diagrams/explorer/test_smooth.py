"""A flow of sixty states moves smoothly: a frame costs one layout, however many moves of the mouse it has.

How long that takes is measured by `make bench`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from diagrams.diagram import Diagram
from fsm.chart import Chart
from tests.diagrams.charts import boxed_chart, large_chart
from tests.diagrams.explorer.dragging import MOVES, Meter, dragged
from tests.diagrams.explorer.visits import saved, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOST_FOR_A_FRAME = 2
"""Layouts and looks at styles: one for what has moved, one for what tells the position."""

FORCED = (
    "() => { for (let i = 0; i < 99; i++) { document.body.style.width = `${900 + i}px`; document.body.offsetWidth; } }"
)


def test_the_meter_sees_layouts_that_nobody_needs(browser: "Browser", tmp_path: Path) -> None:
    with visit(browser, saved(tmp_path, Diagram(large_chart(10)))) as here:
        meter = Meter(here)
        before = meter.read()
        here.page.evaluate(FORCED)

        assert meter.read().since(before).layouts >= 99


@pytest.mark.parametrize("chart", [large_chart(60), boxed_chart(3, 60)], ids=lambda chart: chart.name)
def test_sixty_states_are_dragged_smoothly(browser: "Browser", tmp_path: Path, chart: Chart) -> None:
    """With all of them in view, which is the hardest."""
    with visit(browser, saved(tmp_path, Diagram(chart))) as here:
        work, drawn = dragged(here)

        assert 0 < drawn <= MOVES + 1  # at most once a frame, however many moves there are
        assert work.layouts <= MOST_FOR_A_FRAME * (drawn + 1)
        assert work.styles <= MOST_FOR_A_FRAME * (drawn + 1)


def test_a_step_in_sixty_states_lays_out_little(browser: "Browser", tmp_path: Path) -> None:
    with visit(browser, saved(tmp_path, Diagram(large_chart(60)))) as here:
        meter = Meter(here)
        before = meter.read()
        for _ in range(20):
            here.page.keyboard.press("1")

        assert here.steps == "20 / 20"
        assert meter.read().since(before).layouts <= 20 * 8
