"""From a chart to plain Python: the work that an interpreter does on every event, done once.

For each leaf and event one function is generated: payload check, guards in order (not asked again where known),
effects, the next snapshot. Tracebacks show the generated lines; `Program.source` holds them all.

Three variants come from the same emitter, so they cannot disagree: `step` (fast), `play` (the same, noting arrows,
guard outcomes and domain events in a `Trace`) and the legality of candidates.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from typing import Any

import msgspec

from fsm.branching import Body, Question, shared_prefix
from fsm.chart import Arrow, Chart, Effect, Guard
from fsm.errors import RuleError
from fsm.inline import inlined
from fsm.moves import Move, event_of
from fsm.payload import payload_check
from fsm.reading import Rules
from fsm.snapshot import Snapshot, Told, Trace, telling_of

MOST_CONSEQUENCES = 10_000
"""More consequences of one move than a game needs: beyond this, an engine takes them for a cycle."""

FEW_CONSEQUENCES = 2
"""Rows of consequences that are short enough to be written wherever they follow."""

Act = Callable[..., Any]


class Program(msgspec.Struct, frozen=True):
    """The generated functions of one engine."""

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
) -> Program:
    """Generate, compile and link the functions of a chart."""
    writer = Writer(chart, rules, {event_of(move_type): move_type for move_type in moves})
    source = writer.module()
    filename = f"phasebook:{chart.name}"
    space = linkage(chart, rules, moves, game_type, refuse) | {
        "MOST": most_consequences,
        "__name__": filename,
        "__loader__": Loader(source),
    }
    space |= writer.names
    exec(compile(source, filename, "exec"), space)  # the source is ours: names are identifiers, strings are repr()s
    return Program(
        acts=writer.table(space, "act"),
        traced_acts=writer.table(space, "traced"),
        legal={path: space[f"legal_{index}"] for path, index in writer.number.items()},
        begin=space["begin"],
        traced_begin=space["begin_traced"],
        settle=space["settle"],
        source=source,
    )


class Loader:
    """Hands the generated source to tracebacks: `linecache` asks the `__loader__` of a function's globals."""

    def __init__(self, source: str) -> None:
        self.source = source

    def get_source(self, _: str) -> str:
        """The source, as loaders of real modules give it."""
        return self.source


def linkage(chart: Chart, rules: Rules, moves: Sequence[type[Move]], game_type: type, refuse: Act) -> dict[str, Any]:
    """The names that generated code uses."""
    space: dict[str, Any] = {f"rule_{name}": rule for name, rule in rules.items()}
    space |= {f"telling_{name}": telling_of(rule) for name, rule in rules.items()}
    for move_type in moves:
        space[f"kind_{event_of(move_type)}"] = move_type
        space[f"candidates_{event_of(move_type)}"] = move_type.candidates
        space.update(payload_check(move_type).names)
    return space | {
        "Snapshot": Snapshot,
        "Game": game_type,
        "refuse": refuse,
        "bad_guard": bad_guard,
        "untold": opener_of_news(chart, game_type),
        "endless": endless(chart),
    }


def bad_guard(name: str, answer: Any) -> None:
    """A guard answered with something that is neither True nor False."""
    raise RuleError(f"guard {name!r} returned {answer!r}; a guard returns True or False.")


def opener_of_news(chart: Chart, game_type: type) -> Act:
    """For effects that did not return a bare game: unpack what they tell, or say what is wrong."""

    def untold(answer: Any, effect: str, trace: Trace | None = None) -> Any:
        if isinstance(answer, Told) and type(answer.game) is game_type:
            if trace is not None:
                trace.news.extend(answer.news)
            return answer.game
        wrong = type(answer.game if isinstance(answer, Told) else answer).__name__
        raise RuleError(f"effect {effect!r} of {chart.name} returned {wrong}; an effect returns {game_type.__name__}.")

    return untold


def endless(chart: Chart) -> Act:
    """For consequences that do not come to rest: name the phases they run through."""

    def fail(trail: list[str]) -> None:
        start = trail[-1]
        back = next((i for i in range(len(trail) - 2, -1, -1) if trail[i] == start), 0)
        circle = " -> ".join(trail[back:])
        raise RuleError(
            f"{chart.name}: consequences without end: {circle}; a guard on one of these rows must turn False."
        )

    return fail


