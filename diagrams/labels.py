"""Labels as Graphviz reads them: small HTML tables, everything from the flow escaped."""

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from diagrams.options import Theme
from diagrams.palette import EFFECT, GUARD, LINE, VARIANT, Pair
from diagrams.text import clean, short, shortened, wrapped
from fsm.chart import Chart, Effect, Guard, Phase, Row

NAME_WIDTH, EDGE_WIDTH, ROW_WIDTH, CAPTION_WIDTH = 28, 28, 32, 64
STAYS, RETURNS = "↔", "↕"
END_OF_LINE = '<FONT POINT-SIZE="12"> </FONT><BR ALIGN="LEFT"/>'
"""A larger blank at the end makes the line higher; Graphviz sets lines without any space between them."""
CAPTION_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">'
BREAK = '<BR ALIGN="LEFT"/>'
BADGE = 'ALIGN="LEFT" BALIGN="LEFT" BORDER="1" STYLE="ROUNDED" CELLPADDING="3"'
"""Look of the cell that says what a match must be played with: a small box with round corners."""
BLANKS = 7
"""Empty cells beside a badge: Graphviz shares spare room among all cells of a line, and the badge is to stay small."""
SPANNING = f'COLSPAN="{BLANKS + 1}"'
BADGED_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0">'
TOP = 'VALIGN="TOP"'
WIDE = 'COLSPAN="2"'
"""For cells above or below rows, which have a sign and a text."""
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
    """Spans in lines: a span goes on if it fits, starts a new line if not, and is wrapped if it is too long."""
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


# The parts of a row


class Names:
    """How one chart's rules, events and phases are called in its pictures: no two of them alike."""

    def __init__(self, chart: Chart) -> None:
        rules = [guard.words for arrow in chart.rows for guard in arrow.guards]
        rules += [effect.name for arrow in chart.rows for effect in arrow.effects]
        rules += [effect.name for phase in chart.phases for effect in (*phase.enter, *phase.exit)]
        self.rules = shortened(rules)
        self.events = shortened(arrow.event for arrow in chart.rows if arrow.event is not None)
        self.phases = shortened(phase.name for phase in chart.phases)

    def guards(self, guards: Iterable[Guard]) -> str:
        """`[a and not b]`."""
        return f"[{self.chain(guards)}]"

    def chain(self, guards: Iterable[Guard]) -> str:
        """`a and not b`."""
        return " and ".join(self.rules[guard.words] for guard in guards)

    def effects(self, effects: Iterable[Effect]) -> str:
        """`/ a, b`."""
        return "/ " + ", ".join(self.rules[effect.name] for effect in effects)


def ordinals(chart: Chart) -> dict[str, int]:
    """The place of each arrow among the alternatives of its phase and event, where there are several."""
    groups: dict[tuple[str, str | None], list[str]] = {}
    for arrow in chart.rows:
        groups.setdefault((arrow.source, arrow.event), []).append(arrow.id)
    return {name: place for names in groups.values() if len(names) > 1 for place, name in enumerate(names, 1)}


def legend(chart: Chart) -> dict[tuple[Guard, ...], str]:
    """The guard chains that are too long for a label, with the names they get."""
    chains = dict.fromkeys(arrow.questions for arrow in chart.rows if len(arrow.questions) > LONG_CHAIN)
    return {chain: f"G{number}" for number, chain in enumerate(chains, 1)}


