"""Phases that would wait for ever for a player who is gone."""

from collections.abc import Iterator

from fsm.checking.findings import ChartIndex, Finding
from fsm.compiler.seating import needs_no_turn


def waits_for_the_absent(index: ChartIndex) -> Iterator[Finding]:
    """A phase waits for players, and no move says what is played for one who does not come.

    Asked only of engines that declare their seats: a flow that nobody sits down to needs no clock.
    """
    for leaf in index.chart.leaves if index.table_moves else ():
        moves = [index.table_moves[event] for event in index.chart.events_at(leaf.path) if event in index.table_moves]
        is_awaited = any(not (kind.by_host or needs_no_turn(kind)) for kind in moves)
        is_answered = any(kind.when_absent or kind.gives_up for kind in moves)
        if is_awaited and not is_answered and not index.never_rests(leaf.path):
            yield Finding("waits_for_the_absent", leaf.path, "It waits for players, also for one who is gone.",
                          "A clock that runs out, or somebody who leaves, holds up the table.",
                          "Declare what is played instead: when_absent = True in one of its moves, or gives_up = True."
                          )  # fmt: skip
