"""The canvas: the same bytes each time, colours by role, nothing that a strict page would ignore."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from diagrams.errors import DiagramError
from diagrams.formats.palette import ROLES, contrast
from diagrams.plotting.canvas import LOOKS, drawn, matplotlib

ROOT = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"
PLOT: dict[str, Any] = {"height": 2.0, "title": "Games", "words": "Three columns.", "name": "x", "inline": False}


def columns(axes: Any) -> None:
    axes.bar([1, 2, 3], [4, 5, 6], color=ROLES["guard"].light)
    axes.errorbar([2], [3], xerr=[[0.1], [0.2]], fmt="o", color=ROLES["accent"].light, capsize=3)


def test_every_process_draws_the_same_bytes() -> None:
    code = (
        "from tests.diagrams.plotting.test_canvas import PLOT, columns, drawn\n"
        "import sys; sys.stdout.write(drawn(columns, **PLOT))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout

    assert said == drawn(columns, **PLOT)


def test_no_style_attribute_and_no_foreign_style_is_left() -> None:
    """A page with a strict policy would ignore them."""
    plot = ElementTree.fromstring(drawn(columns, **(PLOT | {"inline": True})))

    assert [element for element in plot.iter() if "style" in element.attrib] == []
    assert list(plot.iter(f"{SVG}style")) == []
    assert list(plot.iter(f"{SVG}metadata")) == []


def test_every_colour_is_one_of_the_palette_and_known_by_its_role() -> None:
    plot = ElementTree.fromstring(drawn(columns, **PLOT))
    known = {pair.light.lower() for pair in ROLES.values()} | {"none"}
    for element in plot.iter():
        for attribute in ("fill", "stroke"):
            colour = element.get(attribute, "none").lower()
            assert colour in known
            assert colour == "none" or f"pb-{attribute}-" in element.get("class", "")


def test_a_mark_that_is_used_many_times_has_the_colour_of_its_uses() -> None:
    plot = ElementTree.fromstring(drawn(columns, **PLOT))
    shared = [path for defs in plot.iter(f"{SVG}defs") for path in defs.iter(f"{SVG}path")]

    assert shared
    assert [path for path in shared if "stroke" in path.attrib or "fill" in path.attrib] == []


def test_a_file_brings_its_dark_colours_and_a_page_its_own() -> None:
    assert "prefers-color-scheme:dark" in drawn(columns, **PLOT)
    assert "<style" not in drawn(columns, **(PLOT | {"inline": True}))


def test_it_speaks_to_screen_readers() -> None:
    plot = ElementTree.fromstring(drawn(columns, **PLOT))

    assert plot.get("role") == "img"
    assert plot.get("aria-labelledby") == "x-phasebook-title x-phasebook-desc"
    assert [element.get("id") for element in plot[1:3]] == ["x-phasebook-title", "x-phasebook-desc"]
    assert (plot.findtext(f"{SVG}title"), plot.findtext(f"{SVG}desc")) == ("Games", "Three columns.")


def test_two_plots_on_a_page_share_no_id() -> None:
    ids = [
        {found for element in ElementTree.fromstring(drawn(columns, **(PLOT | {"name": name}))).iter()
         if (found := element.get("id"))}
        for name in ("one", "two")
    ]  # fmt: skip

    assert ids[0]
    assert ids[0].isdisjoint(ids[1])


def test_what_is_written_is_readable_in_both_themes() -> None:
    for theme in (0, 1):
        paper = ROLES["paper"][theme]
        assert contrast(ROLES["ink"][theme], paper) >= 4.5
        assert contrast(ROLES["guard"][theme], paper) >= 4.5
    assert LOOKS["text.color"] == ROLES["ink"].light


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    with pytest.raises(DiagramError, match=r"Plots need the package matplotlib: pip install 'phasebook\[plots\]'\."):
        matplotlib()
