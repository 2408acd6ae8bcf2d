"""Catches rules and policies that change the snapshot they were only to look at: a simulated game ends there."""

from collections.abc import Iterator, Sequence
from typing import Any

from fsm.chart import Chart, Effect, Row
from fsm.moves import Move, move_text
from fsm.snapshot import Caller, Snapshot, Trace, encode


class BrokenGameError(Exception):
    """Ends a game in which a rule broke a promise. Carries the kind of failure and a sentence."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(kind, sentence)
        self.kind = kind
        self.sentence = sentence


class Watch:
    """Compares a snapshot with what it was: rules and policies must leave it as it is."""

    def __init__(self, chart: Chart, snapshot: Snapshot[Any], trace: Trace) -> None:
        self.chart = chart
        self.snapshot = snapshot
        self.trace = trace
        self.rows = len(trace.rows)
        self.before = encode(snapshot)

    def has_been_asked(self) -> None:
        """The guards, the candidates and the policy have had their turn."""
        if encode(self.snapshot) != self.before:
            sentence = "A guard, the candidates of a move or the policy changed the snapshot it was asked about."
            raise BrokenGameError("changed_input", sentence)

    def has_been_played(self, move: Move) -> None:
        """The effects have had theirs."""
        if encode(self.snapshot) != self.before:
            suspects = effects_of(self.chart, self.trace.rows[self.rows :], self.snapshot.back)
            effects = ", ".join(suspects) or "the guards and the rule that names the seats"
            sentence = f"Playing {move_text(move)} changed the snapshot that it was played on; look at {effects}."
            raise BrokenGameError("changed_input", sentence)


def effects_of(chart: Chart, rows: Sequence[str], back: Sequence[Caller] = ()) -> list[str]:
    """The names of all effects that these rows can have caused, or else of the rows.

    `back` are the callers that were suspended before: if a call ends or is abandoned, they go on or are left.
    """
    taken = [row for row in chart.rows if row.id in rows]
    found = [effect.name for row in taken for effect in row.effects]
    for row in (*taken, *ways_on(chart, taken, back)):
        found += [effect.name for path in chart.lineage(row.source) for effect in chart.by_path[path].exit]
        entered = {*chart.lineage(row.target), *chart.descent(row.target)}
        found += [effect.name for path in sorted(entered) for effect in chart.by_path[path].enter]
        found += [effect.name for effect in exits_at_the_end(chart, chart.descent(row.target)[-1])]
    return list(dict.fromkeys(found)) or list(rows)


def ways_on(chart: Chart, taken: Sequence[Row], back: Sequence[Caller]) -> Iterator[Row]:
    """The ways of callers that may have been taken or left: of those that called, and of those that were suspended."""
    for row in taken:
        if row.calls is not None:
            yield chart.way_back(Caller(row.source, row.id))
        elif back and (chart.ended(chart.descent(row.target)[-1]) or leaves_a_call(chart, row, back[-1])):
            yield from map(chart.way_back, back)


def leaves_a_call(chart: Chart, row: Row, last: Caller) -> bool:
    """Whether a row leads out of the phase that was called last."""
    return not row.internal and chart.called_by(last) not in chart.domain(row)


def exits_at_the_end(chart: Chart, leaf: str) -> Iterator[Effect]:
    """What runs when a called phase ends with a leaf."""
    if chart.ended(leaf) is not None:
        yield from (effect for path in chart.lineage(leaf)[:2] for effect in chart.by_path[path].exit)
