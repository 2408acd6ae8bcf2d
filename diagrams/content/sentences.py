"""What a flow does, in sentences: for tooltips, for screen readers, and for the description of a picture."""

from collections.abc import Sequence

from diagrams.content.calls import WayBack
from diagrams.content.manners import asked, enters_again, tells_apart
from diagrams.content.text import clean
from fsm.chart import Chart, Phase, Row


def conditions(row: Row) -> str:
    """What must hold, as a part of a row's sentence: " when the settings say a, if b and not c"."""
    parts = (("when the settings say", row.variants), ("if", asked(row)))
    said = [f"{intro} {and_list([guard.words for guard in guards])}" for intro, guards in parts if guards]
    return f" {', '.join(said)}" if said else ""


def and_list(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def full_name(chart: Chart, path: str) -> str:
    """A phase's name with those around it: "Discard phase › Ready"."""
    return " › ".join(chart.by_path[part].name for part in reversed(chart.lineage(path)))


def doing(row: Row) -> str:
    """The effects of a row, as a part of its sentence."""
    each = " for each" if row.gathers is not None else ""
    return f", doing {and_list([effect.name for effect in row.effects])}{each}" if row.effects else ""


class Sentences:
    """The sentences of one chart, each made once."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.tells_apart = tells_apart(chart)
        self.name = {phase.path: clean(full_name(chart, phase.path)) for phase in chart.phases}
        self.of_row = {row.id: self.row(row) for row in chart.rows}

    def row(self, row: Row) -> str:
        """One row: "From Draw phase, deal leads to Discard phase if discard_is_owed, doing deal."."""
        said = f"{self.event(row)} {self.move(row)}{conditions(row)}{doing(row)}{self.after(row)}."
        if row.gathers is not None and row.gathers.again:
            said += " Until all have, each may choose again."
        return clean(said)

    def event(self, row: Row) -> str:
        """Where a row is taken, and on what."""
        source, event = self.name[row.source], row.event or "a consequence"
        if row.gathers is not None:
            event = f"{event} by each of {row.gathers.by}"
        if row.done:
            return f"When {source} has ended, {event}"
        if row.inside:
            return f"Without leaving {source}, {event}"
        if self.tells_apart and enters_again(self.chart, row):
            return f"Leaving {source} and entering it again, {event}"
        return f"{'In' if row.internal else 'From'} {source}, {event}"

    def move(self, row: Row) -> str:
        """Where a row leads."""
        if row.refuses:
            return "is refused"
        if row.calls is not None:
            start = "" if row.target == row.calls else f" at {self.chart.by_path[row.target].name}"
            return f"calls {self.name[row.calls]}{start}"
        return "stays there" if row.internal else f"leads to {self.name[row.target]}"

    def after(self, row: Row) -> str:
        """Where a row that calls leads in the end."""
        if row.calls is None:
            return ""
        goes = "comes back" if row.then is None else f"goes on to {self.name[row.then]}"
        return f"; when that has ended, the flow {goes}"

    def way_back(self, way: WayBack) -> str:
        """One way back: "When Triggers has ended, the flow goes on to Draw if it was called by Start."."""
        goes, to = "comes back to" if way.returns else "goes on to", self.name[way.to]
        callers = "from there" if way.returns else f"by {' or '.join(self.name[path] for path in way.callers)}"
        return clean(f"When {self.name[way.called]} has ended, the flow {goes} {to} if it was called {callers}.")

    def tooltip(self, row: Row) -> str:
        """A row's sentence, then what players read when a guard, or the row itself, refuses them."""
        reasons = [f"If not: “{clean(guard.sentence)}”" for guard in row.guards if guard.sentence]
        if row.refuses:
            reasons = [f"The player reads: “{clean(row.refuses)}”"]
        return " ".join([self.of_row[row.id], *reasons])

    def phase(self, phase: Phase) -> str:
        """A phase's full name, and what happens on the way in and out."""
        said = [f"{self.name[phase.path]}."]
        for word, effects in (("On entering", phase.enter), ("On leaving", phase.exit)):
            if effects:
                said.append(clean(f"{word}: {and_list([effect.name for effect in effects])}."))
        return " ".join(said)

    def description(self) -> str:
        """Everything a picture shows, for those who cannot see it."""
        starts = [phase for phase in self.chart.phases if phase.initial and phase.parent is None]
        return " ".join([*(f"Starts in {self.name[phase.path]}." for phase in starts), *self.of_row.values()])
