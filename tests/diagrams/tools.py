"""The real tools of the text formats: PlantUML, D2 and Mermaid draw what we write. Where one is missing, tests skip."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from diagrams.diagram import Diagram
from diagrams.formats.page import Page
from tests.diagrams.parsing import SVG, svg_root

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "build" / "node" / "node_modules"
MERMAID = {"11": MODULES / "mermaid-11", "12": MODULES / "mermaid"}
"""Of two generations: the older lays out with dagre, and is what most sites have; the newer with ELK."""

PATIENCE = 600


def found_or_skipped(there: object, sentence: str) -> None:
    """Skip a test where its tool is missing."""
    if not there:
        pytest.skip(sentence)


def texts_of(diagram: Diagram) -> Iterator[str]:
    """Everything that a picture must say, whatever its language."""
    page = Page(diagram.scene)
    for phase in diagram.scene.chart.phases:
        yield page.name(phase)
        yield from page.happening(phase)
    for texts in page.edges.values():
        yield from texts


def squeezed(text: str) -> str:
    """A text without blanks: tools break lines, and some make other blanks of ours."""
    return re.sub(r"[\s\u00a0\u200b]", "", text)


def unsaid(diagram: Diagram, seen: str) -> list[str]:
    """What a picture should say and does not."""
    seen = squeezed(seen)
    return [text for text in texts_of(diagram) if squeezed(text) not in seen]


def text_in(svg: Path) -> str:
    """What a reader of an SVG sees."""
    root = svg_root(svg.read_text("utf-8"))
    return "".join("".join(element.itertext()) for element in root.iter(f"{SVG}text"))


def written(folder: Path, diagrams: Mapping[str, Diagram], suffix: str) -> list[str]:
    """The names of the files with these pictures."""
    return [diagram.save(folder / f"{name}.{suffix}").name for name, diagram in diagrams.items()]


def drawn_by_plantuml(folder: Path, diagrams: Mapping[str, Diagram]) -> dict[str, str]:
    """What each picture says when PlantUML has drawn it; fails if it complains."""
    found_or_skipped(shutil.which("plantuml"), "PlantUML is not installed: apt-get install plantuml")
    files = written(folder, diagrams, "puml")
    run(folder, "plantuml", "-tsvg", "-charset", "UTF-8", "-failfast2", *files)
    return {name: text_in(folder / f"{name}.svg") for name in diagrams}


def drawn_by_d2(folder: Path, diagrams: Mapping[str, Diagram]) -> dict[str, str]:
    """What each picture says when D2 has drawn it; fails if it complains."""
    there = shutil.which("node") and (MODULES / "@terrastruct" / "d2").exists()
    found_or_skipped(there, "D2 is not installed: make build/node/ready")
    files = written(folder, diagrams, "d2")
    run(folder, "node", str(ROOT / "tests" / "node" / "d2.mjs"), str(MODULES), *files)
    return {name: text_in(folder / f"{name}.d2.svg") for name in diagrams}


def run(folder: Path, *command: str) -> None:
    """Run a tool that must not complain."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr


class Drawing:
    """A page of the browser in which Mermaid draws."""

    def __init__(self, browser: "Browser", version: str) -> None:
        script = MERMAID[version] / "dist" / "mermaid.min.js"
        found_or_skipped(script.exists(), f"Mermaid {version} is not installed: make build/node/ready")
        self.page = browser.new_page(viewport={"width": 6000, "height": 2000})
        self.page.set_content("<body></body>")
        self.page.add_script_tag(path=str(script))

    def draw(self, text: str) -> None:
        """Draw a picture in the place of the last one; fails if Mermaid complains."""
        self.page.evaluate(
            """async (text) => {
                mermaid.initialize({startOnLoad: false, maxTextSize: 1000000, maxEdges: 10000});
                document.body.innerHTML = (await mermaid.render("drawing", text)).svg;
            }""",
            text,
        )

    def text(self) -> str:
        """What a reader sees."""
        found: str = self.page.evaluate(
            "() => [...document.querySelectorAll('svg foreignObject, svg text')].map(e => e.textContent).join('')"
        )
        return found

    def boxes(self) -> dict[str, Any]:
        """Where labels, states, blocks and their titles lie."""
        found: dict[str, Any] = self.page.evaluate(
            """() => {
                const box = e => {
                    const {left, top, right, bottom} = e.getBoundingClientRect();
                    return {text: e.textContent, box: [left, top, right, bottom]};
                };
                const all = selector => [...document.querySelectorAll(`svg ${selector}`)].map(box);
                return {
                    labels: all("g.edgeLabels > g").filter(label => label.text.trim()),
                    states: all("g.node"),
                    titles: all(".cluster-label"),
                    blocks: all("g.statediagram-cluster"),
                };
            }"""
        )
        return found
