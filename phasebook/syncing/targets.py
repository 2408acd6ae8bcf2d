"""Pictures and tables in files of their own: which are wanted, and whether they are fresh.

Text decides, never the bytes of an image: those differ from one renderer to the next. An SVG and a PNG carry a stamp
of the DOT text that they were drawn from, and in words what they show; of other formats the text itself is compared.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from phasebook.pictures import picture_of
from phasebook.syncing.diffs import diff_of, diff_of_words
from phasebook.syncing.places import Spot, content_of
from phasebook.syncing.problems import DocsError

if TYPE_CHECKING:
    from diagrams.diagram import Diagram

STAMPED = ("svg", "png")
"""The formats that say themselves what they were drawn from."""
MUTE = ("pdf", "html")
"""Those that are drawn as well, and say nothing of the kind."""


class Target(NamedTuple):
    """A file that shows a flow."""

    spot: Spot
    flow: str
    options: Mapping[str, str]
    folder: Path
    """Where the log of a trace is looked for."""
    place: str
    """Where it is asked for."""

    @property
    def format(self) -> str:
        """By its suffix."""
        return Path(self.spot.shown).suffix[1:].lower()

    def shows_the_same(self, other: "Target") -> bool:
        """Whether both want the same picture in their file."""
        return (self.flow, dict(self.options)) == (other.flow, dict(other.options))


class Change(NamedTuple):
    """A file that is not as it should be."""

    spot: Spot
    old: bytes | None
    """What is there; None if nothing is."""
    make: Callable[[], bytes]
    """What should be there. Pictures are drawn only if they are wanted."""
    reasons: tuple[str, ...]
    diff: str = ""
    edited: tuple[str, ...] = ()
    """The places where somebody else's work would be lost."""


def checked(target: Target) -> Target:
    """A target in a format that can be judged later."""
    from diagrams.diagram import FORMATS, known_format

    suffixes = [format for format in FORMATS if format not in MUTE]
    if not target.format:
        raise DocsError(f"{target.spot.shown} has no suffix to tell the format by; use one of {', '.join(suffixes)}.")
    if known_format(target.format) not in suffixes:
        raise DocsError(
            f"A file of the format {target.format} does not say what it was drawn from, so nobody could tell whether "
            "it is fresh; use svg or png, or draw it when it is needed, with "
            f"phasebook draw {target.flow} -o {target.spot.shown}."
        )
    return target


def change_of(target: Target, redraw: bool = False) -> Change | None:
    """What has to change in a target's file, if anything; with `redraw`, a picture always has to."""
    diagram = picture_of(target.flow, target.options, target.folder)
    old = content_of(target.spot)
    if target.format not in STAMPED:
        return change_of_text(target, old, diagram.render(target.format).decode())
    if old is None:
        return picture_change(target, None, diagram, f"{target.spot.shown} is missing.")
    return change_of_picture(target, old, diagram, redraw)


def change_of_text(target: Target, old: bytes | None, new: str) -> Change | None:
    """A table, or a picture as text; its line ends are kept as they are found."""
    name, before = target.spot.shown, decoded(target, old or b"")
    after = new.replace("\n", "\r\n") if "\r\n" in before else new
    if old is not None and before == after:
        return None
    reason = f"{name} is missing." if old is None else f"{name} is stale: it shows {target.flow} as it was."
    return Change(target.spot, old, after.encode, (reason,), diff_of(name, before, after))


def decoded(target: Target, content: bytes) -> str:
    """The text of a file that is written as UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise DocsError(f"{target.spot.shown} is not UTF-8; delete it if it is of no use.") from None


# Pictures


def change_of_picture(target: Target, old: bytes, diagram: "Diagram", redraw: bool) -> Change | None:
    """A picture, by what it says of itself."""
    from diagrams.stamps import inscription_of

    name, found = target.spot.shown, inscription_of(old)
    if found.stamp is None:
        reason = f"{name} is not a picture that Phasebook has drawn."
        return picture_change(target, old, diagram, reason, edited=(name,))
    words = diff_of_words(name, *words_of(found.title, found.description, diagram))
    if words:
        return picture_change(target, old, diagram, f"{name} is stale: it shows {target.flow} as it was.", words)
    if found.stamp != diagram.stamp:
        reason = f"{name} is stale: drawn with other options or by another version, though it says the same."
        return picture_change(target, old, diagram, reason)
    return picture_change(target, old, diagram, f"{name} is drawn again.") if redraw else None


def words_of(title: str, description: str, diagram: "Diagram") -> tuple[str, str]:
    """What a picture says, and what it should say of the same."""
    pairs = ((sentence(title), sentence(diagram.title)), (description, diagram.description))
    said = [(old, now) for old, now in pairs if old]
    return " ".join(old for old, _ in said), " ".join(now for _, now in said)


def sentence(title: str) -> str:
    """A title with a full stop, so that what follows is a sentence of its own."""
    return f"{title.rstrip('.')}." if title else ""


def picture_change(
    target: Target, old: bytes | None, diagram: "Diagram", reason: str, diff: str = "", edited: tuple[str, ...] = ()
) -> Change:
    """A picture that has to be drawn."""
    return Change(target.spot, old, lambda: diagram.render(target.format), (reason,), diff, edited)
