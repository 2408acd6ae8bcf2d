"""The rules and moves of a flow as expressions in generated source: called by a name, or written out.

A rule that is written out keeps its own names (see `inlining`), so the function around it must run in the
rule's module: there the names mean what they mean in a call. A function runs in one module, that of the first
rule with names of its own that is written into it. Rules of other modules are called from it, which is slower
and otherwise the same.
"""

import ast
from collections.abc import Mapping
from inspect import signature

import msgspec

from fsm.chart import Effect, Guard
from fsm.compiler.inlining import Inline, inlined, is_certain
from fsm.compiler.linking import Function, comment
from fsm.compiler.payload import failures
from fsm.compiler.source import Source
from fsm.declaring.static_guards import condition_of
from fsm.moves import Move
from fsm.reading import Rules
from fsm.values.conditions import Condition

SETTINGS = "game.settings"
"""Where generated code finds the settings."""


class Question(msgspec.Struct, frozen=True):
    """A guard as an expression."""

    expression: str
    remark: str = ""
    is_certain: bool = False
    """Whether it can only be True or False, as Python itself sees to for `in`, `is` and `not`. A call or
    a comparison such as `>` can give anything."""


class Expressions:
    """Turns what a flow names into expressions of one source."""

    def __init__(self, rules: Rules, moves: Mapping[str, type[Move]], source: Source, inline: bool) -> None:
        self.rules = rules
        self.moves = moves
        self.source = source
        self.inline = inline
        self._inlines: dict[tuple[str, str], Inline | None] = {}
        self._failures: dict[str, list[str]] = {}
        self._listers = {event: lister_of(move_type) for event, move_type in moves.items()}

    # Guards and effects

    def guard_called(self, guard: Guard) -> Question:
        """A guard as a call."""
        name = self.source.link("guard", guard.name, self.rules[guard.name])
        return Question(f"{name}({', '.join(self.arguments(guard))})", comment(guard.name))

    def guard_written_out(self, guard: Guard) -> Question | None:
        """A guard as the expression that it returns, if that can be written into the present function."""
        inline = self._inlined("guard", guard.name, self.rules[guard.name], *self.arguments(guard))
        if inline is None:
            return None
        return Question(f"({inline.expression})", comment(guard.name), inline.is_certain)

    def arguments(self, guard: Guard) -> list[str]:
        """What a guard is given."""
        given = {"settings": SETTINGS, "back": self.source.back, "chosen": self.source.chosen}
        return [given.get(need, need) for need in guard.needs]

    def effect(self, effect: Effect, kind: str, version: Function) -> str:
        """A call of one version of an effect."""
        return f"{self.source.link(kind, effect.name, version)}({', '.join(effect.needs)})"

    # Moves

    def payload_failures(self, event: str) -> list[str]:
        """Expressions that are true when something is wrong with the payload of an event."""
        if event not in self._failures:
            self._failures[event] = failures(self.moves[event], self.source.names)
        return self._failures[event]

    def candidates(self, event: str, seat: str = "") -> str:
        """The candidates of an event, written out where that is possible; for one seat, those that its type names."""
        move_type = self.moves[event]
        rule, by_name = self._listers[event]
        if rule is not None:
            kind = self.source.link("move type", event, move_type)
            inline = self._inlined("candidates", event, rule, kind, "game", *by_name)
            if inline is not None:
                return f"({inline.expression})"
        call = self.source.link("candidates", event, move_type.candidates)
        by_seat = [f"seat={seat}"] if seat and takes_a_seat(move_type) else []
        return f"{call}({', '.join(['game', *(f'{name}={name}' for name in by_name), *by_seat])})"

    def asks_what_was_found(self, event: str) -> bool:
        """Whether the candidates of an event depend on the legal moves of the events before it."""
        return "found" in signature(self.moves[event].candidates).parameters

    # Writing rules out

    def _inlined(self, kind: str, word: str, rule: Function, *arguments: str) -> Inline | None:
        """A rule as an expression, if the present function runs in its module, or it needs none."""
        if (kind, word) not in self._inlines:
            condition = condition_of(rule)
            found = inlined(rule, *arguments) if condition is None else self._condition(word, condition)
            self._inlines[kind, word] = found if self.inline else None
        inline = self._inlines[kind, word]
        if inline is None or inline.home is None or self.source.runs_in(inline.home):
            return inline
        return None

    def _condition(self, name: str, condition: Condition) -> Inline:
        """A condition on settings; values in it that cannot be written as source are linked to it."""

        def linked(value: object) -> str:
            return self.source.link("value in", f"{name}: {value!r}", value)

        text = condition.written(SETTINGS, linked)
        return Inline(text, None, is_certain(ast.parse(text, mode="eval").body))


def takes_a_seat(move_type: type[Move]) -> bool:
    """Whether the candidates of a move type can be had for one seat alone."""
    return "seat" in signature(move_type.candidates).parameters


def lister_of(move_type: type[Move]) -> tuple[Function | None, list[str]]:
    """The function behind a move type's candidates, and what it is given by name.

    There is no such function if it wants more than it is always given, or is no class method of this type.
    """
    candidates = move_type.candidates
    given = list(signature(candidates).parameters)
    by_name = ["found"] if "found" in given else []
    is_plain = given[1:] == by_name and getattr(candidates, "__self__", None) is move_type
    return getattr(candidates, "__func__", None) if is_plain else None, by_name
