"""Pictures can be read in every theme of a site under every setting of the system, measured in a real browser.

The site's theme is chosen with its real button, and contrast is measured on screenshots.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser import Watched, needs_browser
from tests.phasebook.sites.contrast import Box, contrasts, corner, inline_labels, labels_in
from tests.phasebook.sites.small_sites import TOGGLES, mkdocs, mkdocs_site, sphinx, sphinx_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = needs_browser

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
LEAST = 4.5
"""What WCAG asks of text."""
LABELS = 36
"""Those of Goofspiel with more than one letter: a title, a tint, boxes, guards, effects, a setting and a legend."""

RST = """\
Site
====

.. phasebook:: goofspiel
   :caption: Inside the page

.. phasebook:: goofspiel
   :format: svg
   :caption: In a file

.. phasebook:: goofspiel
   :theme: dark
   :caption: In fixed colours

.. phasebook:: goofspiel
   :format: png
   :caption: As PNG

.. phasebook:: uno
"""
FENCE = "```phasebook\ngoofspiel\n{}\n```\n\n"
MARKDOWN = (
    "# Site\n\n"
    + "".join(map(FENCE.format, ("", "format: svg", "theme: dark", "format: png")))
    + "```phasebook\nuno\n```\n"
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same pictures on five sites."""
    for module in ("sphinx", "furo", "mkdocs", "material"):
        pytest.importorskip(module, reason=f"{module} is not installed: make .venv/ready-browser")
    found = {}
    for theme in ("furo", "alabaster"):
        folder = sphinx_site(tmp_path_factory.mktemp(theme), {"index.rst": RST}, theme)
        sphinx(folder)
        found[theme] = folder / "out/html/index.html"
    for theme, settings in (("material", TOGGLES), ("readthedocs", ""), ("mkdocs", "  color_mode: auto")):
        folder = mkdocs_site(tmp_path_factory.mktemp(theme), {"index.md": MARKDOWN}, theme, settings)
        mkdocs(folder)
        found[theme] = folder / "site/index.html"
    return found


@contextmanager
def shown(browser: "Browser", path: Path, system: Scheme, width: int = 1280) -> Iterator[tuple["Page", "Page"]]:
    """A page under a setting of the system, and an empty one to count pixels in."""
    context = browser.new_context(
        color_scheme=system, device_scale_factor=2, viewport={"width": width, "height": 900}, reduced_motion="reduce"
    )
    context.route(lambda url: url.startswith("http"), lambda route: route.abort())
    scratch, page = context.new_page(), context.new_page()
    page.goto(path.as_uri())
    page.add_style_tag(content=".navbar, .md-header{position:absolute!important}")  # else it hides what is below it
    page.bring_to_front()  # only the page in front scrolls by keyboard
    try:
        yield page, scratch
    finally:
        context.close()


def press_furo(page: "Page", wanted: str) -> None:
    """Press the button until the site is as wanted; it leads from automatic to light and dark and back."""
    for _ in range(3):
        if page.evaluate("document.body.dataset.theme") != wanted:
            page.locator("button.theme-toggle:visible").first.click()
    assert page.evaluate("document.body.dataset.theme") == wanted


def press_material(page: "Page", wanted: str) -> None:
    """The same; here it leads from light to dark."""
    scheme = {"light": "default", "dark": "slate"}[wanted]
    if page.evaluate("document.body.dataset.mdColorScheme") != scheme:
        page.locator("form[data-md-component=palette] label:visible").first.click()
    page.wait_for_function(f"document.body.dataset.mdColorScheme === '{scheme}'")


BUTTONS: dict[str, Callable[["Page", str], None]] = {"furo": press_furo, "material": press_material}


def pictures(page: "Page", scratch: "Page") -> Iterator[tuple[str, "Locator", list[tuple[str, Box]]]]:
    """Every picture of Goofspiel on a page, with its labels and where they are."""
    inline, fixed = page.locator("svg.phasebook.auto").first, page.locator("svg.phasebook.dark").first
    places = labels_in(scratch, inline.evaluate("svg => svg.outerHTML"))
    yield "inline", inline, inline_labels(inline)
    yield "file", page.locator("img.phasebook-img").first, places
    yield "fixed", fixed, inline_labels(fixed)


