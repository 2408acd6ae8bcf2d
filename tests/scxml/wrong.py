"""Engines and hosts that get one thing wrong: each definition must fail on some of them, or it would test nothing."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from fsm import Flow
from fsm.chart import Chart, Effect, Phase, Row
from fsm.moves import event_of
from fsm.running.waiting import Waiting
from fsm.snapshot import Caller
from tests.scxml.host import Compiled, Host, engine_for
from tests.scxml.words import SIGNALS, Data, Sent, Signal

MOST_CONSEQUENCES = 50

# Charts that say something else


def with_rows(change: Callable[[Row], Row]) -> Callable[[Chart], Chart]:
    return lambda chart: replace(chart, rows=tuple(map(change, chart.rows)))


def with_phases(change: Callable[[Phase], Phase]) -> Callable[[Chart], Chart]:
    return lambda chart: replace(chart, phases=tuple(map(change, chart.phases)))


def without_rows(unwanted: Callable[[Row], bool]) -> Callable[[Chart], Chart]:
    return lambda chart: replace(chart, rows=tuple(row for row in chart.rows if not unwanted(row)))


def in_reverse(chart: Chart) -> Chart:
    """Every list of effects, from the last to the first."""
    phases = with_phases(lambda phase: replace(phase, enter=phase.enter[::-1], exit=phase.exit[::-1]))
    return phases(with_rows(lambda row: replace(row, effects=row.effects[::-1]))(chart))


def staying_leaves(row: Row) -> Row:
    return replace(row, internal=False)


def moving_stays(row: Row) -> Row:
    return replace(row, internal=row.internal or row.source == row.target)


def outside_in(chart: Chart) -> Chart:
    """A row from a phase into it does not leave it."""
    inside = with_rows(lambda row: replace(row, inside=row.source in chart.lineage(row.target)[1:]))
    return inside(chart)


def last_first(chart: Chart) -> Chart:
    """Of several phases, the last one is initial, or the first where that was the last. Final ones never are."""
    siblings: dict[str | None, list[Phase]] = {}
    for phase in chart.phases:
        if not phase.final:
            siblings.setdefault(phase.parent, []).append(phase)
    initial = {(group[0] if group[-1].initial else group[-1]).path for group in siblings.values()}
    return with_phases(lambda phase: replace(phase, initial=phase.path in initial))(chart)


class OuterFirst(Chart, frozen=True, dict=True):
    """Asks outer phases first."""

    @cached_property
    def alternatives_at(self) -> Mapping[str, Mapping[str | None, tuple[Row, ...]]]:
        right = Chart(**fields_of(self)).alternatives_at
        return {leaf: {event: by_depth(rows) for event, rows in found.items()} for leaf, found in right.items()}


Around = tuple[tuple[Effect, ...], tuple[Effect, ...]]


class LeavesBackwards(Chart, frozen=True, dict=True):
    """Leaves phases from the outside in."""

    def around(self, row: Row, leaf: str, back: Sequence[Caller] = ()) -> Around:
        exits, entries = super().around(row, leaf, back)
        return exits[::-1], entries


class EntersBackwards(Chart, frozen=True, dict=True):
    """Enters phases from the inside out."""

    def around(self, row: Row, leaf: str, back: Sequence[Caller] = ()) -> Around:
        exits, entries = super().around(row, leaf, back)
        return exits, entries[::-1]


class EntersFirst(Chart, frozen=True, dict=True):
    """Enters phases before it leaves others."""

    def around(self, row: Row, leaf: str, back: Sequence[Caller] = ()) -> Around:
        exits, entries = super().around(row, leaf, back)
        return entries, exits


class Forgetful(Chart, frozen=True, dict=True):
    """Abandons calls without leaving who called."""

    def left(self, row: Row, leaf: str, back: Sequence[Caller]) -> tuple[list[str], tuple[Caller, ...]]:
        left, waiting = super().left(row, leaf, back)
        callers = {caller.phase for caller in back}
        return [path for path in left if path not in callers], waiting


def fields_of(chart: Chart) -> dict[str, Any]:
    return {field: getattr(chart, field) for field in Chart.__struct_fields__}


def by_depth(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=lambda row: row.source.count(".")))


def as_a(kind: type[Chart]) -> Callable[[Chart], Chart]:
    return lambda chart: kind(**fields_of(chart))


WRONG_CHARTS: dict[str, Callable[[Chart], Chart]] = {
    "rows are tried from the last to the first": lambda chart: replace(chart, rows=chart.rows[::-1]),
    "outer rows are tried first": as_a(OuterFirst),
    "guards are not asked": with_rows(lambda row: replace(row, guards=())),
    "effects run from the last to the first": in_reverse,
    "enter effects do not run": with_phases(lambda phase: replace(phase, enter=())),
    "exit effects do not run": with_phases(lambda phase: replace(phase, exit=())),
    "effects of rows do not run": with_rows(lambda row: replace(row, effects=())),
    "phases are left from the outside in": as_a(LeavesBackwards),
    "phases are entered from the inside out": as_a(EntersBackwards),
    "phases are entered before others are left": as_a(EntersFirst),
    "a row that stays leaves": with_rows(staying_leaves),
    "a row to its own phase stays": with_rows(moving_stays),
    "a row into its own phase does not leave it": outside_in,
    "into leaves": with_rows(lambda row: replace(row, inside=False)),
    "nothing follows by itself": without_rows(lambda row: row.is_consequence),
    "phases are never done": without_rows(lambda row: row.done),
    "phases are done at once": with_rows(lambda row: replace(row, done=False)),
    "other phases are initial": last_first,
    "calls do not come back": with_rows(lambda row: replace(row, calls=None, then=None)),
    "callers are not left": as_a(Forgetful),
}


# Engines and hosts that do something else


def swallowing(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that goes on as if nothing had happened when it fails."""

    def run(game: Data, *move: Any) -> Any:
        try:
            return rule(game, *move)
        except Exception:
            return game

    run.__name__ = rule.__name__
    return run


