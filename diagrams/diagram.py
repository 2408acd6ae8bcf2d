"""`Diagram`: one flow, ready to be shown in any format."""

from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from diagrams.content.scene import Marks, scene
from diagrams.content.sentences import Sentences
from diagrams.content.text import clean
from diagrams.errors import DiagramError, LayoutError
from diagrams.explorer.journeys import rows_of
from diagrams.explorer.page import page
from diagrams.files import write
from diagrams.formats.d2 import d2
from diagrams.formats.dot import dot
from diagrams.formats.mermaid import mermaid
from diagrams.formats.moves import moves_table
from diagrams.formats.notebook import on_paper
from diagrams.formats.phases import phases_table
from diagrams.formats.plantuml import plantuml
from diagrams.formats.png import stamped
from diagrams.formats.svg import finished
from diagrams.formats.tables import tables
from diagrams.markup import language_of
from diagrams.options import Detail, RendererChoice, Theme, Words
from diagrams.raster import lack, rastered
from diagrams.renderers import TIMEOUT, draw
from diagrams.stylesheet import site_stylesheet
from fsm.chart import Chart
from fsm.engine import Engine
from fsm.flow import Flow
from fsm.reading import read
from fsm.session import Step

__all__ = ["FORMATS", "Diagram", "known_format"]

Option = TypeVar("Option", bound=StrEnum)

SELDOM = frozenset({"inside", "done", "calls", "then", "refuses", "gathers", "says"})
"""What most rows do not have: data says it of the others only."""


class Diagram:
    """A picture of a flow, drawn when it is asked for.

    `phase` shows one phase only, `highlight` marks the current phase, `trace` marks rows by their ids or by the
    steps of a session, `counts` gives rows numbers, `links` gives phases and rows http(s) or relative links,
    `subtitle` says which variant this is. `words` are those of the code, or plain ones. `engine` chooses the
    renderer, and `timeout` is in seconds.
    """

    def __init__(
        self,
        flow: Chart | type[Flow] | Engine[Any],
        *,
        detail: str = Detail.FULL,
        theme: str = Theme.AUTO,
        words: str = Words.TECHNICAL,
        phase: str | None = None,
        highlight: str | None = None,
        trace: Iterable[str | Step] = (),
        counts: Mapping[str, float] | None = None,
        links: Mapping[str, str] | None = None,
        subtitle: str = "",
        engine: str = RendererChoice.AUTO,
        timeout: float = TIMEOUT,
    ) -> None:
        self.chart = chart_of(flow)
        self.theme = option(Theme, theme, "theme")
        self.engine = option(RendererChoice, engine, "engine")
        self.timeout = timeout
        self.journey = tuple(trace)
        marks = Marks(highlight, rows_of(self.journey), dict(counts or {}), dict(links or {}))
        shown, spoken = option(Detail, detail, "detail"), option(Words, words, "words")
        self.scene = scene(self.chart, shown, phase, marks, subtitle, spoken)

    # Text

    @cached_property
    def dot(self) -> str:
        """The picture in Graphviz's language."""
        return dot(self.scene, self.theme)

    @cached_property
    def mermaid(self) -> str:
        """The picture in Mermaid's language."""
        return mermaid(self.scene)

    @cached_property
    def plantuml(self) -> str:
        """The picture in PlantUML's language."""
        return plantuml(self.scene)

    @cached_property
    def d2(self) -> str:
        """The picture in D2's language."""
        return d2(self.scene)

    def table(self, style: str = "md") -> str:
        """Tables of the rows, the entry and exit effects and the guards' sentences: `md` or `rst`."""
        return tables(self.scene, language_of(style))

    def moves_table(self, style: str = "md") -> str:
        """A table of the moves: where each is possible, and what a refused player reads; `md` or `rst`."""
        return moves_table(self.scene, language_of(style))

    def phases_table(self, style: str = "md") -> str:
        """A table of the phases: which moves each knows, and where it goes on by itself; `md` or `rst`."""
        return phases_table(self.scene, language_of(style))

    @property
    def title(self) -> str:
        """What is shown: the flow, the variant of it, and what its author says of it."""
        parts = (self.chart.name, self.scene.subtitle, self.chart.title)
        return clean(" – ".join(part for part in parts if part))

    @property
    def sentences(self) -> tuple[str, ...]:
        """Where the flow starts, then every row that is shown: for those who cannot see it, and to compare."""
        return Sentences(self.scene.chart, self.scene.words).all()

    @property
    def description(self) -> str:
        """Everything that is shown, in sentences."""
        return " ".join(self.sentences)

    @property
    def json(self) -> str:
        """What is shown, as data."""
        data = msgspec.to_builtins(self.scene.chart)
        data["rows"] = [
            {name: value for name, value in row.items() if value or name not in SELDOM} for row in data["rows"]
        ]
        return msgspec.json.format(msgspec.json.encode(data)).decode() + "\n"

    @property
    def stamp(self) -> str:
        """A hash of the DOT text: pictures carry it, so that drift can be seen without comparing images."""
        return blake2b(self.dot.encode(), digest_size=16).hexdigest()

    # Pictures

    def svg(self, *, prefix: str = "", inline: bool = False) -> str:
        """The picture as SVG.

        A page that holds several gives each a `prefix` for its ids. With `inline`, an automatic picture brings no
        style of its own: the page has `diagrams.stylesheet.site_stylesheet()` once, and its theme decides.
        """
        return self._svg_in(self.theme, prefix, inline)

    def _svg_in(self, theme: Theme, prefix: str = "", inline: bool = False) -> str:
        return finished(
            self._drawn("svg", theme),
            title=self.title,
            description=self.description,
            theme=theme,
            stamp=self.stamp,
            prefix=prefix,
            inline=inline,
        )

    def png(self) -> bytes:
        """The picture as PNG, at twice the size of print; light unless the theme is dark.

        It is drawn from the SVG, or by Graphviz itself where `diagrams.raster` says that something is missing.
        """
        drawn = rastered(self._svg_in(self._print_theme), self._print_theme) if not lack() else None
        return stamped(drawn or self._drawn("png", self._print_theme), self.stamp, self.description)

    def pdf(self) -> bytes:
        """The picture as PDF; light unless the theme is dark."""
        return self._drawn("pdf", self._print_theme)

    def html(self) -> str:
        """The explorer page: the whole flow to walk through, with its picture in both words, in one file."""
        if self.scene.chart is not self.chart:
            raise DiagramError("An explorer page shows the whole flow; leave out detail and phase.")
        own_words_first = sorted(Words, key=lambda words: words is not self.scene.words)
        return page(
            self.chart,
            {words: self._unmarked(words).svg(inline=True) for words in own_words_first},
            journey=self.journey,
            highlight=self.scene.marks.highlight,
            subtitle=self.scene.subtitle,
            theme=self.theme,
        )

    def _unmarked(self, words: Words) -> "Diagram":
        """The same picture in some words, without a way through it, in colours that a page decides."""
        other = Diagram(self.chart, engine=self.engine, timeout=self.timeout)
        marks = msgspec.structs.replace(self.scene.marks, highlight=None, trace=(), ended=frozenset())
        other.scene = msgspec.structs.replace(self.scene, words=words, marks=marks)
        return other

    @property
    def printed(self) -> str:
        """The DOT for formats that cannot follow the reader's theme."""
        return self._dot_in(self._print_theme)

    @property
    def _print_theme(self) -> Theme:
        return Theme.LIGHT if self.theme is Theme.AUTO else self.theme

    def _dot_in(self, theme: Theme) -> str:
        return self.dot if theme is self.theme else dot(self.scene, theme)

    def _drawn(self, format: str, theme: Theme) -> bytes:
        """What the renderer draws; where one way of ranking phases fails, the other is tried."""
        try:
            return draw(self._dot_in(theme), format, self.engine, self.timeout)
        except LayoutError:
            return draw(dot(self.scene, theme, other_ranks=True), format, self.engine, self.timeout)

    # Files

    def render(self, format: str) -> bytes:
        """The picture or table in a format."""
        return FORMATS[known_format(format)](self)

    def save(self, path: str | Path) -> Path:
        """Write a file; its suffix says the format. Whatever fails, no part of a file stays behind."""
        path = Path(path)
        if not path.suffix:
            raise DiagramError(f"{path} has no suffix to tell the format by; use one of {these_formats()}.")
        write(path, self.render(path.suffix[1:].lower()))
        return path

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        """For notebooks: the picture, or Mermaid where nothing can draw one.

        Never both: notebooks would show the Markdown. Nothing is drawn that nobody wants.
        """
        wanted = [kind for kind in IN_NOTEBOOKS if kind in (include or IN_NOTEBOOKS) and kind not in (exclude or ())]
        try:
            return {kind: IN_NOTEBOOKS[kind](self) for kind in wanted if kind != "text/markdown"}
        except DiagramError:
            return {kind: IN_NOTEBOOKS[kind](self) for kind in wanted if not kind.startswith("image/")}

    def _notebook_svg(self) -> str:
        """The picture with ids that no other picture of this process has, so that a page can hold all of them."""
        prefix = f"phasebook{next(SHOWN)}-"
        if self.theme is not Theme.AUTO:
            return self.svg(prefix=prefix)
        return on_paper(self.svg(prefix=prefix, inline=True), site_stylesheet())

    def __repr__(self) -> str:
        return f"<Diagram of {self.chart.name}: {len(self.scene.chart.rows)} arrows>"


