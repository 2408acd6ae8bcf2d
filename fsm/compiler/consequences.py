"""How far consequences can go: the longest chain of them from each leaf, and what to say about too many."""

from collections.abc import Sequence

from fsm.chart import Chart
from fsm.errors import RuleError

MOST_CONSEQUENCES = 10_000
"""More consequences of one move than a game needs: beyond this, an engine takes them for a cycle."""

SHOWN = 12
"""Phases of a long chain that an error message names."""


def longest_chains(chart: Chart) -> dict[str, int]:
    """Leaf -> the most consequences that can follow one another from there; without leaves that can reach a circle."""
    after = {
        leaf.path: {chart.landing(row, leaf.path) for row in chart.alternatives(leaf.path, None)}
        for leaf in chart.leaves
    }
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


def endless(flow: str, trail: Sequence[str], most: int) -> RuleError:
    """For too many consequences: name the circle that they run in, or the phases that they run through."""
    if circle := last_circle(trail):
        return RuleError(
            f"{flow}: consequences without end: {' -> '.join(circle)}; a guard on one of these rows must turn False."
        )
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
