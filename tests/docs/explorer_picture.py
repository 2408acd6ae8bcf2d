"""The picture of the explorer page in the documentation, taken of the real page.

`python -m tests.docs.explorer_picture` takes it again.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from diagrams.diagram import Diagram
from games.belote import engine
from tests.browser import opened
from tests.diagrams.explorer.visits import journey_of, played
from tests.docs.pages import DOCS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURE = DOCS / "images" / "explorer.png"
WIDTH, HEIGHT = 1280, 760


def take_picture(browser: "Browser", path: Path) -> None:
    """A recorded game of Belote, in the middle of its second trick."""
    with TemporaryDirectory() as folder:
        page = Diagram(engine, trace=journey_of(played(engine, 14))).save(Path(folder) / "belote.html")
        # A screenshot brings a style of its own, which the page's policy would not let in.
        look = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", reduced_motion="reduce", bypass_csp=True
        )
        tab = look.new_page()
        tab.goto(page.as_uri())
        tab.wait_for_selector("html[data-ready]", state="attached")
        tab.wait_for_timeout(300)
        tab.screenshot(path=path)
        look.close()


if __name__ == "__main__":
    with opened() as found:
        take_picture(found, PICTURE)
