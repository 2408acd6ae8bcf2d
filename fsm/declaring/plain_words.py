"""What guards, effects and events are called in the words of a rule book, where their names do not read well.

Only pictures and tables in plain words use them: nothing here decides what happens.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from fsm.chart import Chart
from fsm.errors import FlowError
from fsm.moves import Move, event_of
from fsm.values.quoting import quoted

Rule = TypeVar("Rule", bound=Callable[..., Any])

SAYS = "says"
"""Where a rule keeps its words."""


def effect(*, says: str) -> Callable[[Rule], Rule]:
    """Give an effect words for readers of rule books: `@effect(says="deal the cards")`."""

    def mark(rule: Rule) -> Rule:
        vars(rule)[SAYS] = checked_words(f"effect {getattr(rule, '__name__', repr(rule))!r}", says)
        return rule

    return mark


def checked_words(owner: str, says: Any) -> str:
    """The words, if they are a text that says something."""
    if not isinstance(says, str) or (says and not says.strip()):
        raise FlowError(f"{owner} has says={quoted(says)}; write the words that a reader of the rules knows it by.")
    return says


def words_of(rule: Callable[..., Any]) -> str:
    """The words of a rule, or none."""
    return str(getattr(rule, SAYS, ""))


def with_words(chart: Chart, moves: Iterable[type[Move]]) -> Chart:
    """The chart with the words of the moves on the rows that answer them and have none of their own."""
    words = {event_of(move): words_of_move(move) for move in moves}
    if not any(words.values()):
        return chart
    rows = tuple(msgspec.structs.replace(row, says=row.says or of_event(words, row.event)) for row in chart.rows)
    return msgspec.structs.replace(chart, rows=rows)


def words_of_move(move: type[Move]) -> str:
    """The words of a move type; a field called `says` is a part of the move itself."""
    return "" if SAYS in move.__struct_fields__ else checked_words(f"move {move.__name__}", move.says)


def of_event(words: Mapping[str, str], event: str | None) -> str:
    """The words of an event, if it has any."""
    return "" if event is None else words.get(event, "")
