"""What is written for `rollout`: moves one after the other, each listed, chosen and played in one function.

There is a function for each leaf, a *turn*. It lists the moves that are offered, lets one be chosen, takes the row
that answers it, follows the consequences, and returns the turn of the leaf where the flow comes to rest, with the
game; a loop calls turn after turn. So no snapshot is made between moves, and no payload is checked, because the
candidates are our own. What `legal_moves` has asked is not asked again (see `outcomes`).

    def n14(game, n8, n9, n7):  # rolling turn ready
        while True:
            found = []
            n10(game, found)
            if not found: return None, game, n7
            if n9 is None: move = found[n15(n8() * n16(found))]
            else:
                move = n9(found)
                if move.__class__ not in n17: n18(move)
            n7 -= 1
            n19 = (move.coins in PRICES)  # is_a_price
            if n19:
                game = n20(game, move)  # sell
                if game.__class__ is not n1: game = n5(game, 'sell')
                n21 = (game.cans > 0)  # has_cans
                if n21 is False:
                    return n22, game, n7
                elif n21 is not True: n3('has_cans', n21)
                if n7: continue
                return n14, game, n7
            return n23, game, n7

This is the turn of the worked example in `fsm.compiler`: `n10` lists legal moves, `n8` draws by chance, `n9` is
somebody who chooses, or None, and `n7` counts how many moves are left. Where a move leads back to the same leaf, the
turn goes on by itself. A turn that finds no move, or is of a final phase, returns None for the next turn.

In an engine for some settings, the turns are written for these. A row whose effects give the game other settings is
therefore not finished: the turn raises `Changed` and gives back what it was given, for the whole engine to go on with.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from weakref import finalize

import msgspec

from fsm.chart import Chart, Row
from fsm.compiler.consequences import Chains
from fsm.compiler.dialects import Plain
from fsm.compiler.expressions import Expressions
from fsm.compiler.linking import Function, compiled, forget, linked, register
from fsm.compiler.offering import Listed, OfferWriter
from fsm.compiler.outcomes import open_questions
from fsm.compiler.rows import RowWriter
from fsm.compiler.settling import ConsequenceWriter
from fsm.compiler.source import Helpers, Source
from fsm.errors import PhasebookError
from fsm.moves import Move, event_of
from fsm.reading import Rules


class Changed(Exception):  # noqa: N818  it is no error: the settings have changed, and somebody else goes on
    """Leaves a turn that is written for other settings than the game has now."""


class Unfinished(msgspec.Struct, frozen=True):
    """A turn that was left, as it was before: where, what was given, and the move."""

    phase: str
    game: Any
    back: tuple[Any, ...]
    chosen: tuple[Any, ...]
    move: Move


class Rolling(Plain):
    """The dialect of turns: what a function returns is the next turn, and what that is given."""

    mark = "rolling"

    def __init__(self, expressions: Expressions, is_settled: bool) -> None:
        super().__init__(expressions)
        self.source = expressions.source
        self.settings = self.source.names.fresh() if is_settled else ""
        """The variable with the settings that turns are written for, if they are written for some."""
        self.left = self.source.names.fresh()
        """The variable that counts how many moves may still be played."""
        self.here: str | None = None
        """The leaf whose turn is being written as a loop."""
        self.turns: dict[str, Function] = {}
        """By leaf; filled when there are functions."""

    def given(self, arguments: str) -> str:
        return ", ".join([arguments, *self.carried()])

    def carried(self) -> list[str]:
        """What every function is given beside the state of the game."""
        return [self.left, *([self.settings] if self.settings else [])]

    def when_crossed(self) -> list[str]:
        if not self.settings:
            return []
        changed = self.source.link("settings", "changed", Changed)
        return [f"if game.settings is not {self.settings}: raise {changed}"]

    def before_rest(self, leaf: str) -> list[str]:
        return [f"if {self.goes_on()}: continue"] if leaf == self.here else []

    def goes_on(self) -> str:
        """Whether another move may be played, as an expression."""
        return self.left

    def count_move(self) -> str:
        """The line for a move that is about to be played."""
        return f"{self.left} -= 1"

    def rest_in(self, leaf: str, back: str, chosen: str) -> str:
        return self.rest_at(self.source.names.function(self.mark, "turn", leaf), back, chosen)

    def rest_anywhere(self, phase: str, state: str) -> str:
        return self.rest_at(f"{self.source.link('turns', 'by leaf', self.turns)}[{phase}]", self.source.back, "")

    def rest_unchanged(self, leaf: str, back: str, chosen: str) -> str:
        return self.rest_in(leaf, back, chosen)

    def rest_at(self, turn: str, back: str, chosen: str) -> str:
        """The next turn, and all that waits in any leaf of the flow: all turns are called alike."""
        waits = [back or "()"] * bool(self.source.back) + [chosen or "()"] * bool(self.source.chosen)
        return ", ".join([turn, "game", *waits, self.left])


class TurnWriter(OfferWriter):
    """Writes the turns of a chart."""

    def __init__(
        self, chart: Chart, dialect: Rolling, most_consequences: int, listed: Listed, left_alone: Collection[type[Move]]
    ) -> None:
        rows = RowWriter(chart, dialect.source, dialect)
        super().__init__(rows, ConsequenceWriter(rows, Chains(chart, most_consequences)), listed, left_alone)
        self.dialect = dialect
        self.state = [part for part in ("game", self.source.back, self.source.chosen) if part]
        self.asked = [self.source.names.fresh() for _ in range(2)]
        """The variables with chance, and with somebody who chooses."""

    @property
    def given(self) -> str:
        """What a turn is given, beside what every function is."""
        return ", ".join([*self.state, *self.asked])

    def functions(self) -> None:
        """The turn of every leaf, what it calls, and the loop."""
        for leaf in self.chart.leaves:
            with self.source.block():
                for event in self.events_at(leaf.path):
                    if not self.legality.is_exact(leaf.path, event):
                        self.legality.legal(leaf.path, event)
                self.turn(leaf.path)
                self.consequences.functions(leaf.path)
        self.consequences.returns.functions()
        with self.source.block():
            self.consequences.settle()
            self.loop()

    def loop(self) -> None:
        """`loop(turn, game, ..., left)`: turn after turn, while moves are left.

        Gives the last turn, the state there, and how many moves are left. No rule is written out here, so its
        variables may be words.
        """
        state, left = ", ".join(self.state), self.dialect.left
        with self.rows.function(f"turn, {self.given}", "loop"):
            with self.source.under(f"while {self.dialect.goes_on()}:"):
                self.source.write(f"following, {state}, {left} = turn({self.dialect.given(self.given)})")
                self.source.write("if following is None: break")
                self.source.write("turn = following")
            self.source.write(f"return turn, {state}, {left}")

    # One turn

    def turn(self, leaf: str) -> None:
        """`turn(game, ...)`: one decision and all that follows from it."""
        phase, events = self.chart.by_path[leaf], self.events_at(leaf)
        with self.rows.function(self.given, "turn", leaf):
            if (phase.final and phase.parent is None) or not events:
                self.source.write(self.nothing())
            elif leaf in self.chart.gatherings:
                self.turn_once(leaf, events)
            else:
                self.dialect.here = leaf
                with self.source.under("while True:"):
                    self.turn_once(leaf, events)
                self.dialect.here = None

    def nothing(self) -> str:
        """There is no next turn."""
        return f"return None, {', '.join(self.state)}, {self.dialect.left}"

    def turn_once(self, leaf: str, events: Sequence[str]) -> None:
        """One decision, and what follows from it; if that leads here again, a loop goes on."""
        self.is_bare = len(events) == 1 and self.is_plainly_listed(leaf, events[0])
        self.offer(leaf, events)
        self.source.write(f"if not found: {self.nothing()}")
        self.decide(leaf, events)
        self.source.write(self.dialect.count_move())
        self.play(leaf, events)

    # What is chosen

    def decide(self, leaf: str, events: Sequence[str]) -> None:
        """One of the moves: any, by one draw of chance, or as somebody says."""
        whole, length = (self.source.link("built-in", one.__name__, one) for one in (int, len))
        kinds = frozenset(self.expressions.moves[event] for event in events)
        known = self.source.link("types", " ".join(events), kinds)
        wrong = self.source.link("function", "not_offered", not_offered)
        dice, choose = self.asked
        self.source.write(f"if {choose} is None: move = found[{whole}({dice}() * {length}(found))]")
        with self.source.under("else:"):
            self.source.write(f"move = {choose}({'[*found]' if self.is_bare else 'found'})")
            self.source.write(f"if move.__class__ not in {known}: {wrong}(move)")

    # What is played

    def play(self, leaf: str, events: Sequence[str]) -> None:
        """The row that answers the move, and what follows; settings that change on the way end the turn."""
        if not self.dialect.settings:
            self.answer(leaf, events)
            return
        kept = {part: self.source.names.fresh() for part in (*self.state, "move")}
        for part, name in kept.items():
            self.source.write(f"{name} = {part}")
        with self.source.under("try:"):
            self.answer(leaf, events)
        changed = self.source.link("settings", "changed", Changed)
        unfinished = self.source.link("type", "Unfinished", Unfinished)
        waits = [kept.get(part, "()") for part in (self.source.back, self.source.chosen)]
        before = f"{unfinished}({', '.join([repr(leaf), kept['game'], *waits, kept['move']])})"
        parts = ["None", before, *self.state[1:], self.dialect.left]
        self.source.write(f"except {changed}: return {', '.join(parts)}")

    def answer(self, leaf: str, events: Sequence[str]) -> None:
        """What each event does."""
        *others, last = events
        for event in others:
            kind = self.source.link("move type", event, self.expressions.moves[event])
            with self.source.under(f"if move.__class__ is {kind}:"):
                self.answer_one(leaf, event)
        self.answer_one(leaf, last)

    def answer_one(self, leaf: str, event: str) -> None:
        """What a legal move of one event does."""
        rows = open_questions(self.chart, self.chart.alternatives(leaf, event), leaf)

        def take(row: Row) -> None:
            self.take(row, leaf, refused="")

        self.rows.decide(rows, take)


def not_offered(move: Any) -> None:
    """What was chosen is no move that was to choose from."""
    raise PhasebookError(f"choose() gave {move!r}; it must give one of the moves that it is given.")


class Turns(msgspec.Struct, frozen=True, weakref=True):
    """The generated functions behind a rollout."""

    by_leaf: Mapping[str, Function]
    leaf_of: Mapping[Function, str]
    loop: Function
    source: str


def compile_turns(
    chart: Chart,
    order: Chart,
    rules: Rules,
    moves: Sequence[type[Move]],
    helpers: Helpers[Any],
    most_consequences: int,
    inline: bool,
    left_alone: Collection[type[Move]],
) -> Turns:
    """Generate, compile and link the turns of a chart; of one for some settings, `order` is the whole flow's."""
    source = Source(helpers)
    source.name_what_waits(chart)
    expressions = Expressions(rules, {event_of(move_type): move_type for move_type in moves}, source, inline)
    dialect = Rolling(expressions, is_settled=order is not chart)
    return linked_turns(TurnWriter(chart, dialect, most_consequences, Listed(chart, order), left_alone))


def linked_turns(writer: TurnWriter) -> Turns:
    """The functions that a writer writes."""
    writer.functions()
    source, dialect, chart = writer.source, writer.dialect, writer.chart
    parts = source.parts()
    filename = register(f"{chart.name} {dialect.mark}", text := "".join(parts))
    made = linked(compiled(parts, filename), source.names, source.homes)
    functions = {key: made[name] for key, name in source.names.functions.items()}
    writer.consequences.fill_tables(functions)
    dialect.turns |= {leaf.path: functions[dialect.mark, "turn", leaf.path] for leaf in chart.leaves}
    leaves = {turn: leaf for leaf, turn in dialect.turns.items()}
    turns = Turns(dialect.turns, leaves, functions[dialect.mark, "loop"], text)
    finalize(turns, forget, filename)
    return turns
