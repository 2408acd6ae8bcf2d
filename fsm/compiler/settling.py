"""What is written for consequences: on from the leaf that a row leads to, until nothing more follows.

Most consequences come to an end after a few, whatever the guards say. They are followed straight: each
function calls the next, and nothing is counted. Where they can go round in a circle, or through more phases
than there should be calls, a loop follows and counts them (`settle`). Why the limit holds:

- A leaf is followed straight only if even the longest chain from it is within the limit. Its consequences
  lead to leaves with shorter chains, so a straight way never comes to a leaf that has to be counted.
- `settle` keeps the trail of phases, the first one included: `len(trail) - 1` consequences have been taken.
  The loop runs while these are at most `most`. With exactly `most` of them it still looks whether the game
  has come to rest, and only one more makes the trail too long.
- Where the loop comes to a leaf that can be followed straight, it does so if the longest chain from there
  fits into what is left. Otherwise it takes one consequence at a time.
"""

from typing import Any

from fsm.chart import Row
from fsm.compiler.consequences import Chains
from fsm.compiler.linking import Functions
from fsm.compiler.returning import ALL_THE_WAY, ONE_STEP, ReturnWriter
from fsm.compiler.rows import RowWriter

ON_THE_SPOT = 3
"""Rows of consequences, one behind the other, that are short enough to be written wherever they follow."""


class ConsequenceWriter:
    """Writes the consequences of a chart in one dialect."""

    def __init__(self, rows: RowWriter, chains: Chains) -> None:
        self.rows = rows
        self.chart = rows.chart
        self.source = rows.source
        self.chains = chains
        self.state = rows.waiting.state
        self.returns = ReturnWriter(self)
        self.counted: dict[str, Any] = {}
        """Leaf -> the function that follows one consequence; filled when there are functions."""
        self.straight: dict[str, tuple[int, Any, Any]] = {}
        """Leaf -> the length of its longest chain, and the functions that follow all of it, or one step."""

    # Arriving

    def take(self, row: Row, leaf: str, room: int = ON_THE_SPOT) -> None:
        """A row is taken: everything that happens on its way, then the next snapshot."""
        self.rows.cross(row, leaf)
        self.arrive(self.chart.landing(row, leaf), room)

    def arrive(self, leaf: str, room: int = ON_THE_SPOT) -> None:
        """`game` has reached a leaf: return its snapshot, after the consequences that follow there.

        A few may be written out on the spot, which saves a call. That is right anywhere: they read nothing
        but `game`, their variables have names that nothing else has, and every way through them returns.
        There is `room` for so many rows on every way; what follows is called, because the text could double
        with each further consequence.
        """
        if leaf in self.chains.counted:
            self.source.write(f"return {self.rows.call(f'{leaf!r}, {self.state}', 'settle')}")
        elif leaf not in self.chains.unsettled:
            self.return_snapshot(leaf)
        elif (rows := len(self.chart.alternatives(leaf, None)) + bool(self.chart.ways_back(leaf))) > room:
            self.source.write(f"return {self.rows.call(self.state, 'consequences', leaf)}")
        else:
            self.follow(leaf, room - rows)

    def return_snapshot(self, leaf: str) -> None:
        """Nothing follows in this leaf."""
        for line in self.rows.dialect.before_rest(leaf):
            self.source.write(line)
        self.source.write(f"return {self.rows.waiting.snapshot(leaf)}")

    # Following

    def functions(self, leaf: str) -> None:
        """The functions that follow the consequences of a leaf, as far as something can call them."""
        if leaf in self.chains.unsettled and leaf not in self.chains.counted:
            with self.rows.function(self.state, "consequences", leaf):
                self.follow(leaf, 0)
        if leaf in self.chains.unsettled and self.chains.counted:
            with self.rows.function(self.state, "one consequence", leaf):
                self.follow_one(leaf)

    def follow(self, leaf: str, room: int) -> None:
        """Straight on to the snapshot where the consequences of a leaf end."""
        self.returns.come_back(leaf, ALL_THE_WAY)
        rows = self.chart.alternatives(leaf, None)
        if not self.rows.decide(rows, lambda row: self.take(row, leaf, room)):
            self.return_snapshot(leaf)

    def follow_one(self, leaf: str) -> None:
        """The one consequence that applies in a leaf: return the leaf and the game after it, or None."""

        def take(row: Row) -> None:
            self.rows.cross(row, leaf)
            self.source.write(f"return {self.chart.landing(row, leaf)!r}, {self.state}")

        self.returns.come_back(leaf, ONE_STEP)
        if not self.rows.decide(self.chart.alternatives(leaf, None), take):
            self.source.write("return None")

    # Counting

    def settle(self) -> None:
        """`settle(phase, game)`: consequences until none applies, from any phase, counted.

        No rule is written out here, so its variables may be words.
        """
        source, state = self.source, self.rows.dialect.given(self.state)
        at_rest = f"return {self.rows.dialect.rest_anywhere('phase', self.state)}"
        counted, straight = self.table("counted", self.counted), self.table("straight", self.straight)
        longest_trail = self.chains.most + 1
        with self.rows.function(f"phase, {self.state}", "settle"):
            source.write("trail = [phase]")
            with source.under(f"while len(trail) <= {longest_trail}:"):
                source.write(f"follow_one = {counted}.get(phase)")
                with source.under("if follow_one is None:"):
                    with source.under(f"if phase not in {straight}:"):
                        source.write(at_rest)
                    source.write(f"longest, follow_all, follow_one = {straight}[phase]")
                    with source.under(f"if len(trail) + longest <= {longest_trail}:"):
                        source.write(f"return follow_all({state})")
                source.write(f"following = follow_one({state})")
                with source.under("if following is None:"):
                    source.write(at_rest)
                source.write(f"phase, {self.state} = following")
                source.write("trail.append(phase)")
            source.write(f"{source.helpers.endless}(trail)")

    def table(self, word: str, table: dict[str, Any]) -> str:
        """The name of a table of leaves."""
        return self.source.names.link(table, f"{self.rows.dialect.mark} {word} leaves".lstrip())

    def fill_tables(self, functions: Functions) -> None:
        """Let `settle` find the functions, now that they are made."""
        mark = self.rows.dialect.mark
        for leaf in self.chains.unsettled:
            follow_one = functions.get((mark, "one consequence", leaf))
            if leaf in self.chains.counted:
                self.counted[leaf] = follow_one
            else:
                follow_all = functions[mark, "consequences", leaf]
                self.straight[leaf] = self.chains.longest[leaf], follow_all, follow_one
        self.returns.fill_tables(functions)
