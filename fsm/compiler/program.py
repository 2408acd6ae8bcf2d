"""Generates, compiles and links the functions of a chart; and what these call beside the rules."""

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import finalize

import msgspec

from fsm.chart import Chart
from fsm.compiler.consequences import MOST_CONSEQUENCES, endless
from fsm.compiler.dialects import Dialect, Plain, Traced
from fsm.compiler.legality import asks_what_waits
from fsm.compiler.linking import Function, Functions, compiled, forget, linked, register
from fsm.compiler.source import Helpers
from fsm.compiler.writer import Writer
from fsm.errors import RuleError
from fsm.moves import Move, event_of
from fsm.reading import Rules
from fsm.snapshot import Snapshot, Trace, WithNews
from fsm.values.quoting import distinct_names, quoted


class Program(msgspec.Struct, frozen=True, weakref=True):
    """The generated functions of one engine. As long as it lives, tracebacks show their source.

    One that was compiled without the traced dialect has no `traced_acts`, and None for `traced_begin`.
    """

    acts: Mapping[str, Mapping[type[Move], Function]]
    traced_acts: Mapping[str, Mapping[type[Move], Function]]
    legal: Mapping[str, Function]
    begin: Function
    traced_begin: Function | None
    settle: Function
    """`settle(snapshot)`: the snapshot after all consequences."""
    source: str
    asks_what_waits: bool
    """What is legal depends on the whole snapshot, not only on the game in it."""


def compile_chart(
    chart: Chart,
    rules: Rules,
    moves: Sequence[type[Move]],
    game_type: type,
    refuse: Function,
    most_consequences: int = MOST_CONSEQUENCES,
    inline: bool = True,
    dialects: Sequence[type[Dialect]] = (Plain, Traced),
) -> Program:
    """Generate, compile and link the functions of a chart."""
    helpers = helpers_of(chart, game_type, refuse, most_consequences)
    events = {event_of(move_type): move_type for move_type in moves}
    writer = Writer(chart, rules, events, helpers, most_consequences, inline, dialects)
    writer.write()
    parts = writer.source.parts()
    filename = register(chart.name, source := "".join(parts))
    made = linked(compiled(parts, filename), writer.source.names, writer.source.homes)
    functions = {key: made[name] for key, name in writer.source.names.functions.items()}
    writer.fill_tables(functions)
    program = Program(
        acts=by_leaf_and_move(functions, events, chart, Plain.mark),
        traced_acts=by_leaf_and_move(functions, events, chart, Traced.mark) if Traced in dialects else {},
        legal={leaf.path: functions[Plain.mark, "legal moves", leaf.path] for leaf in chart.leaves},
        begin=functions[Plain.mark, "begin"],
        traced_begin=functions.get((Traced.mark, "begin")),
        settle=settler(chart, functions[Plain.mark, "settle"]),
        asks_what_waits=asks_what_waits(chart),
        source=source,
    )
    finalize(program, forget, filename)
    return program


def helpers_of(chart: Chart, game_type: type, refuse: Function, most_consequences: int) -> Helpers[Any]:
    """What the generated functions of a chart use beside its rules."""
    return Helpers(
        snapshot_type=Snapshot,
        game_type=game_type,
        refuse=refuse,
        bad_guard=bad_guard,
        sure=sure,
        without_news=news_unpacker(chart, game_type),
        endless=stopper(chart, most_consequences),
    )


def by_leaf_and_move(
    functions: Functions, events: Mapping[str, type[Move]], chart: Chart, mark: str
) -> dict[str, dict[type[Move], Function]]:
    """What events do in one dialect: leaf -> move type -> generated function."""
    found: dict[str, dict[type[Move], Function]] = {}
    for leaf in chart.leaves:
        known = chart.events_at(leaf.path)
        found[leaf.path] = {events[event]: functions[mark, "step", leaf.path, event] for event in known}
    return found


def settler(chart: Chart, settle: Function) -> Function:
    """`settle` as others call it. Where nothing follows, moves that were chosen are kept."""

    def settled(snapshot: Snapshot[Any]) -> Snapshot[Any]:
        state = (snapshot.game, snapshot.back) if chart.called else (snapshot.game,)
        rest: Snapshot[Any] = settle(snapshot.phase, *state)
        is_same = rest.phase == snapshot.phase and rest.game is snapshot.game and rest.back == snapshot.back
        return snapshot if is_same else rest

    return settled


def bad_guard(name: str, answer: Any) -> None:
    """A guard answered with something that is neither True nor False."""
    raise RuleError(f"guard {name!r} returned {quoted(answer)}; a guard must return True or False.")


def sure(name: str, answer: Any, trace: Trace | None = None) -> bool:
    """The answer of a guard, if it is one."""
    if trace is not None:
        trace.guards.add((name, answer is True))
    if answer is not True and answer is not False:
        bad_guard(name, answer)
    return answer is True


def none_or(name: str) -> str:
    """A type as its value is written, where there is only one."""
    return "None" if name == "NoneType" else name


def news_unpacker(chart: Chart, game_type: type) -> Function:
    """For effects that did not return a bare game: unpack their news, or say what is wrong."""

    def without_news(answer: Any, effect: str, trace: Trace | None = None) -> Any:
        if isinstance(answer, WithNews) and type(answer.game) is game_type:
            if trace is not None:
                trace.news.extend(answer.news)
            return answer.game
        wanted, wrong = distinct_names(game_type, type(answer.game if isinstance(answer, WithNews) else answer))
        raise RuleError(f"effect {effect!r} of {chart.name} returned {none_or(wrong)}; an effect must return {wanted}.")

    return without_news


def stopper(chart: Chart, most: int) -> Function:
    """For consequences that do not come to an end."""

    def stop(trail: list[str]) -> None:
        raise endless(chart.name, trail, most)

    return stop
