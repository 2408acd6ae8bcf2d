"""Dialects of generated code: `step` is written in the plain one, `step_traced` in the traced one.

All come from the same writers, so they cannot disagree about what a move does. A dialect decides only what
is said here: what functions are given beside the game, how rules are called, what is noted, and what a function
returns when the flow has come to rest. (`rolling` has one more.)
"""

from abc import ABC, abstractmethod

from fsm.chart import Effect, Guard, Row
from fsm.compiler.expressions import Expressions, Question
from fsm.compiler.linking import Function
from fsm.snapshot import news_version_of


class Dialect(ABC):
    """How functions of one kind are written."""

    mark: str
    """Sets the functions of one dialect apart from those of the other."""
    kind_of_effect: str
    """The same for the functions that run as effects."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions

    @abstractmethod
    def given(self, arguments: str) -> str:
        """The parameters of a function, or the arguments that it is called with."""

    def noting(self, arguments: str) -> str:
        """The arguments of a helper that may have something to note."""
        return arguments

    def noting_answer(self, arguments: str) -> str:
        """The same of the helper that makes sure of an answer."""
        return self.noting(arguments)

    def verdict(self, guard: Guard) -> bool | None:
        """What a guard answers, if that is known while the code is written."""
        return None

    @abstractmethod
    def question(self, guard: Guard) -> Question:
        """A guard as an expression; the same one, however often it is wanted in one function."""

    def effect(self, effect: Effect) -> str:
        """An effect as an expression."""
        return self.expressions.effect(effect, self.kind_of_effect, self.version(effect))

    @abstractmethod
    def version(self, effect: Effect) -> Function:
        """The function that runs as an effect."""

    @abstractmethod
    def when_answered(self, guard: Guard, answer: str) -> list[str]:
        """Lines for the moment when the answer of a guard is in a variable."""

    @abstractmethod
    def when_taken(self, row: Row) -> list[str]:
        """Lines for the moment when a row is taken."""

    def when_crossed(self) -> list[str]:
        """Lines for the moment when all effects on the way of a row have run."""
        return []

    # What is returned when the flow has come to rest

    def before_rest(self, leaf: str) -> list[str]:
        """Lines for the moment before a function returns because the flow rests in a leaf."""
        return []

    def rest_in(self, leaf: str, back: str, chosen: str) -> str:
        """In a leaf, as an expression, with what waits there; each is '' where nothing can."""
        waits = [back or "()"] * bool(back or chosen) + [chosen] * bool(chosen)
        return self.snapshot_of(repr(leaf), ", ".join(["game", *waits]))

    def rest_anywhere(self, phase: str, state: str) -> str:
        """In a leaf that only a variable knows."""
        return self.snapshot_of(phase, state)

    def rest_unchanged(self, leaf: str, back: str, chosen: str) -> str:
        """In the leaf, and with the game, that the function was given."""
        return "snapshot"

    def snapshot_of(self, phase: str, state: str) -> str:
        """A snapshot as an expression."""
        return f"{self.expressions.source.helpers.snapshot_type}({phase}, {state})"


class Plain(Dialect):
    """Fast: guards are written out where they can be, and nothing is noted."""

    mark = ""
    kind_of_effect = "effect"

    def given(self, arguments: str) -> str:
        return arguments

    def question(self, guard: Guard) -> Question:
        return self.expressions.guard_written_out(guard) or self.expressions.guard_called(guard)

    def version(self, effect: Effect) -> Function:
        return self.expressions.rules[effect.name]

    def when_answered(self, guard: Guard, answer: str) -> list[str]:
        return []

    def when_taken(self, row: Row) -> list[str]:
        return []


class Traced(Dialect):
    """Notes rows, answers and news in a `Trace`, and calls every guard, so that debuggers see it called."""

    mark = "traced"
    kind_of_effect = "effect with news"

    def given(self, arguments: str) -> str:
        return f"{arguments}, trace"

    def noting(self, arguments: str) -> str:
        return f"{arguments}, trace"

    def question(self, guard: Guard) -> Question:
        return self.expressions.guard_called(guard)

    def version(self, effect: Effect) -> Function:
        return news_version_of(self.expressions.rules[effect.name])

    def when_answered(self, guard: Guard, answer: str) -> list[str]:
        return [f"trace.guards.add(({guard.name!r}, {answer} is True))"]

    def when_taken(self, row: Row) -> list[str]:
        return [f"trace.rows.append({row.id!r})"]
