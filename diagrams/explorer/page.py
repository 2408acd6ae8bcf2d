"""The page put together from its parts: style, script, pictures and data, in one file that asks nobody for anything.

The browser is forbidden all but these parts: the content security policy names the hash of each. Data stands in a
block that is not run, and no name in it can end the block.
"""

import html
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any

from diagrams.content.text import clean, safe_id
from diagrams.explorer.facts import ORDER, Facts
from diagrams.explorer.journeys import Journey, recorded
from diagrams.explorer.slim import slim
from diagrams.options import Theme, Words
from diagrams.stylesheet import site_stylesheet
from fsm.chart import Chart

SCRIPTS = ("model", "chart", "state", "words", "way", "address", "marks", "panel", "search", "page")
"""In the order in which they build on each other; together they are one function."""

COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
MARGIN = re.compile(r"^[ \t\n]+", re.MULTILINE)

PLACE = re.compile(r"<!--(\w+)-->")
"""Where a part goes in the template. Nothing else can look like it: elsewhere, `<` is escaped."""


def page(
    chart: Chart,
    pictures: Mapping[Words, str],
    *,
    journey: Journey = (),
    highlight: str | None = None,
    subtitle: str = "",
    theme: Theme = Theme.AUTO,
) -> str:
    """The page of a chart, with its picture in both words. It opens in the first of these."""
    words, *others = pictures
    style = lean(part("page.css")) + site_stylesheet()
    script = lean(f'(() => {{"use strict";\n{"".join(part(f"{name}.js") for name in SCRIPTS)}}})();')
    known = Facts(chart)
    data = known.data() | {
        "words": list(ORDER).index(words),
        "others": {str(list(ORDER).index(other)): packed(slim(pictures[other])) for other in others},
        "journey": recorded(journey, known.place_of_row, known.events),
        "highlight": None if highlight is None else safe_id(highlight),
        "theme": theme,
    }
    name, title = clean(chart.name) or "—", clean(chart.title)
    said = " · ".join(filter(None, (clean(subtitle), title if title != name else "")))
    parts = {
        "policy": policy(style, script),
        "title": html.escape(" – ".join(filter(None, (name, said)))),
        "name": html.escape(name),
        "said": html.escape(said),
        "style": f"<style>{style}</style>",
        "picture": slim(pictures[words]),
        "data": f'<script type="application/json" id="data">{as_block(data)}</script>',
        "script": f"<script>{script}</script>",
    }
    return PLACE.sub(lambda place: parts[place[1]], part("page.html"))


def part(name: str) -> str:
    """A file that lies beside this one."""
    return files(__package__).joinpath(name).read_text("utf-8")


def lean(text: str) -> str:
    """A style or a script without the lines that only people read. No text in ours goes over several lines."""
    return MARGIN.sub("", COMMENT.sub("", text))


def policy(*allowed: str) -> str:
    """What a browser may run and apply: these very texts, and icons that are in the page."""
    style, script = (f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in allowed)
    nowhere = "base-uri 'none'; form-action 'none'"
    return f"default-src 'none'; style-src {style}; script-src {script}; img-src data:; {nowhere}"


def as_block(data: Any) -> str:
    """Data for a block of a page: no text in it can end the block, or begin a comment."""
    return (
        json.dumps(data, separators=(",", ":"), ensure_ascii=False)
        .encode("utf-8", "replace")
        .decode()
        .replace("<", "\\u003c")
    )


def packed(text: str) -> str:
    """A text made small, for browsers to unpack."""
    return b64encode(zlib.compress(text.encode(), 9)).decode()
