"""What a flow does, in sentences: for tooltips, for screen readers, and for the description of a picture."""

from collections.abc import Sequence

from diagrams.content.text import clean
from fsm.chart import Chart, Effect, Phase, Row


def conditions(row: Row) -> str:
    """What must hold, as a part of a row's sentence: " when the settings say a, if b and not c"."""
    parts = (("when the settings say", row.variants), ("if", row.questions))
    said = [f"{intro} {and_list([guard.words for guard in guards])}" for intro, guards in parts if guards]
    return f" {', '.join(said)}" if said else ""


def and_list(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def full_name(chart: Chart, path: str) -> str:
    """A phase's name with those around it: "Discard phase › Ready"."""
    return " › ".join(chart.by_path[part].name for part in reversed(chart.lineage(path)))


def doing(effects: Sequence[Effect]) -> str:
    """The effects of a row, as the end of its sentence."""
    return f", doing {and_list([effect.name for effect in effects])}" if effects else ""


class Sentences:
    """The sentences of one chart, each made once."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.name = {phase.path: clean(full_name(chart, phase.path)) for phase in chart.phases}
        self.of_row = {row.id: self.row(row) for row in chart.rows}

    def row(self, row: Row) -> str:
        """One row: "From Draw phase, deal leads to Discard phase if discard_is_owed, doing deal."."""
        event = row.event or "a consequence"
        where = f"In {self.name[row.source]}, {event} stays there"
        if not row.internal:
            where = f"From {self.name[row.source]}, {event} leads to {self.name[row.target]}"
        return clean(f"{where}{conditions(row)}{doing(row.effects)}.")

    def tooltip(self, row: Row) -> str:
        """A row's sentence, then what players read when a guard refuses them."""
        reasons = [f"If not: “{clean(guard.sentence)}”" for guard in row.guards if guard.sentence]
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
