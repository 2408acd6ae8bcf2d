"""What is written for the moves that a turn offers: those of `fsm.moves.offered`, and as little else as possible.

Moves that are left out stand behind the others in most flows, so to leave them out is to know where they begin. A flow
that names its events in another order gets the functions of `fsm.moves` themselves.
"""

from collections.abc import Collection, Sequence

import msgspec

from fsm.chart import Chart
from fsm.compiler.dialects import Plain
from fsm.compiler.legality import UNUSED, LegalityWriter
from fsm.compiler.rows import RowWriter
from fsm.compiler.settling import ConsequenceWriter
from fsm.compiler.writer import EventWriter
from fsm.moves import Move, offered, seat_field_of, without_last_resorts


class Listed(msgspec.Struct, frozen=True):
    """Which moves are listed, and how."""

    chart: Chart
    """With the rows that can answer: those in force under the settings that turns are written for."""
    order: Chart
    """Of the whole flow, which decides about the order of events."""


class OfferWriter(EventWriter):
    """Writes which moves are offered in a leaf."""

    def __init__(
        self, rows: RowWriter, consequences: ConsequenceWriter, listed: Listed, left_alone: Collection[type[Move]]
    ) -> None:
        super().__init__(rows, consequences)
        self.listed = listed
        self.left_alone = left_alone
        """Move types that are offered only where there are no others."""
        self.expressions = rows.dialect.expressions
        self.legality = LegalityWriter(RowWriter(listed.chart, rows.source, Plain(self.expressions)))
        self.is_bare = False
        """Whether what is found in the turn that is being written may be a tuple, which takes no time to list."""

    def events_at(self, leaf: str) -> list[str]:
        """The events that can be legal in a leaf, in the order of the whole flow."""
        known = self.listed.chart.alternatives_at.get(leaf, {})
        events = [event for event in self.listed.order.events_at(leaf) if event in known]
        return [event for event in events if not all(row.refuses for row in known[event])]

    def offer(self, leaf: str, events: Sequence[str]) -> None:
        """List what `fsm.moves.offered` gives of the legal moves, and as little else as possible.

        Moves that are left alone are listed only if there are no others; unless a move type behind them asks what was
        found before it.
        """
        alone = [event for event in events if self.expressions.moves[event] in self.left_alone]
        wanted = [event for event in events if event not in alone]
        behind = events[events.index(alone[0]) :] if alone and wanted else ()
        if any(self.expressions.asks_what_was_found(event) for event in behind):
            self.list_moves(leaf, events)
            pick = self.source.link("function", "offered", offered)
            kinds = self.source.link("types", "left alone", self.left_alone)
            self.source.write(f"found = {pick}(found, {kinds})")
            return
        self.list_without_last_resorts(leaf, wanted or alone)
        if alone and wanted:
            with self.source.under("if not found:"):
                self.list_without_last_resorts(leaf, alone)

    def list_without_last_resorts(self, leaf: str, events: Sequence[str]) -> None:
        """The legal moves of some events, without those that are avoided, as far as the same seat has others."""
        usual = [event for event in events if not self.expressions.moves[event].avoided]
        seat = self.shared_seat_field(events)
        if not usual or len(usual) == len(events):
            self.list_moves(leaf, events)
        elif usual == events[: len(usual)] and seat is not None:
            self.list_moves(leaf, usual)
            place = self.place()
            self.add_all_moves(leaf, events[len(usual) :])
            self.drop_last_resorts(place, seat)
        else:
            self.list_moves(leaf, events)
            last = self.source.link("function", "without_last_resorts", without_last_resorts)
            self.source.write(f"found = {last}(found)")

    def shared_seat_field(self, events: Sequence[str]) -> str | None:
        """The field in which the moves of all these events say whose they are."""
        seats = {seat_field_of(self.expressions.moves[event]) for event in events}
        return seats.pop() if len(seats) == 1 else None

    def place(self) -> str:
        """A variable with how much was found so far."""
        place, length = self.source.names.fresh(), self.source.link("built-in", "len", len)
        self.source.write(f"{place} = {length}(found)")
        return place

    def drop_last_resorts(self, place: str, seat: str) -> None:
        """From a place on, only the moves whose seat has none before it are kept."""
        source, length = self.source, self.source.link("built-in", "len", len)
        resorts, resort, other, kept = (source.names.fresh() for _ in range(4))
        with source.under(f"if {place} and {place} != {length}(found):"):
            source.write(f"{resorts}, {kept} = found[{place}:], []")
            source.write(f"del found[{place}:]")
            with source.under(f"for {resort} in {resorts}:"):
                with source.under(f"for {other} in found:"):
                    source.write(f"if {other}.{seat} == {resort}.{seat}: break")
                with source.under("else:"):
                    source.write(f"{kept}.append({resort})")
            source.write(f"found += {kept}")

    def list_moves(self, leaf: str, events: Sequence[str]) -> None:
        """The legal moves of some events, in order, in a new list."""
        first, *others = events
        if self.is_bare:
            some = self.source.link("built-in", "tuple", tuple)
            self.source.write(f"found = {self.expressions.candidates(first)}")
            self.source.write(f"if found.__class__ is not {some}: found = [*found]")
        elif self.is_plainly_listed(leaf, first):
            self.source.write(f"found = [*{self.expressions.candidates(first)}]")
        else:
            self.source.write("found = []")
            self.add_moves(leaf, first)
        self.add_all_moves(leaf, others)

    def is_plainly_listed(self, leaf: str, event: str) -> bool:
        """Whether the candidates of an event are its legal moves, whatever was found before."""
        return self.legality.is_exact(leaf, event) and not self.expressions.asks_what_was_found(event)

    def add_all_moves(self, leaf: str, events: Sequence[str]) -> None:
        """The legal moves of some events, behind what was found before."""
        for event in events:
            self.add_moves(leaf, event)

    def add_moves(self, leaf: str, event: str) -> None:
        """The legal moves of an event, behind what was found before."""
        if self.legality.is_exact(leaf, event):
            self.source.write(f"found += {self.expressions.candidates(event)}")
        else:
            given = ", ".join("()" if part == UNUSED else part for part in self.legality.given.split(", "))
            self.source.write(self.legality.rows.call(f"{given}, found", "legal moves", leaf, event))
