"""What of a chart has been seen in play: phases, arrows, and both answers of every guard."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from fsm.chart import Chart
from fsm.engine import Engine
from fsm.reasons import Verdicts


class Answers(msgspec.Struct, frozen=True):
    """How often a guard was seen to say yes and no; the unit is the coverage's own."""

    yes: int = 0
    no: int = 0


class Coverage(msgspec.Struct, frozen=True):
    """Counts by phase, by arrow, and by guard."""

    phases: dict[str, int]
    arrows: dict[str, int]
    guards: dict[str, Answers]


class Unreached(msgspec.Struct, frozen=True):
    """What a coverage leaves out, by name."""

    phases: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()
    """Such as `can_afford is never False`."""

    def __bool__(self) -> bool:
        return bool(self.phases or self.arrows or self.guards)


def chart_in_force(engine: Engine[Any], game: Any) -> Chart:
    """The chart that this game's settings leave: static guards decided, rows and phases without use gone."""
    return engine.for_settings(game.settings).chart_in_force if engine.chart.static_guards else engine.chart


def chart_under(engine: Engine[Any], settings: Iterable[Any]) -> Chart:
    """What is in force under any of these settings: a game may change its own. Without any, the whole chart."""
    every = [Verdicts(engine.chart, engine._rules, one) for one in settings]
    if not every:
        return engine.chart
    agreed = {name: every[0][name] for name in every[0] if len({verdicts[name] for verdicts in every}) == 1}
    return engine.chart.specialise(agreed)


def coverage_of(
    chart: Chart,
    phases: Mapping[str, int],
    arrows: Mapping[str, int],
    answers: Iterable[tuple[tuple[str, bool], int]],
) -> Coverage:
    """Counts for everything in the chart, zeros included, in the chart's order.

    A phase that consequences always leave at once holds no snapshot: it counts how often it was passed through.
    """
    counted = dict(answers)
    passed = passages(chart, arrows)
    return Coverage(
        phases={leaf.path: phases.get(leaf.path, 0) or passed[leaf.path] for leaf in chart.leaves},
        arrows={arrow.id: arrows.get(arrow.id, 0) for arrow in chart.arrows},
        guards={name: Answers(counted.get((name, True), 0), counted.get((name, False), 0)) for name in asked(chart)},
    )


def passages(chart: Chart, arrows: Mapping[str, int]) -> Counter[str]:
    """How often arrows led into each leaf, or out of it: a game is put into its first phase by no arrow."""
    entered: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for arrow in chart.arrows:
        if not arrow.internal:
            entered[chart.descent(arrow.target)[-1]] += arrows.get(arrow.id, 0)
            left[arrow.source] += arrows.get(arrow.id, 0)
    return entered | left


def asked(chart: Chart) -> list[str]:
    """The guards that play decides, in order of first appearance."""
    return list(dict.fromkeys(g.name for arrow in chart.arrows for g in arrow.guards if not g.is_static))


def unreached(coverage: Coverage) -> Unreached:
    """Everything with a count of zero."""
    silent = [f"{name} is never True" for name, answers in coverage.guards.items() if not answers.yes]
    silent += [f"{name} is never False" for name, answers in coverage.guards.items() if not answers.no]
    return Unreached(
        phases=tuple(name for name, count in coverage.phases.items() if not count),
        arrows=tuple(name for name, count in coverage.arrows.items() if not count),
        guards=tuple(sorted(silent)),
    )


def summary(coverage: Coverage) -> str:
    """One line: how much of the flow was seen."""
    answers = [count for guard in coverage.guards.values() for count in (guard.yes, guard.no)]
    parts = (
        ("phases", coverage.phases.values()),
        ("arrows", coverage.arrows.values()),
        ("guard outcomes", answers),
    )
    return ", ".join(f"{sum(map(bool, counts))} of {len(counts)} {name}" for name, counts in parts)
