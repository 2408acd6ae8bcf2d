"""What is written for the games of a simulation: turns, as for a rollout, that note what a simulation counts.

They note what `step_traced` notes: the rows that are taken, and what guards answer. Every guard of `step` is therefore
asked, in its order, but written out where it can be, and no news is made. For some settings the guards that only
these decide are answered while the code is written; all that is left of them is the note.

A turn also notes the phase, how many moves were legal, and the move. Which of them it is, a function says that is given
the moves and the number of the decision.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec

from fsm.chart import Chart, Guard, Row
from fsm.compiler.expressions import Expressions
from fsm.compiler.offering import Listed
from fsm.compiler.outcomes import met_guards
from fsm.compiler.rolling import Rolling, Turns, TurnWriter, linked_turns
from fsm.compiler.source import Helpers, Source
from fsm.errors import RuleError
from fsm.moves import Move, event_of, offered
from fsm.reading import Rules

Answer = tuple[str, bool]
"""A guard, and what it answered."""


class Counting(Rolling):
    """The dialect of turns that note. An answer is a place in a list, which is set."""

    mark = "counting"

    def __init__(self, expressions: Expressions, verdict: Callable[[Guard], bool] | None) -> None:
        super().__init__(expressions, is_settled=verdict is not None)
        self.known_verdict = verdict
        self.until, self.rows, self.seen, self.trace = (self.source.names.fresh() for _ in range(4))
        self.answers: dict[Answer, int] = {}
        """Every answer that can be noted, and its place."""

    def carried(self) -> list[str]:
        settings = [self.settings] if self.settings else []
        return [self.left, self.until, self.rows, self.seen, self.trace, *settings]

    def goes_on(self) -> str:
        return f"{self.left} < {self.until}"

    def count_move(self) -> str:
        return f"{self.left} += 1"

    def verdict(self, guard: Guard) -> bool | None:
        return self.known_verdict(guard) if self.known_verdict is not None and guard.is_static else None

    def noting_answer(self, arguments: str) -> str:
        return f"{arguments}, {self.trace}"

    def when_answered(self, guard: Guard, answer: str) -> list[str]:
        yes, no = (self.answers.setdefault((guard.name, said), len(self.answers)) for said in (True, False))
        place = {"True": f"{yes}", "False": f"{no}"}.get(answer, f"{yes} if {answer} is True else {no}")
        return [f"{self.seen}[{place}] = True"]

    def when_taken(self, row: Row) -> list[str]:
        return [f"{self.rows}({row.id!r})"]


class CountingWriter(TurnWriter):
    """Writes the turns of a simulation."""

    def __init__(
        self, chart: Chart, dialect: Rolling, most_consequences: int, listed: Listed, left_alone: Collection[type[Move]]
    ) -> None:
        super().__init__(chart, dialect, most_consequences, listed, left_alone)
        self.asked = [self.source.names.fresh() for _ in range(4)]
        """The variables with somebody who chooses, and where phases, numbers of legal moves and moves are noted."""
        self.leave_out: Callable[[], None] = nothing_more
        """Writes how the moves that are not offered are left out, in the turn that is being written."""

    def offer(self, leaf: str, events: Sequence[str]) -> None:
        """All legal moves: their number is noted before some of them are left out."""
        kinds = self.expressions.moves
        alone = [event for event in events if kinds[event] in self.left_alone]
        resorts = [event for event in events if event not in alone and kinds[event].avoided]
        usual = [event for event in events if event not in alone and event not in resorts]
        seat = self.shared_seat_field([*usual, *resorts]) if resorts else ""
        is_simple = seat is not None and not any(kinds[event].avoided for event in alone)
        if usual and is_simple and list(events) == [*usual, *resorts, *alone]:
            self.list_in_parts(leaf, usual, resorts, alone, f"{seat}")
        else:
            self.list_moves(leaf, events)
            self.leave_out = self.pick_offered if len(events) > 1 and (alone or resorts) else nothing_more

    def list_in_parts(
        self, leaf: str, usual: Sequence[str], resorts: Sequence[str], alone: Sequence[str], seat: str
    ) -> None:
        """What is left out stands behind the rest, so it is enough to know where."""
        self.list_moves(leaf, usual)
        first = self.place() if resorts else ""
        self.add_all_moves(leaf, resorts)
        second = self.place() if alone else ""
        self.add_all_moves(leaf, alone)

        def leave_out() -> None:
            if second:
                self.source.write(f"if {second}: del found[{second}:]")
            if first:
                self.drop_last_resorts(first, seat)

        self.leave_out = leave_out

    def pick_offered(self) -> None:
        """Leave out some of the moves, wherever they stand."""
        length, pick = self.source.link("built-in", "len", len), self.source.link("function", "offered", offered)
        alone = self.source.link("types", "left alone", self.left_alone)
        self.source.write(f"if {length}(found) > 1: found = {pick}(found, {alone})")

    def decide(self, leaf: str, events: Sequence[str]) -> None:
        choose, phases, widths, moves = self.asked
        length = self.source.link("built-in", "len", len)
        self.source.write(f"{phases}({leaf!r})")
        self.source.write(f"{widths}({length}(found))")
        self.leave_out()
        self.source.write(f"move = {choose}(found, {self.dialect.left})")
        self.source.write(f"{moves}(move)")

    def answer_one(self, leaf: str, event: str) -> None:
        """What `step` does with a move of one event. The answers of guards that a legal move has met are only noted."""
        lost = self.source.link("function", "refused", refused)
        line = f"raise {lost}(move)"
        rows = self.listed.chart.alternatives_at[leaf][event]
        met = met_guards(rows)
        if not self.rows.decide(
            self.chart.alternatives(leaf, event),
            lambda row: self.take(row, leaf, line),
            lambda row: met.get(row.id, ()),
        ):
            self.source.write(line)


def nothing_more() -> None:
    """Nothing is left out."""


def refused(move: Any) -> RuleError:
    """A move that was called legal is answered by no row; who plays the game step by step finds out more."""
    return RuleError(f"{move!r} is legal, and refused.")


class CountedTurns(msgspec.Struct, frozen=True):
    """The generated functions for the games of a simulation."""

    turns: Turns
    answers: tuple[Answer, ...]
    """What stands at each place of the list of answers."""


def compile_counting(
    chart: Chart,
    listed: Chart,
    rules: Rules,
    moves: Sequence[type[Move]],
    helpers: Helpers[Any],
    most_consequences: int,
    inline: bool,
    left_alone: Collection[type[Move]],
    verdict: Callable[[Guard], bool] | None,
) -> CountedTurns:
    """Generate, compile and link the turns of a whole chart; `listed` is the one in force, if there is a verdict."""
    source = Source(helpers)
    source.name_what_waits(chart)
    expressions = Expressions(rules, {event_of(move_type): move_type for move_type in moves}, source, inline)
    dialect = Counting(expressions, verdict)
    turns = linked_turns(CountingWriter(chart, dialect, most_consequences, Listed(listed, chart), left_alone))
    return CountedTurns(turns, tuple(dialect.answers))
