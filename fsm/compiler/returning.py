"""What is written for the end of a call: the flow is back in the caller, and goes on from there.

A final sub-phase of a phase that can be called has one more consequence, before all others: if that phase was
called, the flow comes back. Where to, the last caller says. There is a function for each caller, in a table; like
other consequences it is followed straight, or step by step where consequences are counted.
"""

from typing import TYPE_CHECKING, Any

from fsm.chart import Chart
from fsm.compiler.linking import Functions
from fsm.compiler.waiting import could_wait, unknown_callers
from fsm.snapshot import Caller

if TYPE_CHECKING:
    from fsm.compiler.settling import ConsequenceWriter

ALL_THE_WAY = "come back"
ONE_STEP = "come back, one step"

FEW = 2
"""Callers of a phase whose ways back are short enough, together, to be written wherever it ends."""


class ReturnWriter:
    """Writes the ways back in one dialect."""

    def __init__(self, consequences: "ConsequenceWriter") -> None:
        self.consequences = consequences
        self.rows = consequences.rows
        self.chart = consequences.chart
        self.source = consequences.source
        self.tables: dict[tuple[str, str], dict[Caller, Any]] = {}
        """How and from which phase -> caller -> the function that comes back to it."""

    def come_back(self, leaf: str, how: str) -> None:
        """If the phase that ends with this leaf was called, leave the leaf and go the caller's way.

        Otherwise somebody else is waiting, or nobody: a phase around may have been called.
        """
        ended, back = self.chart.ended(leaf), self.source.back
        if ended is None:
            return
        table = self.source.link(f"{self.rows.dialect.mark} {how} from", ended, self.table(how, ended))
        with self.source.under(f"if {back}:"):
            if how is ALL_THE_WAY and len(self.chart.callers[ended]) <= FEW:
                for caller in self.chart.callers[ended]:
                    self.on_the_spot(leaf, ended, caller)
            with self.source.under(f"if {back}[-1] in {table}:"):
                self.rows.effects(self.chart.by_path[leaf].exit)
                self.source.write(f"return {table}[{back}[-1]]({self.rows.dialect.given(f'game, {back}[:-1]')})")
            known = self.source.link("callers that are", "known", checker(self.chart))
            self.source.write(f"{known}({leaf!r}, {back})")

    def on_the_spot(self, leaf: str, ended: str, caller: Caller) -> None:
        """The way back to a caller that is known by identity; an equal one, from a save, is looked up."""
        name, back = self.source.link("caller", f"{caller.phase} {caller.row}", caller), self.source.back
        with self.source.under(f"if {back}[-1] is {name}:"):
            self.source.write(f"{back} = {f'{back}[:-1]' if self.chart.in_a_call(caller.phase) else '()'}")
            self.rows.effects(self.chart.by_path[leaf].exit)
            self.go(ended, caller)
            self.consequences.arrive(self.landing(caller), 0)

    def table(self, how: str, ended: str) -> dict[Caller, Any]:
        """The functions that come back from a phase; filled when there are functions."""
        return self.tables.setdefault((how, ended), {})

    def functions(self) -> None:
        """A function for each caller, as far as something looks for it."""
        for ended, callers in self.chart.callers.items():
            for caller in callers:
                with self.source.block():
                    if self.is_straight(ended):
                        self.all_the_way(ended, caller)
                    if self.consequences.chains.counted:
                        self.one_step(ended, caller)

    def is_straight(self, ended: str) -> bool:
        """Whether consequences can be followed straight from some end of a phase, and so from where its callers go."""
        ends = [child for child in self.chart.by_path[ended].children if self.chart.is_end_of(child, ended)]
        return any(end not in self.consequences.chains.counted for end in ends)

    def all_the_way(self, ended: str, caller: Caller) -> None:
        """`come back(game, back)`: the snapshot where the flow comes to rest."""
        with self.rows.function(self.consequences.state, ALL_THE_WAY, caller.phase, caller.row):
            self.go(ended, caller)
            self.consequences.arrive(self.landing(caller))

    def one_step(self, ended: str, caller: Caller) -> None:
        """`come back, one step(game, back)`: the leaf after it, the game, and who is still suspended."""
        with self.rows.function(self.consequences.state, ONE_STEP, caller.phase, caller.row):
            self.go(ended, caller)
            self.source.write(f"return {self.landing(caller)!r}, {self.consequences.state}")

    def go(self, ended: str, caller: Caller) -> None:
        """The called phase is left, and the caller's way on is taken."""
        self.rows.effects(self.chart.by_path[ended].exit)
        self.rows.cross_unnoted(self.chart.way_back(caller), caller.phase)

    def landing(self, caller: Caller) -> str:
        """The leaf where the way of a caller ends."""
        return self.chart.landing(self.chart.way_back(caller), caller.phase)

    def fill_tables(self, functions: Functions) -> None:
        """Let final sub-phases find the functions, now that they are made."""
        for (how, ended), table in self.tables.items():
            for caller in self.chart.callers[ended]:
                table[caller] = functions[self.rows.dialect.mark, how, caller.phase, caller.row]


def checker(chart: Chart) -> Any:
    """Lets only callers pass that can be suspended in a leaf."""

    def check(leaf: str, back: tuple[Caller, ...]) -> None:
        if not could_wait(chart, leaf, back):
            raise unknown_callers(chart, leaf, back)

    return check