class Careless(Compiled):
    """Is where a row leads although the step has failed, with what its effects have done."""

    def send(self, move: Signal) -> Any:
        try:
            return super().send(move)
        except Exception:
            row = self.engine.chart.alternatives(self.snapshot.phase, event_of(type(move)))[0]
            game = self.snapshot.game
            for effect in row.effects:
                given = (game, move) if "move" in effect.needs else (game,)
                game = swallowing(self.engine._rules[effect.name])(*given)
            self.snapshot = replace(self.snapshot, phase=self.engine.chart.landing(row, self.snapshot.phase), game=game)
            raise


class Stack(Host):
    """Takes the inner event that was raised last."""

    def put(self, sent: Sent) -> None:
        if sent.inner:
            self.inner.appendleft(sent)
        else:
            super().put(sent)


class OuterEventsFirst(Host):
    def put(self, sent: Sent) -> None:
        super().put(replace(sent, inner=not sent.inner))


class OneQueue(Host):
    def put(self, sent: Sent) -> None:
        super().put(replace(sent, inner=False))


class Impatient(Host):
    def put(self, sent: Sent) -> None:
        super().put(replace(sent, delay=0))


class Deaf(Host):
    """Takes no notice of failures."""

    def deliver(self, sent: Sent) -> None:
        before = len(self.inner)
        super().deliver(sent)
        while len(self.inner) > before:
            self.inner.pop()


class Stubborn(Host):
    """Tries events that no row answers again, as soon as another event was answered."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.unanswered: list[Sent] = []

    def deliver(self, sent: Sent) -> None:
        before = self.machine.snapshot
        super().deliver(sent)
        if self.machine.snapshot is before:
            self.unanswered.append(sent)
        else:
            self.outer.extend(self.unanswered)
            self.unanswered = []


class Careful(Host):
    """Never calls anything off."""

    def put(self, sent: Sent) -> None:
        if not sent.cancels:
            super().put(sent)


class Lossy(Host):
    """Delivers events without their data."""

    def deliver(self, sent: Sent) -> None:
        super().deliver(replace(sent, data=None, more=None))


class Mixing(Host):
    """Mixes up what events carry."""

    def deliver(self, sent: Sent) -> None:
        super().deliver(replace(sent, data=sent.more, more=sent.data))


class Confused(Host):
    """Delivers each event under the name of the next one."""

    def deliver(self, sent: Sent) -> None:
        names = list(SIGNALS)
        super().deliver(replace(sent, event=names[(names.index(sent.event) + 1) % len(names)]))


WRONG_HOSTS: tuple[type[Host], ...] = (
    *(Stack, OuterEventsFirst, OneQueue, Impatient, Deaf, Stubborn, Careful, Lossy, Mixing, Confused),
)

WRONG: tuple[str, ...] = (
    *WRONG_CHARTS,
    *(host.__name__ for host in WRONG_HOSTS),
    *("failures are swallowed", "a failed step is half done", "nothing is provided"),
)


class Unsuspecting(Waiting):
    """Takes every snapshot for a sound one, so that nobody stops what is wrong before it shows."""

    def trouble(self, snapshot: Any) -> str:
        return ""


def outcome(flow: type[Flow], given: dict[str, Any], wrong: str) -> str:
    """Where a definition ends if one thing is wrong."""
    engine = engine_for(flow, inline=False, most_consequences=MOST_CONSEQUENCES)
    if wrong in WRONG_CHARTS:
        engine.chart = engine.active_chart = WRONG_CHARTS[wrong](engine.chart)
    if wrong == "failures are swallowed":
        engine._rules = {name: swallowing(rule) for name, rule in engine._rules.items()}
    engine._waiting = Unsuspecting(engine.chart, engine._rules, engine.move_type)
    host = next((host for host in WRONG_HOSTS if host.__name__ == wrong), Host)
    machine = Careless if wrong == "a failed step is half done" else Compiled
    try:
        return host(engine, machine(engine, {} if wrong == "nothing is provided" else given)).run()
    except Exception:  # at the start, where no host can help
        return "an error"
