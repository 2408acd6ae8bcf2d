"""Dragging a picture in the explorer page, and what the page does meanwhile, as its browser counts it."""

from typing import NamedTuple

import pytest

from tests.diagrams.explorer.visits import Visit

MOVES = 60

COUNT = """() => {
  window.drawn = 0;
  const svg = document.querySelector("#chart > svg");
  window.counting?.disconnect();
  window.counting = new MutationObserver(() => (window.drawn += 1));
  window.counting.observe(svg, { attributeFilter: ["viewBox"] });
}"""


class Work(NamedTuple):
    """What a page has done since it was opened."""

    seconds: float
    """Of its own thread; what a busy machine lends to others is not in it."""
    layouts: float
    styles: float

    def since(self, before: "Work") -> "Work":
        return Work(*(now - then for now, then in zip(self, before, strict=True)))


class Meter:
    """Reads off what a page has done."""

    def __init__(self, here: Visit) -> None:
        self.client = here.page.context.new_cdp_session(here.page)
        self.client.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read(self) -> Work:
        found = {one["name"]: float(one["value"]) for one in self.client.send("Performance.getMetrics")["metrics"]}
        return Work(found["TaskDuration"], found["LayoutCount"], found["RecalcStyleCount"])


def scale(here: Visit) -> float:
    """Pixels for each point of the picture."""
    return float(here.page.evaluate("document.getElementById('chart').clientWidth")) / here.view()[2]


def dragged(here: Visit) -> tuple[Work, int]:
    """What it takes to drag the whole picture up, and the frames that were drawn; then it is dragged back."""
    here.page.click("#all")
    here.settle()
    here.page.mouse.move(600, 600)
    here.page.mouse.down()
    view, meter = here.view(), Meter(here)
    here.page.evaluate(COUNT)
    before = meter.read()
    here.page.mouse.move(600, 600 - MOVES, steps=MOVES)
    work, drawn = meter.read().since(before), int(here.page.evaluate("window.drawn"))
    moved = here.view()[1] - view[1]
    here.page.mouse.move(600, 600)
    here.page.mouse.up()

    assert moved == pytest.approx(MOVES / scale(here), rel=0.02)
    return work, drawn
