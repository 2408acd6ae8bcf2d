"""The chart of docs/benchmarks.md: a line for each workload, and on it a mark for everybody who is measured."""

from importlib import import_module
from typing import Any, NamedTuple

from diagrams.formats.palette import ACCENT, EFFECT, GUARD, LINE
from diagrams.plots import by_name
from diagrams.plotting.canvas import drawn
from tests.benchmarks.figures.page import compared, ratios
from tests.benchmarks.figures.peers import BY_NAME
from tests.benchmarks.figures.run import LINES, Run
from tests.benchmarks.figures.workloads import Line


class Mark(NamedTuple):
    """How a kind of contender is drawn."""

    label: str
    shape: str
    colour: str


HAND, NOTHING = Mark("by hand", "^", LINE.light), Mark("the language alone", "|", LINE.light)
BY_LANGUAGE = {
    "Python": Mark("library for Python", "o", GUARD.light),
    "JavaScript": Mark("library for JavaScript", "s", ACCENT.light),
    "C++": Mark("OpenSpiel", "D", EFFECT.light),
}


def mark_of(name: str) -> Mark:
    """Whose mark it is, by the name of the row."""
    if name.startswith("by hand"):
        return HAND
    peer = BY_NAME.get(name.partition(",")[0])
    return BY_LANGUAGE[peer.language] if peer else NOTHING


def chart(run: Run) -> str:
    """The SVG, in both themes."""
    points = {line.title: ratios(line, run) for line in LINES}

    def draw(axes: Any) -> None:
        for mark in (HAND, *BY_LANGUAGE.values(), NOTHING):
            found = [
                (value, place)
                for place, each in enumerate(points.values())
                for name, value in each.items()
                if mark_of(name) == mark
            ]
            axes.plot([value for value, _ in found], [place for _, place in found], mark.shape, color=mark.colour,
                      label=mark.label, markersize=6)  # fmt: skip
        axes.axvline(1, color=LINE.light, linewidth=1.5)
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(import_module("matplotlib.ticker").LogLocator(base=100))
        axes.xaxis.set_major_formatter(label)
        axes.minorticks_off()
        axes.set_ylim(-0.7, len(points) - 0.3)
        by_name(axes, list(points))
        axes.set_xlabel("left of the line: faster than Phasebook; right of it: slower")
        axes.grid(axis="both")
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.4, -0.09), ncols=3)

    return drawn(draw, height=1.9 + 0.3 * len(points), title="How long others take, in times of Phasebook",
                 words=words(run), name="benchmarks", inline=False)  # fmt: skip


def label(value: float, _: int) -> str:
    """At the axis: how many times faster or slower."""
    return f"{value:,.0f}×" if value >= 1 else f"1/{1 / value:,.0f}×"


def words(run: Run) -> str:
    """The same for those who do not see it."""
    return " ".join(said_of(line, run) for line in LINES)


def said_of(line: Line, run: Run) -> str:
    said = ", ".join(f"{name} {compared(value).strip('*')}" for name, value in ratios(line, run).items())
    return f"{line.title}: {said}."
