"""The frozen picture of a flow that everything else reads: phases, rows, guards, in the order they are tried.

A chart is plain data: it compares and serialises, and knows nothing of python-statemachine. `fsm.reading` makes one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from fsm.errors import FlowError
from fsm.snapshot import Caller, caller
from fsm.values.comparing import spoken

__all__ = ["Accepted", "Chart", "Effect", "Gather", "Guard", "Impossible", "Phase", "Row"]


class Guard(msgspec.Struct, frozen=True):
    """A condition on a row: `name` must hold, or must not if `negated`."""

    name: str
    sentence: str = ""
    negated: bool = False
    needs: tuple[str, ...] = ("game",)
    """The parameters of the rule: `game`, `game, move`, or `settings` (a static guard). Those that come with a
    call or a gathering also read `back` and `chosen` of the snapshot."""
    reads: tuple[str, ...] = ()
    """The settings that decide it, if it comes from `when=`; its name is then the text of that condition."""
    secret: bool = False
    """What it answers is kept from the players."""
    says: str = ""
    """Here and on effects and rows: the words of a rule book, if the author gave any: "it is your turn"."""

    @property
    def is_static(self) -> bool:
        """Reads only the settings, so a preset decides it once and for all."""
        return self.needs == ("settings",)

    @property
    def words(self) -> str:
        """The guard as a reader says it: `is_even`, `not is_even`, `players >= 3`."""
        if self.reads:
            return spoken(self.name, wanted=not self.negated)
        return f"not {self.name}" if self.negated else self.name


class Effect(msgspec.Struct, frozen=True):
    """Something that happens: a function from game to game."""

    name: str
    needs: tuple[str, ...] = ("game",)
    says: str = ""


class Phase(msgspec.Struct, frozen=True):
    """A state of the flow; one with children is a compound phase."""

    path: str
    name: str
    parent: str | None = None
    children: tuple[str, ...] = ()
    initial: bool = False
    final: bool = False
    enter: tuple[Effect, ...] = ()
    exit: tuple[Effect, ...] = ()
    secret: bool = False
    """Only those who are to act see that the game is here; others see the phase around."""

    @property
    def id(self) -> str:
        """The last part of the path, as declared."""
        return self.path.rpartition(".")[2]


class Gather(msgspec.Struct, frozen=True):
    """One move is wanted from each of several seats before a row is taken."""

    by: str
    """The rule that names the seats of a game, in the order in which effects run."""
    again: bool = False
    """A seat that has chosen may choose again, until the last one has."""


class Row(msgspec.Struct, frozen=True):
    """One row of the flow: from a phase, on an event or unasked, under guards, with effects, to a phase."""

    id: str
    source: str
    target: str
    event: str | None = None
    guards: tuple[Guard, ...] = ()
    effects: tuple[Effect, ...] = ()
    internal: bool = False
    """Nothing is left or entered; the flow stays in the phase it is in."""
    inside: bool = False
    """The source is not left; the flow goes into one of its sub-phases."""
    done: bool = False
    """Taken when a final sub-phase of the source is reached."""
    calls: str | None = None
    """The phase that is called, in which the target lies. Where the flow is, it is suspended until that ends."""
    then: str | None = None
    """Where the flow goes when the call has ended; without it, it stays where it was."""
    refuses: str = ""
    """The event is refused here, with this sentence, whatever phases further out make of it."""
    gathers: Gather | None = None
    """Taken once all of several seats have sent the event."""
    says: str = ""
    """Its event, or what happens unasked, in the words of a rule book."""

    @property
    def is_consequence(self) -> bool:
        """Happens unasked, as soon as its guards allow."""
        return self.event is None

    @property
    def variants(self) -> tuple[Guard, ...]:
        """The guards that settings alone decide: the matches that are played with this row."""
        return tuple([guard for guard in self.guards if guard.is_static])

    @property
    def questions(self) -> tuple[Guard, ...]:
        """The guards that play decides."""
        return tuple([guard for guard in self.guards if not guard.is_static])


class Impossible(msgspec.Struct, frozen=True):
    """The author's own sentence for an event that a phase does not know."""

    phase: str
    event: str
    sentence: str


