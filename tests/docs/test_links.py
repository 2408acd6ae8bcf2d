"""Every link leads somewhere, every page can be found from the README, and pictures say words."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import phasebook
from tests.docs.pages import PAGES, ROOT, anchors, links, name_of, text_of

LINKS = [(path, link) for path in PAGES for link in links(path.read_text("utf-8")) if "://" not in link]


@pytest.mark.parametrize(("path", "link"), LINKS, ids=[f"{name_of(path)}: {link}" for path, link in LINKS])
def test_a_link_leads_somewhere(path: Path, link: str) -> None:
    file, _, anchor = link.partition("#")
    target = path.parent / file if file else path

    assert target.exists()
    if anchor:
        assert anchor in anchors(target.read_text("utf-8"))


def linked_from(path: Path) -> set[Path]:
    """The files that a page links to."""
    found = {link.partition("#")[0] for link in links(path.read_text("utf-8")) if "://" not in link}
    return {(path.parent / file).resolve() for file in found if file}


def test_every_page_is_found_from_the_readme_within_two_clicks() -> None:
    """In the README itself, or on the page that it calls the start."""
    start = ROOT / "docs" / "index.md"
    first = linked_from(ROOT / "README.md")

    assert start in first
    assert set(PAGES) - {ROOT / "README.md", start} <= first | linked_from(start)


@pytest.mark.parametrize("picture", sorted((ROOT / "docs" / "images").glob("*.svg")), ids=name_of)
def test_a_picture_says_words(picture: Path) -> None:
    """Matplotlib writes numbers as source text of TeX where it is let."""
    said = [text for text in ElementTree.fromstring(picture.read_text("utf-8")).itertext() if "\\" in text]

    assert not said


def test_the_changelog_begins_with_this_version() -> None:
    newest = next(line for line in text_of("CHANGELOG.md").splitlines() if line.startswith("## "))

    assert newest.split()[1] == phasebook.__version__
