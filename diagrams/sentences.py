"""What a flow does, in sentences: for tooltips, for screen readers, and for the description of a picture."""

from diagrams.words import clean
from fsm.chart import Arrow, Chart, Guard, Phase


def guard_words(guard: Guard) -> str:
    """A guard as a reader says it."""
    return f"not {guard.name}" if guard.negated else guard.name


def and_list(words: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def arrow_sentence(chart: Chart, arrow: Arrow) -> str:
    """One row: "From Draw phase, deal leads to Discard phase if discard_is_owed, doing deal."."""
    source, target = (full_name(chart, path) for path in (arrow.source, arrow.target))
    condition = f" if {and_list([guard_words(guard) for guard in arrow.guards])}" if arrow.guards else ""
    doing = f", doing {and_list([effect.name for effect in arrow.effects])}" if arrow.effects else ""
    if arrow.internal:
        return clean(f"In {source}, {arrow.event or 'a consequence'} stays there{condition}{doing}.")
    return clean(f"From {source}, {arrow.event or 'a consequence'} leads to {target}{condition}{doing}.")


def arrow_tooltip(chart: Chart, arrow: Arrow) -> str:
    """A row's sentence, then what a player reads whom a guard refuses."""
    reasons = [f"If not: “{clean(guard.sentence)}”" for guard in arrow.guards if guard.sentence]
    return " ".join([arrow_sentence(chart, arrow), *reasons])


def phase_tooltip(chart: Chart, phase: Phase) -> str:
    """A phase's full name, and what happens on the way in and out."""
    said = [full_name(chart, phase.path)]
    for word, effects in (("On entering", phase.enter), ("On leaving", phase.exit)):
        if effects:
            said.append(f"{word}: {and_list([effect.name for effect in effects])}.")
    return clean(" ".join(said))


def full_name(chart: Chart, path: str) -> str:
    """A phase's name with those around it: "Discard phase › Ready"."""
    return " › ".join(chart.by_path[part].name for part in reversed(chart.lineage(path)))


def description(chart: Chart) -> str:
    """Everything a picture shows, for those who cannot see it."""
    starts = [f"Starts in {clean(phase.name)}." for phase in chart.phases if phase.initial and phase.parent is None]
    return " ".join([*starts, *(arrow_sentence(chart, arrow) for arrow in chart.arrows)])
