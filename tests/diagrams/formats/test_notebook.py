"""What a notebook shows: a real one, run by Jupyter, exported as HTML and looked at in a browser."""

import base64
import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from diagrams.diagram import Diagram
from diagrams.formats.palette import INK, PAPER
from games.discard import DiscardTurn
from tests.diagrams.parsing import ids, svg_root
from tests.diagrams.renderers import without_renderers

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Scheme = Literal["light", "dark"]

CELLS = (
    "from phasebook import Diagram\nfrom games.discard import engine\npicture = Diagram(engine)\npicture",
    "picture",
    "Diagram(engine, detail='overview')",
)

IMAGE = re.compile(r'<img [^>]*src="data:image/svg\+xml;base64,([^"]*)"/?>')
"""How exports show an SVG; JupyterLab puts it into its page as it is."""

COUNT_COLOURS = """
async (picture) => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const {data} = context.getImageData(0, 0, image.width, image.height);
    const found = {};
    for (let at = 0; at < data.length; at += 4) {
        const hex = "#" + [0, 1, 2].map(part => data[at + part].toString(16).padStart(2, "0")).join("");
        found[hex] = (found[hex] || 0) + 1;
    }
    return found;
}
"""
"""How many pixels of a screenshot have each colour."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A notebook that was run, and its exports."""
    if find_spec("nbconvert") is None or find_spec("ipykernel") is None:
        pytest.skip("Jupyter's nbconvert and ipykernel are not installed: make .venv/ready-browser")
    folder = tmp_path_factory.mktemp("notebook")
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "id": f"cell{number}", "metadata": {}, "outputs": [], "execution_count": None,
         "source": source}
        for number, source in enumerate(CELLS)
    ]  # fmt: skip
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
    (folder / "raw.ipynb").write_text(json.dumps(notebook))
    convert(folder, "raw.ipynb", "--execute", "--to", "notebook", "--output", "run.ipynb")
    for theme in ("light", "dark"):
        convert(folder, "run.ipynb", "--to", "html", "--theme", theme, "--output", f"image-{theme}.html")
        page = (folder / f"image-{theme}.html").read_text()
        inside = IMAGE.sub(lambda found: base64.b64decode(found[1]).decode(), page)
        (folder / f"inside-{theme}.html").write_text(inside)
    return folder


def convert(folder: Path, *arguments: str) -> None:
    """What a user types."""
    spec = find_spec("nbconvert")
    assert spec is not None
    assert spec.origin is not None
    templates = Path(spec.origin).parents[4] / "share" / "jupyter"
    environment = os.environ | {"JUPYTER_PATH": str(templates), "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-m", "nbconvert", "--log-level=ERROR", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def outputs(folder: Path) -> list[dict[str, str]]:
    """What each cell offered, as the notebook's file keeps it."""
    cells = json.loads((folder / "run.ipynb").read_text())["cells"]
    kept = [output["data"] for cell in cells for output in cell["outputs"]]
    return [{kind: "".join(lines) for kind, lines in data.items()} for data in kept]


def test_every_cell_shows_a_picture(folder: Path) -> None:
    shown = outputs(folder)

    assert len(shown) == len(CELLS)
    for bundle in shown:
        assert set(bundle) == {"text/plain", "image/svg+xml", "image/png"}
        assert bundle["text/plain"].startswith("<Diagram of DiscardTurn")


def test_no_two_pictures_share_an_id(folder: Path) -> None:
    """Also when the same one is shown twice."""
    found = [set(ids(svg_root(bundle["image/svg+xml"]))) for bundle in outputs(folder)]

    assert all(len(names) > 10 for names in found)
    assert sum(map(len, found)) == len(set.union(*found))


def test_another_run_gives_the_same_notebook(folder: Path) -> None:
    before = outputs(folder)
    convert(folder, "raw.ipynb", "--execute", "--to", "notebook", "--output", "run.ipynb")

    assert outputs(folder) == before


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_export_has_the_pictures_and_no_markdown(folder: Path, theme: str) -> None:
    page = (folder / f"image-{theme}.html").read_text()
    pictures = [base64.b64decode(found).decode() for found in IMAGE.findall(page)]

    assert pictures == [bundle["image/svg+xml"] for bundle in outputs(folder)]
    assert f'data-jp-theme-light="{str(theme == "light").lower()}"' in page
    assert "stateDiagram-v2" not in page


@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["image", "inside"])
def test_ink_and_paper_are_of_one_theme(
    folder: Path, browser: "Browser", kind: str, theme: Scheme, system: Scheme
) -> None:
    """The page's theme if the picture is inside the page, and never one colour of each."""
    colours = colours_of(browser, folder / f"{kind}-{theme}.html", system)
    paper = max(colours, key=lambda colour: colours[colour])
    shown = {pair.lower(): name for pair, name in ((PAPER.light, "light"), (PAPER.dark, "dark"))}[paper]
    ink, other = (INK.light, INK.dark) if shown == "light" else (INK.dark, INK.light)

    assert colours.get(ink.lower(), 0) > 200
    assert colours.get(ink.lower(), 0) > 5 * colours.get(other.lower(), 0)
    assert shown == theme or kind == "image"


def colours_of(browser: "Browser", path: Path, system: Scheme) -> dict[str, int]:
    """The colours of the first picture in a page, as a reader with this setting of the system sees it."""
    page = browser.new_page(color_scheme=system, viewport={"width": 1000, "height": 1400})
    page.route(
        re.compile("^https?:"), lambda route: route.abort()
    )  # the export asks for scripts; readers may be offline
    page.goto(path.as_uri())
    picture = page.locator(".jp-RenderedSVG img, .jp-RenderedSVG svg").first.screenshot()
    data = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    colours: dict[str, int] = page.evaluate(COUNT_COLOURS, data)
    page.close()
    return colours


# What is offered


def test_a_fixed_theme_stays_as_it_is() -> None:
    picture = Diagram(DiscardTurn, theme="dark")._repr_mimebundle_()["image/svg+xml"]

    assert "<style" not in picture
    assert PAPER.dark.lower() in picture.lower()


def test_only_what_is_wanted_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    diagram = Diagram(DiscardTurn)

    assert set(diagram._repr_mimebundle_(include=["image/png"])) == {"image/png"}
    assert set(diagram._repr_mimebundle_(exclude=["image/png", "text/plain"])) == {"image/svg+xml"}
    assert set(diagram._repr_mimebundle_(include=["image/png", "text/plain"], exclude=["image/png"])) == {"text/plain"}
    without_renderers(monkeypatch)
    assert set(diagram._repr_mimebundle_(include=["image/png", "text/markdown"])) == {"text/markdown"}
    assert diagram._repr_mimebundle_(include=["image/png"]) == {}


def test_nothing_is_drawn_that_nobody_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Diagram, "_drawn", lambda *_: pytest.fail("drawn"))

    assert set(Diagram(DiscardTurn)._repr_mimebundle_(include=["text/plain"])) == {"text/plain"}
