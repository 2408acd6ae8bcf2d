"""The file of the page: small, whole, equal each time, and closed to whatever a name tries."""

import hashlib
import json
import re
from base64 import b64decode, b64encode
from functools import cache
from html.parser import HTMLParser
from typing import Any
from zlib import decompress

import pytest
from hypothesis import given, settings

from diagrams.content.text import clean
from diagrams.diagram import Diagram
from diagrams.errors import DiagramError
from diagrams.explorer.page import SCRIPTS, as_block, lean, part
from diagrams.presets import chart_of_preset
from diagrams.renderers import Finished, Renderer, run
from fsm.catalogue import find, registered
from fsm.chart import Chart
from tests.diagrams import renderers
from tests.diagrams.charts import NASTY, nasty_charts
from tests.diagrams.renderers import slow
from tests.diagrams.test_faithful import CHARTS

MOST_BYTES = 200_000


def every_flow() -> dict[str, Chart]:
    """Each registered flow, and what each preset makes of it."""
    found: dict[str, Chart] = {}
    for name in registered():
        engine: Any = find(name)
        presets = {f"{name} {preset}": chart_of_preset(engine, preset) for preset in engine.presets}
        found |= {name: engine.chart} | presets
    return found


class Page(HTMLParser):
    """A page as a browser takes it apart."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": [], "h1": [], "title": []}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in self.inside:
            self.inside[tag].append("")

    def handle_data(self, data: str) -> None:
        tag = self.tags[-1][0] if self.tags else ""
        if tag in self.inside:
            self.inside[tag][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}", {}))

    @property
    def data(self) -> Any:
        return json.loads(self.inside["script"][0])

    @property
    def policy(self) -> str:
        return next(str(looks["content"]) for tag, looks in self.tags if tag == "meta" and "http-equiv" in looks)


@pytest.mark.parametrize("name", every_flow())
def test_every_page_is_small(name: str) -> None:
    assert len(Diagram(every_flow()[name]).html().encode()) < MOST_BYTES


@pytest.mark.parametrize("name", CHARTS)
def test_every_row_and_phase_is_in_the_data_and_in_both_pictures(name: str) -> None:
    chart = CHARTS[name]
    text = Diagram(chart).html()
    page = Page(text)
    (other,) = page.data["others"].values()

    assert len(page.data["rows"]) == len(chart.rows)
    for picture in (text, decompress(b64decode(other)).decode()):
        found = re.findall(r'id="((?:arrow|phase)-[^"]*)"', picture)

        assert len(found) == len(set(found)) == len(chart.rows) + len(chart.phases)


def hash_of(text: str) -> str:
    return b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_a_browser_may_run_and_apply_only_what_the_policy_names() -> None:
    page = Page(Diagram(CHARTS["discard"]).html())
    _, script = page.inside["script"]
    (style,) = page.inside["style"]

    assert page.policy.startswith("default-src 'none'; ")
    assert f"script-src 'sha256-{hash_of(script)}';" in page.policy
    assert f"style-src 'sha256-{hash_of(style)}';" in page.policy
    assert "unsafe" not in page.policy
    assert "http" not in page.policy


def test_the_policy_stands_before_all_that_it_rules() -> None:
    tags = [tag for tag, looks in Page(Diagram(CHARTS["discard"]).html()).tags]

    assert tags.index("meta") < tags.index("style") < tags.index("script")


@cache
def tags_of_a_plain_page() -> frozenset[str]:
    return frozenset(tag for tag, _ in Page(Diagram(CHARTS["discard"]).html()).tags)


def check_closed(chart: Chart, text: str) -> None:
    """The page has just the elements that any page has, and nothing of a name acts."""
    page = Page(text)
    kinds = {tag for tag, _ in page.tags}
    shown = tags_of_a_plain_page() | {"a", "/a", "ellipse", "polygon", "polyline"}

    assert kinds <= shown | {f"/{tag}" for tag in shown}
    assert len(page.inside["script"]) == 2
    assert not [name for _, looks in page.tags for name in looks if name.startswith("on") or name == "style"]
    assert page.inside["h1"] == [clean(chart.name) or "—"]
    assert [phase["name"] for phase in page.data["phases"]] == [clean(phase.name) or "—" for phase in chart.phases]


@settings(slow, max_examples=40)
@given(nasty_charts())
def test_no_name_breaks_out(chart: Chart) -> None:
    check_closed(chart, Diagram(chart).html())


@pytest.mark.parametrize("text", ["</script>", "<!--", "]]>", "\u2028", "\ud800", *NASTY])
def test_data_comes_back_as_it_was_and_cannot_end_its_block(text: str) -> None:
    block = as_block({"x": text})

    assert "<" not in block
    assert json.loads(block)["x"] == text.encode("utf-8", "replace").decode()


def test_the_page_opens_in_the_words_and_the_theme_of_the_diagram() -> None:
    data = Page(Diagram(CHARTS["discard"], words="plain", theme="dark").html()).data

    assert (data["words"], list(data["others"]), data["theme"]) == (1, ["0"], "dark")


def test_only_a_whole_flow_has_a_page() -> None:
    for look in ({"detail": "overview"}, {"phase": "discarding"}):
        with pytest.raises(DiagramError, match="shows the whole flow"):
            Diagram(CHARTS["discard"], **look).html()  # type: ignore[arg-type]  # one of many options


def test_a_page_needs_two_runs_of_a_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[list[str]] = []

    def counted(renderer: Renderer, arguments: list[str], given: bytes, timeout: float) -> Finished:
        runs.append(arguments)
        return run(renderer, arguments, given, timeout)

    monkeypatch.setattr("diagrams.renderers.run", counted)
    Diagram(CHARTS["onepiece"], trace=[CHARTS["onepiece"].rows[0].id]).html()

    assert runs == [["-Kdot", "-Tsvg"]] * 2


def test_without_a_renderer_it_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    renderers.without_renderers(monkeypatch)

    with pytest.raises(DiagramError, match="There is no drawing engine"):
        Diagram(CHARTS["discard"]).html()


def test_only_lines_that_people_read_are_left_out() -> None:
    text = "/* a\n b */\nx {\n  y: 1; /* kept */\n\n}\n  // gone\nz // kept\n"

    assert lean(text) == "x {\ny: 1; /* kept */\n}\nz // kept\n"


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_text_of_a_script_goes_over_several_lines(name: str) -> None:
    """Their margins are cut off."""
    assert [line for line in part(f"{name}.js").splitlines() if line.count("`") % 2] == []
