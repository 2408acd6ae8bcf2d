"""`Diagram`: one flow, ready to be shown in any format."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from diagrams.content.scene import Marks, scene
from diagrams.content.sentences import Sentences
from diagrams.content.text import clean
from diagrams.errors import DiagramError, LayoutError
from diagrams.files import write
from diagrams.formats.dot import dot
from diagrams.formats.mermaid import mermaid
from diagrams.formats.png import stamped
from diagrams.formats.svg import finished
from diagrams.formats.tables import MARKDOWN, RST, tables
from diagrams.options import Detail, RendererChoice, Theme
from diagrams.renderers import TIMEOUT, draw
from fsm.chart import Chart
from fsm.engine import Engine
from fsm.flow import Flow
from fsm.reading import read

__all__ = ["FORMATS", "Diagram", "known_format"]

Option = TypeVar("Option", bound=StrEnum)

SELDOM = frozenset({"inside", "done", "calls", "then", "refuses", "gathers"})
"""What most rows do not have: data says it of the others only."""

LANGUAGES = {"md": MARKDOWN, "rst": RST}


class Diagram:
    """A picture of a flow, drawn when it is asked for.

    `phase` shows one phase only, `highlight` marks the current phase, `trace` marks rows by their ids,
    `counts` gives rows numbers, `links` gives phases and rows http(s) or relative links, `subtitle` says
    which variant this is. `engine` chooses the renderer, and `timeout` is in seconds.
    """

    def __init__(
        self,
        flow: Chart | type[Flow] | Engine[Any],
        *,
        detail: str = Detail.FULL,
        theme: str = Theme.AUTO,
        phase: str | None = None,
        highlight: str | None = None,
        trace: Iterable[str] = (),
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
        marks = Marks(highlight, tuple(trace), dict(counts or {}), dict(links or {}))
        self.scene = scene(self.chart, option(Detail, detail, "detail"), phase, marks, subtitle)

    # Text

    @cached_property
    def dot(self) -> str:
        """The picture in Graphviz's language."""
        return dot(self.scene, self.theme)

    @cached_property
    def mermaid(self) -> str:
        """The picture in Mermaid's language."""
        return mermaid(self.scene)

    def table(self, style: str = "md") -> str:
        """Tables of the rows, the entry and exit effects and the guards' sentences: `md` or `rst`."""
        if style not in LANGUAGES:
            raise DiagramError(f"There is no table style {style!r}; choose one of {', '.join(LANGUAGES)}.")
        return tables(self.scene, LANGUAGES[style])

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

    def svg(self) -> str:
        """The picture as SVG."""
        parts = (self.chart.name, self.scene.subtitle, self.chart.title)
        return finished(
            self._drawn("svg", self.theme),
            title=clean(" – ".join(part for part in parts if part)),
            description=Sentences(self.scene.chart).description(),
            theme=self.theme,
            stamp=self.stamp,
        )

    def png(self) -> bytes:
        """The picture as PNG, at twice the size of print; light unless the theme is dark."""
        return stamped(self._drawn("png", self._print_theme), self.stamp)

    def pdf(self) -> bytes:
        """The picture as PDF; light unless the theme is dark."""
        return self._drawn("pdf", self._print_theme)

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

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """For notebooks: the picture, or Mermaid where nothing can draw one.

        Never both: notebooks would show the Markdown.
        """
        bundle = {"text/plain": repr(self)}
        try:
            return bundle | {"image/svg+xml": self.svg(), "image/png": b64encode(self.png()).decode()}
        except DiagramError:
            return bundle | {"text/markdown": f"```mermaid\n{self.mermaid}```\n"}

    def __repr__(self) -> str:
        return f"<Diagram of {self.chart.name}: {len(self.scene.chart.rows)} arrows>"


FORMATS: Mapping[str, Callable[[Diagram], bytes]] = {
    "svg": lambda diagram: diagram.svg().encode(),
    "png": Diagram.png,
    "pdf": Diagram.pdf,
    "dot": lambda diagram: diagram.dot.encode(),
    "mmd": lambda diagram: diagram.mermaid.encode(),
    "md": lambda diagram: diagram.table("md").encode(),
    "rst": lambda diagram: diagram.table("rst").encode(),
    "json": lambda diagram: diagram.json.encode(),
}


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
