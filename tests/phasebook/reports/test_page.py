"""The report: closed to the network, open to every reader, the same bytes each time."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import phasebook
from diagrams import renderers
from fsm import Engine, Flow, State
from fsm.simulate import Comparison, Serial, Simulation, compare, simulate
from phasebook.reports.page import checks_in_words, report, shown
from tests.browser import Watched
from tests.fsm.coin import engine as coin
from tests.fsm.test_seeded_defects import Count, Go

if TYPE_CHECKING:
    from playwright.sync_api import Browser

COMMAND = "phasebook simulate tests.fsm.coin:engine --games 40 --seed 2 --set 'note=<b>'"


@pytest.fixture(scope="module")
def found() -> Simulation:
    return simulate(coin, 40, seed=2, settings={"edges": 20})


@pytest.fixture(scope="module")
def both() -> Comparison:
    return compare(coin, 40, seed=2, second={"settings": {"preset": "crooked"}})


@pytest.fixture(scope="module")
def page(found: Simulation) -> str:
    return report(found, COMMAND)


@pytest.fixture(scope="module")
def page_of_both(both: Comparison) -> str:
    return report(both, COMMAND)


class Tags(HTMLParser):
    """What is on a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_it_asks_nobody_for_anything(page: str) -> None:
    tags = Tags(page).tags

    assert "script" not in {tag for tag, _ in tags}
    assert [attributes for _, attributes in tags if "style" in attributes or "src" in attributes] == []
    assert {attributes.get("href") for tag, attributes in tags if tag in ("a", "link")} == {"data:,"}
    assert re.search(r'content="default-src &#x27;none|content="default-src \'none\'; style-src \'sha256-', page)


def test_it_says_how_to_repeat_it(page: str, found: Simulation) -> None:
    assert "--set &#x27;note=&lt;b&gt;&#x27;</code>" in page
    assert f"<dd>{phasebook.__version__}</dd>" in page
    assert f"<dd>{found.chart.fingerprint}</dd>" in page
    assert "<dt>seed</dt><dd>2</dd>" in page
    assert "edges = 20" in page


def test_it_has_every_table_with_caption_and_scopes_every_plot_and_the_flowchart(page: str) -> None:
    tags = Tags(page).tags
    names = [tag for tag, _ in tags]
    heads = [attributes for tag, attributes in tags if tag == "th"]

    assert names.count("table") == names.count("caption") == 15
    assert {attributes["scope"] for attributes in heads} == {"col", "row"}
    assert names.count("figure") == 7
    assert 'id="heat-arrow-tossing-toss-over"' in page
    assert names.count("h1") == 1
    assert names.count("h2") == 5


def test_the_same_simulation_makes_the_same_bytes(found: Simulation, page: str) -> None:
    assert report(found, COMMAND) == page


def test_ids_are_unlike(page_of_both: str) -> None:
    ids = [attributes["id"] for _, attributes in Tags(page_of_both).tags if "id" in attributes]

    assert len(ids) == len(set(ids))


def test_a_comparison_begins_with_the_differences(page_of_both: str) -> None:
    first_wins = page_of_both.index("Wins by seat, with 95 % intervals (first side)")

    assert page_of_both.index("The second side less the first") < first_wins
    assert "<dt>second side</dt>" in page_of_both


def test_a_simulation_that_was_stopped_before_its_first_batch_has_a_report() -> None:
    class Stopped(Serial):
        def work(self, task: Any, portions: Any) -> Any:
            raise KeyboardInterrupt

    page = report(simulate(coin, 40, workers=Stopped()), COMMAND)

    assert "<li>0 games were played of 40, then it was stopped, with 0 moves.</li>" in page


def test_hostile_names_do_no_harm() -> None:
    class Nasty(Flow):
        """<script>alert(1)</script><!--tables-->"""

        here = State("<b>&amp;", initial=True)
        end = State("<!--plots-->", final=True)
        go = here.to(end)

    def new() -> Count:
        return Count()

    nasty = Engine(Nasty, moves=(Go,), new=new, outcome=lambda _: "</td><script>alert(2)</script><!--tables-->")
    page = report(simulate(nasty, 3), "<script>")

    assert "script" not in {tag for tag, _ in Tags(page).tags}
    assert "<!--" not in page


def test_where_nothing_can_draw_the_flowchart_the_rest_is_there(
    found: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("embedded", "system"):
        monkeypatch.setattr(renderers, name, lambda: None)
    page = report(found, COMMAND)

    assert "The flowchart is not drawn: " in page
    assert page.count("<figure>") == 6


def test_values_are_as_people_read_them() -> None:
    values: list[tuple[str, Any, str]] = [
        ("count", 12345, "12,345"), ("share", 0.1234, "12.3%"), ("number", 0.5, "0.500"), ("number", 7, "7"),
        ("text", "x", "x"), ("share", None, "–"),
    ]  # fmt: skip
    assert [shown(kind, value) for kind, value, _ in values] == [said for *_, said in values]


def test_a_plan_says_how_much_was_checked() -> None:
    assert [checks_in_words(check) for check in (0, 1, 16)] == [
        "nothing checked",
        "every move checked",
        "one of 16 moves checked",
    ]


# In a browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_a_reader_out(browser: "Browser", page_of_both: str, tmp_path: Path, scheme: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    path = tmp_path / "report.html"
    path.write_text(page_of_both, "utf-8")
    context = browser.new_context(color_scheme=scheme, java_script_enabled=True, viewport={"width": 420, "height": 800})
    opened = context.new_page()
    watched = Watched(opened)
    opened.goto(path.as_uri())
    paper = opened.evaluate("getComputedStyle(document.body).backgroundColor")
    ink = opened.evaluate("getComputedStyle(document.querySelector('svg.plot .pb-fill-ink')).fill")
    problems = Axe().run(opened).response["violations"]
    width = opened.evaluate("document.documentElement.scrollWidth")
    context.close()

    assert (watched.complaints, watched.foreign) == ([], [])
    assert (paper, ink) == {
        "light": ("rgb(255, 255, 255)", "rgb(31, 35, 40)"),
        "dark": ("rgb(13, 17, 23)", "rgb(230, 237, 243)"),
    }[scheme]
    assert [f"{item['id']}: {item['nodes'][0]['html'][:200]}" for item in problems] == []
    assert width <= 420
