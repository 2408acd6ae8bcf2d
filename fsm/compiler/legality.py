"""What is written for `legal_moves`: the candidates of every event that some row of the leaf accepts.

The guards are those of `step`, written by the same `Decision`; only what it means to take a row differs.
Payloads are not checked, because candidates are made by the move type itself.
"""

from collections.abc import Sequence
from itertools import takewhile

from fsm.chart import Chart, Guard, Row
from fsm.compiler.branching import same, without_first_guards
from fsm.compiler.linking import comment
from fsm.compiler.rows import RowWriter

UNUSED = "_"
"""A parameter that no guard of the flow asks for."""


class LegalityWriter:
    """Writes the functions behind `legal_moves`."""

    def __init__(self, rows: RowWriter) -> None:
        self.rows = rows
        self.chart = rows.chart
        self.source = rows.source
        self.expressions = rows.dialect.expressions
        waits = (self.source.back or UNUSED, self.source.chosen or UNUSED) if asks_what_waits(self.chart) else ()
        self.given = ", ".join(("game", *waits))

    def functions(self, leaf: str) -> None:
        """`legal moves(game)`: the legal moves of a leaf, in the order of its events.

        Candidates of an exact move type are legal as they are; all others are put to the guards.
        """
        events = self.events_at(leaf)
        guarded = [event for event in events if not self.is_exact(leaf, event)]
        for event in guarded:
            self.legal(leaf, event)
        with self.rows.function(self.given, "legal moves", leaf):
            self.source.write("found = []")
            for event in events:
                if event in guarded:
                    self.source.write(self.rows.call(f"{self.given}, found", "legal moves", leaf, event))
                else:
                    self.source.write(f"found += {self.candidates(event)}{comment(event)}")
            self.source.write("return found")

    def events_at(self, leaf: str) -> tuple[str, ...]:
        """The events whose moves are listed."""
        return self.chart.events_at(leaf)

    def candidates(self, event: str) -> str:
        """The candidates of an event, as an expression."""
        return self.expressions.candidates(event)

    def is_exact(self, leaf: str, event: str) -> bool:
        """Whether all candidates are legal: not where other rows than the move type's own decide too."""
        rows = self.chart.alternatives(leaf, event)
        return self.expressions.moves[event].exact and not any(row.gathers or row.refuses for row in rows)

    def legal(self, leaf: str, event: str) -> None:
        """`legal moves(game, found)`: adds the candidates of an event that some row accepts."""
        rows = self.chart.alternatives(leaf, event)
        guards = [guard for row in rows for guard in row.guards]
        with self.rows.function(f"{self.given}, found", "legal moves", leaf, event):
            for guard in guards:  # they choose the module (see `expressions`), because they are asked most
                self.rows.dialect.question(guard)
            if any("move" in guard.needs for guard in guards):
                self.one_by_one(event, rows)
            else:
                self.all_or_none(event, rows)

    def all_or_none(self, event: str, rows: Sequence[Row]) -> None:
        """No guard looks at the payload, so one decision is right for all candidates."""
        accept = f"found += {self.candidates(event)}; return"
        self.rows.decide(rows, lambda row: self.source.write("return" if row.refuses else accept))

    def one_by_one(self, event: str, rows: Sequence[Row]) -> None:
        """A decision for each candidate.

        Guards that every row asks first, and that do not look at the payload, are asked before the loop: if
        one of them is not met, no row can be taken, whatever the candidate is.
        """
        accept = "found.append(move); continue"
        decision = self.rows.decision(lambda row: self.source.write("continue" if row.refuses else accept))
        shared = shared_guards(rows)
        for guard in shared:
            decision.require(guard)
        with self.source.under(f"for move in {self.candidates(event)}:{comment(event)}"):
            decision.among([without_first_guards(row, len(shared)) for row in rows])


def asks_what_waits(chart: Chart) -> bool:
    """Whether what is legal depends on suspended callers or choices, and not only on the game."""
    return any(not {"back", "chosen"}.isdisjoint(guard.needs) for row in chart.rows for guard in row.guards)


def shared_guards(rows: Sequence[Row]) -> list[Guard]:
    """The leading guards that all rows share and that do not look at the move."""
    levels = zip(*(row.guards for row in rows), strict=False)
    shared = takewhile(lambda level: all(same(guard, level[0]) for guard in level), levels)
    return list(takewhile(lambda guard: "move" not in guard.needs, (level[0] for level in shared)))
