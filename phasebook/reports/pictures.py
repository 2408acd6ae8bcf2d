"""The plots of a simulation, each by its name: those that have something to show."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypedDict

from diagrams.plots import Interval, bars, boxes, histogram, intervals

if TYPE_CHECKING:
    from fsm.simulate import Comparison, Share, Simulation


class Look(TypedDict):
    """What every plot has."""

    title: str
    name: str
    inline: bool


def plots(found: "Simulation | Comparison", *, inline: bool = False) -> dict[str, str]:
    """SVG by name; of a comparison, the differences in wins, and then the plots of both sides."""
    from fsm.simulate import Comparison

    if not isinstance(found, Comparison):
        return dict(plots_of(found, "", inline))
    both = {"first": found.first, "second": found.second}
    sides = {name: svg for side, one in both.items() for name, svg in plots_of(one, side, inline)}
    return {**dict(plots_of_differences(found, inline)), **sides}


def plots_of(found: "Simulation", side: str, inline: bool) -> Iterator[tuple[str, str]]:
    """Every plot of one side."""
    before, after = (f"{side}_", f" ({side} side)") if side else ("", "")

    def look(name: str, title: str) -> Look:
        return {"title": title + after, "name": f"plot-{before}{name}", "inline": inline}

    if shares := found.win_shares:
        yield f"{before}wins", win_plot(shares, look("wins", "Wins by seat"))
    if found.scores:
        yield f"{before}scores", boxes(found.scores, along="score", **look("scores", "Scores"))
    elif found.returns:
        seats = {f"seat {seat}": counted for seat, counted in found.returns.items()}
        yield f"{before}returns", boxes(seats, along="what a seat got", **look("returns", "Returns"))
    yield f"{before}outcomes", bars(found.sentences, along="games", **look("outcomes", "How games ended"))
    yield f"{before}lengths", length_plot(found, look("lengths", "Length of games"))
    yield f"{before}branching", choice_plot(found, look("branching", "Choice"))
    yield f"{before}phases", bars(found.decisions, along="decisions", **look("phases", "Time in each phase"))


def length_plot(found: "Simulation", look: Look) -> str:
    """How long games are."""
    return histogram(found.lengths, across="moves a game", up="games", **look)


def choice_plot(found: "Simulation", look: Look) -> str:
    """Between how many moves there was to decide."""
    return histogram(found.branching, across="legal moves at a decision", up="decisions", **look)


def win_plot(shares: Mapping[str, "Share"], look: Look) -> str:
    """The share of each seat, beside the mean of all: where all are alike, each wins that much."""
    fair = sum(one.share for one in shares.values()) / len(shares)
    values = [Interval(f"seat {seat}", one.share, one.low, one.high) for seat, one in shares.items()]
    return intervals(values, along="share of games won, with 95 % intervals", beside=fair, besides="all alike",
                     percent=True, **look)  # fmt: skip


def plots_of_differences(found: "Comparison", inline: bool) -> Iterator[tuple[str, str]]:
    """How wins differ, for each seat."""
    values = [
        Interval(one.measure, one.more.mean, one.more.low, one.more.high)
        for one in found.differences
        if one.measure.startswith("wins ") and one.more.low is not None and one.more.high is not None
    ]
    if values:
        yield "differences", intervals(
            values, title="Wins: the second side less the first",
            along="difference of the shares of games won, with 95 % intervals",
            beside=0.0, besides="no difference", percent=True, name="plot-differences", inline=inline,
        )  # fmt: skip
