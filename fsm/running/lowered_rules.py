"""The guards and effects that come with lowered rows: they read and change what is on the table, not the game."""

from collections.abc import Callable, Iterable
from typing import Any

from fsm.chart import Chart, Row
from fsm.errors import PhasebookError
from fsm.moves import seat_of
from fsm.running.table import Callers, Place, Rule, Table, applying
from fsm.snapshot import Caller


class RefusedError(PhasebookError):
    """A row refuses the move."""


class UnopenedError(PhasebookError):
    """A phase is called from a place that has no copy of it yet."""

    def __init__(self, callers: Callers) -> None:
        super().__init__(f"not called before: {callers}")
        self.callers = callers


# Whose turn it is


def is_in_charge(chart: Chart, place: Place, is_unasked: bool) -> Rule:
    """Whether the rows of a state are tried: not those of a suspended phase, and nothing before what is due."""
    callers, path = place

    def is_in_charge(table: Table) -> bool:
        back, leaf = table.place
        if is_unasked and (not table.may_follow or chart.comes_back(leaf, back)):
            return False
        return path in chart.lineage(leaf) and home(chart, back, path) == callers

    return is_in_charge


def home(chart: Chart, callers: Callers, path: str) -> Callers:
    """Of the callers that are suspended in a phase, those that are suspended in one around it."""
    while callers and called(chart, callers) not in chart.lineage(path):
        callers = callers[:-1]
    return callers


def called(chart: Chart, callers: Callers) -> str:
    """The phase that the last of some callers has called."""
    return str(chart.called_by(callers[-1]))


def has_ended(chart: Chart, path: str) -> Rule:
    """Whether the flow has reached the end of a phase."""

    def has_ended(table: Table) -> bool:
        return chart.is_end_of(table.place[1], path)

    return has_ended


# Calls, and other rows in two halves


def is_open(row: Row, opened: frozenset[Callers]) -> Rule:
    """The last guard of a call: there is a copy to go into."""

    def is_open(table: Table) -> bool:
        callers = with_caller(table, row)
        if callers not in opened:
            raise UnopenedError(callers)
        return True

    return is_open


def with_caller(table: Table, row: Row) -> Callers:
    """The callers that are suspended when a row has called here."""
    callers, leaf = table.place
    return *callers, Caller(leaf, row.id)


def decide_to_call(row: Row) -> Rule:
    """The first half of a call."""

    def decide_to_call(table: Table) -> Any:
        table.decided = with_caller(table, row)
        return table.game

    return decide_to_call


def decide(place: Place, row: Row) -> Rule:
    """The first half of another row."""

    def decide(table: Table) -> Any:
        table.decided = place, row.id
        return table.game

    return decide


def is_decided(what: Any) -> Rule:
    """Whether this is the row to carry out."""

    def is_decided(table: Table) -> bool:
        return bool(table.decided == what)

    return is_decided


def carry_out(table: Table) -> Any:
    """The second half of a row has begun."""
    table.decided = None
    return table.game


def comes_back(chart: Chart, callers: Callers) -> Rule:
    """Whether the phase that the last of these callers has called is at its end."""

    def comes_back(table: Table) -> bool:
        back, leaf = table.place
        return table.may_follow and back == callers and chart.comes_back(leaf, back)

    return comes_back


def refuse(table: Table) -> bool:
    """The last guard of a row that refuses."""
    raise RefusedError(f"in {table.place[1]}")


# Gatherings


def choices(table: Table, by: Rule) -> tuple[Any, ...]:
    """The moves of all seats that have chosen, with the one in hand, in the order of the seats."""
    chosen = {seat_of(move): move for move in (*table.chosen, table.move)}
    return tuple(chosen[seat] for seat in dict.fromkeys(by(table.game)) if seat in chosen)


def is_last(by: Rule) -> Rule:
    """Whether all seats have chosen, with the move in hand."""

    def is_last(table: Table) -> bool:
        return len(choices(table, by)) == len(set(by(table.game)))

    return is_last


def keep_choice(by: Rule) -> Rule:
    """The move in hand is kept."""

    def keep_choice(table: Table) -> Any:
        table.chosen, table.is_waiting = choices(table, by), True
        return table.game

    return keep_choice


def collect(by: Rule) -> Rule:
    """All moves are taken in hand, before a phase is left: what is left forgets its choices."""

    def collect(table: Table) -> Any:
        table.gathered = choices(table, by)
        return table.game

    return collect


def run_for_each(effects: Iterable[Rule]) -> Rule:
    """All effects for the first move, then for the second, and so on."""
    apply: list[Callable[[Table], None]] = [applying(effect) for effect in effects]

    def run_for_each(table: Table) -> Any:
        for move in table.gathered:
            table.move = move
            for change in apply:
                change(table)
        return table.game

    return run_for_each


def drop_choices(table: Table) -> Any:
    """A phase that gathers is left."""
    table.chosen = ()
    return table.game
