"""From a scene to tables: every arrow a row, then what happens on entering and leaving, then the guards' sentences."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from diagrams.labels import number_text, ordinals
from diagrams.options import Detail
from diagrams.scene import Scene
from diagrams.sentences import full_name
from diagrams.text import clean
from fsm.chart import Chart, Effect, Guard

Cells = Sequence[str]


class Language(NamedTuple):
    """How a markup language writes text, names from the code, and a table."""

    text: Callable[[str], str]
    code: Callable[[str], str]
    table: Callable[[Cells, Iterable[Cells]], str]


MARKS = re.compile(r"[\\`*{}\[\]|~$]|[:#@!](?=\S)|\b_|_\b|(?<=www)\.", re.IGNORECASE)
"""What could mean something to Markdown inside a line."""


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is."""
    text = MARKS.sub(r"\\\g<0>", clean(text))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def markdown_table(head: Cells, rows: Iterable[Cells]) -> str:
    """A pipe table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def rst_text(text: str) -> str:
    """Text that reStructuredText shows as it is."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", clean(text))


def rst_table(head: Cells, rows: Iterable[Cells]) -> str:
    """A list table: no column widths to keep."""
    lines = [".. list-table::", "   :header-rows: 1", ""]
    for row in (head, *rows):
        first, *others = row
        lines += [f"   * - {first}".rstrip(), *(f"     - {cell}".rstrip() for cell in others)]
    return "\n".join(lines) + "\n"


def is_plain(name: str) -> bool:
    """Whether a name can stand between code marks as it is."""
    return name.isidentifier() and name.isprintable()


MARKDOWN = Language(markdown_text, lambda name: f"`{name}`" if is_plain(name) else markdown_text(name), markdown_table)
RST = Language(rst_text, lambda name: f"``{name}``" if is_plain(name) else rst_text(name), rst_table)


def tables(scene: Scene, language: Language) -> str:
    """All tables of a scene that have rows."""
    parts = (arrow_table(scene, language), effect_table(scene.chart, language), guard_table(scene.chart, language))
    return "\n".join(part for part in parts if part)


def arrow_table(scene: Scene, language: Language) -> str:
    """Every arrow, in the order in which it is tried."""
    counted = bool(scene.marks.counts)
    varied = bool(scene.chart.static_guards)
    head = [
        "From",
        "Event",
        "Order",
        *(["When"] if varied else []),
        "If",
        "Does",
        "To",
        *(["Count"] if counted else []),
    ]
    return language.table(head, arrow_rows(scene, language, varied, counted))


def arrow_rows(scene: Scene, language: Language, varied: bool, counted: bool) -> Iterator[Cells]:
    """The rows of the arrow table."""
    chart = scene.chart
    places = ordinals(chart) if scene.detail is Detail.FULL else {}
    for arrow in chart.rows:
        number = scene.marks.counts.get(arrow.id)
        yield [
            language.text(full_name(chart, arrow.source)),
            "*then*" if arrow.event is None else language.code(arrow.event),
            str(places.get(arrow.id, "")),
            *([guard_cells(arrow.variants, language)] if varied else []),
            guard_cells(arrow.questions, language),
            effect_cell(arrow.effects, language),
            "*stays*" if arrow.internal else language.text(full_name(chart, arrow.target)),
            *(["" if number is None else number_text(number)] if counted else []),
        ]


def guard_cells(guards: Iterable[Guard], language: Language) -> str:
    """The names of guards that must all hold."""
    return " and ".join(guard_cell(guard, language) for guard in guards)


def guard_cell(guard: Guard, language: Language) -> str:
    """A guard's name, or the words of a condition on settings that is more than a name."""
    if not is_plain(guard.name):
        return language.text(guard.words)
    return ("not " if guard.negated else "") + language.code(guard.name)


def effect_cell(effects: Iterable[Effect], language: Language) -> str:
    """The names of effects, in order."""
    return ", ".join(language.code(effect.name) for effect in effects)


def effect_table(chart: Chart, language: Language) -> str:
    """What happens on entering and leaving phases, if anything."""
    rows = [
        [language.text(full_name(chart, p.path)), effect_cell(p.enter, language), effect_cell(p.exit, language)]
        for p in chart.phases
        if p.enter or p.exit
    ]
    return language.table(["Phase", "On entering", "On leaving"], rows) if rows else ""


def guard_table(chart: Chart, language: Language) -> str:
    """What a player reads whom a guard refuses, where its author said so."""
    guards = dict.fromkeys(guard for arrow in chart.rows for guard in arrow.guards if guard.sentence)
    rows = [[guard_cell(guard, language), language.text(guard.sentence)] for guard in guards]
    return language.table(["Guard", "A refused player reads"], rows) if rows else ""
