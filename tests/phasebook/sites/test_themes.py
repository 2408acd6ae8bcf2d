"""Pictures can be read in every theme of a site under every setting of the system, measured in a real browser.

The site's theme is chosen with its real button, and contrast is measured on screenshots.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

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


class Site(NamedTuple):
    """A page with pictures, in a theme."""

    theme: str
    page: Path


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


SETTINGS = {"material": TOGGLES, "readthedocs": "", "mkdocs": "  color_mode: auto"}
"""The themes of MkDocs; the others are of Sphinx."""


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The same pictures on five sites: all tests of one stand together, so that it is built once, by one process."""
    theme = request.param
    for module in ("sphinx", "furo", "mkdocs", "material"):
        pytest.importorskip(module, reason=f"{module} is not installed: make .venv/ready-browser")
    folder = tmp_path_factory.mktemp(theme)
    if theme in SETTINGS:
        mkdocs(mkdocs_site(folder, {"index.md": MARKDOWN}, theme, SETTINGS[theme]))
        return Site(theme, folder / "site/index.html")
    sphinx(sphinx_site(folder, {"index.rst": RST}, theme))
    return Site(theme, folder / "out/html/index.html")


def on(*themes: str) -> pytest.MarkDecorator:
    """A test of the sites in these themes."""
    return pytest.mark.parametrize("site", themes, indirect=True)


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
@on(*BUTTONS)
def test_the_button_of_a_site_rules(browser: "Browser", site: Site, wanted: Scheme, system: Scheme) -> None:
    with shown(browser, site.page, system) as (page, scratch):
        BUTTONS[site.theme](page, wanted)

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
@on("furo", "alabaster", "readthedocs", "mkdocs")
def test_a_site_that_nobody_has_pressed_a_button_on_can_be_read(browser: "Browser", site: Site, system: Scheme) -> None:
    """Some follow the system, some are always light and have no mark that says so."""
    with shown(browser, site.page, system) as (page, scratch):
        assert_readable(page, scratch)


@on("furo", "material")
def test_print_is_light(browser: "Browser", site: Site) -> None:
    with shown(browser, site.page, "dark") as (page, _):
        BUTTONS[site.theme](page, "dark")
        page.emulate_media(media="print")

        ink = page.locator("svg.phasebook.auto .pb-fill-ink").first
        assert ink.evaluate("one => getComputedStyle(one).fill") == "rgb(31, 35, 40)"


@on("furo", "alabaster", "material", "mkdocs")
@pytest.mark.parametrize("width", [1280, 390])
def test_a_wide_picture_scrolls_in_its_frame_and_never_the_page(browser: "Browser", site: Site, width: int) -> None:
    with shown(browser, site.page, "light", width) as (page, _):
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


@on("furo", "alabaster", "material", "readthedocs", "mkdocs")
def test_screen_readers_stumble_over_nothing(browser: "Browser", site: Site) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with shown(browser, site.page, "dark") as (page, _):
        found = Axe().run(page, context=".phasebook-figure").response["violations"]

    assert [(one["id"], one["impact"]) for one in found if one["impact"] in ("serious", "critical")] == []


@on("furo", "material")
def test_pages_complain_of_nothing_and_fetch_nothing_for_a_picture(browser: "Browser", site: Site) -> None:
    with shown(browser, site.page, "light") as (page, _):
        watched = Watched(page)
        page.reload()

        assert [text for text in watched.complaints if "phasebook" in text] == []
        assert watched.foreign == []
