"""Which guards need no answer any more when a move is known to be legal.

A legal move is answered by one of the rows of its event, the first whose guards all hold. Three things follow:

- A row that refuses is not the one that answers, and needs no place among the others.
- What all rows from here on have in common holds, because one of them answers: such a guard is not asked again.
- If all rows from here on lead to the same, it does not matter which of them answers: none is asked for its guards.
"""

from collections.abc import Hashable, Sequence

import msgspec

from fsm.chart import Chart, Row
from fsm.compiler.waiting import may_abandon


def shared_guards(rows: Sequence[Row]) -> set[tuple[str, bool]]:
    """The guards that all these rows have, each with whether it is negated; if one of the rows answers, they hold."""
    return set.intersection(*({(guard.name, guard.negated) for guard in row.guards} for row in rows))


def met_guards(rows: Sequence[Row]) -> dict[str, set[tuple[str, bool]]]:
    """By the id of a row, the guards that hold where it is tried about a legal move."""
    able = [row for row in rows if not row.refuses]
    return {row.id: shared_guards(able[place:]) for place, row in enumerate(able)}


def open_questions(chart: Chart, rows: Sequence[Row], leaf: str) -> list[Row]:
    """The rows that may answer a legal move in a leaf, with the guards that tell them apart; the last has none."""
    left = [row for row in rows if not row.refuses]
    found: list[Row] = []
    while left and len({outcome(chart, row, leaf) for row in left}) > 1:
        shared = shared_guards(left)
        asked = tuple(guard for guard in left[0].guards if (guard.name, guard.negated) not in shared)
        found.append(msgspec.structs.replace(left.pop(0), guards=asked))
    return [*found, *(msgspec.structs.replace(row, guards=()) for row in left[:1])]


def outcome(chart: Chart, row: Row, leaf: str) -> Hashable:
    """Equal for rows that do the same when they are taken in a leaf."""
    if row.calls is not None or row.gathers is not None:
        return row.id
    domain = chart.domain(row) if may_abandon(chart, row, leaf) else None
    exits, entries = chart.around(row, leaf)
    names = tuple(effect.name for effect in (*exits, *row.effects, *entries))
    return row.internal, chart.landing(row, leaf), names, domain
