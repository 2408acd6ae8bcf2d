"""Labels as Graphviz reads them: small HTML tables, everything from the flow escaped."""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from diagrams.content.calls import WayBack, drawn_apart
from diagrams.content.legend import legend_of_signs
from diagrams.content.manners import (
    asked,
    remarks,
    sign_in_box,
    sign_on_edge,
    tells_apart,
)
from diagrams.content.names import Names
from diagrams.content.scene import Scene, numbers_shown
from diagrams.content.text import clean, number_text, short, wrapped
from diagrams.formats.palette import EFFECT, GUARD, LINE, VARIANT, Pair
from diagrams.options import Theme
from fsm.chart import Chart, Guard, Phase, Row

NAME_WIDTH, EDGE_WIDTH, BOX_WIDTH, CAPTION_WIDTH = 28, 28, 32, 64
RETURNS = "↕"
BREAK = '<BR ALIGN="LEFT"/>'
END_OF_LINE = f'<FONT POINT-SIZE="12"> </FONT>{BREAK}'
"""A larger blank at the end makes the line higher; Graphviz sets lines without any space between them."""
CAPTION_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">'
BADGE = 'ALIGN="LEFT" BALIGN="LEFT" BORDER="1" STYLE="ROUNDED" CELLPADDING="3"'
"""Look of the cell that says what a match must be played with: a small box with round corners."""
BLANKS = 7
"""Empty cells beside a badge, which keep it small: Graphviz shares spare room among all cells of a line."""
SPANNING = f'COLSPAN="{BLANKS + 1}"'
BADGED_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0">'
TOP = 'VALIGN="TOP"'
WIDE = 'COLSPAN="2"'
"""For cells above or below lines that have a sign and a text."""
LONG_CHAIN = 3
"""More guards than this go to the legend."""
SPECIAL = re.compile(r"""[&<>"'\\\]]""")
"""All that is escaped."""


class Span(NamedTuple):
    """A stretch of text with a look."""

    text: str
    tag: str = ""
    colour: Pair | None = None


@lru_cache(maxsize=4096)
def escaped(text: str) -> str:
    """Text for a label in HTML, where Graphviz reads `\\N` as a node's name all the same."""
    if SPECIAL.search(text) is None:
        return text
    # A bracket alone between two tags is lost on older Graphviz, whose XML reader waits for "]]>" to follow.
    return html.escape(text, quote=True).replace("\\", "\\\\").replace("]", "&#93;")


def plain(text: str) -> str:
    """Any text for an ordinary attribute, where Graphviz reads backslashes twice."""
    return escaped(clean(text)).replace("\\", "\\\\")


@lru_cache(maxsize=4096)
def markup(span: Span, theme: Theme) -> str:
    """A span as Graphviz writes it."""
    written = escaped(span.text)
    if span.tag:
        written = f"<{span.tag}>{written}</{span.tag}>"
    return f'<FONT COLOR="{span.colour.of(theme)}">{written}</FONT>' if span.colour else written


def filled(spans: Iterable[Span], width: int) -> list[list[Span]]:
    """Spans in lines: one that fits goes on, others start a new line and are wrapped if they are too long."""
    lines: list[list[Span]] = [[]]
    room = width
    for span in spans:
        if lines[-1] and len(span.text) + 1 <= room:
            lines[-1] += [Span(" "), span]
            room -= len(span.text) + 1
            continue
        parts = [[span._replace(text=part)] for part in wrapped(span.text, width)]
        lines += parts
        room = width - len(parts[-1][0].text)
    return [line for line in lines if line]


def stacked(lines: Iterable[list[Span]], theme: Theme) -> str:
    """Lines one below the other, left aligned."""
    return "".join("".join(markup(span, theme) for span in line) + END_OF_LINE for line in lines)


# Of one scene


def legend(chart: Chart) -> dict[tuple[Guard, ...], str]:
    """The guard chains that are too long for a label, with the names they get."""
    chains = dict.fromkeys(asked(row) for row in chart.rows if len(asked(row)) > LONG_CHAIN)
    return {chain: f"G{number}" for number, chain in enumerate(chains, 1)}