def assert_readable(page: "Page", scratch: "Page") -> None:
    """Every label of every picture."""
    for kind, picture, places in pictures(page, scratch):
        labels = contrasts(picture, places, scratch)

        assert len(labels) == LABELS
        assert [label for label in labels if label.contrast < LEAST] == [], kind
    # Labels of a bitmap are blurred where it is scaled; it is enough that it brings its own paper.
    assert corner(page.locator("img.phasebook-img").nth(1), scratch) == [255, 255, 255]


@pytest.mark.parametrize("system", SCHEMES)
@pytest.mark.parametrize("wanted", SCHEMES)
@pytest.mark.parametrize("theme", BUTTONS)
def test_the_button_of_a_site_rules(
    browser: "Browser", pages: dict[str, Path], theme: str, wanted: Scheme, system: Scheme
) -> None:
    with shown(browser, pages[theme], system) as (page, scratch):
        BUTTONS[theme](page, wanted)

        assert_readable(page, scratch)
        ink = page.locator("svg.phasebook.auto .pb-fill-ink").first
        assert (
            ink.evaluate("one => getComputedStyle(one).fill")
            == {
                "light": "rgb(31, 35, 40)",
                "dark": "rgb(230, 237, 243)",
            }[wanted]
        )


@pytest.mark.parametrize("system", SCHEMES)
@pytest.mark.parametrize("theme", ["furo", "alabaster", "readthedocs", "mkdocs"])
def test_a_site_that_nobody_has_pressed_a_button_on_can_be_read(
    browser: "Browser", pages: dict[str, Path], theme: str, system: Scheme
) -> None:
    """Some follow the system, some are always light and have no mark that says so."""
    with shown(browser, pages[theme], system) as (page, scratch):
        assert_readable(page, scratch)


@pytest.mark.parametrize("theme", ["furo", "material"])
def test_print_is_light(browser: "Browser", pages: dict[str, Path], theme: str) -> None:
    with shown(browser, pages[theme], "dark") as (page, _):
        BUTTONS[theme](page, "dark")
        page.emulate_media(media="print")

        ink = page.locator("svg.phasebook.auto .pb-fill-ink").first
        assert ink.evaluate("one => getComputedStyle(one).fill") == "rgb(31, 35, 40)"


@pytest.mark.parametrize("theme", ["furo", "alabaster", "material", "mkdocs"])
@pytest.mark.parametrize("width", [1280, 390])
def test_a_wide_picture_scrolls_in_its_frame_and_never_the_page(
    browser: "Browser", pages: dict[str, Path], theme: str, width: int
) -> None:
    with shown(browser, pages[theme], "light", width) as (page, _):
        wide = page.locator(".phasebook-scroll").last
        room, held, shown_as, own = wide.evaluate(
            "one => [one.clientWidth, one.scrollWidth, one.firstElementChild.clientWidth,"
            " one.firstElementChild.viewBox.baseVal.width * 4 / 3]"
        )

        assert held > room  # Uno is wider than any column
        assert shown_as == pytest.approx(own * 0.75, rel=0.01)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        wide.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function("one => one.scrollLeft > 0", arg=wide.element_handle())


@pytest.mark.parametrize("theme", ["furo", "alabaster", "material", "readthedocs", "mkdocs"])
def test_screen_readers_stumble_over_nothing(browser: "Browser", pages: dict[str, Path], theme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with shown(browser, pages[theme], "dark") as (page, _):
        found = Axe().run(page, context=".phasebook-figure").response["violations"]

    assert [(one["id"], one["impact"]) for one in found if one["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize("theme", ["furo", "material"])
def test_pages_complain_of_nothing_and_fetch_nothing_for_a_picture(
    browser: "Browser", pages: dict[str, Path], theme: str
) -> None:
    with shown(browser, pages[theme], "light") as (page, _):
        watched = Watched(page)
        page.reload()

        assert [text for text in watched.complaints if "phasebook" in text] == []
        assert watched.foreign == []