FORMATS: Mapping[str, Callable[[Diagram], bytes]] = {
    "svg": lambda diagram: diagram.svg().encode(),
    "png": Diagram.png,
    "pdf": Diagram.pdf,
    "dot": lambda diagram: diagram.dot.encode(),
    "mmd": lambda diagram: diagram.mermaid.encode(),
    "puml": lambda diagram: diagram.plantuml.encode(),
    "d2": lambda diagram: diagram.d2.encode(),
    "md": lambda diagram: diagram.table("md").encode(),
    "rst": lambda diagram: diagram.table("rst").encode(),
    "json": lambda diagram: diagram.json.encode(),
    "html": lambda diagram: diagram.html().encode(),
}

IN_NOTEBOOKS: Mapping[str, Callable[[Diagram], str]] = {
    "text/plain": repr,
    "image/svg+xml": Diagram._notebook_svg,
    "image/png": lambda diagram: b64encode(diagram.png()).decode(),
    "text/markdown": lambda diagram: f"```mermaid\n{diagram.mermaid}```\n",
}

SHOWN = count(1)
"""The numbers of the pictures that notebooks have shown."""


def these_formats() -> str:
    return ", ".join(FORMATS)


def known_format(format: str) -> str:
    """The format, or an error that lists all of them."""
    if format in FORMATS:
        return format
    raise DiagramError(f"There is no format {format!r}; use one of {these_formats()}.")


def chart_of(flow: Chart | type[Flow] | Engine[Any]) -> Chart:
    """The chart to draw; of an engine, the one that it runs."""
    if isinstance(flow, Chart):
        return flow
    return flow.active_chart if isinstance(flow, Engine) else read(flow)


def option(kind: type[Option], value: str, name: str) -> Option:
    """The choice of this name, or an error that lists all of them."""
    try:
        return kind(value)
    except ValueError:
        raise DiagramError(f"There is no {name} {value!r}; choose one of {', '.join(kind)}.") from None
