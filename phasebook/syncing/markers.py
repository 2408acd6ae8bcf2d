"""The blocks of a page: from a marker that says what is wanted to one that has a checksum of what is there.

In Markdown a marker is an HTML comment on a line of its own, indented by three spaces at most; in reStructuredText it
is a comment at the start of a line. In code they are only text: fences are skipped, and so is what is indented more.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import NamedTuple

from phasebook.syncing.problems import Problems, at

FENCE = re.compile(r" {0,3}(?P<marks>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)")


class Syntax(NamedTuple):
    """How a markup language writes markers, and what else looks like one."""

    begin: re.Pattern[str]
    end: re.Pattern[str]
    almost: re.Pattern[str]
    end_line: str
    has_fences: bool


MARKDOWN = Syntax(
    begin=re.compile(r"(?P<indent> {0,3})<!--\s*phasebook:(?P<words>(?:(?!-->).)*)-->\s*"),
    end=re.compile(r" {0,3}<!--\s*/phasebook\b(?P<checksum>(?:(?!-->).)*)-->\s*"),
    almost=re.compile(r" {0,3}<!--\s*(/phasebook\b|phasebook\s*:)"),
    end_line="<!-- /phasebook {} -->",
    has_fences=True,
)
RST = Syntax(
    begin=re.compile(r"(?P<indent>)\.\. +phasebook:(?!:)(?P<words>.*)"),
    end=re.compile(r"\.\. +/phasebook\b(?P<checksum>.*)"),
    almost=re.compile(r"\.\. +(/phasebook\b|phasebook\s*:(?!:))"),
    end_line=".. /phasebook {}",
    has_fences=False,
)
SYNTAXES = {".md": MARKDOWN, ".markdown": MARKDOWN, ".rst": RST}
"""By the suffix of a page."""


class Block(NamedTuple):
    """A block as it is found in a page."""

    line: int
    """Of the marker that begins it."""
    words: str
    """What that marker asks for."""
    indent: str
    newline: str
    """How its lines end."""
    start: int
    """Where the line after that marker begins, in the text."""
    body: str
    """What is between the markers."""
    stop: int
    """Where the line of the end marker ends, without what ends the line."""
    checksum: str
    whole: str
    """The body and the end marker: what is written anew."""

    @property
    def is_untouched(self) -> bool:
        """Whether nobody has edited it since it was written; a new one is empty."""
        return checksum_of(self.body) == self.checksum if self.checksum else not self.body.strip()


class Line(NamedTuple):
    """A line of a page, without what ends it."""

    number: int
    start: int
    text: str
    ending: str


def checksum_of(body: str) -> str:
    """What the end marker carries. Git may turn line ends around; that is no edit."""
    return blake2b(body.replace("\r\n", "\n").encode(), digest_size=8).hexdigest()


def written(syntax: Syntax, block: Block, content: str) -> str:
    """A block from the line after its first marker to its last marker, with this content."""
    lines = ["", *content.rstrip("\n").split("\n"), ""]
    body = "".join((f"{block.indent}{line}" if line else "") + block.newline for line in lines)
    return f"{body}{block.indent}{syntax.end_line.format(checksum_of(body))}"


def replaced(text: str, changes: Iterable[tuple[Block, str]]) -> str:
    """The page with other blocks; nothing else of it is touched."""
    parts, place = [], 0
    for block, new in changes:
        parts += [text[place : block.start], new]
        place = block.stop
    return "".join([*parts, text[place:]])


# Finding blocks


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a page, as editors count them."""
    place = 0
    for number, whole in enumerate(text.split("\n"), 1):
        is_last = place + len(whole) == len(text)
        line = whole if is_last else whole.removesuffix("\r")
        yield Line(number, place, line, "" if is_last else f"{whole[len(line) :]}\n")
        place += len(whole) + 1


def blocks_in(text: str, syntax: Syntax, file: str, problems: Problems) -> list[Block]:
    """The blocks of a page in order; what cannot be one is a problem."""
    reader = Reader(text, syntax, file, problems)
    for line in lines_of(text):
        reader.read(line)
    reader.finish()
    return reader.blocks


class Reader:
    """Reads a page line by line."""

    def __init__(self, text: str, syntax: Syntax, file: str, problems: Problems) -> None:
        self.text = text
        self.syntax = syntax
        self.file = file
        self.problems = problems
        self.blocks: list[Block] = []
        self.open: tuple[Line, re.Match[str]] | None = None
        self.nested = 0
        self.fence = ""

    def read(self, line: Line) -> None:
        """One more line. Inside a block there are no fences: its own could have been cut off by an edit."""
        if self.open is None and self.syntax.has_fences and self.is_code(line.text):
            return
        if begin := self.syntax.begin.fullmatch(line.text):
            self.begin(line, begin)
        elif end := self.syntax.end.fullmatch(line.text):
            self.end(line, end)
        elif self.syntax.almost.match(line.text):
            self.complain(line, "This marker cannot be read; give it a line of its own, closed on the same line.")

    def is_code(self, text: str) -> bool:
        """Whether a line is in a fence, or a fence itself."""
        found = FENCE.fullmatch(text)
        if self.fence:
            closes = found and not found["info"].strip() and found["marks"].startswith(self.fence)
            self.fence = "" if closes else self.fence
            return True
        self.fence = found["marks"] if found else ""
        return found is not None

    def begin(self, line: Line, marker: re.Match[str]) -> None:
        """A marker that begins a block."""
        if self.open is not None:
            self.complain(line, f"This block begins inside the one of line {self.open[0].number}; end that first.")
            self.nested += 1
        else:
            self.open = line, marker

    def end(self, line: Line, marker: re.Match[str]) -> None:
        """A marker that ends a block."""
        if self.open is None:
            self.complain(line, "This marker ends a block that has not begun; write the marker that begins it.")
            return
        if self.nested:
            self.nested -= 1
            return
        (first, begin), self.open = self.open, None
        start, stop = first.start + len(first.text) + len(first.ending), line.start + len(line.text)
        self.blocks.append(
            Block(
                line=first.number,
                words=begin["words"].strip(),
                indent=begin["indent"],
                newline=first.ending,
                start=start,
                body=self.text[start : line.start],
                stop=stop,
                checksum=marker["checksum"].strip(),
                whole=self.text[start:stop],
            )
        )

    def finish(self) -> None:
        """At the end of the page, no block is open."""
        if self.open is not None:
            end = self.syntax.end_line.format("").replace("  ", " ").rstrip()
            self.complain(self.open[0], f"This block does not end; write {end} on a line after it.")

    def complain(self, line: Line, sentence: str) -> None:
        self.problems.add(at(self.file, line.number), sentence)
