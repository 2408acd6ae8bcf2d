"""What goes into a block, in the markup language of its page."""

import posixpath
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import quote

from phasebook.pictures import picture_of
from phasebook.syncing.orders import Order
from phasebook.syncing.places import spot_of
from phasebook.syncing.problems import DocsError
from phasebook.syncing.targets import STAMPED, Target, checked


class Around(NamedTuple):
    """Where a block stands."""

    root: Path
    """The project's folder."""
    folder: Path
    """The page's folder: paths in a block start here, as links do."""
    style: str
    """`md` or `rst`."""
    place: str


class Content(NamedTuple):
    """What a block shows, and the files that it needs for that."""

    text: str
    targets: tuple[Target, ...] = ()


def content_for(order: Order, around: Around) -> Content:
    """The content of a block."""
    return KINDS[order.kind](order, around)


# Tables


def rows(order: Order, around: Around) -> Content:
    """The rows of a flow, its entry and exit effects, and the sentences of its guards."""
    return Content(picture_of(order.flow, order.picture, around.folder).table(around.style))


def phases(order: Order, around: Around) -> Content:
    """The phases, their moves, and what follows by itself."""
    return Content(picture_of(order.flow, order.picture, around.folder).phases_table(around.style))


def moves(order: Order, around: Around) -> Content:
    """The moves, and what refuses them."""
    return Content(picture_of(order.flow, order.picture, around.folder).moves_table(around.style))


def settings(order: Order, around: Around) -> Content:
    """The settings and presets."""
    from diagrams.markup import language_of
    from fsm.catalogue import engine_of
    from phasebook.syncing.settings import settings_table

    return Content(settings_table(engine_of(order.flow), language_of(around.style)))


def sentences(order: Order, around: Around) -> Content:
    """Every sentence that a move can be refused with, by its code."""
    from diagrams.markup import language_of
    from fsm.catalogue import engine_of

    language = language_of(around.style)
    found = engine_of(order.flow).sentences()
    lines = ((language.code(code), language.text(sentence)) for code, sentence in found.items())
    return Content(language.table(("Code", "A refused player reads"), lines))


# Diagrams


def diagram(order: Order, around: Around) -> Content:
    """A picture: as Mermaid, or in files that the block links to."""
    format = order.options.get("format", "image" if "file" in order.options else "mermaid")
    if format not in SHOWN:
        raise DocsError(f"A diagram has no format {format!r}; choose one of {', '.join(SHOWN)}.")
    check_file(order, format)
    return SHOWN[format](order, around)


def check_file(order: Order, format: str) -> None:
    """Refuse options that do not go together."""
    if format == "mermaid":
        idle = next((name for name in ("file", "alt", "theme") if name in order.options), None)
        if idle is not None:
            raise DocsError(f"The option {idle!r} is for images; write format=image, or leave it out.")
    elif not order.options.get("file"):
        raise DocsError(
            f"A diagram with format={format} needs a file to draw, for example file=images/{order.flow}.svg."
        )


def mermaid(order: Order, around: Around) -> Content:
    """The picture as text; code hosts draw it in Markdown."""
    text = picture_of(order.flow, order.picture, around.folder).mermaid
    if around.style == "md":
        return Content(f"```mermaid\n{text}```\n")
    indented = "".join(f"   {line}\n" for line in text.splitlines())
    return Content(f".. code-block:: mermaid\n\n{indented}")


def image(order: Order, around: Around) -> Content:
    """A picture in a file."""
    file = order.options["file"]
    target, alt = target_of(order, around, file, order.picture), alternative(order, around)
    if around.style == "rst":
        return Content(f".. image:: {link_to(file)}\n   :alt: {alt}\n", (target,))
    from diagrams.markup import language_of

    return Content(f"![{language_of('md').text(alt)}]({link_to(file)})\n", (target,))


def picture(order: Order, around: Around) -> Content:
    """A light and a dark picture; the page shows the one that the reader's theme asks for."""
    if around.style != "md":
        raise DocsError("format=picture is HTML, which only Markdown can hold; write format=image.")
    if "theme" in order.options:
        raise DocsError("format=picture draws both themes; leave the option 'theme' out.")
    files = {theme: themed(order.options["file"], theme) for theme in ("light", "dark")}
    targets = (target_of(order, around, file, order.picture | {"theme": theme}) for theme, file in files.items())
    return Content("".join(f"{line}\n" for line in html(files, alternative(order, around))), tuple(targets))


def html(files: Mapping[str, str], alt: str) -> Iterator[str]:
    """The element that chooses."""
    yield "<picture>"
    yield f'  <source media="(prefers-color-scheme: dark)" srcset="{link_to(files["dark"])}">'
    yield f'  <img alt="{escape(alt)}" src="{link_to(files["light"])}">'
    yield "</picture>"


def themed(file: str, theme: str) -> str:
    """`images/discard-dark.svg`."""
    path = PurePosixPath(file)
    return str(path.with_name(f"{path.stem}-{theme}{path.suffix}")) if path.name else file


def target_of(order: Order, around: Around, file: str, options: Mapping[str, str]) -> Target:
    """The file that an image is in."""
    spot = spot_of(around.root, around.folder, file)
    target = checked(Target(spot, order.flow, options, around.folder, around.place))
    if target.format not in STAMPED:
        raise DocsError(f"A page cannot show {file} as an image; choose one of {', '.join(STAMPED)}.")
    return target


def alternative(order: Order, around: Around) -> str:
    """What is read where the image is not seen: the author's words, or the title of the picture."""
    said = order.options.get("alt") or picture_of(order.flow, order.picture, around.folder).title
    return " ".join(said.split())


def link_to(file: str) -> str:
    """A path as pages link to it."""
    return quote(posixpath.normpath(file), safe="/")


SHOWN: Mapping[str, Callable[[Order, Around], Content]] = {"mermaid": mermaid, "image": image, "picture": picture}
"""How a diagram can be shown."""

KINDS: Mapping[str, Callable[[Order, Around], Content]] = {
    "diagram": diagram,
    "rows": rows,
    "phases": phases,
    "moves": moves,
    "settings": settings,
    "sentences": sentences,
}
"""What writes each kind of block."""
