"""What a flow does, in sentences: for tooltips, for screen readers, and for the description of a picture."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from diagrams.content.calls import WayBack
from diagrams.content.manners import asked, enters_again, tells_apart
from diagrams.content.plain import (
    alternatives,
    effect_in_words,
    event_in_words,
    guard_in_words,
    listed,
    question_in_words,
    spaced,
    variant_in_words,
)
from diagrams.content.text import clean
from diagrams.options import Words
from fsm.chart import Chart, Effect, Guard, Phase, Row


def and_list(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return listed(words, "and")


def full_name(chart: Chart, path: str) -> str:
    """A phase's name with those around it: "Discard phase › Ready"."""
    return " › ".join(chart.by_path[part].name for part in reversed(chart.lineage(path)))


class Sentences:
    """The sentences of one chart, each made once."""

    def __init__(self, chart: Chart, words: Words = Words.TECHNICAL) -> None:
        self.chart = chart
        self.is_plain = words is Words.PLAIN
        self.tells_apart = tells_apart(chart)
        self.name = {phase.path: clean(full_name(chart, phase.path)) for phase in chart.phases}
        self.of_row = {row.id: self.row(row) for row in chart.rows}

    def row(self, row: Row) -> str:
        """One row: "From Draw phase, deal leads to Discard phase if discard_is_owed, doing deal."."""
        said = f"{self.event(row)} {self.move(row)}{self.conditions(row)}{self.doing(row)}{self.after(row)}."
        if row.gathers is not None and row.gathers.again:
            said += " Until all have, each may choose again."
        return clean(said)

    def event(self, row: Row) -> str:
        """Where a row is taken, and on what."""
        source, event = self.name[row.source], self.sender(row)
        if row.gathers is not None:
            event = f"{event} by each of {spaced(row.gathers.by) if self.is_plain else row.gathers.by}"
        if row.done:
            return f"When {source} has ended, {event}"
        if row.inside:
            return f"Without leaving {source}, {event}"
        if self.tells_apart and enters_again(self.chart, row):
            return f"Leaving {source} and entering it again, {event}"
        return f"{'In' if row.internal else 'From'} {source}, {event}"

    @cached_property
    def earlier(self) -> dict[str, tuple[Row, ...]]:
        """For each row, the alternatives that are tried before it."""
        return alternatives(self.chart)

    def sender(self, row: Row) -> str:
        """What is answered, as the subject of a sentence."""
        if not self.is_plain:
            return row.event or "a consequence"
        return f"“{event_in_words(row, False)}”" if row.says or row.event is not None else "the flow"

    def conditions(self, row: Row) -> str:
        """What must hold, as a part of a row's sentence: " when the settings say a, if b and not c"."""
        if not row.guards and not self.is_plain:
            return ""
        settings = [self.variant(guard) for guard in row.variants]
        said = [f"when the settings say {and_list(settings)}"] if settings else []
        if self.is_plain:
            said += filter(None, [question_in_words(row, self.earlier[row.id], guard_in_words)])
        elif guards := asked(row):
            said.append(f"if {and_list([guard.words for guard in guards])}")
        return f" {', '.join(said)}" if said else ""

    def variant(self, guard: Guard) -> str:
        return variant_in_words(guard) if self.is_plain else guard.words

    def effects(self, effects: Iterable[Effect]) -> str:
        """What happens, one after the other."""
        return and_list([effect_in_words(effect) if self.is_plain else effect.name for effect in effects])

    def doing(self, row: Row) -> str:
        """The effects of a row, as a part of its sentence."""
        each = " for each" if row.gathers is not None else ""
        intro = "; what happens:" if self.is_plain else ", doing"
        return f"{intro} {self.effects(row.effects)}{each}" if row.effects else ""

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
        if row.refuses:
            return f"{self.of_row[row.id]} The player reads: “{clean(row.refuses)}”"
        reasons = [f"If not: “{clean(guard.sentence)}”" for guard in row.guards if guard.sentence]
        return " ".join([self.of_row[row.id], *reasons])

    def phase(self, phase: Phase) -> str:
        """A phase's full name, and what happens on the way in and out."""
        said = [f"{self.name[phase.path]}."]
        for word, effects in (("On entering", phase.enter), ("On leaving", phase.exit)):
            if effects:
                said.append(clean(f"{word}: {self.effects(effects)}."))
        return " ".join(said)

    def all(self) -> tuple[str, ...]:
        """Everything a picture shows, for those who cannot see it."""
        starts = [phase for phase in self.chart.phases if phase.initial and phase.parent is None]
        return (*(f"Starts in {self.name[phase.path]}." for phase in starts), *self.of_row.values())

    def description(self) -> str:
        """The same as one text."""
        return " ".join(self.all())
