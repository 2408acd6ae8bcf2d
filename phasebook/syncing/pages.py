"""The pages of a project: found, read, and compared with what their blocks should be."""

import codecs
from glob import glob, has_magic
from pathlib import Path
from typing import NamedTuple

from phasebook.syncing.config import Project
from phasebook.syncing.contents import Around, content_for
from phasebook.syncing.diffs import diff_of
from phasebook.syncing.markers import SYNTAXES, Block, Syntax, blocks_in, replaced, written
from phasebook.syncing.orders import order_of
from phasebook.syncing.places import Spot, content_of, spot_of
from phasebook.syncing.problems import DocsError, Problems, at
from phasebook.syncing.targets import Change, Target


class Page(NamedTuple):
    """A page as it is."""

    spot: Spot
    raw: bytes
    text: str
    """Without the byte order mark."""
    syntax: Syntax
    blocks: tuple[Block, ...]

    @property
    def mark(self) -> bytes:
        """The byte order mark, if the page begins with one."""
        return codecs.BOM_UTF8 if self.raw.startswith(codecs.BOM_UTF8) else b""

    @property
    def style(self) -> str:
        """`md` or `rst`."""
        return "rst" if self.syntax is SYNTAXES[".rst"] else "md"


class Verdict(NamedTuple):
    """What came of the blocks of a page."""

    change: Change | None
    targets: tuple[Target, ...]


# Finding and reading


def pages_of(project: Project, problems: Problems) -> list[Page]:
    """Every page of a project, each once, also if several names lead to it."""
    spots: dict[Path, Spot] = {}
    for name in names_of(project, problems):
        with problems.collected(project.place):
            spot = spot_of(project.folder, project.folder, name)
            spots.setdefault(spot.real, spot)
    pages = [page_of(spot, problems) for spot in spots.values()]
    return [page for page in pages if page is not None]


def names_of(project: Project, problems: Problems) -> list[str]:
    """The names of all pages, in the order of the patterns, then of the alphabet."""
    found: list[str] = []
    for pattern in project.pages:
        with problems.collected(project.place):
            found += names_like(project.folder, pattern)
    return found


def names_like(folder: Path, pattern: str) -> list[str]:
    """The files that a pattern means; one that means nothing is a problem."""
    spot = spot_of(folder, folder, pattern)
    if not has_magic(pattern):
        if content_of(spot) is None:
            raise DocsError(f"There is no page {pattern}; correct the list of pages.")
        return [pattern]
    # Like a shell, and unlike Path.glob, this leaves out what begins with a dot.
    names = sorted(glob(pattern, root_dir=folder, recursive=True))  # noqa: PTH207
    files = [name for name in names if (folder / name).is_file()]
    if not files:
        raise DocsError(f"No page is called {pattern}; correct the list of pages.")
    return files


def page_of(spot: Spot, problems: Problems) -> Page | None:
    """A page with its blocks; None if it cannot be read."""
    with problems.collected(spot.shown):
        syntax = SYNTAXES.get(Path(spot.shown).suffix.lower())
        if syntax is None:
            raise DocsError(
                f"A page is Markdown or reStructuredText; its name must end in one of {', '.join(SYNTAXES)}."
            )
        raw = content_of(spot) or b""
        text = text_of(raw)
        return Page(spot, raw, text, syntax, tuple(blocks_in(text, syntax, spot.shown, problems)))
    return None


def text_of(raw: bytes) -> str:
    """The text of a page without its byte order mark."""
    try:
        return raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line = raw.removeprefix(codecs.BOM_UTF8).count(b"\n", 0, error.start) + 1
        raise DocsError(f"This page is not UTF-8, as line {line} shows; save it as UTF-8.") from None


# Judging


def verdict_of(project: Project, page: Page, problems: Problems) -> Verdict:
    """How a page should be, and the files that its blocks need."""
    judge = Judge(project, page)
    for block in page.blocks:
        with problems.collected(at(page.spot.shown, block.line)):
            judge.look_at(block)
    return Verdict(judge.change(), tuple(judge.targets))


class Judge:
    """Compares the blocks of a page with what they should be."""

    def __init__(self, project: Project, page: Page) -> None:
        self.project = project
        self.page = page
        self.targets: list[Target] = []
        self.changes: list[tuple[Block, str]] = []
        self.reasons: list[str] = []
        self.edited: list[str] = []

    def look_at(self, block: Block) -> None:
        """One block."""
        place, order = at(self.page.spot.shown, block.line), order_of(block.words)
        folder = (self.project.folder / self.page.spot.shown).parent
        content = content_for(order, Around(self.project.folder, folder, self.page.style, place))
        self.targets += content.targets
        new = written(self.page.syntax, block, content.text)
        if new == block.whole:
            return
        self.changes.append((block, new))
        if block.is_untouched or says_the_same(block, new):
            self.reasons.append(f"{place}: the block “{order.title}” is {'stale' if block.checksum else 'new'}.")
        else:
            self.edited.append(place)
            self.reasons.append(f"{place}: the block “{order.title}” was edited by hand.")

    def change(self) -> Change | None:
        """What has to change in the page."""
        if not self.changes:
            return None
        page = self.page
        new = replaced(page.text, self.changes)
        raw = page.mark + new.encode()
        diff = diff_of(page.spot.shown, page.text, new)
        return Change(page.spot, page.raw, lambda: raw, tuple(self.reasons), diff, tuple(self.edited))


def says_the_same(block: Block, new: str) -> bool:
    """Whether only blanks, line ends or the checksum differ, so that nobody's work is lost."""
    return block.body.split() == new.rpartition("\n")[0].split()
