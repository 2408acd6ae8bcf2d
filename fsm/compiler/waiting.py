"""What is written for rows that wait: calls, which suspend their callers, and gatherings, which keep moves.

In a flow that calls, every function carries the suspended callers along beside the game, in a variable of a
numbered name. Where callers can be suspended is known for every leaf (`Chart.in_a_call`): elsewhere there are
none, and snapshots are made without them. Who they are is known only at run time. What depends on it is looked
up: the way back in a table of callers, and what an abandoned call leaves in a plan that is made once for each
list of callers. A flow without such rows is written as if there were none of this.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from fsm.chart import Chart, Effect, Row
from fsm.compiler.linking import Function, comment
from fsm.errors import RuleError, SnapshotError
from fsm.moves import Move
from fsm.snapshot import Caller, caller

if TYPE_CHECKING:
    from fsm.compiler.rows import RowWriter

Back = tuple[Caller, ...]


class WaitingWriter:
    """Writes how callers are suspended and abandoned, and how moves are gathered, in one dialect."""

    def __init__(self, rows: "RowWriter") -> None:
        self.rows = rows
        self.chart = rows.chart
        self.source = rows.source

    @property
    def state(self) -> str:
        """What functions hand on from phase to phase."""
        return f"game, {self.source.back}" if self.source.back else "game"

    def begin(self, leaf: str) -> None:
        """The first lines of a function that is given a snapshot in a leaf."""
        if self.source.back:
            self.source.write(f"{self.source.back} = {'snapshot.back' if self.chart.in_a_call(leaf) else '()'}")
        if leaf in self.chart.gatherings:
            self.source.write(f"{self.source.chosen} = snapshot.chosen")

    def snapshot(self, leaf: str, *, chosen: str = "") -> str:
        """A snapshot in a leaf, with what waits there."""
        return self.rows.dialect.rest_in(leaf, self.callers(leaf), chosen)

    def callers(self, leaf: str) -> str:
        """The variable with those who are suspended in a leaf; '' where nobody can be."""
        return self.source.back if self.chart.in_a_call(leaf) else ""

    # Calls

    def suspend(self, row: Row, leaf: str) -> None:
        """A row that calls adds its caller to those that are suspended."""
        if row.calls is None:
            return
        word, back = f"{leaf} {row.id}", self.source.back
        if self.chart.in_a_call(leaf):
            one = self.source.link("caller", word, caller(leaf, row.id))
            self.source.write(f"{back} = (*{back}, {one})")
        else:
            self.source.write(f"{back} = {self.source.link('first caller', word, (caller(leaf, row.id),))}")

    def cross_and_abandon(self, row: Row, leaf: str, moves: str) -> None:
        """A row leaves a phase that may have been called: suspended phases are then left with it."""
        cross = crosser(self.chart, row, leaf, self.rows.dialect.version)
        helpers, back = self.source.helpers, self.source.back
        name = self.source.link(f"{self.rows.dialect.mark} abandoning", f"{leaf} {row.id}", cross)
        with self.source.under(f"if {back}:"):
            sent = moves or ("(move,)" if any("move" in effect.needs for effect in row.effects) else "(None,)")
            given = self.rows.dialect.noting(f"game, {back}, {sent}, {helpers.game_type}, {helpers.without_news}")
            self.source.write(f"game, {back} = {name}({given})")
        with self.source.under("else:"):
            self.rows.cross_plainly(row, leaf, moves)
            self.source.write("pass")

    # Gatherings

    def gather(self, row: Row, leaf: str, arrive: Callable[[str], None]) -> None:
        """A move is kept until the last one has come; then the row is taken."""
        collect = collector(row, self.rows.dialect.expressions.rules)
        name, chosen = self.source.link("gathering", row.id, collect), self.source.chosen
        is_complete = self.source.names.fresh()
        self.source.write(f"{chosen}, {is_complete} = {name}(game, {chosen}, move){comment(row.id)}")
        self.source.write(f"if not {is_complete}: return {self.snapshot(leaf, chosen=chosen)}")
        self.rows.cross(row, leaf, moves=chosen)
        arrive(self.chart.landing(row, leaf))


def may_abandon(chart: Chart, row: Row, leaf: str) -> bool:
    """Whether a row that is taken in a leaf may leave a phase that was called, before its end."""
    if row.internal or row.calls is not None:
        return False
    domain = chart.domain(row)
    return any(path in chart.called and path not in domain for path in chart.lineage(leaf))


def collector(row: Row, rules: Any) -> Function:
    """Adds a move to those that were chosen; with it comes whether it was the last one."""
    name = row.gathers.by if row.gathers is not None else ""
    by = rules[name]

    def collect(game: Any, chosen: Sequence[Move], move: Move) -> tuple[tuple[Move, ...], bool]:
        seats = by(game)
        if seats.__class__ is not tuple and not isinstance(seats, Sequence):
            raise RuleError(f"{name!r} returned {type(seats).__name__}; it names seats in order: return a tuple.")
        field = move.seat_field
        seat = getattr(move, field)
        kept = [one for one in chosen if getattr(one, field) != seat]
        kept.append(move)
        if len(kept) > 1:
            kept.sort(key=lambda one: seats.index(getattr(one, field)))
        return tuple(kept), len(kept) == len(seats) or len(kept) == len(set(seats))

    return collect


def crosser(chart: Chart, row: Row, leaf: str, version: Callable[[Effect], Function]) -> Function:
    """Takes a row while callers are suspended; gives the game, and those that still are."""

    @cache
    def plan(back: Back) -> tuple[tuple[Effect, ...], tuple[Effect, ...], Back]:
        if not could_wait(chart, leaf, back):
            raise unknown_callers(chart, leaf, back)
        return *chart.around(row, leaf, back), chart.back_after(row, leaf, back)

    def cross(
        game: Any, back: Back, moves: Sequence[Any], game_type: type, without_news: Function, *trace: Any
    ) -> tuple[Any, Back]:
        exits, entries, left = plan(back)
        middle = [(effect, move) for move in moves for effect in row.effects]
        for effect, move in (*((one, None) for one in exits), *middle, *((one, None) for one in entries)):
            game = version(effect)(game, move) if "move" in effect.needs else version(effect)(game)
            if game.__class__ is not game_type:
                game = without_news(game, effect.name, *trace)
        return game, left

    return cross


def could_wait(chart: Chart, leaf: str, back: Sequence[Caller]) -> bool:
    """Whether these callers can be suspended, in this order, while the flow is in a leaf."""
    here = leaf
    for one in reversed(back):
        row = chart.row_by_id.get(one.row)
        if row is None or row.calls not in chart.lineage(here) or one not in chart.callers[row.calls]:
            return False
        here = one.phase
    return True


def unknown_callers(chart: Chart, leaf: str, back: Sequence[Caller]) -> SnapshotError:
    """What to say about callers that cannot be suspended where the flow is."""
    waiting = ", ".join(f"{one.phase} by {one.row}" for one in back)
    return SnapshotError(f"in {leaf!r} of {chart.name}, these callers cannot be suspended: {waiting}; "
                         "pass a snapshot as step gave it.")  # fmt: skip
