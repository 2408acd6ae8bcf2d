"""How far consequences can go: the longest chain of them from each leaf, and what to say about too many."""

from collections.abc import Sequence

from fsm.chart import Chart
from fsm.errors import RuleError

MOST_CONSEQUENCES = 10_000
"""More consequences of one move than a game needs: beyond this, an engine takes them for a cycle."""

LONGEST_CALLS = 50
"""Consequences that may call one another; longer chains are followed in a loop, as circles are."""

SHOWN = 12
"""Phases of a long chain that an error message names."""


class Chains:
    """How the consequences of a chart are followed, if a move may have `most` of them."""

    def __init__(self, chart: Chart, most: int) -> None:
        self.most = most
        self.longest = longest_chains(chart)
        self.unsettled = {leaf.path for leaf in chart.leaves if following(chart, leaf.path)}
        """The leaves where something may follow."""
        straight = min(most, LONGEST_CALLS)
        self.counted = {leaf for leaf in self.unsettled if self.longest.get(leaf, straight + 1) > straight}
        """Those of them from which there may be too many consequences, so that they are counted."""


def longest_chains(chart: Chart) -> dict[str, int]:
    """Leaf -> the most consequences that can follow one another from there.

    Leaves from which a circle can be reached are left out: there is no longest chain.
    """
    after = {leaf.path: following(chart, leaf.path) for leaf in chart.leaves}
    before: dict[str, list[str]] = {leaf: [] for leaf in after}
    for leaf, landings in after.items():
        for landing in landings:
            before[landing].append(leaf)
    unknown = {leaf: len(landings) for leaf, landings in after.items()}
    ready = [leaf for leaf, landings in after.items() if not landings]
    chains: dict[str, int] = {}
    while ready:
        leaf = ready.pop()
        chains[leaf] = max((chains[landing] + 1 for landing in after[leaf]), default=0)
        for earlier in before[leaf]:
            unknown[earlier] -= 1
            if not unknown[earlier]:
                ready.append(earlier)
    return chains


def following(chart: Chart, leaf: str) -> set[str]:
    """The leaves that one consequence can lead to: a row, or the way back to a caller."""
    landings = {chart.landing(row, leaf) for row in chart.alternatives(leaf, None)}
    return landings | {landing for _, landing in chart.ways_back(leaf)}


def endless(flow: str, trail: Sequence[str], most: int) -> RuleError:
    """For too many consequences: name the circle that they run in, or the phases that they run through."""
    if circle := last_circle(trail):
        return RuleError(f"{flow}: consequences without end: {' -> '.join(circle)}; "
                         "a guard on one of these rows must turn False.")  # fmt: skip
    shown = [*trail[:SHOWN], "..."] if len(trail) > SHOWN else trail
    return RuleError(
        f"{flow}: more than {most} consequences of one move: {' -> '.join(shown)}; "
        "build the engine with a larger most_consequences."
    )


def last_circle(trail: Sequence[str]) -> Sequence[str]:
    """The part of a trail between the last phase that it came back to and where it was there before."""
    last_seen: dict[str, int] = {}
    circle: Sequence[str] = ()
    for place, phase in enumerate(trail):
        if phase in last_seen:
            circle = trail[last_seen[phase] : place + 1]
        last_seen[phase] = place
    return circle
