"""Writes the source of a chart's functions.

A block of source looks like this: a function that is never called binds the names that the functions in it share, and
`fsm.compiler.linking` puts values behind them.

    def n31(n0, n1, n2, n7):
        def n12(snapshot, move):  # step here go
            game = snapshot.game
            if game.__class__ is not n1: return n2(snapshot, move)
            ...
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from inspect import signature
from typing import Any

import msgspec

from fsm.chart import Chart, Effect, Guard, Row
from fsm.compiler.branching import Body, Question, shared_prefix
from fsm.compiler.consequences import longest_chains
from fsm.compiler.inlining import Inline, inlined, is_certain
from fsm.compiler.linking import Key, Names, Space, comment
from fsm.compiler.payload import failures
from fsm.declaring.static_guards import condition_of
from fsm.moves import Move
from fsm.reading import Rules
from fsm.snapshot import news_version_of
from fsm.values.conditions import Condition

FEW_CONSEQUENCES = 2
"""Rows of consequences that are short enough to be written wherever they follow."""

LONGEST_CALLS = 50
"""Consequences that may call one another; longer chains are followed in a loop, as circles are."""

SETTINGS = "game.settings"
"""Where generated code finds the settings."""

Act = Callable[..., Any]
Functions = Mapping[Key, Act]


class Writer:
    """Writes the module of one chart."""

    def __init__(
        self,
        chart: Chart,
        rules: Rules,
        moves: Mapping[str, type[Move]],
        common: Mapping[str, Any],
        most_consequences: int,
        inline: bool,
    ) -> None:
        self.chart = chart
        self.rules = rules
        self.moves = moves
        self.most = most_consequences
        self.inline = inline
        self.names = Names()
        self.links: dict[tuple[str, str], str] = {}
        self.checks: dict[str, list[str]] = {}
        self.snapshot, self.game_type, self.refuse, self.bad_guard, self.sure, self.without_news, self.endless = (
            self.names.link(common[word], word)
            for word in ("Snapshot", "Game", "refuse", "bad_guard", "sure", "without_news", "endless")
        )
        self.inlines: dict[tuple[str, str], Inline | None] = {}
        self.listers = {event: lister_of(move_type) for event, move_type in moves.items()}
        self.homes: dict[str, Space | None] = {}
        self.home: Space | None = None
        self.written: set[str] = set()
        self.tables: dict[Key, dict[str, Any]] = {}
        self.blocks: list[str] = []
        self.lines: list[str] = []
        self.depth = 1
        self.leaves = [leaf.path for leaf in chart.leaves]
        self.restless = [leaf for leaf in self.leaves if chart.alternatives(leaf, None)]
        self.chains = longest_chains(chart)
        longest = min(most_consequences, LONGEST_CALLS)
        self.counted = {leaf for leaf in self.restless if self.chains.get(leaf, longest + 1) > longest}

    # The module

    def module(self) -> list[str]:
        """The whole source, block by block."""
        for traced in (False, True):
            for leaf in self.leaves:
                with self.block():
                    self.happenings(leaf, traced)
            with self.block():
                self.settle(traced)
                self.begin(traced)
        for leaf in self.leaves:
            with self.block():
                self.listing(leaf)
        legend = [f"# {name}{comment(self.names.words[name])}\n" for name in self.names.values]
        return ["".join(legend), *self.blocks]

    @contextmanager
    def block(self) -> Iterator[None]:
        """Functions that share a scope, which binds the names that are not their own."""
        self.lines, self.written = [], set()
        yield
        text = "\n".join(self.lines)
        shared = [name for name in self.names.shared(text) if name not in self.written]
        if self.written:
            self.blocks.append(f"def {self.fresh()}({', '.join(shared)}):\n{text}\n")

    @contextmanager
    def function(self, parameters: str, *key: str | bool) -> Iterator[None]:
        """A function; what it does is written in between."""
        name = self.names.function(*key)
        self.home = None
        self.write(f"def {name}({parameters}):{comment(self.names.words[name])}")
        self.depth += 1
        yield
        self.depth -= 1
        self.homes[name] = self.home
        self.written.add(name)

    def write(self, line: str) -> None:
        """One line, indented."""
        self.lines.append("    " * self.depth + line)

    def fresh(self) -> str:
        """A name for a variable."""
        return self.names.fresh()

    def link(self, kind: str, word: str, value: Any) -> str:
        """The name of something that the flow names: linked when it is first used."""
        if (kind, word) not in self.links:
            self.links[kind, word] = self.names.link(value, f"{kind} {word}")
        return self.links[kind, word]

    # Rules

    def question(self, guard: Guard, traced: bool) -> Question:
        """A guard written out where that is faster, called where tools want to see it called."""
        arguments = [SETTINGS if need == "settings" else need for need in guard.needs]
        rule = self.rules[guard.name]
        inline = None if traced else self.inlined("guard", guard.name, rule, *arguments)
        if inline is None:
            call = f"{self.link('guard', guard.name, rule)}({', '.join(arguments)})"
            return Question(call, comment(guard.name))
        return Question(f"({inline.expression})", comment(guard.name), inline.is_certain)

    def inlined(self, kind: str, word: str, rule: Act, *arguments: str) -> Inline | None:
        """A rule as an expression, if it can be written into the present function.

        A function runs in one module: that of the first rule with names of its own that is written into it.
        """
        if (kind, word) not in self.inlines:
            condition = condition_of(rule)
            found = inlined(rule, *arguments) if condition is None else self.spelled(word, condition)
            self.inlines[kind, word] = found if self.inline else None
        inline = self.inlines[kind, word]
        if inline is None or inline.home is None:
            return inline
        if self.home is None:
            self.home = inline.home
        return inline if self.home is inline.home else None

    def spelled(self, name: str, condition: Condition) -> Inline:
        """A condition on settings as an expression; values that cannot be written as source are linked to it."""
        text = condition.written(SETTINGS, lambda value: self.link("value in", f"{name}: {value!r}", value))
        return Inline(text, None, is_certain(ast.parse(text, mode="eval").body))

    def lister(self, event: str) -> str:
        """The candidates of an event as an expression, written out where that is possible."""
        move_type = self.moves[event]
        rule, found = self.listers[event]
        if rule is not None:
            kind = self.link("move type", event, move_type)
            inline = self.inlined("candidates", event, rule, kind, "game", *found)
            if inline is not None:
                return f"({inline.expression})"
        call = self.link("candidates", event, move_type.candidates)
        return f"{call}({', '.join(['game', *(f'{name}={name}' for name in found)])})"

    # Events

    def happenings(self, leaf: str, traced: bool) -> None:
        """What can happen in a leaf: its events, and its consequences."""
        for event in self.chart.events_at(leaf):
            self.act(leaf, event, traced)
        if leaf in self.restless and leaf not in self.counted:
            with self.function(variant("game", traced), "rest", leaf, traced):
                self.rest(leaf, traced)
        if leaf in self.restless and self.counted:
            self.then(leaf, traced)

    def act(self, leaf: str, event: str, traced: bool) -> None:
        """`step(snapshot, move)` or `step_traced(snapshot, move, trace)`: what an event does in a leaf."""
        with self.function(variant("snapshot, move", traced), "step_traced" if traced else "step", leaf, event):
            self.write("game = snapshot.game")
            checks = [f"game.__class__ is not {self.game_type}", *self.failures(event)]
            self.write(f"if {' or '.join(checks)}: return {self.refuse}(snapshot, move)")
            body = Body(self, lambda row: self.take(row, leaf, traced), traced)
            if not body.rows(self.chart.alternatives(leaf, event)):
                self.write(f"return {self.refuse}(snapshot, move)")

    def failures(self, event: str) -> list[str]:
        """What can be wrong with the payload of an event."""
        if event not in self.checks:
            self.checks[event] = failures(self.moves[event], self.names)
        return self.checks[event]

    def take(self, row: Row, leaf: str, traced: bool, settled: bool = False) -> None:
        """A row is taken: everything that happens, then the next snapshot."""
        self.cross(row, leaf, traced)
        self.arrive(self.chart.landing(row, leaf), traced, settled)

    def cross(self, row: Row, leaf: str, traced: bool) -> None:
        """Everything that happens on the way of a row."""
        if traced:
            self.write(f"trace.rows.append({row.id!r})")
        self.effects(self.chart.crossing(row, leaf), traced)

    def effects(self, effects: Iterable[Effect], traced: bool) -> None:
        """Effects in order, each checked to have returned a game."""
        for effect in effects:
            rule = self.rules[effect.name]
            kind, act = ("effect with news", news_version_of(rule)) if traced else ("effect", rule)
            self.write(f"game = {self.link(kind, effect.name, act)}({', '.join(effect.needs)}){comment(effect.name)}")
            answer = variant(f"game, {effect.name!r}", traced)
            self.write(f"if game.__class__ is not {self.game_type}: game = {self.without_news}({answer})")

    # Consequences

    def arrive(self, leaf: str, traced: bool, settled: bool = False) -> None:
        """A game has reached a leaf: give its snapshot, after the consequences that follow there.

        A consequence or two are written out on the spot, once; more of them are called.
        """
        if leaf in self.counted:
            settle = self.names.function("settle", traced)
            self.write(f"return {settle}({leaf!r}, {variant('game', traced)})")
        elif leaf not in self.restless:
            self.write(f"return {self.snapshot}({leaf!r}, game)")
        elif settled or len(self.chart.alternatives(leaf, None)) > FEW_CONSEQUENCES:
            self.write(f"return {self.names.function('rest', leaf, traced)}({variant('game', traced)})")
        else:
            self.rest(leaf, traced)

    def rest(self, leaf: str, traced: bool) -> None:
        """`rest(game)`: straight on to the snapshot where the consequences of a leaf end."""
        body = Body(self, lambda row: self.take(row, leaf, traced, settled=True), traced)
        if not body.rows(self.chart.alternatives(leaf, None)):
            self.write(f"return {self.snapshot}({leaf!r}, game)")

    def then(self, leaf: str, traced: bool) -> None:
        """`then(game)`: the one consequence that applies in a leaf, as (leaf, game), or None to rest there."""

        def happen(row: Row) -> None:
            self.cross(row, leaf, traced)
            self.write(f"return {self.chart.landing(row, leaf)!r}, game")

        with self.function(variant("game", traced), "then", leaf, traced):
            if not Body(self, happen, traced).rows(self.chart.alternatives(leaf, None)):
                self.write("return None")

    def settle(self, traced: bool) -> None:
        """`settle(phase, game)`: consequences until none applies, from any phase, counted.

        Where the way on is straight, and too short to be one too many, it is gone at once.
        """
        counted, straight = (self.table(kind, traced) for kind in ("counted", "straight"))
        game = variant("game", traced)
        with self.function(f"phase, {game}", "settle", traced):
            for line in (
                "trail = [phase]",
                f"while len(trail) <= {self.most + 1}:",
                f"    then = {counted}.get(phase)",
                "    if then is None:",
                f"        if phase not in {straight}: return {self.snapshot}(phase, game)",
                f"        longest, rest, then = {straight}[phase]",
                f"        if len(trail) + longest <= {self.most + 1}: return rest({game})",
                f"    following = then({game})",
                f"    if following is None: return {self.snapshot}(phase, game)",
                "    phase, game = following",
                "    trail.append(phase)",
                f"{self.endless}(trail)",
            ):
                self.write(line)

    def table(self, kind: str, traced: bool) -> str:
        """The name of a table that is filled when the functions are made."""
        table = self.tables.setdefault((kind, traced), {})
        return self.link("table of leaves", variant(kind, traced), table)

    def fill_tables(self, functions: Functions) -> None:
        """Where `settle` finds what follows in a leaf."""
        for traced in (False, True):
            for leaf in self.restless:
                then = functions.get(("then", leaf, traced))
                if leaf in self.counted:
                    self.tables["counted", traced][leaf] = then
                else:
                    self.tables["straight", traced][leaf] = self.chains[leaf], functions["rest", leaf, traced], then

    def begin(self, traced: bool) -> None:
        """`begin(game)`: the first snapshot of a game."""
        descent = self.chart.descent(self.chart.initial.path)
        with self.function(variant("game", traced), "begin", traced):
            self.effects((effect for path in descent for effect in self.chart.by_path[path].enter), traced)
            self.arrive(descent[-1], traced)

    # Legality

    def listing(self, leaf: str) -> None:
        """`legal moves(game)`: the moves that some row of the leaf accepts, in the order of its events."""
        events = self.chart.events_at(leaf)
        guarded = [event for event in events if not self.moves[event].exact]
        for event in guarded:
            self.legal(leaf, event)
        with self.function("game", "legal moves", leaf):
            self.write("found = []")
            for event in events:
                if event in guarded:
                    self.write(f"{self.names.function('legal moves', leaf, event)}(game, found)")
                else:
                    self.write(f"found += {self.lister(event)}{comment(event)}")
            self.write("return found")

    def legal(self, leaf: str, event: str) -> None:
        """`legal moves(game, found)`: adds the candidates of an event that some row accepts."""
        rows = self.chart.alternatives(leaf, event)
        guards = [guard for row in rows for guard in row.guards]
        with self.function("game, found", "legal moves", leaf, event):
            for guard in guards:
                self.question(guard, traced=False)  # they choose the module: the lister is called once, they are often
            if any("move" in guard.needs for guard in guards):
                self.one_by_one(event, rows)
            else:
                self.all_or_none(event, rows)

    def all_or_none(self, event: str, rows: tuple[Row, ...]) -> None:
        """No guard looks at the payload: one decision for all candidates."""
        accept = f"found += {self.lister(event)}"
        Body(self, lambda _: self.write(f"{accept}; return"), traced=False).rows(rows)

    def one_by_one(self, event: str, rows: tuple[Row, ...]) -> None:
        """Guards that every row asks first and that do not look at the payload are asked once, outside the loop."""
        shared = shared_prefix(rows)
        body = Body(self, lambda _: self.write("found.append(move); continue"), traced=False)
        for guard in shared:
            self.write(f"if {body.ask(guard)} is not {not guard.negated}:")
            self.write(f"    if {body.complain(guard)}")
            self.write("    return")
        self.write(f"for move in {self.lister(event)}:{comment(event)}")
        self.depth += 1
        body.rows(tuple(msgspec.structs.replace(row, guards=row.guards[len(shared) :]) for row in rows))
        self.depth -= 1


def lister_of(move_type: type[Move]) -> tuple[Act | None, list[str]]:
    """The function behind a move type's candidates, if it takes nothing but what it is always given; and what of that
    it is given by name."""
    candidates = move_type.candidates
    given = list(signature(candidates).parameters)
    found = ["found"] if "found" in given else []
    is_plain = given[1:] == found and getattr(candidates, "__self__", None) is move_type
    return getattr(candidates, "__func__", None) if is_plain else None, found


def variant(arguments: str, traced: bool) -> str:
    """What the traced functions are given."""
    return f"{arguments}, trace" if traced else arguments