MISSING_MOVE = "missing_legal_move"
"""The one defect of play that a flow can accept: candidates may stand for payloads without number."""


class Accepted(msgspec.Struct, frozen=True):
    """A lint finding that the author means, with the reason."""

    finding: str
    where: str
    reason: str


class Chart(msgspec.Struct, frozen=True, dict=True):
    """A whole flow. Phases in document order; rows in document order of their source, then as tried."""

    name: str
    title: str
    phases: tuple[Phase, ...]
    rows: tuple[Row, ...]
    refusals: tuple[Impossible, ...] = ()
    accepts: tuple[Accepted, ...] = ()

    @cached_property
    def by_path(self) -> Mapping[str, Phase]:
        """Phases by path."""
        return {phase.path: phase for phase in self.phases}

    @cached_property
    def rows_of(self) -> Mapping[str, tuple[Row, ...]]:
        """Rows by the phase they are declared on."""
        found: dict[str, list[Row]] = {phase.path: [] for phase in self.phases}
        for row in self.rows:
            found[row.source].append(row)
        return {path: tuple(rows) for path, rows in found.items()}

    def phase(self, path: str) -> Phase:
        """The phase at a path."""
        try:
            return self.by_path[path]
        except KeyError:
            raise FlowError(f"{self.name} has no phase {path!r}; its phases are {', '.join(self.by_path)}.") from None

    @cached_property
    def leaves(self) -> tuple[Phase, ...]:
        """The phases that a snapshot can be in."""
        return tuple(phase for phase in self.phases if not phase.children)

    @cached_property
    def events(self) -> tuple[str, ...]:
        """Event ids in order of first appearance."""
        return tuple(dict.fromkeys(row.event for row in self.rows if row.event is not None))

    @cached_property
    def static_guards(self) -> tuple[str, ...]:
        """The guards that settings alone decide, in order of first appearance; none if there are no variants."""
        return tuple(dict.fromkeys(guard.name for row in self.rows for guard in row.guards if guard.is_static))

    @property
    def initial(self) -> Phase:
        """The top-level phase where a game starts."""
        return next(phase for phase in self.phases if phase.parent is None and phase.initial)

    def lineage(self, path: str | None) -> tuple[str, ...]:
        """A phase's path and its ancestors', innermost first."""
        found = []
        while path is not None:
            found.append(path)
            path = self.by_path[path].parent
        return tuple(found)

    @cached_property
    def initial_child(self) -> Mapping[str, str]:
        """Compound phase -> the sub-phase where it begins."""
        return {phase.parent: phase.path for phase in reversed(self.phases) if phase.parent and phase.initial}

    def descent(self, path: str) -> tuple[str, ...]:
        """The phases entered when a row ends at `path`: itself, then initial children down to a leaf."""
        found = [path]
        while self.by_path[found[-1]].children:
            found.append(self.initial_child[found[-1]])
        return tuple(found)

    def rows_at(self, leaf: str) -> Iterator[Row]:
        """Every row that can be taken in a leaf, in the order tried: its own first, then the ancestors'."""
        refused: set[str | None] = set()
        for path in self.lineage(leaf):
            for row in self.rows_of[path]:
                if row.event in refused or (row.done and not self.is_end_of(leaf, path)):
                    continue
                if row.refuses and not row.guards:
                    refused.add(row.event)
                else:
                    yield row

    def refusals_at(self, leaf: str) -> dict[str | None, Row]:
        """Event -> the row that refuses it in a leaf, whatever the game and its settings."""
        rows = (row for path in self.lineage(leaf)[::-1] for row in self.rows_of[path][::-1])
        return {row.event: row for row in rows if row.refuses and not row.guards}

    @cached_property
    def gatherings(self) -> Mapping[str, Row]:
        """Leaf -> the row that gathers moves there."""
        return {row.source: row for row in self.rows if row.gathers is not None}

    def is_end_of(self, leaf: str, path: str) -> bool:
        """Whether a phase has ended when a leaf is reached."""
        return self.by_path[leaf].final and self.by_path[leaf].parent == path

    @cached_property
    def alternatives_at(self) -> Mapping[str, Mapping[str | None, tuple[Row, ...]]]:
        """Leaf -> event (or None) -> alternatives in the order tried. Sub-phases share what they inherit."""
        table: dict[str | None, dict[str | None, tuple[Row, ...]]] = {None: {}}
        special = {row.source for row in self.rows if row.done or row.refuses}
        for phase in self.phases:
            if not special.isdisjoint(self.lineage(phase.path)):
                found = by_event(self.rows_at(phase.path))
                table[phase.path] = {event: tuple(rows) for event, rows in found.items()}
                continue
            outer, own = table[phase.parent], by_event(self.rows_of[phase.path])
            joined = {event: (*rows, *outer.get(event, ())) for event, rows in own.items()}
            inherited = {event: rows for event, rows in outer.items() if event not in own}
            table[phase.path] = joined | inherited if own else outer
        return {leaf.path: table[leaf.path] for leaf in self.leaves}

    def alternatives(self, leaf: str, event: str | None) -> tuple[Row, ...]:
        """The alternatives for an event (or for no event) in a leaf, in the order tried."""
        return self.alternatives_at[leaf].get(event, ())

    def events_at(self, leaf: str) -> tuple[str, ...]:
        """The events that a leaf knows."""
        return tuple(event for event in self.alternatives_at[leaf] if event is not None)

    def landing(self, row: Row, leaf: str) -> str:
        """The leaf where a row taken in `leaf` ends."""
        return leaf if row.internal else self.descent(row.target)[-1]

    def after(self, row: Row, leaf: str) -> str:
        """The leaf where the flow is after a row was taken in `leaf` and the call, if it calls, has ended."""
        if row.calls is None:
            return self.landing(row, leaf)
        return self.landing(self.way_back(caller(leaf, row.id)), leaf)

    def crossing(self, row: Row, leaf: str, back: Sequence[Caller] = ()) -> tuple[Effect, ...]:
        """Everything that happens when a row is taken in `leaf`: exits, the row's effects, entries."""
        exits, entries = self.around(row, leaf, back)
        return (*exits, *row.effects, *entries)

    def around(self, row: Row, leaf: str, back: Sequence[Caller] = ()) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
        """What happens before the effects of a row that is taken in `leaf`, and what happens after them."""
        if row.internal:
            return (), ()
        domain = self.domain(row)
        left = () if row.calls else self.left(row, leaf, back)[0]
        ancestors = [path for path in self.lineage(row.target)[:0:-1] if path not in domain]
        entered = [*ancestors, *self.descent(row.target)]
        exits = tuple(effect for path in left for effect in self.by_path[path].exit)
        entries = tuple(effect for path in entered for effect in self.by_path[path].enter)
        return exits, entries

    def domain(self, row: Row) -> tuple[str, ...]:
        """The phases that stay active while a row is taken: the common proper ancestors of both ends."""
        if row.calls is not None:
            return self.lineage(row.calls)[1:]
        if row.inside:
            return self.lineage(row.source)
        target_ancestors = self.lineage(row.target)[1:]
        return tuple(path for path in self.lineage(row.source)[1:] if path in target_ancestors)

    # Calls

    @cached_property
    def row_by_id(self) -> Mapping[str, Row]:
        """Rows by their ids."""
        return {row.id: row for row in self.rows}

    @cached_property
    def called(self) -> frozenset[str]:
        """The phases that some row calls."""
        return frozenset(row.calls for row in self.rows if row.calls is not None)

    @cached_property
    def callers(self) -> Mapping[str, tuple[Caller, ...]]:
        """Phase -> everywhere that the flow can be suspended in while that phase runs."""
        found: dict[str, list[Caller]] = {path: [] for path in sorted(self.called)}
        for leaf in self.leaves if self.called else ():
            for row in self.rows_at(leaf.path):
                if row.calls is not None:
                    found[row.calls].append(caller(leaf.path, row.id))
        return {path: tuple(callers) for path, callers in found.items()}

    def called_by(self, waiting: Caller) -> str | None:
        """The phase that a caller waits for."""
        return self.row_by_id[waiting.row].calls

    def in_a_call(self, leaf: str) -> bool:
        """Whether callers may be suspended while the flow is in a leaf."""
        return not self.called.isdisjoint(self.lineage(leaf))

    def ended(self, leaf: str) -> str | None:
        """The phase that may have been called and has ended when a leaf is reached."""
        phase = self.by_path[leaf]
        return phase.parent if phase.final and phase.parent in self.called else None

    def way_back(self, waiting: Caller) -> Row:
        """The row that is taken when a caller's turn comes again: to `then`, or nowhere."""
        row = self.row_by_id[waiting.row]
        return Row(row.id, row.source, row.then or row.source, internal=row.then is None)

    def ways_back(self, leaf: str) -> tuple[tuple[Caller, str], ...]:
        """The callers that the flow may come back to when a leaf is reached, and where that ends."""
        ended = self.ended(leaf)
        callers = () if ended is None else self.callers[ended]
        return tuple((one, self.landing(self.way_back(one), one.phase)) for one in callers)

    def left(self, row: Row, leaf: str, back: Sequence[Caller]) -> tuple[list[str], tuple[Caller, ...]]:
        """The phases that a row leaves, in order, and the callers that stay suspended. A called phase that is left
        before its end takes its caller with it: suspended phases are left too, innermost first."""
        domain, waiting, here = self.domain(row), list(back), leaf
        left: list[str] = []
        while True:
            called = self.called_by(waiting[-1]) if waiting else None
            for path in self.lineage(here):
                if path in domain:
                    return left, tuple(waiting)
                left.append(path)
                if path == called:
                    break
            else:
                return left, tuple(waiting)
            here = waiting.pop().phase

    def back_after(self, row: Row, leaf: str, back: tuple[Caller, ...]) -> tuple[Caller, ...]:
        """The callers that are suspended after a row was taken in a leaf."""
        if row.calls is not None:
            return (*back, caller(leaf, row.id))
        return back if row.internal else self.left(row, leaf, back)[1]

    def comes_back(self, leaf: str, back: Sequence[Caller]) -> bool:
        """Whether the phase that was called last has ended with this leaf."""
        return bool(back) and self.called_by(back[-1]) == self.ended(leaf)

    @cached_property
    def fingerprint(self) -> str:
        """Changes exactly when structure that decides behaviour changes: not with names, sentences or docs."""
        from fsm.declaring.fingerprinting import fingerprint_of  # which reads charts

        return fingerprint_of(self)

    def reason_to_accept(self, defect: str, where: str) -> str:
        """The author's reason for accepting a defect of play, or ''."""
        return next((a.reason for a in self.accepts if defect == a.finding == MISSING_MOVE and a.where == where), "")

    def specialise(self, *verdicts: Mapping[str, bool]) -> "Chart":
        """The chart for settings under which the named static guards have these verdicts, or any of these: without
        rows that can never apply, guards that always hold, and phases that nobody reaches any more."""
        from fsm.declaring.specialising import specialised  # which makes charts

        return specialised(self, verdicts)


def by_event(rows: Iterable[Row]) -> dict[str | None, list[Row]]:
    """Rows by their event, each group in order."""
    found: dict[str | None, list[Row]] = {}
    for row in rows:
        found.setdefault(row.event, []).append(row)
    return found
