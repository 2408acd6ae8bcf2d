"""From a chart to plain Python: the work that an interpreter does on every event, done once.

For each leaf and event one function is generated: payload check, guards in order (not asked again where known),
effects, the next snapshot. Tracebacks show the generated lines; `Program.source` holds them all.

Three variants come from the same emitter, so they cannot disagree: `step` (fast), `step_traced` (the same, noting rows,
guard outcomes and domain events in a `Trace`) and the legality of candidates.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import finalize

import msgspec

from fsm.chart import Chart
from fsm.compiler.consequences import MOST_CONSEQUENCES, endless
from fsm.compiler.linking import compiled, forget, linked, register
from fsm.compiler.writer import Act, Functions, Writer
from fsm.errors import RuleError
from fsm.moves import Move, event_of
from fsm.reading import Rules
from fsm.snapshot import Snapshot, Trace, WithNews
from fsm.values.quoting import distinct_names


class Program(msgspec.Struct, frozen=True, weakref=True):
    """The generated functions of one engine. As long as it lives, tracebacks show their source."""

    acts: Mapping[str, Mapping[type[Move], Act]]
    traced_acts: Mapping[str, Mapping[type[Move], Act]]
    legal: Mapping[str, Act]
    begin: Act
    traced_begin: Act
    settle: Act
    source: str


def compile_chart(
    chart: Chart,
    rules: Rules,
    moves: Sequence[type[Move]],
    game_type: type,
    refuse: Act,
    most_consequences: int = MOST_CONSEQUENCES,
    inline: bool = True,
) -> Program:
    """Generate, compile and link the functions of a chart."""
    common = {
        "Snapshot": Snapshot,
        "Game": game_type,
        "refuse": refuse,
        "bad_guard": bad_guard,
        "sure": sure,
        "without_news": news_unpacker(chart, game_type),
        "endless": stopper(chart, most_consequences),
    }
    events = {event_of(move_type): move_type for move_type in moves}
    writer = Writer(chart, rules, events, common, most_consequences, inline)
    blocks = writer.module()
    source = "".join(blocks)
    filename = register(chart.name, source)
    made = linked(compiled(blocks, filename), writer.names, writer.homes)
    functions = {key: made[name] for key, name in writer.names.functions.items()}
    writer.fill_tables(functions)
    program = Program(
        acts=table(functions, events, chart, "step"),
        traced_acts=table(functions, events, chart, "step_traced"),
        legal={leaf.path: functions["legal moves", leaf.path] for leaf in chart.leaves},
        begin=functions["begin", False],
        traced_begin=functions["begin", True],
        settle=functions["settle", False],
        source=source,
    )
    finalize(program, forget, filename)
    return program


def table(
    functions: Functions, events: Mapping[str, type[Move]], chart: Chart, kind: str
) -> dict[str, dict[type[Move], Act]]:
    """Leaf -> move type -> generated function."""
    return {
        leaf.path: {events[event]: functions[kind, leaf.path, event] for event in chart.events_at(leaf.path)}
        for leaf in chart.leaves
    }


def bad_guard(name: str, answer: Any) -> None:
    """A guard answered with something that is neither True nor False."""
    raise RuleError(f"guard {name!r} returned {answer!r}; a guard returns True or False.")


def sure(name: str, answer: Any, trace: Trace | None = None) -> bool:
    """The answer of a guard, if it is one."""
    if trace is not None:
        trace.guards.add((name, answer is True))
    if answer is not True and answer is not False:
        bad_guard(name, answer)
    return answer is True


def news_unpacker(chart: Chart, game_type: type) -> Act:
    """For effects that did not return a bare game: unpack their news, or say what is wrong."""

    def without_news(answer: Any, effect: str, trace: Trace | None = None) -> Any:
        if isinstance(answer, WithNews) and type(answer.game) is game_type:
            if trace is not None:
                trace.news.extend(answer.news)
            return answer.game
        wanted, wrong = distinct_names(game_type, type(answer.game if isinstance(answer, WithNews) else answer))
        raise RuleError(f"effect {effect!r} of {chart.name} returned {wrong}; an effect returns {wanted}.")

    return without_news


def stopper(chart: Chart, most: int) -> Act:
    """For consequences that do not come to rest."""

    def stop(trail: list[str]) -> None:
        raise endless(chart.name, trail, most)

    return stop
