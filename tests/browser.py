"""A real browser for tests: the system's Chromium, driven by Playwright. Where either is missing, tests skip.

Pages are opened from files or from a server of the test's own on loopback; nothing is fetched from elsewhere.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Debian's build without windows, which starts three times as fast."""

CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""A browser that asks nobody on the network for anything, also when tests run as root."""


def missing() -> str:
    """What there would have to be, or nothing."""
    if find_spec("playwright") is None:
        return "Playwright is not installed: make .venv/ready-browser"
    return "" if CHROMIUM else "Chromium is not installed: apt-get install chromium-headless-shell"


needs_browser = pytest.mark.skipif(bool(missing()), reason=missing() or "a browser is here")


@contextmanager
def opened() -> Iterator["Browser"]:
    """A browser, closed in the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        try:
            yield browser
        finally:
            browser.close()


class Watched:
    """What a page did that nobody asked for: complaints on its console, and requests to anywhere but here."""

    def __init__(self, page: "Page") -> None:
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", self.console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def console(self, message: Any) -> None:
        """Keep warnings and errors."""
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    @property
    def foreign(self) -> list[str]:
        """Requests that left the machine or the page."""
        here = ("file:", "data:", "blob:", "http://127.0.0.1", "http://localhost", "about:")
        return [url for url in self.requests if not url.startswith(here)]
