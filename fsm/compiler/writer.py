"""Writes the source of a whole chart: what every event does in every leaf, and everything around it."""

from collections.abc import Mapping, Sequence
from typing import Any

from fsm.chart import Chart, Row
from fsm.compiler.consequences import Chains
from fsm.compiler.dialects import Dialect
from fsm.compiler.expressions import Expressions
from fsm.compiler.legality import LegalityWriter
from fsm.compiler.linking import Functions
from fsm.compiler.rows import RowWriter
from fsm.compiler.settling import ConsequenceWriter
from fsm.compiler.source import Helpers, Source
from fsm.moves import Move
from fsm.reading import Rules


class Writer:
    """Writes what can happen in some dialects, and what is legal in the first of them."""

    def __init__(
        self,
        chart: Chart,
        rules: Rules,
        moves: Mapping[str, type[Move]],
        helpers: Helpers[Any],
        most_consequences: int,
        inline: bool,
        dialects: Sequence[type[Dialect]],
    ) -> None:
        self.chart = chart
        self.source = Source(helpers)
        self.source.name_what_waits(chart)
        expressions = Expressions(rules, moves, self.source, inline)
        chains = Chains(chart, most_consequences)
        written = [RowWriter(chart, self.source, dialect(expressions)) for dialect in dialects]
        self.events = [EventWriter(rows, ConsequenceWriter(rows, chains)) for rows in written]
        self.legality = LegalityWriter(written[0])

    def write(self) -> None:
        """Everything, in a block for each leaf: to compile a large flow in one piece takes gigabytes."""
        for events in self.events:
            events.functions()
        for leaf in self.chart.leaves:
            with self.source.block():
                self.legality.functions(leaf.path)

    def fill_tables(self, functions: Functions) -> None:
        """Let functions find others that they look up by leaf, now that all are made."""
        for events in self.events:
            events.consequences.fill_tables(functions)


class EventWriter:
    """Writes what can happen in the leaves of a chart, in one dialect."""

    def __init__(self, rows: RowWriter, consequences: ConsequenceWriter) -> None:
        self.rows = rows
        self.chart = rows.chart
        self.source = rows.source
        self.consequences = consequences

    def functions(self) -> None:
        """The events and consequences of every leaf, and the start of a game."""
        for leaf in self.chart.leaves:
            with self.source.block():
                for event in self.chart.events_at(leaf.path):
                    self.step(leaf.path, event)
                self.consequences.functions(leaf.path)
        self.consequences.returns.functions()
        with self.source.block():
            self.consequences.settle()
            self.begin()

    def step(self, leaf: str, event: str) -> None:
        """`step(snapshot, move)`: what an event does in a leaf.

        Game and payload are checked first. Rules rely on the types that they declare: asked about anything
        else, they might raise, where the player should read what is wrong with the move.
        """
        helpers, expressions = self.source.helpers, self.rows.dialect.expressions
        wrong = [f"game.__class__ is not {helpers.game_type}", *expressions.payload_failures(event)]
        refused = f"return {helpers.refuse}(snapshot, move)"
        with self.rows.function("snapshot, move", "step", leaf, event):
            self.source.write("game = snapshot.game")
            self.rows.waiting.begin(leaf)
            self.source.write(f"if {' or '.join(wrong)}: {refused}")
            rows = self.chart.alternatives(leaf, event)
            if not self.rows.decide(rows, lambda row: self.take(row, leaf, refused)):
                self.source.write(refused)

    def take(self, row: Row, leaf: str, refused: str) -> None:
        """A row answers a move: it is taken, or keeps the move, or refuses it."""
        if row.refuses:
            self.source.write(refused)
        elif row.gathers is not None:
            self.rows.waiting.gather(row, leaf, self.consequences.arrive)
        elif row.internal and leaf in self.chart.gatherings:
            for line in self.rows.dialect.when_taken(row):  # and no effect: choices are about the game as it is
                self.source.write(line)
            waits = self.rows.waiting.callers(leaf), self.source.chosen
            self.source.write(f"return {self.rows.dialect.rest_unchanged(leaf, *waits)}")
        else:
            self.consequences.take(row, leaf)

    def begin(self) -> None:
        """`begin(game)`: the first snapshot of a game."""
        descent = self.chart.descent(self.chart.initial.path)
        with self.rows.function("game", "begin"):
            if self.source.back:
                self.source.write(f"{self.source.back} = ()")
            self.rows.effects(effect for path in descent for effect in self.chart.by_path[path].enter)
            self.consequences.arrive(descent[-1])