class Labels:
    """The labels of one scene."""

    def __init__(self, scene: Scene, theme: Theme) -> None:
        self.chart = scene.chart
        self.subtitle = scene.subtitle
        self.theme = theme
        self.counts = scene.marks.counts
        self.places = numbers_shown(scene)
        self.chains = legend(self.chart)
        self.names = Names(self.chart, scene.words, scene.detail)
        self.tells_apart = tells_apart(self.chart)
        self.apart = frozenset(row.id for way in drawn_apart(self.chart) for row in way.rows)
        self.written: dict[tuple[object, ...], str] = {}

    def head(self, row: Row) -> Iterator[Span]:
        """The place of a row among its alternatives, its event, and how it is taken."""
        if row.id in self.places:
            yield Span(f"{self.places[row.id]}.", colour=LINE)
        if self.tells_apart and (sign := sign_on_edge(self.chart, row, RETURNS)):
            yield Span(sign, colour=LINE)
        opening = self.names.opening(row)
        if opening or row.event is not None:
            yield Span(opening or "—", "I" if row.event is None else "B")
        yield from (Span(remark, colour=LINE) for remark in remarks(row, row.id not in self.apart))

    def rest(self, row: Row) -> Iterator[Span]:
        """The guards and effects of a row, and its count."""
        if question := self.names.question(row, self.chains.get(asked(row), "")):
            yield Span(question, colour=GUARD)
        if effects := self.names.effects_of(row):
            yield Span(effects, "I", EFFECT)
        if row.id in self.counts:
            yield Span(f"× {number_text(self.counts[row.id])}", "B")

    def line_in_box(self, row: Row, look: str, bar: str) -> str:
        """A row that stays in its phase, as a line of the phase's box: a sign, then what it says."""
        sign = stacked([[Span(sign_in_box(row, RETURNS), colour=LINE)]], self.theme)
        return f"<TR>{cell(sign, TOP + bar)}{cell(self.once(self.text_in_box, row), look)}</TR>"

    def badged(self, row: Row, text: str, width: int) -> str:
        """A text below the badge of a row, if settings decide about it."""
        if not row.variants:
            return text
        colour = VARIANT.of(self.theme)
        lines = [escaped(line) for line in wrapped(self.names.badge(row) or "—", width)]
        words = f'<FONT COLOR="{colour}" POINT-SIZE="9">{BREAK.join(lines)}</FONT>'
        badge = f'<TR><TD {BADGE} COLOR="{colour}">{words}</TD>{"<TD></TD>" * BLANKS}</TR>'
        return f"{BADGED_TABLE}{badge}<TR>{cell(text, SPANNING)}</TR></TABLE>"

    def text_in_box(self, row: Row) -> str:
        """What a row says, as many parts on a line as fit."""
        text = stacked(filled([*self.head(row), *self.rest(row)], BOX_WIDTH), self.theme)
        return self.badged(row, text, BOX_WIDTH)

    def line_on_edge(self, row: Row, look: str) -> str:
        """A row from one phase to another, as a line of its edge's label."""
        return f"<TR>{cell(self.once(self.text_on_edge, row), look)}</TR>"

    def text_on_edge(self, row: Row) -> str:
        """What a row says, each part on its own line."""
        lines = filled(self.head(row), EDGE_WIDTH)
        lines += [line for span in self.rest(row) for line in filled([span], EDGE_WIDTH)]
        return self.badged(row, stacked(lines, self.theme), EDGE_WIDTH)

    def way_back(self, way: WayBack) -> str:
        """Who called, on the way back from a call."""
        text = stacked(filled([Span(self.names.way_back(way), "I", LINE)], EDGE_WIDTH), self.theme)
        return f"<TR>{cell(text, '')}</TR>"

    def once(self, text: Callable[[Row], str], row: Row) -> str:
        """A text that is written once for all rows that say the same."""
        question = self.names.question(row) if self.names.is_plain else ""  # which depends on other rows
        key = (text.__name__, *self.head(row), question, row.guards, row.effects, self.counts.get(row.id))
        if key not in self.written:
            self.written[key] = text(row)
        return self.written[key]

    def happening(self, phase: Phase) -> Iterator[str]:
        """Lines that say what happens on entering and leaving a phase."""
        for word, effects in self.names.on_the_way(phase):
            spans = (Span(word, colour=LINE), Span(effects, "I", EFFECT))
            yield f"<TR>{cell(stacked(filled(spans, BOX_WIDTH), self.theme), WIDE)}</TR>"

    def name(self, text: str, size: int, align: str = "") -> str:
        """A phase's name, bold."""
        lines = [escaped(line) for line in wrapped(self.names.phases[text] or "—", NAME_WIDTH)]
        return f'<FONT POINT-SIZE="{size}"><B>{f"<BR{align}/>".join(lines)}</B></FONT>'

    def caption(self) -> str:
        """Below the picture: what it is, the guard chains that did not fit into it, and what its signs mean."""
        name = self.chart.name
        said = [Span(short(text, 200)) for text in (self.subtitle, self.chart.title) if text and text != name]
        lines = [[Span(short(name) or "—", "B")]]
        lines += [line for span in said for line in filled([span], CAPTION_WIDTH)]
        legend = "".join(self.legend_lines())
        below = f'<TR><TD ALIGN="LEFT">{CAPTION_TABLE}{legend}</TABLE></TD></TR>' if legend else ""
        return f"<{CAPTION_TABLE}<TR>{cell(stacked(lines, self.theme), '')}</TR>{below}</TABLE>>"

    def legend_lines(self) -> Iterator[str]:
        """The names of long guard chains with the chains, then signs with their meanings."""
        for chain, name in self.chains.items():
            yield self.legend_line(Span(name, "B", GUARD), Span(self.names.chain(chain), colour=GUARD))
        for sign, meaning in legend_of_signs(self.chart, RETURNS):
            yield self.legend_line(Span(sign, colour=LINE), Span(meaning, colour=LINE))

    def legend_line(self, name: Span, words: Span) -> str:
        """A name or a sign, then what it stands for."""
        text = stacked(filled([words], CAPTION_WIDTH), self.theme)
        return f"<TR>{cell(stacked([[name]], self.theme), TOP)}{cell(text, '')}</TR>"


def cell(text: str, look: str) -> str:
    return f'<TD ALIGN="LEFT" BALIGN="LEFT" {look}>{text}</TD>'


def hook(identity: str, tooltip: str) -> str:
    """A safe id and the tooltip of a table cell. Old Graphviz needs a target before it writes either."""
    return f'ID="{identity}" TITLE="{escaped(tooltip)}" TARGET="_top"'
