"""The page for every reader: both themes and words, screen readers, narrow screens, print, no script."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from diagrams.diagram import Diagram
from games.belote import engine as belote
from games.onepiece import engine as onepiece
from tests.browser import Watched
from tests.diagrams.explorer.visits import Visit, journey_of, played, saved, visit
from tests.diagrams.flows import DEAL

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def paper(here: Visit) -> str:
    return str(here.page.evaluate("getComputedStyle(document.body).backgroundColor"))


LIGHT, DARK = "rgb(255, 255, 255)", "rgb(13, 17, 23)"


@pytest.mark.parametrize(("scheme", "colour"), [("light", LIGHT), ("dark", DARK)])
def test_it_follows_the_system_until_a_theme_is_chosen(
    browser: "Browser", address: str, scheme: str, colour: str
) -> None:
    with visit(browser, address, color_scheme=scheme) as here:
        seen = [paper(here)]
        for _ in range(3):
            here.page.click("#theme")
            seen.append(paper(here))

        assert seen == [colour, LIGHT, DARK, colour]


def test_the_chart_changes_its_colours_with_the_page(here: Visit) -> None:
    fill = "getComputedStyle(document.querySelector('#phase-resting path')).fill"
    here.page.keyboard.press("t")
    light = here.page.evaluate(fill)
    here.page.keyboard.press("t")

    assert light == "rgb(255, 255, 255)"
    assert here.page.evaluate(fill) == "rgb(22, 27, 34)"


def test_print_is_light(browser: "Browser", address: str) -> None:
    with visit(browser, address, color_scheme="dark") as here:
        here.page.keyboard.press("t")
        here.page.keyboard.press("t")
        here.page.emulate_media(media="print")

        assert paper(here) == LIGHT
        assert not here.page.is_visible("#search")
        assert here.page.is_visible("#chart svg")


# Words


def test_words_are_switched_and_the_way_stays(here: Visit) -> None:
    here.take(DEAL)
    here.page.click("#words")
    here.wait_for("#words", "Words: plain")

    assert here.phase == "discarding.choosing"
    assert here.marked("current") == {"phase-discarding.choosing"}
    assert f"arrow-{DEAL}" in here.marked("taken")
    assert "words=plain" in here.address()


def test_each_of_the_words_has_its_own_chart_and_texts(browser: "Browser", address: str) -> None:
    with visit(browser, address) as here:
        seen = []
        for _ in range(3):
            seen.append((here.page.inner_text("#offers h3 >> nth=0").split("\n")[0], chart_text(here)))
            wanted = "technical" if "plain" in here.page.inner_text("#words") else "plain"
            here.page.click("#words")
            here.wait_for("#words", f"Words: {wanted}")
        link = here.address()

    assert [(said.startswith("Deal the"), "Deal the next hand" in drawn) for said, drawn in seen] == [
        (False, False),
        (True, True),
        (False, False),
    ]
    with visit(browser, link) as other:
        assert "Deal the next hand" in chart_text(other)
        other.page.fill("#search", "deal_next_hand")

        assert other.page.locator("#found [role=option]").count() == 2


def chart_text(here: Visit) -> str:
    return here.page.text_content("#chart svg") or ""


# Screen readers


def serious(here: Visit) -> list[str]:
    """What axe finds that keeps somebody from using the page."""
    from axe_playwright_python.sync_playwright import Axe

    found: Any = Axe().run(here.page).response["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html']}" for item in found if item["impact"] in ("serious", "critical")]


def tried(here: Visit) -> Iterator[list[str]]:
    """What axe finds in each thing that the page can show."""
    yield serious(here)
    here.take(here.offers()[0])
    yield serious(here)
    here.page.fill("#search", "e")
    yield serious(here)
    here.page.keyboard.press("Enter")
    yield serious(here)
    here.page.evaluate("location.hash = 'at=nowhere'")
    here.page.wait_for_selector("#notice:not([hidden])")
    yield serious(here)
    here.page.click("#help")
    yield serious(here)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 420])
def test_nothing_keeps_a_reader_out(browser: "Browser", address: str, scheme: str, width: int) -> None:
    with visit(browser, address, color_scheme=scheme, viewport={"width": width, "height": 800}) as here:
        assert [finding for findings in tried(here) for finding in findings] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_a_reader_out_of_a_recording(browser: "Browser", tmp_path: Path, scheme: str) -> None:
    journey = journey_of(played(onepiece, 40))
    with visit(browser, saved(tmp_path, Diagram(onepiece, trace=journey)), color_scheme=scheme) as here:
        here.page.click("#back")

        assert serious(here) == []


def test_the_page_has_landmarks_headings_a_language_and_a_name(here: Visit) -> None:
    outline = here.page.locator("body").aria_snapshot()

    assert here.page.title() == "DiscardTurn – Draw a hand, discard down, end the turn."
    assert here.page.get_attribute("html", "lang") == "en"
    for landmark in ("banner:", "main:", 'complementary "What can happen":', "search:", "status"):
        assert landmark in outline
    for heading in ('heading "DiscardTurn" [level=1]', 'heading "Draw Phase" [level=2]', "What can happen next"):
        assert heading in outline
    assert 'img "The chart of DiscardTurn"' in outline


def test_every_offer_says_all_of_itself_in_its_name(here: Visit) -> None:
    button = here.page.get_by_role("button", name="→ Discard Phase › Discard Phase Active if discard_is_owed")

    assert button.count() == 1


def test_steps_are_said_aloud(here: Visit) -> None:
    live = here.page.get_attribute("#status", "aria-live"), here.page.get_attribute("#status", "role")
    said = []
    for key in ("1", "u", "r"):
        here.page.keyboard.press(key)
        said.append(here.status)

    assert live == ("polite", "status")
    assert said[0].startswith("deal_next_hand. Now in Discard Phase › Discard Phase Active.")
    assert said[1] == "Now in Draw Phase. 3 ways on."
    assert said[2].startswith("Now in Discard Phase")


def test_buttons_at_the_ends_say_that_they_do_nothing_and_keep_the_focus(here: Visit) -> None:
    here.take(DEAL)
    here.page.focus("#back")
    here.page.keyboard.press("Enter")

    assert here.page.get_attribute("#back", "aria-disabled") == "true"
    assert here.page.evaluate("document.activeElement.id") == "back"


# Motion, screens, scripts


def test_without_a_wish_for_calm_the_chart_glides(browser: "Browser", tmp_path: Path) -> None:
    """And with one it is there at once."""
    address = saved(tmp_path, Diagram(belote)) + "#at=dealing"
    frames = {}
    for wish in ("no-preference", "reduce"):
        with visit(browser, address, reduced_motion=wish) as here:
            here.settle()
            here.page.evaluate(
                """() => {
                  window.views = new Set();
                  const svg = document.querySelector("#chart > svg");
                  new MutationObserver(() => views.add(svg.getAttribute("viewBox"))).observe(svg, { attributes: true });
                  location.hash = "at=match_over";
                }"""
            )
            here.page.wait_for_timeout(700)
            frames[wish] = here.page.evaluate("window.views.size")

    assert frames["reduce"] == 1
    assert frames["no-preference"] > 2


def test_on_a_narrow_screen_the_panel_is_below_the_chart(browser: "Browser", address: str) -> None:
    with visit(browser, address, viewport={"width": 400, "height": 800}) as here:
        chart, panel = (here.page.locator(name).bounding_box() for name in ("#chart", "#panel"))
        width = here.page.evaluate("document.documentElement.scrollWidth")

        assert chart is not None
        assert panel is not None
        assert panel["y"] >= chart["y"] + chart["height"]
        assert width <= 400


def test_without_scripts_the_chart_is_there(browser: "Browser", address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    watched = Watched(page)
    page.goto(address)

    assert page.is_visible("#chart svg #phase-drawing")
    assert "The chart is complete." in page.inner_text("noscript")
    assert watched.complaints == []
    context.close()


def test_a_browser_that_cannot_unpack_says_so(browser: "Browser", address: str) -> None:
    context = browser.new_context()
    context.add_init_script("delete globalThis.DecompressionStream")
    page = context.new_page()
    page.goto(address)
    page.click("#words")
    page.wait_for_selector("#notice:not([hidden])")

    assert "only the panel changes" in page.inner_text("#notice")
    assert page.inner_text("#words") == "Words: plain"
    assert page.is_visible("#chart svg #phase-drawing")
    context.close()
