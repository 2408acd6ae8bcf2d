"""From a scene to a table of moves: where each is possible, what it needs there, and what a refused player reads."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from diagrams.content.scene import Scene
from diagrams.content.sentences import full_name
from diagrams.formats.tables import Cells, Language, event_cell, guard_cell, guard_cells, in_words_of
from fsm.chart import Chart, Guard, Phase, Row

HEAD = ("Move", "Phase", "Needs", "A refused player reads")
ELSEWHERE = "*another phase*"
NUMBERED = "Of numbered needs, all of one number are enough."
SILENT = "In phases that are not listed for it, a move is refused with a sentence that says what is possible there."
NOTHING = "There is no move here: everything happens by itself."

MANY = 10
"""More settings than this are not tried out in every combination."""

Lines = Iterator[tuple[str, str]]
"""What a move needs, and what is read without it."""


def moves_table(scene: Scene, language: Language) -> str:
    """Every move that the flow knows, in the order of the rows."""
    chart, language = scene.chart, in_words_of(scene, language)
    lines = [cells for event in chart.events for cells in cells_of_event(chart, event, language)]
    if not lines:
        return f"{NOTHING}\n"
    remarks = [NUMBERED] * any(cells[2][:1].isdigit() for cells in lines)
    remarks += [SILENT] * (not has_sentences_for_all(chart))
    below = f"\n{' '.join(remarks)}\n" if remarks else ""
    return language.table(HEAD, lines) + below


def cells_of_event(chart: Chart, event: str, language: Language) -> Iterator[Cells]:
    """The lines of one move. Its name and those of phases stand on their first lines only."""
    move = event_cell(next(row for row in chart.rows if row.event == event), language)
    for phase in chart.phases:
        name = language.text(full_name(chart, phase.path))
        for needs, sentence in lines_of_phase(chart, phase, event, language):
            yield move, name, needs, sentence
            move = name = ""


def lines_of_phase(chart: Chart, phase: Phase, event: str, language: Language) -> Lines:
    """What is said of a move in a phase."""
    rows = [row for row in chart.rows_of[phase.path] if row.event == event]
    taken = [row.guards for row in rows if not row.refuses]
    if taken:
        yield from list(needs_of(shortest(taken), language)) or [("", "")]
    for row in rows:
        if row.refuses:
            yield refused_when(row, language), language.text(row.refuses)
    for remark in chart.refusals:
        if (remark.phase, remark.event) == (phase.path, event):
            yield ELSEWHERE, language.text(remark.sentence)


def refused_when(row: Row, language: Language) -> str:
    """What a row that refuses says a move needs."""
    return f"{ELSEWHERE}, if {guard_cells(row.guards, language)}" if row.guards else ELSEWHERE


def has_sentences_for_all(chart: Chart) -> bool:
    """Whether every move is possible, or refused by a sentence of the author's, in every phase where a game waits."""
    spoken = {(remark.phase, remark.event) for remark in chart.refusals}
    spoken |= {(row.source, row.event) for row in chart.rows if row.event is not None}
    waiting = [leaf for leaf in chart.leaves if chart.events_at(leaf.path)]
    return all(
        any((path, event) in spoken for path in chart.lineage(leaf.path)) for leaf in waiting for event in chart.events
    )


# What a move needs

Guards = tuple[Guard, ...]
"""The guards of one alternative: all of them must hold."""


def shortest(alternatives: Sequence[Guards]) -> list[Guards]:
    """The alternatives that decide whether a move is possible: without those that need all that another one needs."""
    distinct = list({frozenset(guards): guards for guards in alternatives}.values())
    return [one for one in distinct if not any(set(other) < set(one) for other in distinct)]


def needs_of(alternatives: list[Guards], language: Language) -> Lines:
    """What all alternatives need, then under numbers what each of them needs beside that."""
    shared = [guard for guard in alternatives[0] if all(guard in guards for guards in alternatives)]
    for guard in shared:
        yield guard_cell(guard, language), language.text(guard.sentence)
    others = [[guard for guard in guards if guard not in shared] for guards in alternatives]
    always_one = one_is_in_force(others)
    if always_one and all(guard.is_static for guards in others for guard in guards):
        return  # under all settings one of them applies
    for number, guards in enumerate(others, 1):
        for guard in guards:
            sentence = "" if guard.is_static and always_one else guard.sentence
            yield f"{number}: {guard_cell(guard, language)}", language.text(sentence)


def one_is_in_force(alternatives: Iterable[Iterable[Guard]]) -> bool:
    """Whether settings always leave one alternative, so that nobody reads the sentence of a setting."""
    needed = [{guard.name: not guard.negated for guard in guards if guard.is_static} for guards in alternatives]
    names = sorted({name for each in needed for name in each})
    if len(names) > MANY:
        return False
    return all(
        any(all(verdicts[name] is wanted for name, wanted in each.items()) for each in needed)
        for verdicts in (dict(zip(names, values, strict=True)) for values in product((True, False), repeat=len(names)))
    )
