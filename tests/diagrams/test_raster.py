"""PNG from the SVG: the same picture, with its text, or else Graphviz's own."""

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import given

from diagrams import raster
from diagrams.diagram import Diagram
from diagrams.formats.palette import PAPER, channels
from diagrams.formats.png import stamp_in
from diagrams.formats.svg import size_of
from diagrams.options import Theme
from diagrams.raster import DPI, LARGEST, LONGEST, ZOOM, has_font, lack, pixels, rastered, zoom_for
from fsm.chart import Chart
from games.discard import DiscardTurn
from tests.diagrams.charts import nasty_charts
from tests.diagrams.flows import Passing
from tests.diagrams.renderers import each_renderer, slow

NO_FONTS = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>{}</dir></fontconfig>'
ASK = "from diagrams.diagram import Diagram; from diagrams.raster import lack; from games.discard import DiscardTurn"


def size_in(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_nothing_is_missing_here() -> None:
    assert lack() == ""


def test_a_png_is_twice_the_size_of_print() -> None:
    diagram = Diagram(DiscardTurn)
    width, height = size_of(diagram.svg())

    assert size_in(diagram.png()) == pytest.approx((2 * width, 2 * height), abs=1)


@each_renderer
def test_a_png_is_the_svg_in_pixels(renderer: object) -> None:
    """Whoever lays the picture out."""
    diagram = Diagram(DiscardTurn, theme="light", engine=str(renderer.kind))  # type: ignore[attr-defined]
    png = diagram.png()

    assert stamp_in(png) == diagram.stamp
    assert png[-500:] == pixels(diagram.svg(), ZOOM, PAPER.light)[-500:]


def test_a_picture_that_follows_the_reader_is_light_as_png() -> None:
    auto, light, dark = (Diagram(DiscardTurn, theme=theme).png() for theme in ("auto", "light", "dark"))

    assert auto[-500:] == light[-500:] != dark[-500:]


def test_text_is_there() -> None:
    """The same picture without its text is another one."""
    svg = Diagram(DiscardTurn, theme="light").svg()
    silent = svg.replace("<text ", "<text visibility='hidden' ")

    assert pixels(svg, 0.5) != pixels(silent, 0.5)


def without_fonts(tmp_path: Path, code: str) -> str:
    """What a program prints on a machine without fonts."""
    (tmp_path / "fonts").mkdir()
    config = tmp_path / "fonts.conf"
    config.write_text(NO_FONTS.format(tmp_path / "fonts"))
    where = {"FONTCONFIG_FILE": str(config), "HOME": str(tmp_path), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", f"{ASK}; {code}"], env=where, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="fonts are hidden by fontconfig, which Linux has")
def test_without_fonts_graphviz_draws_and_the_text_is_there(tmp_path: Path) -> None:
    assert "no font of the right widths" in without_fonts(tmp_path, "print(lack())")
    (tmp_path / "again").mkdir()
    drawn = without_fonts(tmp_path / "again", "print(Diagram(DiscardTurn).png().hex())")

    assert bytes.fromhex(drawn)[-500:] == Diagram(DiscardTurn)._drawn("png", Diagram(DiscardTurn)._print_theme)[-500:]


def test_without_resvg_graphviz_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    diagram = Diagram(DiscardTurn)

    assert "pip install 'phasebook[embedded]'" in lack()
    assert rastered(diagram.svg(), Theme.LIGHT) is None
    assert stamp_in(diagram.png()) == diagram.stamp


def test_an_svg_that_resvg_cannot_read_is_left_to_graphviz() -> None:
    assert rastered("no picture", Theme.LIGHT) is None


@pytest.mark.parametrize(("width", "height"), [(500, 2_000), (40_000, 300), (300, 90_000), (20_000, 30_000), (0, 0)])
def test_huge_pictures_are_drawn_smaller(width: float, height: float) -> None:
    zoom = zoom_for(width, height)
    across, down = (side * DPI / 72 * zoom for side in (width, height))

    assert 0 < zoom <= ZOOM
    assert max(across, down) <= LONGEST + 1
    assert across * down <= LARGEST * 1.001
    assert zoom == ZOOM or max(width, height) > 10_000


@slow
@given(nasty_charts())
def test_whatever_names_say_a_png_is_drawn_from_the_svg(chart: Chart) -> None:
    svg = Diagram(chart, theme="light").svg()
    drawn = rastered(svg, Theme.LIGHT)

    assert drawn is not None
    assert size_in(drawn)[0] > 1


def test_a_font_that_is_found_is_not_looked_for_again() -> None:
    has_font.cache_clear()

    assert has_font()
    assert has_font.cache_info().misses == 1
    assert has_font()
    assert has_font.cache_info().misses == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_paper_reaches_to_every_edge(theme: str) -> None:
    """The last row could else be a black line in a viewer. This picture ends within a pixel, at the right and below."""
    png = Diagram(Passing, theme=theme).png()
    (width, height), rows = size_in(png), unfiltered(png)
    paper = (*channels(PAPER.of(Theme(theme))), 255)

    for x, y in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)):
        assert tuple(rows[y][4 * x : 4 * x + 4]) == paper


def unfiltered(png: bytes) -> list[bytearray]:
    """The rows of a picture in RGBA, 8 bits each."""
    width, height = size_in(png)
    place, packed = 8, b""
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += 12 + length
    data, stride, before, rows = zlib.decompress(packed), 4 * width, bytearray(4 * width), []
    for y in range(height):
        kind, row = data[y * (stride + 1)], bytearray(data[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for at in range(stride if kind else 0):
            left, up, corner = (row[at - 4], before[at], before[at - 4]) if at >= 4 else (0, before[at], 0)
            row[at] = (row[at] + predicted(kind, left, up, corner)) & 255
        rows.append(row)
        before = row
    return rows


def predicted(kind: int, left: int, up: int, corner: int) -> int:
    """What PNG's filters take a byte for: none, left, up, average, or Paeth's."""
    if kind < 4:
        return (0, left, up, (left + up) // 2)[kind]
    guess = left + up - corner
    return min((left, up, corner), key=lambda near: abs(guess - near))
