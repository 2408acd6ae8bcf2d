"""What waits in a snapshot: callers that are suspended, and moves that a phase has gathered. Whether they fit."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from fsm.chart import Chart, Row
from fsm.compiler.waiting import could_wait
from fsm.moves import Move, seat_of
from fsm.reading import Rules
from fsm.snapshot import Caller, Snapshot
from fsm.values.quoting import quoted


class Waiting:
    """Knows what can wait where in one flow."""

    def __init__(self, chart: Chart, rules: Rules, move_type: Mapping[str, type[Move]]) -> None:
        self.chart = chart
        self.rules = rules
        self.move_type = move_type

    def trouble(self, snapshot: Snapshot[Any]) -> str:
        """What does not fit, as a clause for a message; '' if everything does."""
        if snapshot.back == () and snapshot.chosen == ():
            return self.lonely.get(snapshot.phase, "")
        return next(self.troubles(snapshot), "")

    def troubles(self, snapshot: Snapshot[Any]) -> Iterator[str]:
        """Everything that does not fit, cheapest first: the rules are asked only about what could be."""
        yield from self.trouble_with_callers(snapshot.phase, snapshot.back)
        if snapshot.chosen != ():
            yield from self.trouble_with_choices(snapshot)

    # Callers

    def trouble_with_callers(self, leaf: str, back: Any) -> Iterator[str]:
        """Callers that cannot be suspended, or too many, or too few."""
        if not isinstance(back, tuple) or not all(type(caller) is Caller for caller in back):
            yield f"its suspended callers are {quoted(back)}, which is no tuple of them"
            return
        if not could_wait(self.chart, leaf, back):
            places = " and ".join(f"in {quoted(one.phase)} by {quoted(one.row)}" for one in back)
            yield f"nobody can be suspended {places} while the game is in {leaf!r}"
            return
        for place, caller in enumerate(back):
            row = self.chart.row_by_id[caller.row]
            if not all(self.rules[guard.name](back[:place]) for guard in row.guards if "back" in guard.needs):
                yield f"more calls of {row.calls!r} are suspended than {row.id!r} allows"
        if missing := missing_caller(self.chart, self.only_called, leaf, back):
            yield f"{missing!r} is only ever called, and nobody is suspended for it"

    @cached_property
    def lonely(self) -> Mapping[str, str]:
        """The leaves where somebody must be suspended, with what to say if nobody is."""
        found = {leaf.path: next(self.trouble_with_callers(leaf.path, ()), "") for leaf in self.chart.leaves}
        return {leaf: trouble for leaf, trouble in found.items() if trouble}

    @cached_property
    def only_called(self) -> frozenset[str]:
        """The phases that no row enters without calling them."""
        return self.chart.called - set(entered_plainly(self.chart))

    # Choices

    def trouble_with_choices(self, snapshot: Snapshot[Any]) -> Iterator[str]:
        """Moves that nobody can have chosen here, or not yet."""
        row, chosen = self.chart.gatherings.get(snapshot.phase), snapshot.chosen
        if row is None or row.gathers is None:
            yield f"nobody chooses in {snapshot.phase!r}, but choices are kept"
            return
        kind = self.move_type[row.event or ""]
        if not isinstance(chosen, tuple) or not all(type(move) is kind for move in chosen):
            yield f"{snapshot.phase!r} gathers {row.event!r}, and a choice is something else"
            return
        yield from trouble_with_seats([seat_of(move) for move in chosen], self.rules[row.gathers.by](snapshot.game))

    def chosen_by(self, leaf: str, move: Any) -> tuple[Any, ...]:
        """The seat whose choice a move is, if it is one that a leaf gathers."""
        row = self.chart.gatherings.get(leaf)
        return (seat_of(move),) if row is not None and type(move) is self.move_type[row.event or ""] else ()


def trouble_with_seats(chosen: Sequence[Any], seats: Sequence[Any]) -> Iterator[str]:
    """Seats that have chosen, of those that are to choose, in their order."""
    order = list(dict.fromkeys(seats))
    for seat in chosen:
        if seat not in order:
            yield f"seat {quoted(seat)} has chosen, and it has nothing to choose"
        if chosen.count(seat) > 1:
            yield f"seat {quoted(seat)} has chosen twice"
    if [seat for seat in order if seat in chosen] != list(chosen):
        yield "choices are not kept in the order of the seats"
    if len(chosen) == len(order):
        yield "all seats have chosen, and the game has not gone on"


def entered_plainly(chart: Chart) -> Iterator[str]:
    """The phases that are entered in another way than by a call of themselves."""
    yield from chart.descent(chart.initial.path)
    for row in chart.rows:
        yield from (path for path in entered(chart, row) if path != row.calls)
        if row.calls is not None and row.then is not None:
            yield from entered(chart, chart.way_back(Caller(row.source, row.id)))


def entered(chart: Chart, row: Row) -> Iterator[str]:
    """The phases that a row enters."""
    if not row.internal:
        domain = chart.domain(row)
        yield from (path for path in chart.lineage(row.target) if path not in domain)
        yield from chart.descent(row.target)


def missing_caller(chart: Chart, only_called: frozenset[str], leaf: str, back: Sequence[Caller]) -> str | None:
    """A phase around that can only have been called, by none of those who are suspended."""
    here, waiting = leaf, list(back)
    while True:
        lineage = chart.lineage(here)
        called = chart.called_by(waiting[-1]) if waiting else None
        inside = lineage[: lineage.index(called)] if called is not None else lineage
        missing = next((path for path in inside if path in only_called), None)
        if missing is not None or not waiting:
            return missing
        here = waiting.pop().phase