class Writer:
    """Writes the labels of one chart."""

    def __init__(self, chart: Chart, theme: Theme, counts: Mapping[str, float], *, numbered: bool) -> None:
        self.chart = chart
        self.theme = theme
        self.counts = counts
        self.places = ordinals(chart) if numbered else {}
        self.chains = legend(chart)
        self.names = Names(chart)
        self.written: dict[tuple[object, ...], str] = {}

    def head(self, arrow: Row) -> Iterator[Span]:
        """The place of an arrow among its alternatives, and its event."""
        if arrow.id in self.places:
            yield Span(f"{self.places[arrow.id]}.", colour=LINE)
        yield Span("then", "I") if arrow.event is None else Span(self.names.events[arrow.event] or "—", "B")

    def rest(self, arrow: Row) -> Iterator[Span]:
        """The guards and effects of an arrow, and its count."""
        if arrow.questions:
            name = self.chains.get(arrow.questions)
            yield Span(f"[all of {name}]" if name else self.names.guards(arrow.questions), colour=GUARD)
        if arrow.effects:
            yield Span(self.names.effects(arrow.effects), "I", EFFECT)
        if arrow.id in self.counts:
            yield Span(f"× {number_text(self.counts[arrow.id])}", "B")

    def row(self, arrow: Row, look: str, bar: str) -> str:
        """An arrow that stays in its phase, as a table row of the phase's box: a sign, then what it says."""
        sign = stacked([[Span(STAYS if arrow.internal else RETURNS, colour=LINE)]], self.theme)
        return f"<TR>{cell(sign, TOP + bar)}{cell(self.once(self.row_text, arrow), look)}</TR>"

    def badged(self, arrow: Row, text: str, width: int) -> str:
        """A text below the badge of an arrow, if settings decide about it."""
        if not arrow.variants:
            return text
        colour = VARIANT.of(self.theme)
        lines = [escaped(line) for line in wrapped(self.names.chain(arrow.variants) or "—", width)]
        words = f'<FONT COLOR="{colour}" POINT-SIZE="9">{BREAK.join(lines)}</FONT>'
        badge = f'<TR><TD {BADGE} COLOR="{colour}">{words}</TD>{"<TD></TD>" * BLANKS}</TR>'
        return f"{BADGED_TABLE}{badge}<TR>{cell(text, SPANNING)}</TR></TABLE>"

    def row_text(self, arrow: Row) -> str:
        """What an arrow says, as many parts on a line as fit."""
        text = stacked(filled([*self.head(arrow), *self.rest(arrow)], ROW_WIDTH), self.theme)
        return self.badged(arrow, text, ROW_WIDTH)

    def edge(self, arrow: Row, look: str) -> str:
        """An arrow from one phase to another, as a table row of its edge's label."""
        return f"<TR>{cell(self.once(self.edge_text, arrow), look)}</TR>"

    def edge_text(self, arrow: Row) -> str:
        """What an arrow says, each part on its own line."""
        lines = filled(self.head(arrow), EDGE_WIDTH)
        lines += [line for span in self.rest(arrow) for line in filled([span], EDGE_WIDTH)]
        return self.badged(arrow, stacked(lines, self.theme), EDGE_WIDTH)

    def once(self, text: Callable[[Row], str], arrow: Row) -> str:
        """A text that is written once for all arrows that say the same."""
        place, count = self.places.get(arrow.id), self.counts.get(arrow.id)
        key = (text.__name__, place, arrow.event, arrow.guards, arrow.effects, count)
        if key not in self.written:
            self.written[key] = text(arrow)
        return self.written[key]

    def happening(self, phase: Phase) -> Iterator[str]:
        """Table rows that say what happens on entering and leaving a phase."""
        for word, effects in (("enter", phase.enter), ("leave", phase.exit)):
            if effects:
                spans = (Span(word, colour=LINE), Span(self.names.effects(effects), "I", EFFECT))
                yield f"<TR>{cell(stacked(filled(spans, ROW_WIDTH), self.theme), WIDE)}</TR>"

    def name(self, text: str, size: int, align: str = "") -> str:
        """A phase's name, bold."""
        lines = [escaped(line) for line in wrapped(self.names.phases[text] or "—", NAME_WIDTH)]
        return f'<FONT POINT-SIZE="{size}"><B>{f"<BR{align}/>".join(lines)}</B></FONT>'

    def caption(self, subtitle: str) -> str:
        """Below the picture: what it is, and the guard chains that did not fit into it."""
        said = [Span(short(text, 200)) for text in (subtitle, self.chart.title) if text and text != self.chart.name]
        lines = [[Span(short(self.chart.name) or "—", "B")]]
        lines += [line for span in said for line in filled([span], CAPTION_WIDTH)]
        chains = "".join(map(self.legend_row, self.chains))
        legend = f'<TR><TD ALIGN="LEFT">{CAPTION_TABLE}{chains}</TABLE></TD></TR>' if chains else ""
        return f"<{CAPTION_TABLE}<TR>{cell(stacked(lines, self.theme), '')}</TR>{legend}</TABLE>>"

    def legend_row(self, chain: tuple[Guard, ...]) -> str:
        """The name of a long guard chain, then the chain."""
        words = Span(self.names.chain(chain), colour=GUARD)
        name = stacked([[Span(self.chains[chain], "B", GUARD)]], self.theme)
        return f"<TR>{cell(name, TOP)}{cell(stacked(filled([words], CAPTION_WIDTH), self.theme), '')}</TR>"


def cell(text: str, look: str) -> str:
    """A table cell with this text."""
    return f'<TD ALIGN="LEFT" BALIGN="LEFT" {look}>{text}</TD>'


def number_text(number: float) -> str:
    """A count with thousands apart; anything else as short as it goes."""
    return f"{number:,}" if isinstance(number, int) else f"{number:,.4g}"


def hook(identity: str, tooltip: str) -> str:
    """Attributes that give a table cell an id and a tooltip. Old Graphviz needs a target before it writes either."""
    return f'ID="{escaped(identity)}" TITLE="{escaped(tooltip)}" TARGET="_top"'
