"""Text formats in their real tools: all of it is drawn, nothing is lost, and Mermaid's labels can be read."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from diagrams.diagram import Diagram
from diagrams.formats import d2, mermaid, plantuml
from diagrams.formats.mermaid import MermaidPage
from fsm.chart import Chart, Phase, Row
from tests.diagrams.charts import NASTY, nasty_names, sorted_chart, tag
from tests.diagrams.test_faithful import CHARTS, tagged
from tests.diagrams.tools import MERMAID, Drawing, drawn_by_d2, drawn_by_plantuml, unsaid

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MARKUP = (
    "/' x '/", "' x", "%date()", "$x", "${x}", "<U+0041>", "~~x~~", "**x**", "//x//", '""x""', "--x--", "__x__",
    "[[http://a b]]", "\\n", "«x»", "“x”", "= x", "== x ==", "!include x", "|md x |", "#red", "<color:red>x", "&#65;",
    "#65;", "&amp;", "![x](y)", "[x](y)", "1) x", "12. x", "+ x", "....", "x : y", "@enduml", "(*)", "{method}", "\\",
)  # fmt: skip
"""What means something in one of the languages."""

SLACK = 2
"""Pixels by which boxes may touch."""


WORDS = sorted({*mermaid.RESERVED, *plantuml.RESERVED, *d2.RESERVED, "start", "anywhere", "0"})
AT_ONCE = 11
"""Words in one picture: tools need four times as long for twice as many."""


def keywords(words: Sequence[str]) -> Chart:
    """Phases called like words of the languages, outside and inside another phase."""
    inner = tuple(f"box.{word}" for word in words)
    phases = [Phase(word, word, initial=not place) for place, word in enumerate(words)]
    phases.append(Phase("box", "box", children=inner))
    phases += [Phase(path, word, "box", initial=path == inner[0]) for path, word in zip(inner, words, strict=True)]
    rows = [Row(f"r{place}", word, f"box.{word}", word) for place, word in enumerate(words)]
    rows += [Row(f"s{place}", f"box.{word}", "box", word) for place, word in enumerate(words)]
    return sorted_chart("Keywords", phases, rows)


DIAGRAMS = {name: Diagram(tagged(chart)) for name, chart in CHARTS.items()} | {
    **{f"keywords{at}": Diagram(keywords(WORDS[at : at + AT_ONCE])) for at in range(0, len(WORDS), AT_ONCE)},
    "nasty": Diagram(nasty_names(NASTY)),
    "markup": Diagram(nasty_names(MARKUP)),
    "plain": Diagram(tagged(CHARTS["uno"]), words="plain"),
    "overview": Diagram(tagged(CHARTS["onepiece"]), detail="overview"),
    "phase": Diagram(tagged(CHARTS["onepiece"]), phase="main.battle"),
    "marked": Diagram(tagged(CHARTS["discard"]), highlight="discarding.ready", counts={"resting-end_turn-drawing": 3}),
    "outer": Diagram(tagged(CHARTS["discard"]), highlight="discarding"),
}


def check_texts(texts: dict[str, str]) -> None:
    """Everything is said, and every row exactly once."""
    for name, diagram in DIAGRAMS.items():
        assert unsaid(diagram, texts[name]) == [], name
        tags = [effect.name for row in diagram.scene.chart.rows for effect in row.effects if effect.name[:2] == "Zq"]
        assert all(texts[name].count(found) == 1 for found in tags), name
    assert texts["belote"].count(tag(0)) == 1


def test_plantuml_draws_everything(tmp_path: Path) -> None:
    check_texts(drawn_by_plantuml(tmp_path, DIAGRAMS))


def test_d2_draws_everything(tmp_path: Path) -> None:
    check_texts(drawn_by_d2(tmp_path, DIAGRAMS))


@pytest.fixture(scope="module", params=MERMAID)
def drawing(request: pytest.FixtureRequest, browser: "Browser") -> Iterator[Drawing]:
    drawing = Drawing(browser, request.param)
    yield drawing
    drawing.page.close()


def test_mermaid_draws_everything(drawing: Drawing) -> None:
    texts = {}
    for name, diagram in DIAGRAMS.items():
        drawing.draw(diagram.mermaid)
        texts[name] = drawing.text()

    check_texts(texts)


# Mermaid's labels


def overlap(one: list[float], other: list[float]) -> bool:
    return all(one[side] < other[side + 2] - SLACK and other[side] < one[side + 2] - SLACK for side in (0, 1))


def is_within(inner: list[float], outer: list[float]) -> bool:
    return all(inner[side] >= outer[side] - SLACK and inner[side + 2] <= outer[side + 2] + SLACK for side in (0, 1))


def hidden(found: dict[str, Any]) -> list[str]:
    """The labels that lie on a state, on the title of a block, or on each other."""
    labels = found["labels"]
    others = [*found["states"], *found["titles"]]
    on_boxes = [label["text"] for label in labels for other in others if overlap(label["box"], other["box"])]
    return on_boxes + [one["text"] for one, two in combinations(labels, 2) if overlap(one["box"], two["box"])]


def crossed(found: dict[str, Any]) -> list[str]:
    """The labels through which the border of a block runs."""
    return [
        label["text"]
        for label in found["labels"]
        for block in found["blocks"]
        if overlap(label["box"], block["box"]) and not is_within(label["box"], block["box"])
    ]


GAMES = ("belote", "discard", "goofspiel", "onepiece", "uno")


@pytest.mark.parametrize("name", GAMES)
def test_no_label_of_a_game_is_hidden(drawing: Drawing, name: str) -> None:
    """And few lie on a border, where they can be read, too."""
    drawing.draw(Diagram(CHARTS[name]).mermaid)
    found = drawing.boxes()

    assert found["labels"]
    assert found["states"]
    assert found["blocks"]
    assert hidden(found) == []
    assert len(crossed(found)) <= 3


def test_hardly_any_label_is_hidden_in_flows_made_to_be_hard(drawing: Drawing) -> None:
    total = []
    for name in set(CHARTS) - set(GAMES):
        drawing.draw(Diagram(CHARTS[name]).mermaid)
        total += hidden(drawing.boxes())

    assert len(total) <= 2, total


def test_edges_of_boxes_that_others_cross_would_hide_labels(
    browser: "Browser", monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why such edges are led inside: the older Mermaid cuts them at the border, and moves their labels onto boxes."""
    monkeypatch.setattr(MermaidPage, "led_inside", lambda page, source, target, ended: (source, target))
    drawing = Drawing(browser, "11")
    total = []
    for name in ("discard", "uno", "onepiece"):
        drawing.draw(Diagram(CHARTS[name]).mermaid)
        total += hidden(drawing.boxes())
    drawing.page.close()

    assert len(total) >= 3
