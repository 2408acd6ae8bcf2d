"""The glossary speaks of what is there: names resolve, and the pages it leads to use the words."""

import re
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, get_type_hints

import pytest

import phasebook
from fsm.declaring.rows import ROW_KEYWORDS
from tests.docs.pages import DOCS, anchors, links, prose, spans, table, text_of

GLOSSARY = text_of("docs/glossary.md")
NAME = re.compile(r"(\w+(?:\.\w+)*)$")
KEYWORD = re.compile(r"(\w+)=$")


class Entry(NamedTuple):
    """A word and what is said of it."""

    word: str
    text: str


def entries() -> list[Entry]:
    found = re.findall(r"^- \*\*(.+?)\*\*: (.+?)(?=^- |^#|\Z)", GLOSSARY, re.MULTILINE | re.DOTALL)
    return [Entry(word, " ".join(text.split())) for word, text in found]


ENTRIES = entries()
each_entry = pytest.mark.parametrize("entry", ENTRIES, ids=[entry.word for entry in ENTRIES])


def test_every_item_is_an_entry() -> None:
    words = [entry.word for entry in ENTRIES]

    assert len(words) == len(re.findall(r"^- ", GLOSSARY, re.MULTILINE))
    assert len(set(words)) == len(words)


@each_entry
def test_an_entry_is_short_and_leads_on(entry: Entry) -> None:
    said = entry.text.partition("More in [")[0]

    assert len(said) <= 250
    assert links(entry.text)


@each_entry
def test_the_page_that_tells_more_uses_the_word(entry: Entry) -> None:
    """Of a page with sections, the section that the link names."""
    for link in links(entry.text):
        file, _, anchor = link.partition("#")
        page = (DOCS / file).read_text("utf-8")

        assert re.search(rf"\b{entry.word}", " ".join(part(page, anchor).split()), re.IGNORECASE), link


def part(page: str, anchor: str) -> str:
    """The section that an anchor names, or all of a page."""
    if not anchor:
        return page
    sections = re.split(r"^(?=#+ )", page, flags=re.MULTILINE)
    return next(text for text in sections if anchor in anchors(text))


# Names

EXAMPLES = {"toggle_card", "official", "seat", "player"}
"""Names of games and of their fields."""


@each_entry
def test_every_name_exists(entry: Entry) -> None:
    for span in spans(prose(entry.text)):
        if name := NAME.match(span):
            assert span in EXAMPLES or resolves(name[1]), f"there is no {span}"
        elif keyword := KEYWORD.match(span):
            assert keyword[1] in ROW_KEYWORDS, f"no row takes {span}"


def resolves(name: str) -> bool:
    """Whether a dotted name leads to something, from `phasebook` or from a module of ours."""
    first, *rest = name.split(".")
    if first in ("phasebook", "fsm", "diagrams", "games"):
        return leads_somewhere(import_module(first), rest)
    return first in phasebook.__all__ and leads_somewhere(getattr(phasebook, first), rest)


def leads_somewhere(value: Any, names: list[str]) -> bool:
    if not names:
        return True
    if isinstance(value, ModuleType) and not hasattr(value, names[0]):
        value, names = import_module(f"{value.__name__}.{names[0]}"), names[1:]
        return leads_somewhere(value, names)
    if hasattr(value, names[0]):
        return leads_somewhere(getattr(value, names[0]), names[1:])
    return len(names) == 1 and names[0] in get_type_hints(value)


def test_a_name_that_is_gone_is_noticed() -> None:
    assert resolves("Engine.active_chart")
    assert resolves("fsm.simulate.Workers")
    assert not resolves("Engine.play")
    assert not resolves("Arrow")


def test_what_the_changelog_says_is_the_new_name_exists() -> None:
    renamed = [name for row in table("CHANGELOG.md", "before").rows for name in spans(row[1]) if NAME.match(name)]

    assert len(renamed) > 15
    assert [name for name in renamed if not resolves(name)] == ["rows"]
