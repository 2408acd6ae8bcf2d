"""What of a chart has been seen in play: phases, rows, and both answers of every guard."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from fsm.chart import Chart


class Answers(msgspec.Struct, frozen=True):
    """How often a guard was seen to say yes and no; the unit is the coverage's own."""

    yes: int = 0
    no: int = 0


class Coverage(msgspec.Struct, frozen=True):
    """Counts by phase, by row, and by guard. Rows that refuse are never taken, so they have none."""

    phases: dict[str, int]
    rows: dict[str, int]
    guards: dict[str, Answers]


class Unreached(msgspec.Struct, frozen=True):
    """What a coverage leaves out, by name."""

    phases: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()
    """Such as `can_afford is never False`."""

    def __len__(self) -> int:
        return len(self.phases) + len(self.rows) + len(self.guards)


def coverage_of(
    chart: Chart,
    phases: Mapping[str, int],
    rows: Mapping[str, int],
    answers: Iterable[tuple[tuple[str, bool], int]],
) -> Coverage:
    """Counts for everything in the chart, zeros included, in the chart's order.

    A phase that consequences always leave at once holds no snapshot: it counts how often it was passed through.
    """
    counted = dict(answers)
    passed = passages(chart, rows)
    return Coverage(
        phases={leaf.path: phases.get(leaf.path, 0) or passed[leaf.path] for leaf in chart.leaves},
        rows={row.id: rows.get(row.id, 0) for row in chart.rows if not row.refuses},
        guards={name: Answers(counted.get((name, True), 0), counted.get((name, False), 0)) for name in asked(chart)},
    )


def passages(chart: Chart, rows: Mapping[str, int]) -> Counter[str]:
    """How often rows led into each leaf, or out of it: a game is put into its first phase by no row."""
    entered: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for row in chart.rows:
        if not row.internal:
            entered[chart.descent(row.target)[-1]] += rows.get(row.id, 0)
            left[row.source] += rows.get(row.id, 0)
    return entered + came_back(chart, rows, entered) | left


def came_back(chart: Chart, rows: Mapping[str, int], entered: Mapping[str, int]) -> Counter[str]:
    """How often calls led on to each leaf: no more often than they were made, nor than the phases called have ended."""
    found: Counter[str] = Counter()
    for row in chart.rows:
        if row.calls is not None and row.then is not None:
            ends = sum(entered[child] for child in chart.by_path[row.calls].children if chart.by_path[child].final)
            found[chart.descent(row.then)[-1]] += min(rows.get(row.id, 0), ends)
    return found


def asked(chart: Chart) -> list[str]:
    """The guards that play decides, in order of first appearance."""
    return list(dict.fromkeys(guard.name for row in chart.rows for guard in row.questions))


def unreached(coverage: Coverage) -> Unreached:
    """Everything with a count of zero."""
    silent = [f"{name} is never True" for name, answers in coverage.guards.items() if not answers.yes]
    silent += [f"{name} is never False" for name, answers in coverage.guards.items() if not answers.no]
    return Unreached(
        phases=tuple(name for name, count in coverage.phases.items() if not count),
        rows=tuple(name for name, count in coverage.rows.items() if not count),
        guards=tuple(sorted(silent)),
    )


def size_of(chart: Chart) -> int:
    """How many things of a chart can be seen: phases, rows, and both answers of every guard."""
    nothing = unreached(coverage_of(chart, {}, {}, ()))
    return len(nothing)


def summary(coverage: Coverage) -> str:
    """One line: how much of the flow was seen."""
    answers = [count for guard in coverage.guards.values() for count in (guard.yes, guard.no)]
    parts = (
        ("phases", coverage.phases.values()),
        ("rows", coverage.rows.values()),
        ("guard outcomes", answers),
    )
    return ", ".join(f"{sum(map(bool, counts))} of {len(counts)} {name}" for name, counts in parts)
