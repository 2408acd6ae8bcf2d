"""The shorter functions of an engine of `for_settings`, which are right for its own settings only.

A snapshot with other settings, and a step that ends with other settings, are left to the whole engine. To look
takes next to no time: a game hands the same settings object on from step to step, so settings are compared once a
game and recognised by identity from then on. Seats are answered by the whole engine.
"""

from collections.abc import Callable
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from fsm.chart import Chart
from fsm.compiler.dialects import Dialect
from fsm.compiler.program import Program, compile_chart
from fsm.moves import Move
from fsm.running.dispatch import NOT_OURS, Acts, Legal, LegalMoves, Step
from fsm.running.rolling import roller
from fsm.snapshot import Caller, G, Refusal, Snapshot

if TYPE_CHECKING:
    from fsm.engine import Engine

M = TypeVar("M", bound=Move)
Key = TypeVar("Key")
Made = TypeVar("Made")


MOST_KEPT = 64
"""Engines for settings, and programs of charts, that are kept for the next time they are wanted."""


def kept(made: dict[Key, Made], key: Key, make: Callable[[], Made]) -> Made:
    """What was made for a key the last time, or is made now; the oldest of too many is given up."""
    if key not in made:
        if len(made) >= MOST_KEPT:
            del made[next(iter(made))]
        made[key] = make()
    return made[key]


def twin_of(whole: "Engine[G, M]", settings: Any) -> "Engine[G, M]":
    """An engine for some settings."""
    return kept(whole._twins, settings, partial(copy_for, whole, settings))


def program_of(whole: "Engine[Any]", chart: Chart, dialects: tuple[type[Dialect], ...]) -> Program:
    """The program of a flow's chart, whole or for some settings, in some dialects.

    To compile takes as long as to play for a while, and many settings leave the same chart: a target score, say,
    decides no row.
    """
    given = whole._rules, whole.moves, whole.game_type, whole._refuse, whole.most_consequences, whole._inline
    return kept(whole._programs, (chart, dialects), partial(compile_chart, chart, *given, dialects))


def copy_for(whole: "Engine[G, M]", settings: Any) -> "Engine[G, M]":
    """A copy of an engine whose functions are compiled for some settings."""
    twin = copy(whole)
    for name in ("_functions", "step", "legal_moves", "step_traced", "rollout"):
        vars(twin).pop(name, None)
    twin._settled = settings
    twin.active_chart = whole.chart_for(settings)
    return twin


def settled_functions(engine: "Engine[Any]", program: Program) -> dict[str, Callable[..., Any]]:
    """`step`, `legal_moves` and `step_traced` of an engine for its settings, whose chart the program is of."""
    whole, chart = engine._whole._functions, engine.active_chart
    step = specialised_stepper(program.acts, engine._settled, whole["step"])
    if engine.chart.called:
        callers = frozenset(caller for known in chart.callers.values() for caller in known)
        step = among_callers(callers, step, whole["step"])
    own = {"step": step, "rollout": roller(engine)}
    if engine._program.asks_what_waits:
        return whole | own
    legal = {path: find for path, find in program.legal.items() if is_in_order(engine.chart, chart, path)}
    listed = specialised_lister(legal, engine.game_type, engine._settled, whole["legal_moves"])
    return whole | own | {"legal_moves": listed}


def is_in_order(whole: Chart, active: Chart, phase: str) -> bool:
    """Whether the chart in force names the events of a phase in the order of the whole one."""
    events = active.events_at(phase)
    return [event for event in whole.events_at(phase) if event in events] == list(events)


def specialised_stepper(acts: Acts, own: Any, whole: Step) -> Step:
    """`step` of an engine for its own settings."""
    known = own

    def step(snapshot: Snapshot[Any], move: Move, seat: Any = ...) -> Snapshot[Any] | Refusal:
        nonlocal known
        if seat is not ...:
            return whole(snapshot, move, seat)
        try:
            settings = snapshot.game.settings
            act = acts[snapshot.phase][move.__class__]
        except NOT_OURS:
            return whole(snapshot, move)
        if settings is not known:
            if settings != own:
                return whole(snapshot, move)
            known = settings
        answer = None
        try:
            answer = act(snapshot, move)
            if answer.game.settings is settings:  # others, though equal, may have been changed and changed back
                return answer  # type: ignore[no-any-return]  # generated code
        except Exception:  # a refusal has no game; a rule may fail because settings that changed on the way went unseen
            if answer.__class__ is Refusal:
                return answer
        return whole(snapshot, move)

    return step


def among_callers(callers: frozenset[Caller], step: Step, whole: Step) -> Step:
    """A specialised `step` for flows that call: it answers while only these callers wait.

    Another may wait in a phase that these settings do not lead to, if the settings have changed since it called.
    """

    def step_among(snapshot: Snapshot[Any], move: Move, seat: Any = ...) -> Snapshot[Any] | Refusal:
        try:
            is_known = callers.issuperset(snapshot.back)
        except NOT_OURS:
            is_known = False
        return step(snapshot, move, seat) if is_known else whole(snapshot, move, seat)

    return step_among


def specialised_lister(legal: Legal, game_type: type, own: Any, whole: LegalMoves) -> LegalMoves:
    """`legal_moves` of an engine for its own settings."""
    known = own

    def legal_moves(snapshot: Snapshot[Any], seat: Any = ...) -> list[Any]:
        nonlocal known
        if seat is not ...:
            return whole(snapshot, seat)
        try:
            game = snapshot.game
            settings, find = game.settings, legal[snapshot.phase]
        except NOT_OURS:
            return whole(snapshot)
        if settings is not known:
            if settings != own:
                return whole(snapshot)
            known = settings
        return find(game) if game.__class__ is game_type else whole(snapshot)

    return legal_moves
