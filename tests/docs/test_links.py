"""Every link leads somewhere, and every page can be found from the README."""

from pathlib import Path

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


def test_every_page_is_found_from_the_readme() -> None:
    found = {(ROOT / link).resolve() for link in links(text_of("README.md"))}

    assert set(PAGES) - {ROOT / "README.md"} <= found


def test_the_changelog_begins_with_this_version() -> None:
    newest = next(line for line in text_of("CHANGELOG.md").splitlines() if line.startswith("## "))

    assert newest.split()[1] == phasebook.__version__
