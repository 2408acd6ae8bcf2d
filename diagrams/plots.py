"""Plots of what was counted: how long games are, who wins how often, with axes, units and words for screen readers.

They take counts, so they draw what a simulation found as well as what anybody else has counted. Matplotlib draws them:
the extra `phasebook[plots]`. Each plot has a `name` that is unlike the others' on a page.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from textwrap import wrap
from typing import Any, NamedTuple

from diagrams.content.text import clean
from diagrams.formats.palette import ACCENT, GUARD, LINE
from diagrams.plotting.canvas import drawn

__all__ = ["Interval", "bars", "boxes", "histogram", "intervals"]

MOST_BINS, MOST_BARS = 40, 12
LINE_OF_NAME = 34
"""Letters of a name beside a bar, on each of at most three lines."""
LINE_HEIGHT = 12
"""Points."""

Number = int | float


class Interval(NamedTuple):
    """A value that is known within bounds."""

    name: str
    value: float
    low: float
    high: float


def histogram(
    counts: Mapping[int, int] | Mapping[Number, int],
    *,
    title: str,
    across: str,
    up: str,
    name: str = "histogram",
    inline: bool = False,
) -> str:
    """Upright columns: how often each number was met."""
    columns = bins(counts)
    most = max(columns, key=lambda column: column.number, default=Bin(0, 1, 0))

    def draw(axes: Any) -> None:
        gap = 0.08 * most.width
        axes.bar(
            [column.start - 0.5 + gap / 2 for column in columns],
            [column.number for column in columns],
            width=[column.width - gap for column in columns],
            align="edge", color=GUARD.light,
        )  # fmt: skip
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        whole_numbers(axes.xaxis, axes.yaxis)
        axes.grid(axis="y")

    total = sum(counts.values())
    reach = f"from {least(counts)} to {greatest(counts)}"
    words = f"{up} by {across}: {total:,} in all, {reach}; the most, {most.number:,}, at {most}."
    return drawn(draw, height=3.0, title=title, words=words, name=name, inline=inline)


def bars(counts: Mapping[str, int], *, title: str, along: str, name: str = "bars", inline: bool = False) -> str:
    """Lying bars: how often each thing was met, the most frequent first."""
    shown = ranking(counts)
    total = sum(counts.values()) or 1

    def draw(axes: Any) -> None:
        places = range(len(shown))
        drawn_bars = axes.barh(places, [number for _, number in shown], color=GUARD.light, height=0.7)
        said = [f"{number:,} ({number / total:.1%})" for _, number in shown]
        axes.bar_label(drawn_bars, labels=said, padding=4)
        axes.set_xlim(
            0, max((number for _, number in shown), default=1) * (1.05 + 0.025 * max(map(len, said), default=0))
        )
        by_name(axes, [label for label, _ in shown])
        axes.set_xlabel(along)
        whole_numbers(axes.xaxis)
        axes.grid(axis="x")

    words = f"{along}. " + "; ".join(f"{label}: {number:,}" for label, number in shown) + "."
    return drawn(draw, height=height_for(shown), title=title, words=words, name=name, inline=inline)


def intervals(
    values: Sequence[Interval],
    *,
    title: str,
    along: str,
    beside: float | None = None,
    besides: str = "",
    percent: bool = False,
    name: str = "intervals",
    inline: bool = False,
) -> str:
    """A dot for each value and a line as long as its interval; `beside` is a value to compare with, and `besides` its
    name."""

    def draw(axes: Any) -> None:
        places = range(len(values))
        reach = [[one.value - one.low for one in values], [one.high - one.value for one in values]]
        axes.errorbar([one.value for one in values], places, xerr=reach, fmt="o", color=GUARD.light, capsize=4,
                      elinewidth=2, capthick=2, markersize=6)  # fmt: skip
        if beside is not None:
            axes.axvline(beside, color=ACCENT.light, linestyle=(0, (5, 3)), linewidth=1.5)
            axes.annotate(besides, (beside, 1), xycoords=("data", "axes fraction"), xytext=(4, -2),
                          textcoords="offset points", va="top")  # fmt: skip
        axes.margins(x=0.08)
        axes.set_ylim(len(values) - 0.4, -0.9)
        by_name(axes, [one.name for one in values], is_upside_down=False)
        axes.set_xlabel(along)
        if percent:
            axes.xaxis.set_major_formatter(
                lambda value, _: f"{value:.1%}" if value * 100 % 1 > 0.01 else f"{value:.0%}"
            )
        axes.grid(axis="x")

    form = "{:.1%}" if percent else "{:,.2f}"
    said = [
        f"{one.name}: {form.format(one.value)} ({form.format(one.low)} to {form.format(one.high)})" for one in values
    ]
    words = (
        f"{along}. " + "; ".join([*said, *([f"{besides}: {form.format(beside)}"] if beside is not None else [])]) + "."
    )
    return drawn(draw, height=height_for(values), title=title, words=words, name=name, inline=inline)


def boxes(
    numbers: Mapping[str, Mapping[Number, int]], *, title: str, along: str, name: str = "boxes", inline: bool = False
) -> str:
    """A box for each owner of numbers: the middle half of them, the median as a line, all of them as whiskers, and the
    mean as a diamond."""
    owners = {owner: five_numbers(counts) for owner, counts in numbers.items() if counts}

    def draw(axes: Any) -> None:
        axes.bxp(
            [dict(zip(FIVE, five, strict=True)) | {"mean": mean_of(numbers[owner])} for owner, five in owners.items()],
            positions=range(len(owners)), orientation="horizontal", showmeans=True, showfliers=False, patch_artist=True,
            widths=0.55, boxprops={"facecolor": "none", "edgecolor": GUARD.light, "linewidth": 1.8},
            medianprops={"color": ACCENT.light, "linewidth": 2.4}, whiskerprops={"color": LINE.light, "linewidth": 1.4},
            capprops={"color": LINE.light, "linewidth": 1.4},
            meanprops={"marker": "D", "markerfacecolor": GUARD.light, "markeredgecolor": GUARD.light, "markersize": 5},
        )  # fmt: skip
        by_name(axes, list(owners))
        axes.set_xlabel(along)
        axes.grid(axis="x")

    words = f"{along}. " + " ".join(
        f"{owner}: from {five[0]:,} to {five[4]:,}, half of them between {five[1]:,} and {five[3]:,}, "
        f"median {five[2]:,}, mean {mean_of(numbers[owner]):,.2f}."
        for owner, five in owners.items()
    )
    return drawn(draw, height=height_for(owners), title=title, words=words, name=name, inline=inline)


# Numbers

FIVE = ("whislo", "q1", "med", "q3", "whishi")
"""What Matplotlib calls the five numbers of a box."""


class Bin(NamedTuple):
    """Some numbers that stand in one column."""

    start: Number
    width: int
    number: int

    def __str__(self) -> str:
        return f"{self.start}" if self.width == 1 else f"{self.start} to {self.start + self.width - 1}"


def bins(counts: Mapping[int, int] | Mapping[Number, int]) -> list[Bin]:
    """At most `MOST_BINS` columns of equal width, also the empty ones."""
    if not counts:
        return []
    low = least(counts)
    width = int(-(-(greatest(counts) - low + 1) // MOST_BINS))
    found = dict.fromkeys(range(int((greatest(counts) - low) // width) + 1), 0)
    for value, count in counts.items():
        found[int((value - low) // width)] += count
    return [Bin(low + place * width, width, count) for place, count in found.items()]


def least(counts: Mapping[Any, int]) -> Any:
    return min(counts, default=0)


def greatest(counts: Mapping[Any, int]) -> Any:
    return max(counts, default=0)


def five_numbers(counts: Mapping[int, int] | Mapping[Number, int]) -> tuple[Number, ...]:
    """Least, lower quarter, median, upper quarter, most."""
    ordered, total = sorted(counts.items()), sum(counts.values())
    inner = []
    for part in (0.25, 0.5, 0.75):
        below = 0
        inner.append(next(value for value, count in ordered if (below := below + count) >= part * total))
    return (ordered[0][0], *inner, ordered[-1][0])


def mean_of(counts: Mapping[Number, int]) -> float:
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def ranking(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """The most frequent ones, and all others together."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    rest = sum(count for _, count in islice(ordered, MOST_BARS, None))
    return [*ordered[:MOST_BARS], *([(f"{len(ordered) - MOST_BARS} others", rest)] if rest else [])]


# Axes


def whole_numbers(*axes: Any) -> None:
    """Ticks at whole numbers, with commas."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    for axis in axes:
        axis.set_major_locator(MaxNLocator(integer=True, nbins=9))
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))


def by_name(axes: Any, names: Sequence[str], *, is_upside_down: bool = True) -> None:
    """Names beside lying bars, in lines that fit; the first one is on top.

    Each line is a text of its own: Matplotlib would align them by the widths of its own font.
    """
    axes.set_yticks([])
    for place, name in enumerate(names):
        lines = folded(name)
        for number, line in enumerate(lines):
            below = LINE_HEIGHT * (number - (len(lines) - 1) / 2)
            axes.annotate(line, (0, place), xycoords=("axes fraction", "data"), xytext=(-6, -below),
                          textcoords="offset points", ha="right", va="center_baseline")  # fmt: skip
    if is_upside_down:
        axes.invert_yaxis()


def folded(name: str) -> list[str]:
    """A name on at most three lines."""
    return wrap(clean(name), LINE_OF_NAME, max_lines=3, placeholder=" …") or ["—"]


def height_for(things: Any) -> float:
    """Inches that as many lying bars need."""
    return 1.25 + 0.4 * max(1, len(things))
