"""From a scene to a table of its phases: which moves each knows, and where the game goes on by itself."""

from collections.abc import Iterator

from diagrams.content.scene import Scene
from diagrams.content.sentences import full_name
from diagrams.formats.tables import Cells, Language, event_cell, guard_cells, in_words_of, target_cell
from fsm.chart import Chart, Phase, Row

HEAD = ("Phase", "Path", "Moves", "By itself")
BACK = "*back to where it was called*"
THE_END = "*the end*"


def phases_table(scene: Scene, language: Language) -> str:
    """Every phase in which a game can be, in the order of the flow. A rule book knows no paths."""
    language = in_words_of(scene, language)
    lines = (cells_of_phase(scene.chart, leaf, language) for leaf in scene.chart.leaves)
    if language.is_plain:
        return language.table([HEAD[0], *HEAD[2:]], ([cells[0], *cells[2:]] for cells in lines))
    return language.table(HEAD, lines)


def cells_of_phase(chart: Chart, leaf: Phase, language: Language) -> Cells:
    """What is said of a phase."""
    name = language.text(full_name(chart, leaf.path))
    return (
        f"{name}{''.join(f', *{mark}*' for mark in marks(chart, leaf))}",
        language.text(leaf.path) if "." in leaf.path else language.code(leaf.path),
        ", ".join(moves(chart, leaf, language)),
        "; ".join(dict.fromkeys(consequences(chart, leaf, language))),
    )


def marks(chart: Chart, leaf: Phase) -> Iterator[str]:
    """What is special about a phase."""
    lineage = [chart.by_path[path] for path in chart.lineage(leaf.path)]
    if all(phase.initial for phase in lineage):
        yield "where a game begins"
    if any(phase.secret for phase in lineage):
        yield "secret"


def moves(chart: Chart, leaf: Phase, language: Language) -> Iterator[str]:
    """The moves that a phase knows, also those of the phases around it; none where the game never waits."""
    if any(not row.guards for row in chart.alternatives(leaf.path, None)):
        return
    for event in chart.events_at(leaf.path):
        rows = [row for row in chart.alternatives(leaf.path, event) if not row.refuses]
        if rows:
            yield event_cell(rows[0], language)


def consequences(chart: Chart, leaf: Phase, language: Language) -> Iterator[str]:
    """Where the game goes on without a move, and on which conditions."""
    if leaf.final and leaf.parent is None:
        yield THE_END
    if any(chart.is_end_of(leaf.path, called) for called in chart.called):
        yield BACK
    for row in chart.alternatives(leaf.path, None):
        yield f"{target_cell(chart, row, language)}{condition(row, language)}"


def condition(row: Row, language: Language) -> str:
    """What a consequence depends on."""
    return f", if {guard_cells(row.guards, language)}" if row.guards else ""
