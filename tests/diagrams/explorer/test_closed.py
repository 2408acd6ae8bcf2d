"""The page is closed: nothing is fetched, nothing foreign runs, and names are only ever text."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from diagrams.content.text import clean
from diagrams.diagram import Diagram
from fsm.chart import Chart, Effect, Guard, Impossible, Phase, Row
from tests.browser import Watched
from tests.diagrams.charts import nasty_charts
from tests.diagrams.explorer.visits import saved, visit
from tests.diagrams.renderers import slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ATTACKS = {
    "a script": "const x = document.createElement('script'); x.text = 'window.ran = 1'; document.body.append(x)",
    "a handler": "document.body.insertAdjacentHTML('beforeend', '<b onclick=\"window.ran = 1\">x</b>'); "
    "document.body.lastElementChild.click()",
    "an evaluation": "try { setTimeout('window.ran = 1', 0) } catch {}",
    "a picture from elsewhere": "const x = new Image(); x.src = 'http://127.0.0.1:9/x.png'; document.body.append(x)",
    "a request": "fetch('http://127.0.0.1:9/').then(() => (window.ran = 1)).catch(() => {})",
    "a frame": "const x = document.createElement('iframe'); x.src = 'http://127.0.0.1:9/'; document.body.append(x)",
    "a style": "const x = document.createElement('style'); x.textContent = 'body{color:red}'; document.head.append(x); "
    "if (getComputedStyle(document.body).color === 'rgb(255, 0, 0)') window.ran = 1",
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_policy_really_blocks(browser: "Browser", address: str, attack: str) -> None:
    page = browser.new_page()
    watched = Watched(page)
    page.goto(address)
    page.wait_for_selector("html[data-ready]", state="attached")
    before = list(watched.complaints)
    page.evaluate(f"() => {{ {ATTACKS[attack]} }}")
    page.wait_for_timeout(300)

    assert before == []
    assert page.evaluate("window.ran") is None
    assert any("Content Security Policy" in text for text in watched.complaints)
    page.close()


WORST = (
    "</script><script>window.ran=1</script>",
    "<img src=x onerror=window.ran=1>",
    "\"'><svg onload=window.ran=1>",
    "<!--<script>",
    "🂡 ♠ é \u202e",
    "constructor __proto__ toString",
    "]]></style>",
)


@pytest.mark.parametrize("name", WORST)
def test_the_worst_names_are_shown_as_they_are(browser: "Browser", tmp_path: Path, name: str) -> None:
    phases = (Phase("a", name, initial=True, enter=(Effect(name),)), Phase(f"b{name}", name, final=True))
    rows = (Row(f"go{name}", "a", f"b{name}", name, (Guard(name, name),), (Effect(name),)),)
    chart = Chart(name, name, phases, rows, refusals=(Impossible("a", f"x{name}", name),))
    with visit(browser, saved(tmp_path, Diagram(chart))) as here:
        seen = clean(name)
        here.page.fill("#search", seen[:4])
        options = here.page.locator("#found [role=option]").count()
        offer = here.page.inner_text("#offers ol")
        here.page.locator("#offers button[data-row]").click()
        link = here.address()

        assert here.page.inner_text("h1") == seen
        assert here.heading == seen
        assert options == 3
        assert f"if {seen}" in offer
        assert f"“{seen}”" in offer
        assert here.steps == "1 / 1"
        assert here.page.evaluate("window.ran") is None
    with visit(browser, link) as other:
        assert other.steps == "1 / 1"
        assert other.notice == ""


@settings(slow, max_examples=12)
@given(nasty_charts())
def test_any_chart_can_be_walked_through(browser: "Browser", chart: Chart) -> None:
    with TemporaryDirectory() as folder, visit(browser, saved(Path(folder), Diagram(chart))) as here:
        taken = 0
        for _ in range(4):
            offers = here.page.locator("#offers button[data-row]")
            if not offers.count():
                break
            offers.last.click()
            taken += 1
        here.page.keyboard.press("w")
        here.wait_for("#words", "Words: plain")

        assert here.steps == f"{taken} / {taken}"
        assert here.page.locator("#chart .current").count() == 1
