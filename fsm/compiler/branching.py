"""Which of several rows is taken: their guards as nested ifs.

Alternatives are tried from top to bottom, and the first row whose guards all hold is taken. Rows that begin
with the same guard share its `if`. From the rows [a, b], [a, not c], [not a, b] and [] this is written:

    n1 = a(game)
    if n1 is True:
        n2 = b(game)
        if n2 is True:
            <take the first row>
        elif n2 is not False: <complain about b>
        n3 = c(game)
        if n3 is False:
            <take the second row>
        elif n3 is not True: <complain about c>
    elif n1 is not False: <complain about a>
    if n1 is False:
        n4 = b(game)
        if n4 is True:
            <take the third row>
        elif n4 is not False: <complain about b>
    <take the last row>

Why that is the same as reading the table from top to bottom:

1. To take a row is to leave. What `take` writes ends with `return`, or with `continue` in a loop over
   candidates. The lines after an `if` are therefore reached only when no row inside it was taken: falling out
   of a nested `if`, from any depth, goes on with the next row. No `else` is needed, and there is nothing to
   undo, because guards are pure and effects are written only where a row is taken.
2. The order stays. Only neighbours share an `if`, and only their first guard, which the first of them would
   have asked at that very place. A row after one without guards is never reached, and not written.
3. A guard that is known is not asked again. It is known at a place if every way to that place asks it:
   earlier in the same nest, or in a nest around it. What is asked inside a nest is forgotten at its end,
   because that part may not have run. So a variable has a value wherever it is read. A guard can be asked a
   second time on another branch; guards are pure, so that takes time and changes nothing.
4. A known answer is True or False. When a guard is asked and the answer is not the wanted one, `elif` lets
   only the opposite pass and complains about everything else. That line is left out if the guard was known
   before, or if the expression is certain to be True or False (see `Question`).
5. A decision is about one game. Effects come only after the last guard of a row, so `game` is still the game
   that all answers are about. Consequences ask about the game after them: they are a new `Decision`, which
   knows nothing yet.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import takewhile

import msgspec

from fsm.chart import Guard, Row
from fsm.compiler.dialects import Dialect
from fsm.compiler.source import Source

DEEPEST = 40
"""Levels of nested ifs; what lies deeper is written flat, because Python reads no more than a hundred."""


Met = Collection[tuple[str, bool]]
"""Guards, each with whether it is negated, that certainly hold."""


def nothing_is_met(row: Row) -> Met:
    """Every guard must be asked."""
    return ()


class Decision:
    """Writes one decision among rows. `take` writes what happens when a row is taken, and must leave."""

    def __init__(
        self, source: Source, dialect: Dialect, take: Callable[[Row], None], met: Callable[[Row], Met] | None = None
    ) -> None:
        self.source = source
        self.dialect = dialect
        self.take = take
        self.met = met or nothing_is_met
        """By row, the guards that certainly hold where the row is tried."""
        self.known: dict[str, str] = {}
        """Guard -> the variable with its answer, at the place that is being written."""

    def among(self, rows: Sequence[Row]) -> bool:
        """Write rows in order; True when one of them is certainly taken, so that nothing after is reached."""
        known_outside = dict(self.known)
        left = list(rows)
        while left and left[0].guards:
            if self.source.depth < DEEPEST:
                del left[: self.nested(left)]
            else:
                self.flat(left.pop(0))
        if left:
            self.take(left[0])
        self.known = known_outside
        return bool(left)

    def nested(self, rows: Sequence[Row]) -> int:
        """The `if` of the first guard, around all rows that begin with it; gives how many they are."""
        first = rows[0].guards[0]
        group = list(takewhile(lambda row: row.guards and same(row.guards[0], first), rows))
        is_met = (first.name, first.negated) in self.met(rows[0])
        verdict = not first.negated if is_met else self.dialect.verdict(first)
        if verdict is not None:
            self.decided(first, verdict, group)
            return len(group)
        is_known, is_certain = first.name in self.known, self.dialect.question(first).is_certain
        answer = self.answer(first)
        met = f"{'not ' * first.negated}{answer}" if is_certain else f"{answer} is {not first.negated}"
        with self.source.under(f"if {met}:"):
            self.among([without_first_guards(row, 1) for row in group])
        if not (is_known or is_certain):
            self.source.write(f"elif {self.complaint(first)}")
        return len(group)

    def decided(self, guard: Guard, verdict: bool, group: Sequence[Row]) -> None:
        """Rows that begin with a guard whose answer is known already: they follow without an `if`, or not at all."""
        if guard.name not in self.known:
            self.known[guard.name] = repr(verdict)
            for line in self.dialect.when_answered(guard, repr(verdict)):
                self.source.write(line)
        if verdict is not guard.negated:
            self.among([without_first_guards(row, 1) for row in group])

    def answer(self, guard: Guard) -> str:
        """The variable that holds a guard's answer; the guard is asked here, unless it is known."""
        if guard.name not in self.known:
            self.known[guard.name] = variable = self.source.names.fresh()
            question = self.dialect.question(guard)
            self.source.write(f"{variable} = {question.expression}{question.remark}")
            for line in self.dialect.when_answered(guard, variable):
                self.source.write(line)
        return self.known[guard.name]

    def complaint(self, guard: Guard) -> str:
        """What follows `if` or `elif` when an answer is not the wanted one: it must be the opposite."""
        answer = self.known[guard.name]
        complain = f"{self.source.helpers.bad_guard}({guard.name!r}, {answer})"
        return f"{answer} is not {guard.negated}: {complain}"

    def require(self, guard: Guard) -> None:
        """Return unless a guard is met. Every way on asks it here, so it is known from here on."""
        with self.source.under(f"if {self.answer(guard)} is not {not guard.negated}:"):
            self.source.write(f"if {self.complaint(guard)}")
            self.source.write("return")

    # Too deep to be nested

    def flat(self, row: Row) -> None:
        """A row with all guards in one condition; no answer is kept, because `and` may not ask them all."""
        with self.source.under(f"if {' and '.join(map(self.condition, row.guards))}:"):
            self.take(row)

    def condition(self, guard: Guard) -> str:
        """A guard in a condition with others; `sure` does what takes lines of their own elsewhere."""
        answer = self.known.get(guard.name)
        if answer is None:
            asked = self.dialect.question(guard).expression
            answer = f"{self.source.helpers.sure}({self.dialect.noting_answer(f'{guard.name!r}, {asked}')})"
        return f"{answer} is {not guard.negated}"


def same(one: Guard, other: Guard) -> bool:
    """Whether two guards ask the same and want the same answer."""
    return one.name == other.name and one.negated is other.negated


def without_first_guards(row: Row, count: int) -> Row:
    """A row whose first guards are met."""
    return msgspec.structs.replace(row, guards=row.guards[count:])
