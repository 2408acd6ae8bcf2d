"""What is written in the documentation: pages, tables, code spans, links, commands."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "games/README.md")),
    *sorted(DOCS.glob("*.md")),
)

FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


class Table(NamedTuple):
    """A table of a page, cell by cell."""

    head: list[str]
    rows: list[list[str]]

    @property
    def names(self) -> list[str]:
        """The names in backticks in the first column."""
        return [name for row in self.rows for name in spans(row[0])]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return FENCED.sub("", text)


def spans(text: str) -> list[str]:
    """What stands in backticks."""
    return SPAN.findall(text)


def links(text: str) -> list[str]:
    return LINK.findall(prose(text))


def anchors(text: str) -> set[str]:
    """The places in a page that a link can name, as GitHub does."""
    titles = HEADING.findall(prose(text))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def section(text: str, title: str) -> str:
    """What stands below a heading, up to the next one."""
    _, found, rest = text.partition(f"\n## {title}")
    assert found, f"there is no section {title!r}"
    return rest.split("\n", 1)[1].partition("\n## ")[0]


def tables(text: str) -> Iterator[Table]:
    """Every table of a page."""
    for block in re.findall(r"(?:^\|.*\n)+", prose(text) + "\n", re.MULTILINE):
        head, _, *rows = [cells(line) for line in block.splitlines()]
        yield Table(head, rows)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def table(page: str, first: str) -> Table:
    """The table of a page whose first column is called so."""
    return next(found for found in tables(text_of(page)) if found.head[0] == first)


def command_lines(text: str) -> Iterator[list[str]]:
    """The arguments of every call of `phasebook` in the blocks of code of a page."""
    for line in (line for _, block in FENCED.findall(text) for line in block.splitlines()):
        words = line.removeprefix("$ ")
        if words.startswith("phasebook "):
            yield shlex.split(words, comments=True)[1:]
