"""Alternatives as nested ifs: the part of the generated code that decides which row is taken."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Protocol

import msgspec

from fsm.chart import Guard, Row

DEEPEST = 40
"""Levels of nested ifs; what lies deeper is written flat, because Python reads no more than a hundred."""


class Question(msgspec.Struct, frozen=True):
    """A guard in generated code."""

    expression: str
    remark: str = ""
    is_certain: bool = False
    """Whether the answer is True or False for sure."""


class Page(Protocol):
    """What lines are written to, and who knows how to ask a guard."""

    depth: int
    bad_guard: str
    sure: str
    """The names of the functions that complain about an answer, and that let only True and False pass."""

    def write(self, line: str) -> None:
        """One line, indented."""

    def fresh(self) -> str:
        """A name for a variable."""

    def question(self, guard: Guard, traced: bool) -> Question:
        """A guard as an expression."""


class Body:
    """The guards of alternatives as nested ifs; a guard whose answer is known at that place is not asked again."""

    def __init__(self, writer: Page, take: Callable[[Row], None], traced: bool) -> None:
        self.writer = writer
        self.take = take
        self.traced = traced
        self.asked: dict[str, str] = {}

    def rows(self, rows: Sequence[Row]) -> bool:
        """Write alternatives in order; True when one of them is certainly taken."""
        before = dict(self.asked)
        rest = list(rows)
        while rest and rest[0].guards:
            if self.writer.depth < DEEPEST:
                del rest[: self.nested(rest)]
            else:
                self.flat(rest.pop(0))
        if rest:
            self.take(rest[0])
        self.asked = before
        return bool(rest)

    def nested(self, rows: Sequence[Row]) -> int:
        """The `if` of the first row's first guard, and in it all rows that begin with that guard: how many they are."""
        first = rows[0].guards[0]
        group = list(takewhile(lambda row: row.guards and same(row.guards[0], first), rows))
        may_be_wrong = self.decide(first)
        self.writer.depth += 1
        self.rows([msgspec.structs.replace(row, guards=row.guards[1:]) for row in group])
        self.writer.depth -= 1
        if may_be_wrong:
            self.writer.write(f"elif {self.complain(first)}")
        return len(group)

    def flat(self, row: Row) -> None:
        """A row with all its guards in one condition. Its answers are not kept: who knows which of them were asked."""
        self.writer.write(f"if {' and '.join(map(self.condition, row.guards))}:")
        self.writer.depth += 1
        self.take(row)
        self.writer.depth -= 1

    def condition(self, guard: Guard) -> str:
        """A guard in a condition with others."""
        answer = self.asked.get(guard.name)
        if answer is None:
            asked = self.writer.question(guard, self.traced).expression
            answer = f"{self.writer.sure}({guard.name!r}, {asked}{', trace' if self.traced else ''})"
        return f"{answer} is {not guard.negated}"

    def decide(self, guard: Guard) -> bool:
        """The `if` that a guard opens; True when its answer could be neither True nor False."""
        question = self.writer.question(guard, self.traced)
        known = guard.name in self.asked
        if known or not question.is_certain:
            self.writer.write(f"if {self.ask(guard)} is {not guard.negated}:")
            return not known
        self.asked[guard.name] = variable = self.writer.fresh()
        self.writer.write(f"if {'not ' * guard.negated}({variable} := {question.expression}):{question.remark}")
        return False

    def ask(self, guard: Guard) -> str:
        """The variable that holds a guard's answer, asked here unless it is known already."""
        if guard.name not in self.asked:
            self.asked[guard.name] = variable = self.writer.fresh()
            question = self.writer.question(guard, self.traced)
            self.writer.write(f"{variable} = {question.expression}{question.remark}")
            if self.traced:
                self.writer.write(f"trace.guards.add(({guard.name!r}, {variable} is True))")
        return self.asked[guard.name]

    def complain(self, guard: Guard) -> str:
        """What follows `if` or `elif` when an answer is not the wanted one: it must be the other one."""
        answer = self.asked[guard.name]
        return f"{answer} is not {guard.negated}: {self.writer.bad_guard}({guard.name!r}, {answer})"


def same(one: Guard, other: Guard) -> bool:
    """Whether two guards ask the same and want the same answer."""
    return one.name == other.name and one.negated is other.negated


def shared_prefix(rows: Sequence[Row]) -> tuple[Guard, ...]:
    """The leading guards that all rows share and that do not look at the move."""
    shared = []
    for level in zip(*(row.guards for row in rows), strict=False):
        if "move" in level[0].needs or not all(same(guard, level[0]) for guard in level):
            break
        shared.append(level[0])
    return tuple(shared)
