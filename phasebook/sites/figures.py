"""A picture as HTML: a frame that scrolls when the picture is too wide, its name for screen readers, its style."""

import re
from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from phasebook.sites.asking import Asked

if TYPE_CHECKING:
    from diagrams.diagram import Diagram

SMALLEST = 0.75
"""How far a picture shrinks to fit before it scrolls: the smallest labels are then ten pixels high."""
NARROWEST = 320
"""The width in pixels of the narrowest screens: what is never wider never scrolls."""
PIXELS = {"pt": 4 / 3, "px": 1.0, "": 1.0}

TYPES = {"svg": "image/svg+xml", "png": "image/png"}

FIGURE_RULES = """\
figure.phasebook-figure{display:block;width:auto;max-width:100%}
.phasebook-scroll{overflow-x:auto;max-width:100%}
.phasebook-scroll:focus-visible{outline:2px solid currentColor;outline-offset:2px}
.phasebook-scroll>.phasebook,.phasebook-scroll>.phasebook-img{display:block;max-width:100%;height:auto;margin:0 auto}
.phasebook-scroll>.phasebook-img{padding:0;border:0;border-radius:0}
.phasebook-scroll td code{white-space:nowrap}
.align-left>.phasebook-scroll>.phasebook,.align-left>.phasebook-scroll>.phasebook-img{margin-left:0}
.align-right>.phasebook-scroll>.phasebook,.align-right>.phasebook-scroll>.phasebook-img{margin-right:0}
"""


def stylesheet() -> str:
    """The style sheet of a site: colours that follow its theme, and frames."""
    from diagrams.stylesheet import site_stylesheet

    return site_stylesheet(follows_system=False) + FIGURE_RULES


def inline(asked: Asked, diagram: "Diagram", svg: str) -> str:
    """A picture as a part of the page, so that the site's theme button rules it. Without blank lines: to Markdown, a
    paragraph ends there."""
    head, body = svg.split(">", 1)
    if asked.alt:
        head = re.sub(r'aria-labelledby="\S+ (\S+)"', rf'aria-label="{escape(asked.alt)}" aria-describedby="\1"', head)
    text = f'{head} style="{size(asked, width_in(svg))}">{body}'
    return framed(asked, diagram, "\n".join(filter(str.strip, text.splitlines())), width_in(svg))


def image(asked: Asked, diagram: "Diagram", source: str, width: float) -> str:
    """A picture in a file of its own."""
    shown = size(asked, width) if asked.width else f"{size(asked, width)};width:{width:g}px"
    text = f'<img class="phasebook-img" src="{escape(source)}" alt="{escape(spoken(asked, diagram))}" style="{shown}"/>'
    return framed(asked, diagram, text, width)


def framed(asked: Asked, diagram: "Diagram", picture: str, width: float) -> str:
    """A picture in a frame that scrolls, also by keyboard."""
    scrolls = not asked.width and width * SMALLEST > NARROWEST
    reached = f' tabindex="0" role="group" aria-label="{escape(spoken(asked, diagram))}"' if scrolls else ""
    return f'<div class="phasebook-scroll" data-search-exclude=""{reached}>\n{picture}\n</div>'


def spoken(asked: Asked, diagram: "Diagram") -> str:
    """What is said in place of a picture."""
    chart, subtitle = diagram.chart, diagram.scene.subtitle
    return asked.alt or " – ".join(filter(None, (f"Flowchart of {chart.name}", subtitle, chart.title)))


def size(asked: Asked, width: float) -> str:
    """How wide a picture is: as asked for, or its own width and less where there is no room."""
    if asked.width:
        return f"width:{asked.width}{'px' if asked.width[-1].isdigit() else ''}"
    return f"min-width:{width * SMALLEST:g}px"


def width_in(svg: str) -> float:
    """The width of a picture in CSS pixels."""
    found = re.search(r'\bwidth="([\d.]+)(pt|px|)"', svg)
    return float(found[1]) * PIXELS[found[2]] if found else 0.0


def width_of(png: bytes) -> float:
    """The same of a PNG, which is drawn at twice the size of print, as its head says."""
    return int.from_bytes(png[16:20]) / 1.5


def code(text: str) -> str:
    """A block of code for Mermaid, as superfences write it: themes that draw others draw this one, too."""
    return f'<pre class="mermaid"><code>{escape(text)}</code></pre>'


def data_address(kind: str, data: bytes) -> str:
    """A file as a link that holds all of it."""
    return f"data:{TYPES[kind]};base64,{b64encode(data).decode()}"


def figure(asked: Asked, inner: str, caption: str) -> str:
    """A whole figure, with its caption as HTML."""
    classes = " ".join(filter(None, ("phasebook-figure", asked.align and f"align-{asked.align}")))
    name = f' id="{escape(asked.name)}"' if asked.name else ""
    below = f"\n<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="{classes}"{name}>\n{inner}{below}\n</figure>'


def error_box(sentence: str) -> str:
    """What a page shows where a picture should be; sites have a style for such boxes."""
    return (
        '<div class="admonition danger error phasebook-error">'
        f'<p class="admonition-title">There is no picture here</p><p>{escape(sentence)}</p></div>'
    )
