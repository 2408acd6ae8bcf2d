"""Why a move is refused: built only when it is, or when somebody asks `why`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import takewhile
from operator import itemgetter
from typing import Any

from fsm.chart import Chart, Guard, Row
from fsm.compiler.payload import complaint
from fsm.compiler.program import sure
from fsm.declaring.sentence_values import values_of
from fsm.errors import PhasebookError
from fsm.moves import Move, event_of
from fsm.reading import Rules
from fsm.running.sentences import Said, of_guard, of_phase, own, values_for
from fsm.snapshot import GuardReport, Refusal, RefusalKind, RowReport, Snapshot
from fsm.values.quoting import distinct_names, quoted
from fsm.values.sentences import filled

Placed = tuple[tuple[int, Guard], ...]
"""Guards of a row, with their places in it."""


class Verdicts(Mapping[str, bool]):
    """What the static guards of a chart say about some settings.

    Each is asked once, when it is first wanted: a static guard may presume the ones before it in its row.
    """

    def __init__(self, chart: Chart, rules: Rules, settings: Any) -> None:
        self._names = chart.static_guards
        self._rules = rules
        self._settings = settings
        self._known: dict[str, bool] = {}

    def __getitem__(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = sure(name, self._rules[name](self._settings))
        return self._known[name]

    def __contains__(self, name: object) -> bool:  # the inherited one would ask the guard
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class InForce:
    """What of a chart is in force under some settings, worked out phase by phase when it is wanted."""

    def __init__(self, chart: Chart, rules: Rules, settings: Any) -> None:
        self._chart = chart
        self._verdicts = Verdicts(chart, rules, settings)
        self._possible: dict[str, tuple[str, ...]] = {}
        self._asked: dict[tuple[str, str], tuple[Placed, ...]] = {}

    def possible(self, phase: str) -> tuple[str, ...]:
        """The events that a phase knows."""
        if phase not in self._possible:
            events = self._chart.events_at(phase)
            self._possible[phase] = tuple(event for event in events if self._has_rows(phase, event))
        return self._possible[phase]

    def _has_rows(self, phase: str, event: str) -> bool:
        """Whether a row is in force. A static guard that fails to answer forbids nothing here: `step` will tell."""
        try:
            return bool(self.asked(phase, event))
        except Exception:
            return True

    def asked(self, phase: str, event: str) -> tuple[Placed, ...]:
        """For each row in force, the guards that are left to ask, with their places in the row."""
        if (phase, event) not in self._asked:
            rows = takewhile(lambda row: not row.refuses, self._in_force(phase, event))
            self._asked[phase, event] = tuple(placed(row, static=False) for row in rows)
        return self._asked[phase, event]

    def refusing(self, phase: str, event: str) -> Row | None:
        """The first row in force that refuses an event, if there is one."""
        lineage = self._chart.lineage(phase)
        rows = (row for path in lineage for row in self._chart.rows_of[path] if row.event == event and row.refuses)
        return next((row for row in rows if self.forbidding(row) is None), None)

    def _in_force(self, phase: str, event: str) -> Iterator[Row]:
        """The rows in force that could answer an event, in the order tried."""
        return (row for row in self._chart.alternatives(phase, event) if self.forbidding(row) is None)

    def forbidding(self, row: Row) -> tuple[int, Guard] | None:
        """The static guard that puts a row out of force, with its place; None if the row is in force."""
        return first_unmet(placed(row, static=True), lambda guard: self._verdicts[guard.name] is not guard.negated)


class Reasons:
    """Explains one chart."""

    def __init__(self, chart: Chart, rules: Rules, move_type: Mapping[str, type[Move]]) -> None:
        self.chart = chart
        self.rules = rules
        self.move_type = move_type
        self.under = lru_cache(maxsize=64)(partial(InForce, chart, rules))

    # Refusals

    def refusal(self, snapshot: Snapshot[Any], move: Any) -> Refusal:
        """Why a move is refused, in a snapshot of this chart."""
        phase, in_force = snapshot.phase, self.in_force(snapshot.game)
        possible = in_force.possible(phase)

        def refuse(kind: RefusalKind, said: Said, guard: str | None = None) -> Refusal:
            return Refusal(kind, phase, move, said.message, guard, possible, said.code, said.values)

        if not self.knows(move):
            return refuse(RefusalKind.UNKNOWN, self.unknown(move))
        if trouble := complaint(move):
            return refuse(RefusalKind.MALFORMED, own("engine.malformed", **trouble))
        event = event_of(type(move))
        rows = self.chart.alternatives(phase, event)
        if rows and (row := in_force.refusing(phase, event)):  # no row before it applies, so its turn came
            return refuse(RefusalKind.IMPOSSIBLE, of_phase(row))
        if all(row.refuses for row in rows):
            return refuse(RefusalKind.IMPOSSIBLE, self.impossible(phase, event, possible))
        unmet = self.unmet(event, in_force, snapshot, move)
        return refuse(RefusalKind.GUARDED, of_guard(unmet, event, self.values(unmet, snapshot, move)), unmet.name)

    def impossible_refusal(self, phase: str, move: Move, possible: tuple[str, ...]) -> Refusal:
        """The refusal of a move in a phase as a seat sees it, which may be a phase with sub-phases."""
        said = self.impossible(phase, event_of(type(move)), possible)
        return Refusal(RefusalKind.IMPOSSIBLE, phase, move, said.message, None, possible, said.code, said.values)

    def knows(self, move: Any) -> bool:
        """Whether this is a move of this flow: of the very type, not of one that sends the same event."""
        return isinstance(move, Move) and self.move_type.get(event_of(type(move))) is type(move)

    def in_force(self, game: Any) -> InForce:
        """What is in force in a game."""
        settings = game.settings if self.chart.static_guards else None
        try:
            return self.under(settings)
        except TypeError:  # settings that cannot be hashed
            return InForce(self.chart, self.rules, settings)

    def unmet(self, event: str, in_force: InForce, snapshot: Snapshot[Any], move: Move) -> Guard:
        """The guard that names the reason.

        A row is in force when all its static guards hold. Of the rows in force, the one that got furthest names its
        first unmet guard: the one that stands last in its row; of equals, that of the row tried first. Only when no row
        is in force does a static guard name the reason: of the first unmet static guard of each row, the one that
        stands last in its row; of equals, that of the row tried first. A variant that is not played therefore never
        hides what is wrong with the move. Places are those of the whole chart, also in an engine of `for_settings`.
        """

        def holds(guard: Guard) -> bool:
            return self.holds(guard, snapshot, move)

        asked = in_force.asked(snapshot.phase, event)
        rows = [row for row in self.chart.alternatives(snapshot.phase, event) if not row.refuses]
        found = [first_unmet(guards, holds) for guards in asked] or [in_force.forbidding(row) for row in rows]
        reasons = [reason for reason in found if reason is not None]
        if len(reasons) < len(found):
            raise PhasebookError(f"{self.chart.name}: a guard of {event!r} changed its mind; guards must be pure.")
        return max(reasons, key=itemgetter(0))[1]

    def holds(self, guard: Guard, snapshot: Snapshot[Any], move: Move) -> bool:
        """Whether a guard is not in the way."""
        known = arguments(snapshot, move)
        answer = self.rules[guard.name](*(known[need] for need in guard.needs))
        return sure(guard.name, answer) is not guard.negated

    def values(self, guard: Guard, snapshot: Snapshot[Any], move: Move) -> dict[str, Any]:
        """The values that come with the sentence of a guard."""
        values = values_of(self.rules[guard.name])
        return values_for(guard.name, values, arguments(snapshot, move)) if values else {}

    # Reports

    def report(self, snapshot: Snapshot[Any], move: Any, *, to_a_player: bool = False) -> tuple[RowReport, ...]:
        """Every row that could answer a move, guard by guard. A move that is none, or malformed, is put to no guard."""
        if not self.knows(move) or complaint(move):
            return ()
        phase, event = snapshot.phase, event_of(type(move))
        last = self.chart.refusals_at(phase).get(event)
        rows = (*self.chart.alternatives(phase, event), *([last] if last is not None else []))
        row_report = self.row_report_to_a_player if to_a_player else self.row_report
        return tuple(row_report(row, snapshot, move) for row in rows)

    def row_report(self, row: Row, snapshot: Snapshot[Any], move: Move) -> RowReport:
        """One row. Every guard is asked, also those that `step` does not come to."""
        reports = tuple(self.guard_report(guard, snapshot, move) for guard in row.guards)
        return RowReport(row.id, row.target, all(report.holds for report in reports), reports)

    def row_report_to_a_player(self, row: Row, snapshot: Snapshot[Any], move: Move) -> RowReport:
        """One row without what a player may not know: secret guards, and those behind an unmet one, are not asked.

        A guard about the hand of the seat in turn may presume that it is asked in turn: else it tells of another's.
        """
        reports: list[GuardReport] = []
        for guard in row.guards:
            is_asked = not guard.secret and all(report.holds for report in reports)
            unknown = GuardReport(guard.name, filled(guard.sentence, {}), guard.negated, None, guard.secret)
            reports.append(self.guard_report(guard, snapshot, move) if is_asked else unknown)
        is_out, is_known = any(report.holds is False for report in reports), all(report.holds for report in reports)
        return RowReport(row.id, row.target, False if is_out else True if is_known else None, tuple(reports))

    def guard_report(self, guard: Guard, snapshot: Snapshot[Any], move: Move) -> GuardReport:
        """One guard, with its sentence as a refused player would read it."""
        holds = self.holds_perhaps(guard, snapshot, move)
        sentence = self.sentence(guard, holds, snapshot, move)
        return GuardReport(guard.name, sentence, guard.negated, holds, guard.secret)

    def sentence(self, guard: Guard, holds: bool | None, snapshot: Snapshot[Any], move: Move) -> str:
        """A guard's sentence, with its values if it is not met: they may presume that."""
        try:
            values = self.values(guard, snapshot, move) if holds is False else {}
        except Exception:  # its row is not the one that names the reason, and presumes what another denied
            values = {}
        return filled(guard.sentence, values)

    def holds_perhaps(self, guard: Guard, snapshot: Snapshot[Any], move: Move) -> bool | None:
        """As `holds`, for a guard that may presume what another guard or row denied: then nobody can tell."""
        try:
            return self.holds(guard, snapshot, move)
        except Exception:
            return None

    # Sentences

    def unknown(self, move: Any) -> Said:
        """What to say to something that is no move of this flow."""
        name, known = self.chart.name, list(self.move_type)
        if isinstance(move, Move):
            event = event_of(type(move))
            if event not in self.move_type:
                return own("engine.unknown", flow=name, sent=repr(event), possible=known)
            mine, other = distinct_names(self.move_type[event], type(move))
            return own("engine.other_type", flow=name, event=event, known=mine, sent=other)
        return own("engine.no_move", sent=quoted(move), example=self.example(move), possible=known)

    def example(self, sent: Any) -> str:
        """How a move is written: the one that was meant, if that can be guessed, or the first."""
        kind = next((kind for event, kind in self.move_type.items() if sent in (event, kind.__name__, kind)), None)
        kind = kind or next(iter(self.move_type.values()), Move)
        return f"{kind.__name__}({', '.join(f'{name}=...' for name in kind.__struct_fields__)})"

    def impossible(self, phase: str, event: str, possible: tuple[str, ...]) -> Said:
        """The author's sentence for an event that a phase does not know, or one of ours."""
        lineage = self.chart.lineage(phase)
        for path in lineage:
            for row in self.chart.rows_of[path]:
                if row.refuses and row.event == event and not row.guards:
                    return of_phase(row)
            for remark in self.chart.refusals:
                if remark.phase == path and remark.event == event:
                    return of_phase(remark)
        names = " › ".join(self.chart.by_path[path].name for path in reversed(lineage))
        return own("engine.impossible", event=event, phase=names, possible=list(possible))


def arguments(snapshot: Snapshot[Any], move: Move) -> dict[str, Any]:
    """What rules can ask for."""
    game = snapshot.game
    known = {"game": game, "move": move, "settings": getattr(game, "settings", None)}
    return known | {"back": snapshot.back, "chosen": snapshot.chosen}


def placed(row: Row, *, static: bool) -> Placed:
    """The static guards of a row, or the others."""
    return tuple((place, guard) for place, guard in enumerate(row.guards) if guard.is_static is static)


def first_unmet(guards: Placed, holds: Callable[[Guard], bool]) -> tuple[int, Guard] | None:
    """The first guard that does not hold, with its place."""
    for place, guard in guards:
        if not holds(guard):
            return place, guard
    return None


def legal_values(names: Iterable[str], intro: str = "possible:") -> str:
    """The legal values, for an error message."""
    return f"{intro} {', '.join(names) or 'nothing'}."
