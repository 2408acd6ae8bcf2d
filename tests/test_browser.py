"""The browser of the tests is a real one, and hears everything."""

from typing import TYPE_CHECKING

from tests.browser import Watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_browser_runs_scripts_and_complaints_are_heard(browser: "Browser") -> None:
    page = browser.new_page()
    watched = Watched(page)
    page.set_content("<p id=p>0</p><script>p.textContent = 6 * 7; console.error('oh')</script>")

    assert page.inner_text("#p") == "42"
    assert watched.complaints == ["oh"]
    assert watched.foreign == []
    page.close()
