"""The site: it is built without a warning, has every page, and every link in it leads somewhere."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import phasebook
from phasebook.cli.verbs import VERBS
from tests.docs.pages import PAGES, ROOT


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


class Prose(HTMLParser):
    """What a page says outside of its code."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.text = ""
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in ("pre", "code", "script", "style"):
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.text += data


def test_every_page_is_on_the_site(site: Path) -> None:
    names = {
        "README.md": "index",
        "CONTRIBUTING.md": "contributing",
        "CHANGELOG.md": "changelog",
        "games/README.md": "games",
    }
    wanted = {names.get(str(page.relative_to(ROOT)), page.stem) for page in PAGES} | {"commands", "api"}

    assert wanted <= {path.stem for path in site.glob("*.html")}


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = {path: Page(path) for path in site.glob("*.html") if path.name != "404.html"}
    lost = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not (parts.scheme or parts.netloc or is_there(pages, target, parts.fragment)):
                lost.append(f"{path.name}: {link}")

    assert len(pages) > 20
    assert lost == []


def is_there(pages: dict[Path, Page], target: Path, anchor: str) -> bool:
    """Whether a link leads to a file, and in a page to an anchor; the theme's own buttons need none."""
    if target not in pages:
        return target.exists()
    return not anchor or anchor.startswith("__") or anchor in pages[target].anchors


def test_the_flowcharts_are_drawn_on_the_pages(site: Path) -> None:
    for name in ("index", "belote", "uno", "goofspiel", "onepiece"):
        assert "<svg" in (site / f"{name}.html").read_text("utf-8")


def test_no_code_has_spilled_into_the_text(site: Path) -> None:
    """As it does where a fence is not closed, or a marker in an example is taken for a marker of the page."""
    assert [path.name for path in site.glob("*.html") if "```" in Prose(path).text] == []
    assert "&lt;!-- phasebook: diagram belote" in (site / "fresh.html").read_text("utf-8")


def test_the_references_have_every_public_name_and_every_verb(site: Path) -> None:
    api, commands = Page(site / "api.html"), Page(site / "commands.html")

    assert {name for name in phasebook.__all__ if not any(one.endswith(f".{name}") for one in api.anchors)} == set()
    assert set(VERBS) <= commands.anchors
