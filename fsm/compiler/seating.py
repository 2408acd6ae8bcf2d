"""What is written for `legal_moves(snapshot, seat=...)`: the moves of one seat, without asking guards about others'.

It is a program of its own, compiled when the first seat asks, so that flows that nobody sits down to stay as they are.
There is a function for each leaf and for all that can be known about the seat, because that saves work: if it alone is
to act, the moves of a turn are its own and need not be sorted; if it is not to act, it has only moves that need no
turn. Otherwise its own candidates are picked before the guards are asked.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any
from weakref import finalize

import msgspec

from fsm.chart import Chart
from fsm.compiler.dialects import Plain
from fsm.compiler.expressions import Expressions, takes_a_seat
from fsm.compiler.legality import LegalityWriter
from fsm.compiler.linking import Function, compiled, forget, linked, register
from fsm.compiler.rows import RowWriter
from fsm.compiler.source import Helpers, Source
from fsm.moves import Move, event_of, seat_field_of
from fsm.reading import Rules


class Turn(StrEnum):
    """What is known about a seat."""

    UNKNOWN = "any"
    """The author does not say who is to act."""
    ALONE = "alone"
    """It is to act, and no other seat is."""
    SHARED = "shared"
    """It is to act, and so are others."""
    NOT = "waiting"
    """Others are to act, or nobody is."""


class Seating(msgspec.Struct, frozen=True, weakref=True):
    """The generated functions behind the legal moves of a seat, by what is known about it and by leaf."""

    legal: Mapping[Turn, Mapping[str, Function]]
    source: str


def needs_no_turn(move_type: type[Move]) -> bool:
    """Whether a player may send such a move while others are to act."""
    return move_type.interrupts or move_type.gives_up


class SeatedLegalityWriter(LegalityWriter):
    """Writes the functions for one kind of seat."""

    def __init__(self, rows: RowWriter, turn: Turn, seat: str) -> None:
        super().__init__(rows)
        self.turn = turn
        self.seat = seat
        self.given = f"{self.given}, {seat}"

    def events_at(self, leaf: str) -> tuple[str, ...]:
        return tuple(event for event in super().events_at(leaf) if self.may_list(self.expressions.moves[event]))

    def may_list(self, move_type: type[Move]) -> bool:
        """Whether moves of this type can be this seat's. One without a seat is for those who are known to act."""
        if move_type.by_host:
            return False
        if seat_field_of(move_type) is None:
            return self.turn in (Turn.ALONE, Turn.SHARED)
        return self.turn is not Turn.NOT or needs_no_turn(move_type)

    def candidates(self, event: str) -> str:
        move_type = self.expressions.moves[event]
        field = seat_field_of(move_type)
        everything = self.expressions.candidates(event, self.seat)
        if field is None or (self.turn is Turn.ALONE and not needs_no_turn(move_type) and not takes_a_seat(move_type)):
            return everything
        one = self.source.names.fresh()
        return f"[{one} for {one} in {everything} if {one}.{field} == {self.seat}]"


class Seated(Plain):
    """The dialect of one kind of seat: written as plain functions are, and set apart by its mark."""

    def __init__(self, expressions: Expressions, turn: Turn) -> None:
        super().__init__(expressions)
        self.mark = turn.value


def compile_seating(
    chart: Chart, rules: Rules, moves: Sequence[type[Move]], helpers: Helpers[Any], inline: bool
) -> Seating:
    """Generate, compile and link the functions for seats."""
    source = Source(helpers)
    source.name_what_waits(chart)
    expressions = Expressions(rules, {event_of(move_type): move_type for move_type in moves}, source, inline)
    seat = source.names.fresh()
    writers = [SeatedLegalityWriter(RowWriter(chart, source, Seated(expressions, turn)), turn, seat) for turn in Turn]
    for leaf in chart.leaves:
        with source.block():
            for writer in writers:
                writer.functions(leaf.path)
    parts = source.parts()
    filename = register(f"{chart.name} by seat", text := "".join(parts))
    made = linked(compiled(parts, filename), source.names, source.homes)
    seating = Seating({turn: functions_of(chart, turn, source, made) for turn in Turn}, text)
    finalize(seating, forget, filename)
    return seating


def functions_of(chart: Chart, turn: Turn, source: Source, made: Mapping[str, Function]) -> dict[str, Function]:
    """The functions for one kind of seat, by leaf."""
    return {leaf.path: made[source.names.function(turn.value, "legal moves", leaf.path)] for leaf in chart.leaves}
