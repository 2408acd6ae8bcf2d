"""Visits of a page in a real browser: opened from a file, driven like a reader would, watched all the time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from diagrams.diagram import Diagram
from fsm.engine import Engine
from fsm.session import Session
from tests.browser import Watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page


SAMPLES = 4
"""So many times the address must be the same before it is believed."""


class Visit:
    """One page that a reader has open."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.watched = Watched(page)

    def go(self, address: str) -> None:
        """Open an address, and wait until the page has read it."""
        self.page.goto("about:blank")  # else only the part behind # would change
        self.page.goto(address)
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector("html[data-ready]", state="attached")

    @property
    def phase(self) -> str:
        """The path of the current phase, as the panel shows it."""
        return self.page.inner_text("#where code")

    @property
    def heading(self) -> str:
        return self.page.inner_text("#now")

    @property
    def status(self) -> str:
        """What a screen reader has just said."""
        return self.page.text_content("#status") or ""

    @property
    def notice(self) -> str:
        """What the page complains about, or nothing."""
        return self.page.inner_text("#notice p") if self.page.is_visible("#notice") else ""

    @property
    def steps(self) -> str:
        return self.page.inner_text("#count")

    def offers(self) -> list[str]:
        """The ids of the rows that can be taken, in order."""
        return self.ids_in(self.page.locator("#offers button[data-row]"))

    def ids_in(self, buttons: "Locator") -> list[str]:
        return [str(name) for name in buttons.evaluate_all("all => all.map((button) => button.dataset.row)")]

    def take(self, row: str) -> None:
        """Click what takes a row."""
        self.page.click(f'#offers button[data-row="{row}"]')

    def address(self) -> str:
        """The address, once the page has kept it: it does so a moment later, which is longer on a busy machine."""
        seen: list[str] = []
        while len(seen) < SAMPLES or len({*seen[-SAMPLES:]}) > 1:
            self.page.wait_for_timeout(150)
            seen.append(self.page.url)
        return seen[-1]

    def marked(self, name: str) -> set[str]:
        """The ids of what is marked on the chart."""
        script = "(name) => [...document.querySelectorAll(`#chart .${name}`)].map((one) => one.id)"
        return set(self.page.evaluate(script, name))

    def view(self) -> tuple[float, ...]:
        """Left, top, width and height of what is seen of the chart, in its own points."""
        text = self.page.get_attribute("#chart > svg", "viewBox") or ""
        return tuple(float(part) for part in text.split())

    def wait_for(self, selector: str, text: str) -> None:
        """Wait for a text. Not for a script: the page's policy forbids to run one again and again."""
        from playwright.sync_api import expect

        expect(self.page.locator(selector)).to_have_text(text)

    def settle(self) -> None:
        """Wait until the chart has stopped moving."""
        self.page.wait_for_timeout(350)


@contextmanager
def visit(browser: "Browser", address: str, **context: Any) -> Iterator[Visit]:
    """A visit in a context of its own. In the end, nobody may have complained or asked the network for anything."""
    fresh = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | context)
    try:
        found = Visit(fresh.new_page())
        found.go(address)
        yield found
        assert found.watched.complaints == []
        assert [url for url in found.watched.requests if not url.startswith(("file:", "about:", "data:,"))] == []
    finally:
        fresh.close()


def saved(folder: Path, diagram: Diagram, name: str = "flow") -> str:
    """The address of a page that was just written."""
    return diagram.save(folder / f"{name}.html").as_uri()


def played(engine: Engine[Any], moves: int, seed: int = 4, **settings: Any) -> Session[Any, Any]:
    """A session of random moves; nobody gives up."""
    random = Random(seed)
    session = Session.start(engine, seed=seed, **settings)
    for _ in range(moves):
        legal = [move for move in engine.legal_moves(session.snapshot) if not move.gives_up]
        if not legal:
            break
        session.send(random.choice(legal))
    return session


def journey_of(session: Session[Any, Any]) -> tuple[Any, ...]:
    """What a diagram takes as a trace, with the moves in it."""
    return (*(session.opening.rows if session.opening else ()), *session.log)