class Writer:
    """Writes the module of one chart."""

    def __init__(self, chart: Chart, rules: Rules, moves: Mapping[str, type[Move]]) -> None:
        self.chart = chart
        self.rules = rules
        self.names: dict[str, Any] = {}
        self.moves = moves
        self.questions: dict[tuple[str, bool], Question] = {}
        self.listers = {event: self.lister(event) for event in moves}
        self.lines: list[str] = []
        self.depth = 0
        self.number = {leaf.path: index for index, leaf in enumerate(chart.leaves)}
        self.restless = {leaf.path for leaf in chart.leaves if chart.rows(leaf.path, None)}
        self.circling = circling_leaves(chart)

    # The module

    def module(self) -> str:
        """The whole source."""
        for traced in (False, True):
            for leaf in self.chart.leaves:
                for event in self.chart.events_at(leaf.path):
                    self.act(leaf.path, event, traced)
                if leaf.path in self.restless:
                    self.then(leaf.path, traced)
            self.settle(traced)
            self.begin(traced)
        for leaf in self.chart.leaves:
            self.listing(leaf.path)
        return "\n".join(self.lines) + "\n"

    def table(self, space: Mapping[str, Any], kind: str) -> dict[str, dict[type[Move], Act]]:
        """Leaf -> move type -> generated function."""
        return {
            path: {self.moves[e]: space[f"{kind}_{i}_{e}"] for e in self.chart.events_at(path)}
            for path, i in self.number.items()
        }

    def write(self, line: str) -> None:
        """One line, indented."""
        self.lines.append("    " * self.depth + line)

    def question(self, guard: Guard, traced: bool) -> Question:
        """A guard as an expression, worked out once."""
        known = self.questions.get((guard.name, traced))
        if known is None:
            known = self.questions[guard.name, traced] = self.asked(guard, traced)
        return known

    def asked(self, guard: Guard, traced: bool) -> Question:
        """A guard written out where that is faster, called where tools want to see it called."""
        arguments = ["game.settings" if need == "settings" else need for need in guard.needs]
        inline = None if traced else inlined(guard.name, self.rules[guard.name], *arguments)
        if inline is None:
            return Question(f"rule_{guard.name}({', '.join(arguments)})")
        self.names.update(inline.names)
        return Question(f"({inline.expression})", f"  # {guard.name}", inline.is_certain)

    # Functions

    def act(self, leaf: str, event: str, traced: bool) -> None:
        """`act_N_event(snapshot, move)`: what an event does in a leaf."""
        kind, extra = ("traced", ", trace") if traced else ("act", "")
        self.write(f"def {kind}_{self.number[leaf]}_{event}(snapshot, move{extra}):  # {leaf}")
        self.depth += 1
        self.write("game = snapshot.game")
        checks = ["game.__class__ is not Game", *payload_check(self.moves[event]).failures]
        self.write(f"if {' or '.join(checks)}: return refuse(snapshot, move)")
        body = Body(self, lambda arrow: self.take(arrow, leaf, traced), traced)
        if not body.rows(self.chart.rows(leaf, event)):
            self.write("return refuse(snapshot, move)")
        self.depth -= 1

    def take(self, arrow: Arrow, leaf: str, traced: bool, settled: bool = False) -> None:
        """An arrow is taken: everything that happens, then the next snapshot."""
        self.cross(arrow, leaf, traced)
        self.arrive(self.chart.landing(arrow, leaf), traced, settled)

    def cross(self, arrow: Arrow, leaf: str, traced: bool) -> None:
        """Everything that happens on the way of an arrow."""
        if traced:
            self.write(f"trace.arrows.append({arrow.id!r})")
        self.effects(self.chart.crossing(arrow, leaf), traced)

    def arrive(self, leaf: str, traced: bool, settled: bool = False) -> None:
        """A game has reached a leaf: give its snapshot, after the consequences that follow there.

        A consequence or two are written out on the spot, once; more of them are called.
        """
        suffix, extra = variant(traced)
        if leaf in self.circling:
            self.write(f"return settle{suffix}({leaf!r}, game{extra})")
        elif leaf not in self.restless:
            self.write(f"return Snapshot({leaf!r}, game)")
        elif settled or len(self.chart.rows(leaf, None)) > FEW_CONSEQUENCES:
            self.write(f"return rest{suffix}_{self.number[leaf]}(game{extra})")
        else:
            self.rest(leaf, traced)

    def rest(self, leaf: str, traced: bool) -> None:
        """The consequences of a leaf, or the snapshot of resting there."""
        body = Body(self, lambda arrow: self.take(arrow, leaf, traced, settled=True), traced)
        if not body.rows(self.chart.rows(leaf, None)):
            self.write(f"return Snapshot({leaf!r}, game)")

    def effects(self, effects: Iterable[Effect], traced: bool) -> None:
        """Effects in order, each checked to have returned a game."""
        for effect in effects:
            self.write(f"game = {'telling' if traced else 'rule'}_{effect.name}({', '.join(effect.needs)})")
            self.write(
                f"if game.__class__ is not Game: game = untold(game, {effect.name!r}{', trace' if traced else ''})"
            )

    def then(self, leaf: str, traced: bool) -> None:
        """The consequence that applies in a leaf.

        `rest_N(game)` goes straight on to the snapshot where consequences end. `then_N(game)`, for leaves that
        consequences can come back to, gives (leaf, game) or None to rest there, so that `settle` can count.
        """
        circling = leaf in self.circling
        kind, (suffix, extra) = "then" if circling else "rest", variant(traced)
        self.write(f"def {kind}{suffix}_{self.number[leaf]}(game{extra}):  # {leaf}")
        self.depth += 1

        def happen(arrow: Arrow) -> None:
            self.cross(arrow, leaf, traced)
            self.write(f"return {self.chart.landing(arrow, leaf)!r}, game")

        if not circling:
            self.rest(leaf, traced)
        elif not Body(self, happen, traced).rows(self.chart.rows(leaf, None)):
            self.write("return None")
        self.depth -= 1

    def settle(self, traced: bool) -> None:
        """`settle(phase, game)`: consequences until none applies, from any phase."""
        suffix, extra = variant(traced)
        for table, kind, leaves in (
            ("THEN", "then", self.circling),
            ("REST", "rest", self.restless - self.circling),
        ):
            entries = (f"{path!r}: {kind}{suffix}_{i}" for path, i in self.number.items() if path in leaves)
            self.write(f"{table}{suffix} = {{{', '.join(entries)}}}")
        self.write(f"def settle{suffix}(phase, game{extra}):")
        self.depth += 1
        for line in (
            "trail = []",
            "for _ in range(MOST):",
            f"    then = THEN{suffix}.get(phase)",
            "    if then is None:",
            f"        rest = REST{suffix}.get(phase)",
            f"        return Snapshot(phase, game) if rest is None else rest(game{extra})",
            f"    following = then(game{extra})",
            "    if following is None: return Snapshot(phase, game)",
            "    trail.append(phase)",
            "    phase, game = following",
            "endless(trail)",
        ):
            self.write(line)
        self.depth -= 1

    def begin(self, traced: bool) -> None:
        """`begin(game)`: the first snapshot of a game."""
        suffix, extra = variant(traced)
        self.write(f"def begin{suffix}(game{extra}):")
        self.depth += 1
        descent = self.chart.descent(self.chart.initial.path)
        self.effects((effect for path in descent for effect in self.chart.by_path[path].enter), traced)
        self.arrive(descent[-1], traced)
        self.depth -= 1

    # Legality

    def listing(self, leaf: str) -> None:
        """`legal_N(game)`: the moves that some row of the leaf accepts, in the order of its events."""
        events = self.chart.events_at(leaf)
        guarded = [event for event in events if not self.moves[event].exact]
        for event in guarded:
            self.legal(leaf, event)
        self.write(f"def legal_{self.number[leaf]}(game):  # {leaf}")
        self.depth += 1
        self.write("found = []")
        for event in events:
            call = f"legal_{self.number[leaf]}_{event}(game, found)"
            self.write(call if event in guarded else f"found += {self.listers[event]}")
        self.write("return found")
        self.depth -= 1

    def lister(self, event: str) -> str:
        """The candidates of an event as an expression, written out where that is possible."""
        candidates = self.moves[event].candidates
        given = list(signature(candidates).parameters)
        found = ["found"] if "found" in given else []
        rule, plain = getattr(candidates, "__func__", candidates), given[1:] == found
        inline = inlined(f"candidates_{event}", rule, f"kind_{event}", "game", *found) if plain else None
        if inline is None:
            return f"candidates_{event}({', '.join(['game', *(f'{name}={name}' for name in found)])})"
        self.names.update(inline.names)
        return f"({inline.expression})"

    def legal(self, leaf: str, event: str) -> None:
        """`legal_N_event(game, found)`: adds the candidates that some row accepts."""
        rows = self.chart.rows(leaf, event)
        self.write(f"def legal_{self.number[leaf]}_{event}(game, found):  # {leaf}")
        self.depth += 1
        if any("move" in guard.needs for row in rows for guard in row.guards):
            self.one_by_one(event, rows)
        else:
            self.all_or_none(event, rows)
        self.depth -= 1

    def all_or_none(self, event: str, rows: tuple[Arrow, ...]) -> None:
        """No guard looks at the payload: one decision for all candidates."""
        accept = f"found += {self.listers[event]}"
        Body(self, lambda _: self.write(f"{accept}; return"), traced=False).rows(rows)

    def one_by_one(self, event: str, rows: tuple[Arrow, ...]) -> None:
        """Guards that every row asks first and that do not look at the payload are asked once, outside the loop."""
        shared = shared_prefix(rows)
        body = Body(self, lambda _: self.write("found.append(move); continue"), traced=False)
        for guard in shared:
            self.write(f"if {body.ask(guard)} is not {not guard.negated}:")
            self.write(f"    if {body.complain(guard)}")
            self.write("    return")
        self.write(f"for move in {self.listers[event]}:")
        self.depth += 1
        body.rows(tuple(msgspec.structs.replace(row, guards=row.guards[len(shared) :]) for row in rows))
        self.depth -= 1


def variant(traced: bool) -> tuple[str, str]:
    """What the traced functions have more: in their names, and among their arguments."""
    return ("_traced", ", trace") if traced else ("", "")


def circling_leaves(chart: Chart) -> set[str]:
    """The leaves that consequences can lead back to."""
    after = {
        leaf.path: {chart.landing(arrow, leaf.path) for arrow in chart.rows(leaf.path, None)} for leaf in chart.leaves
    }

    def reached(leaf: str) -> set[str]:
        found: set[str] = set()
        todo = [leaf]
        while todo:
            fresh = after[todo.pop()] - found
            found |= fresh
            todo.extend(fresh)
        return found

    return {leaf for leaf in after if leaf in reached(leaf)}
