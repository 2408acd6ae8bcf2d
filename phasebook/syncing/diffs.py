"""What has changed, line by line, as text that a terminal shows as it is."""

import re
from collections.abc import Sequence
from difflib import unified_diff

SENTENCE = re.compile(r"(?<=[.”!?]) (?=\S)")
NO_END = "\\ No newline at end of file"


def diff_of(name: str, old: str, new: str) -> str:
    """A unified diff of two texts; where only line ends differ, a line that says so."""
    texts = [text.replace("\r\n", "\n") for text in (old, new)]
    if texts[0] == texts[1] and old != new:
        return f"{name}: only line ends differ"
    return joined(name, "now", *(lines_of(text) for text in texts))


def diff_of_words(name: str, old: str, new: str) -> str:
    """A unified diff of two descriptions, a sentence a line."""
    return joined(f"{name}, what it says", "what the flow says now", *(SENTENCE.split(text) for text in (old, new)))


def joined(before: str, after: str, old: Sequence[str], new: Sequence[str]) -> str:
    """The diff as one text; empty if there is no difference."""
    return "\n".join(map(printable, unified_diff(old, new, before, after, lineterm="")))


def lines_of(text: str) -> list[str]:
    """The lines of a text; one without an end says so, as in the diffs of others."""
    *lines, last = text.split("\n")
    return lines if not last else [*lines, f"{last}\n{NO_END}"]


def printable(line: str) -> str:
    """A line without anything that moves the cursor."""
    return "".join(letter if letter.isprintable() or letter in "\t\n" else ascii(letter)[1:-1] for letter in line)
