"""Catches rules and policies that change the snapshot they were only to look at: a simulated game ends there."""

from collections.abc import Sequence
from typing import Any

from fsm.chart import Chart
from fsm.moves import Move, move_text
from fsm.snapshot import Snapshot, Trace, encode


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
            effects = ", ".join(effects_of(self.chart, self.trace.rows[self.rows :]))
            sentence = f"Playing {move_text(move)} changed the snapshot that it was played on; look at {effects}."
            raise BrokenGameError("changed_input", sentence)


def effects_of(chart: Chart, rows: Sequence[str]) -> list[str]:
    """The names of all effects that these rows can have caused, or else of the rows."""
    taken = [row for row in chart.rows if row.id in rows]
    found = [effect.name for row in taken for effect in row.effects]
    for row in taken:
        found += [effect.name for path in chart.lineage(row.source) for effect in chart.by_path[path].exit]
        entered = {*chart.lineage(row.target), *chart.descent(row.target)}
        found += [effect.name for path in sorted(entered) for effect in chart.by_path[path].enter]
    return list(dict.fromkeys(found)) or list(rows)
