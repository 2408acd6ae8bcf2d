"""From a scene to tables: the flow's rows, what happens on entering and leaving, the guards' sentences."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from diagrams.content.manners import enters_again, opening_word, tells_apart
from diagrams.content.plain import (
    chain_in_words,
    effect_in_words,
    event_in_words,
    guard_in_words,
    spaced,
    variant_in_words,
)
from diagrams.content.scene import Scene, ordinals
from diagrams.content.sentences import full_name
from diagrams.content.text import clean, number_text
from diagrams.options import Words
from fsm.chart import Chart, Effect, Guard, Row

Cells = Sequence[str]


class Language(NamedTuple):
    """How a markup language writes text, names from the code, and a table."""

    text: Callable[[str], str]
    code: Callable[[str], str]
    table: Callable[[Cells, Iterable[Cells]], str]
    is_plain: bool = False
    """Names are those of a rule book, not of the code."""


MARKS = re.compile(r"[\\`*{}\[\]|~$]|[:#@!](?=\S)|\b_|_\b|(?<=www)\.", re.IGNORECASE)
"""What could mean something to Markdown inside a line."""


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is."""
    text = MARKS.sub(r"\\\g<0>", clean(text))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def markdown_table(head: Cells, lines: Iterable[Cells]) -> str:
    """A pipe table."""
    return "".join(f"| {' | '.join(line)} |\n" for line in (head, ["---"] * len(head), *lines))


def rst_text(text: str) -> str:
    """Text that reStructuredText shows as it is."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", clean(text))


def rst_table(head: Cells, lines: Iterable[Cells]) -> str:
    """A list table: no column widths to keep."""
    written = [".. list-table::", "   :header-rows: 1", ""]
    for first, *others in (head, *lines):
        written += [f"   * - {first}".rstrip(), *(f"     - {cell}".rstrip() for cell in others)]
    return "\n".join(written) + "\n"


def is_plain(name: str) -> bool:
    """Whether a name can stand between code marks as it is."""
    return name.isidentifier() and name.isprintable()


def markdown_code(name: str) -> str:
    return f"`{name}`" if is_plain(name) else markdown_text(name)


def rst_code(name: str) -> str:
    return f"``{name}``" if is_plain(name) else rst_text(name)


MARKDOWN = Language(markdown_text, markdown_code, markdown_table)
RST = Language(rst_text, rst_code, rst_table)


def tables(scene: Scene, language: Language) -> str:
    """All tables of a scene that have something in them."""
    language = in_words_of(scene, language)
    found = (table(scene, language) for table in (row_table, effect_table, guard_table))
    return "\n".join(filter(None, found))


def in_words_of(scene: Scene, language: Language) -> Language:
    """The language, with the words that a scene asks for."""
    return language._replace(is_plain=scene.words is Words.PLAIN)


def row_table(scene: Scene, language: Language) -> str:
    """Every row of the flow, in the order in which they are tried."""
    counted = bool(scene.marks.counts)
    varied = bool(scene.chart.static_guards)
    when, count = ["When"] * varied, ["Count"] * counted
    head = ["From", "Event", "Order", *when, "If", "Does", "To", *count]
    return language.table(head, row_cells(scene, language, varied, counted))


def row_cells(scene: Scene, language: Language, varied: bool, counted: bool) -> Iterator[Cells]:
    """What the table says of each row."""
    chart, places = scene.chart, ordinals(scene)
    for row in chart.rows:
        number = scene.marks.counts.get(row.id)
        yield [
            language.text(full_name(chart, row.source)),
            event_cell(row, language),
            str(places.get(row.id, "")),
            *([guard_cells(row.variants, language)] if varied else []),
            guard_cells(row.questions, language),
            effect_cell(row.effects, language),
            target_cell(chart, row, language),
            *(["" if number is None else number_text(number)] if counted else []),
        ]


def event_cell(row: Row, language: Language) -> str:
    """What a row answers, and who sends it."""
    event = f"*{opening_word(row)}*" if row.event is None else language.code(row.event)
    if language.is_plain:
        said = event_in_words(row, bool(row.guards))
        event = language.text(said) if row.says or row.event is not None else f"*{said.lower() or 'then'}*"
    if row.gathers is None:
        return event
    again = ", who may choose again" if row.gathers.again else ""
    seats = language.text(spaced(row.gathers.by)) if language.is_plain else language.code(row.gathers.by)
    return f"{event} of each of {seats}{again}"


def target_cell(chart: Chart, row: Row, language: Language) -> str:
    """Where a row leads, and how."""
    if row.refuses:
        return f"*refused:* {language.text(row.refuses)}"
    if row.internal:
        return "*stays*"
    source, target = (language.text(full_name(chart, path)) for path in (row.source, row.target))
    if row.calls is not None:
        then = "*then back*" if row.then is None else f"*then* {language.text(full_name(chart, row.then))}"
        return f"*calls* {target}, {then}"
    if tells_apart(chart) and enters_again(chart, row):
        return f"{target}, *entering* {source} *again*"
    return f"{target}, *without leaving* {source}" if row.inside else target


def guard_cells(guards: Sequence[Guard], language: Language) -> str:
    """The names of guards that must all hold: the questions of a row, or its conditions on settings."""
    if language.is_plain and not any(guard.is_static for guard in guards):
        return language.text(chain_in_words(guards, guard_in_words))
    return " and ".join(guard_cell(guard, language) for guard in guards)


def guard_cell(guard: Guard, language: Language) -> str:
    """A guard's name, or the words of a condition on settings that is more than a name."""
    if language.is_plain:
        return language.text(variant_in_words(guard) if guard.is_static else chain_in_words((guard,), guard_in_words))
    if not is_plain(guard.name):
        return language.text(guard.words)
    return ("not " if guard.negated else "") + language.code(guard.name)


def effect_cell(effects: Iterable[Effect], language: Language) -> str:
    """The names of effects, in order."""
    if language.is_plain:
        return language.text(", ".join(map(effect_in_words, effects)))
    return ", ".join(language.code(effect.name) for effect in effects)


def effect_table(scene: Scene, language: Language) -> str:
    """What happens on entering and leaving phases, if anything."""
    lines = [
        [
            language.text(full_name(scene.chart, phase.path)),
            effect_cell(phase.enter, language),
            effect_cell(phase.exit, language),
        ]
        for phase in scene.chart.phases
        if phase.enter or phase.exit
    ]
    return language.table(["Phase", "On entering", "On leaving"], lines) if lines else ""


def guard_table(scene: Scene, language: Language) -> str:
    """What players read when a guard refuses them, where its author said so."""
    rows = (row for row in scene.chart.rows if not row.refuses)  # where a guard fails there, nothing is refused
    guards = dict.fromkeys(guard for row in rows for guard in row.guards if guard.sentence)
    lines = [[guard_cell(guard, language), language.text(guard.sentence)] for guard in guards]
    return language.table(["Guard", "A refused player reads"], lines) if lines else ""
