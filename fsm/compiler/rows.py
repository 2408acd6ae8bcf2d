"""What is written for rows in one dialect: which of them is taken, and everything that happens on its way."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager

from fsm.chart import Chart, Effect, Row
from fsm.compiler.branching import Decision, Met
from fsm.compiler.dialects import Dialect
from fsm.compiler.linking import comment
from fsm.compiler.source import Source
from fsm.compiler.waiting import WaitingWriter, may_abandon


class RowWriter:
    """Writes what events, consequences and the start of a game have in common."""

    def __init__(self, chart: Chart, source: Source, dialect: Dialect) -> None:
        self.chart = chart
        self.source = source
        self.dialect = dialect
        self.waiting = WaitingWriter(self)

    def decision(self, take: Callable[[Row], None], met: Callable[[Row], Met] | None = None) -> Decision:
        """A decision among rows; `take` must leave (see `branching`)."""
        return Decision(self.source, self.dialect, take, met)

    def decide(self, rows: Sequence[Row], take: Callable[[Row], None], met: Callable[[Row], Met] | None = None) -> bool:
        """A whole decision; True when one of the rows is certainly taken."""
        return self.decision(take, met).among(rows)

    def cross(self, row: Row, leaf: str, *, moves: str = "") -> None:
        """Everything that happens when a row is taken in a leaf; its effects run for each of `moves`, if given."""
        for line in self.dialect.when_taken(row):
            self.source.write(line)
        self.cross_unnoted(row, leaf, moves)

    def cross_unnoted(self, row: Row, leaf: str, moves: str = "") -> None:
        """The same for a way back, which is no row of its own."""
        if may_abandon(self.chart, row, leaf):
            self.waiting.cross_and_abandon(row, leaf, moves)
        else:
            self.cross_plainly(row, leaf, moves)
            self.waiting.suspend(row, leaf)
        if self.chart.crossing(row, leaf) or may_abandon(self.chart, row, leaf):
            for line in self.dialect.when_crossed():
                self.source.write(line)

    def cross_plainly(self, row: Row, leaf: str, moves: str) -> None:
        """The same where no caller is abandoned."""
        exits, entries = self.chart.around(row, leaf)
        self.effects(exits)
        if moves and row.effects:
            with self.source.under(f"for move in {moves}:"):
                self.effects(row.effects)
        else:
            self.effects(row.effects)
        self.effects(entries)

    def effects(self, effects: Iterable[Effect]) -> None:
        """Effects in order.

        After each, `game` is of the right class, so the next rule and the snapshot can rely on it: news are
        unpacked, and anything else is an error.
        """
        helpers = self.source.helpers
        for effect in effects:
            unpacked = f"{helpers.without_news}({self.dialect.noting(f'game, {effect.name!r}')})"
            self.source.write(f"game = {self.dialect.effect(effect)}{comment(effect.name)}")
            self.source.write(f"if game.__class__ is not {helpers.game_type}: game = {unpacked}")

    def function(self, parameters: str, *key: str) -> AbstractContextManager[None]:
        """A function of this dialect."""
        return self.source.function(self.dialect.given(parameters), self.dialect.mark, *key)

    def call(self, arguments: str, *key: str) -> str:
        """A call of such a function, which may be written later."""
        return f"{self.source.names.function(self.dialect.mark, *key)}({self.dialect.given(arguments)})"
