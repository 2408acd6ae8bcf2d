"""What the linter says, and the index of a chart that all its checks read."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from fsm.chart import Chart, Phase, Row
from fsm.checking import logic
from fsm.checking.ways import Standing, Ways
from fsm.moves import Move


class Finding(msgspec.Struct, frozen=True):
    """One defect at one place: what it is, why it matters, and what to do."""

    check: str
    phase: str
    problem: str
    why: str
    remedy: str
    row: str = ""
    guard: str = ""
    accepted: str = ""
    """The author's reason, if the flow accepts this finding."""
    possible: bool = False
    """Guards or effects decide whether it ever happens: the chart alone cannot tell, and play can."""
    withdrawn: str = ""
    """What has shown that it does not happen."""

    @property
    def stands(self) -> bool:
        """Whether it is certain, and neither accepted nor withdrawn."""
        return not (self.accepted or self.possible or self.withdrawn)

    @property
    def where(self) -> str:
        """The most telling name of the place: the row, or else the phase."""
        return self.row or self.phase

    def __str__(self) -> str:
        return f"{self.check} at {self.where}: {self.problem} {self.why} {self.remedy}"


class ChartIndex:
    """A chart with what several checks ask of it, worked out once."""

    def __init__(
        self,
        chart: Chart,
        events_sent: frozenset[str] | None = None,
        table_moves: Mapping[str, type[Move]] | None = None,
        verdicts: Sequence[logic.Answers] = (),
    ) -> None:
        self.chart = chart
        self.events_sent = events_sent
        """The events that move types send, or None when no move types are known."""
        self.table_moves = table_moves or {}
        """The move types by event, of an engine that declares its seats."""
        self.verdicts = verdicts
        """What static guards say about the settings of each preset, of an engine that has some."""
        self.decisions: dict[int, logic.Alternatives] = {}

    # Rows

    @cached_property
    def tried_at(self) -> Mapping[str, Mapping[str | None, tuple[Row, ...]]]:
        """Leaf -> event (or None) -> the rows tried. As the chart has them, and rows that refuse, whatever the game."""
        refusing = {row.source for row in self.chart.rows if row.refuses and not row.guards}
        if not refusing:
            return self.chart.alternatives_at
        return {
            leaf: table if refusing.isdisjoint(self.chart.lineage(leaf)) else self.with_refusals(leaf)
            for leaf, table in self.chart.alternatives_at.items()
        }

    def with_refusals(self, leaf: str) -> dict[str | None, tuple[Row, ...]]:
        """The rows tried in a leaf, and behind them the one that refuses the event in any case."""
        table = dict(self.chart.alternatives_at[leaf])
        refusing = self.chart.refusals_at(leaf)
        return table | {event: (*table.get(event, ()), row) for event, row in refusing.items()}

    def tried(self, leaf: str, event: str | None) -> tuple[Row, ...]:
        """The rows tried for an event in a leaf."""
        return self.tried_at[leaf].get(event, ())

    @cached_property
    def live(self) -> frozenset[tuple[str, str]]:
        """Leaf and row id wherever the row can be taken, as far as guard names tell."""
        return frozenset((leaf, row) for leaf, row in self.possible if leaf not in self.only_left_by_coming_back)

    @cached_property
    def possible(self) -> frozenset[tuple[str, str]]:
        """The same if a game stays in each leaf long enough for rows to be tried."""
        return frozenset(
            (leaf, row)
            for leaf, table in self.tried_at.items()
            for event, rows in table.items()
            if event is None or not self.never_rests(leaf)
            for row in self.alternatives(rows).taken
        )

    def alternatives(self, rows: tuple[Row, ...]) -> logic.Alternatives:
        """What is known of the rows of one decision; sub-phases that inherit all of them share it."""
        key = id(rows)  # the chart keeps them alive
        if key not in self.decisions:
            self.decisions[key] = logic.Alternatives(rows)
        return self.decisions[key]

    def always_applies(self, leaf: str, event: str | None) -> bool:
        """Whether some row for an event applies whatever the guards answer."""
        return self.alternatives(self.tried(leaf, event)).cover_everything

    def always_accepts(self, leaf: str, event: str, unasked: tuple[Row, ...] = ()) -> bool:
        """Whether some seat can always send an event while none of the consequences applies: a row does, and it is none
        that refuses."""
        return logic.Alternatives([*unasked, *self.opened(leaf, event)]).cover_everything

    def always_goes_on(self, leaf: str) -> bool:
        """Whether something can always happen in a leaf: a consequence, or a move of one event or another.

        Guards that ask for the game alone say the same about all events. About moves, each event is asked by itself.
        """
        unasked = self.tried(leaf, None)
        if any(self.always_accepts(leaf, event, unasked) for event in self.chart.events_at(leaf)):
            return True
        plain = [row for event in self.chart.events_at(leaf) for row in self.opened(leaf, event) if asks_the_game(row)]
        return logic.Alternatives([*unasked, *plain]).cover_everything

    def opened(self, leaf: str, event: str) -> list[Row]:
        """The rows for an event without the guards that cannot keep a game from going on; none where one refuses."""
        rows = self.tried(leaf, event)
        if any(row.refuses and row.id in self.alternatives(rows).taken for row in rows):
            return []
        return [without(row, self.granted(row, leaf)) for row in rows]

    def granted(self, row: Row, leaf: str) -> set[str]:
        """Guards of a row that cannot keep a game from going on.

        While a phase gathers, some seat has not chosen. Where nobody is suspended, there is room for a call.
        """
        is_alone = all(standing.caller is None for standing in self.staying(leaf))
        names = {guard.name for guard in row.guards if "back" in guard.needs and is_alone}
        if row.gathers is not None:
            names |= {f"is_among_{row.gathers.by}", *(guard.name for guard in row.guards if "chosen" in guard.needs)}
        return names

    def before(self, leaf: str, row: Row) -> list[Row]:
        """The alternatives tried before a row in a leaf."""
        rows = self.tried(leaf, row.event)
        return list(rows[: rows.index(row)])

    @cached_property
    def leaves_of(self) -> Mapping[str, list[str]]:
        """Row id -> the leaves where the row is tried."""
        found: dict[str, list[str]] = {row.id: [] for row in self.chart.rows}
        for leaf, table in self.tried_at.items():
            for row in (row for rows in table.values() for row in rows):
                found[row.id].append(leaf)
        return found

    def never_rests(self, leaf: str) -> bool:
        """Whether a consequence always applies, so that no move is ever awaited here."""
        return self.always_applies(leaf, None)

    @cached_property
    def leaves_in(self) -> Mapping[str, list[str]]:
        """The leaves inside a phase, or itself."""
        found: dict[str, list[str]] = {phase.path: [] for phase in self.chart.phases}
        for leaf in self.chart.leaves:
            for path in self.chart.lineage(leaf.path):
                found[path].append(leaf.path)
        return found

    # Ways

    @cached_property
    def ways(self) -> Ways:
        """Where a game can stand, along rows that can be taken."""
        rows = {
            leaf: [row for rows in table.values() for row in rows if (leaf, row.id) in self.possible]
            for leaf, table in self.tried_at.items()
        }
        return Ways(self.chart, rows.__getitem__)

    @cached_property
    def standings(self) -> Mapping[str, list[Standing]]:
        """Leaf -> the standings there that a game can come to."""
        found: dict[str, list[Standing]] = {}
        for standing in self.ways.hops:
            found.setdefault(standing.leaf, []).append(standing)
        return found

    @cached_property
    def reached(self) -> frozenset[str]:
        """The leaves that a game can come to."""
        return frozenset(self.standings)

    @cached_property
    def only_left_by_coming_back(self) -> frozenset[str]:
        """The leaves that a game comes to only at the end of a call: no row is ever tried there."""
        return frozenset(leaf for leaf in self.standings if not any(self.staying(leaf)))

    def staying(self, leaf: str) -> Iterator[Standing]:
        """The standings of a leaf where rows are tried."""
        return (one for one in self.standings.get(leaf, ()) if not self.ways.comes_back(one))

    def leading_to(self, ends: list[str]) -> set[str]:
        """The leaves from which some way leads to one of these, and these themselves."""
        before: dict[Standing, list[Standing]] = {}
        for standing, hops in self.ways.hops.items():
            for hop in hops:
                before.setdefault(hop.target, []).append(standing)
        todo = [standing for leaf in ends for standing in self.standings.get(leaf, ())]
        found = set(todo)
        while todo:
            fresh = {*before.get(todo.pop(), ())} - found
            found |= fresh
            todo += fresh
        return {*ends, *(standing.leaf for standing in found)}

    def exits(self, leaf: str) -> set[str]:
        """The other leaves that rows lead to; also by way of a call that begins and ends in this very leaf."""
        todo = list(self.staying(leaf))
        found: set[str] = set()
        for standing in todo:
            targets = [hop.target for hop in self.ways.hops[standing]]
            found |= {target.leaf for target in targets if target.leaf != leaf}
            todo += [target for target in dict.fromkeys(targets) if target.leaf == leaf and target not in todo]
        return found

    def is_trap(self, leaf: str) -> bool:
        """Whether a game that comes here stays here for good, although there are other phases."""
        if self.exits(leaf):
            return False
        return len(self.chart.leaves) > 1 or not any(self.ways.hops[standing] for standing in self.staying(leaf))

    def waiting(self) -> Iterator[Phase]:
        """The leaves where a game in progress can be, and rows are tried."""
        return (leaf for leaf in self.chart.leaves if any(self.staying(leaf.path)) and not is_end(leaf))


def without(row: Row, names: set[str]) -> Row:
    """The row without guards of these names."""
    if not names:
        return row
    return msgspec.structs.replace(row, guards=tuple(guard for guard in row.guards if guard.name not in names))


def asks_the_game(row: Row) -> bool:
    """Whether the guards of a row ask for the game or its settings alone."""
    return all(guard.needs in (("game",), ("settings",)) for guard in row.guards)


def not_an_end(phase: Phase) -> str:
    """Why a game that comes to this phase is not over, to follow "and"."""
    return f"the phase ends only {phase.parent!r}, not the game" if phase.final else "the phase is not final"


def is_end(phase: Phase) -> bool:
    """Whether the whole game is over in this phase."""
    return phase.final and phase.parent is None
