"""The site as readers have it: opened from a folder, on a telephone and on a desk, light and dark."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import Watched, needs_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser

WIDTHS = (390, 1440)
"""A telephone and a desk."""

COLOURS = ("color-contrast", "link-in-text-block")
"""The two rules of axe that take most of its time, and look at each element by itself."""

CHEAP = {"preload": False, "resultTypes": ["violations"]}
"""Axe fetches no files, and does not write down what is well."""

ONE_OF_A_KIND = """([where, known]) => {
    const kind = (one) => one ? `${kind(one.parentElement)}>${one.tagName}.${one.getAttribute("class")}` : ""
    const seen = new Set(known)
    for (const one of [...document.querySelectorAll(where)].reverse()) {
        if (!one.children.length && seen.size === seen.add(kind(one) + one.getAttribute("style")).size) one.remove()
    }
    return [...seen]
}"""
"""Leaves one element of each kind on the page, and none of a kind that is known; the kinds that are known now. What has
the same tags and the same classes has the same colours."""


@contextmanager
def reading(browser: "Browser", width: int, scheme: Any = "light") -> Iterator["Page"]:
    """A window of this width."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    try:
        yield context.new_page()
    finally:
        context.close()


def pages(site: Path) -> Iterable[Path]:
    """All that a folder can show; the page for lost readers is for servers."""
    found = sorted(path for path in site.glob("*.html") if path.name != "404.html")
    assert len(found) > 25
    return found


def serious(page: "Page", **options: Any) -> list[str]:
    """What axe finds that keeps somebody from reading."""
    found = page.evaluate("options => axe.run(document, options)", {**CHEAP, **options})["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html']}" for item in found if item["impact"] in ("serious", "critical")]


def stumbles(page: "Page", known: list[str]) -> Iterator[str]:
    """What axe finds on a page: all of it, then the colours of what is new, at all widths in both schemes."""
    from axe_playwright_python.base import AXE_SCRIPT

    page.evaluate(AXE_SCRIPT)
    page.evaluate(ONE_OF_A_KIND, ["pre *, svg g *", []])
    yield from serious(page, rules={rule: {"enabled": False} for rule in COLOURS})
    known[:] = page.evaluate(ONE_OF_A_KIND, ["body *", known])
    page.add_style_tag(content="* { transition: none !important }")
    for width, scheme in product(WIDTHS, ("default", "slate")):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
        yield from serious(page, runOnly=COLOURS)


def test_every_page_can_be_read_by_everybody(browser: "Browser", site: Path) -> None:
    """Nothing serious for axe, nothing wider than the screen, no complaint of the browser, nothing from elsewhere."""
    found: list[str] = []
    known: list[str] = []
    with reading(browser, min(WIDTHS)) as page:
        watched = Watched(page)
        for path in pages(site):
            page.set_viewport_size({"width": min(WIDTHS), "height": 900})
            watched.complaints.clear()  # of a page that had lost most of its elements
            page.goto(path.as_uri())
            found += [f"{path.name}: {complaint}" for complaint in watched.complaints]
            if page.evaluate("document.documentElement.scrollWidth") > min(WIDTHS):
                found.append(f"{path.name}: wider than the screen")
            found += [f"{path.name}: {stumble}" for stumble in stumbles(page, known)]

    assert (found, watched.foreign) == ([], [])


def test_search_works_from_a_folder(browser: "Browser", site: Path) -> None:
    with reading(browser, 1440) as page:
        page.goto((site / "index.html").as_uri())
        page.type(".md-search__input", "redeal")
        page.wait_for_selector(".md-search-result__link[href*='seats.html']", state="attached")
        page.type(".md-search__input", "nosuchword")
        page.wait_for_function("document.querySelector('.md-search-result__meta').textContent.includes('No matching')")


@pytest.mark.parametrize("name", ["index", "belote", "flows"])
def test_flowcharts_follow_the_button_for_light_and_dark(browser: "Browser", site: Path, name: str) -> None:
    with reading(browser, 1440, "light") as page:
        page.goto((site / f"{name}.html").as_uri())
        ink = page.locator("svg.phasebook .pb-fill-ink").first
        before = ink.evaluate("one => getComputedStyle(one).fill")
        page.click("label[for=__palette_1]:visible")
        page.wait_for_selector("body[data-md-color-scheme=slate]", state="attached")

        assert (before, ink.evaluate("one => getComputedStyle(one).fill")) == ("rgb(31, 35, 40)", "rgb(230, 237, 243)")


def test_every_recipe_has_its_flowchart(browser: "Browser", site: Path) -> None:
    with reading(browser, 390) as page:
        page.goto((site / "flows.html").as_uri())
        drawn = page.eval_on_selector_all("svg.phasebook", "all => all.map(one => one.getBoundingClientRect().height)")

        assert len(drawn) == 9
        assert min(drawn) > 100
        assert "stateDiagram" not in page.inner_text("article")
