"""The tables and pictures of the documentation are those of the code."""

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import fsm.explore
from diagrams.diagram import FORMATS
from diagrams.options import Detail, RendererChoice, Theme, Words
from diagrams.renderers import ENDINGS, Renderer, embedded, system
from fsm.catalogue import engine_of, registered
from phasebook.pictures import OPTIONS
from phasebook.sites.asking import ALIGNMENTS, LENGTH, PLACING
from phasebook.sites.asking import FORMATS as ASKED_FORMATS
from tests.diagrams.renderers import needs_dot
from tests.docs.docstrings import attribute_docstrings
from tests.docs.made_tables import TABLES, written
from tests.docs.pages import DOCS, PAGES, ROOT, name_of, spans, table, tables, text_of
from tests.test_tidy import FLOORS, ROOMS


@pytest.mark.parametrize("page", TABLES)
def test_tables_and_pictures_are_those_of_the_code(page: str) -> None:
    """Written with: python -m tests.docs."""
    assert (DOCS / page).read_text("utf-8") == written(page)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_row_has_a_cell_for_every_column(path: Path) -> None:
    for found in tables(path.read_text("utf-8")):
        assert {len(row) for row in found.rows} == {len(found.head)}, found.head


def findings_made() -> set[str]:
    """The checks that name themselves in a finding, anywhere in the engine."""
    calls = [
        node
        for path in (ROOT / "fsm").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Finding", "about")
    ]
    texts = [argument.value for call in calls for argument in call.args[:2] if isinstance(argument, ast.Constant)]
    return {text for text in texts if isinstance(text, str) and text.isidentifier()}


def test_every_finding_of_the_linter_is_explained() -> None:
    assert set(table("docs/verify.md", "finding").names) == findings_made()


def test_every_defect_of_play_is_explained() -> None:
    kinds = set(re.findall(r"\w+", attribute_docstrings(fsm.explore.Defect)["kind"])) - {"or"}

    assert set(table("docs/verify.md", "defect").names) == kinds


def test_every_format_of_pictures_is_explained() -> None:
    assert table("docs/diagrams.md", "format").names == list(FORMATS)


@pytest.mark.parametrize("find", [embedded, pytest.param(system, marks=needs_dot)])
def test_formats_name_the_renderers_that_draw_them(find: Callable[[], Renderer | None]) -> None:
    renderer = find()
    assert renderer is not None
    drawn = {name: spans(row[2]) for row in table("docs/diagrams.md", "format").rows for name in spans(row[0])}

    assert {name for name, by in drawn.items() if by} == set(ENDINGS)
    assert {name for name, by in drawn.items() if renderer.kind in by} == renderer.formats
    assert {word for by in drawn.values() for word in by} <= set(RendererChoice)


def test_every_option_and_format_of_a_picture_on_a_site_is_explained() -> None:
    assert [spans(row[0])[0] for row in table("docs/sites.md", "option").rows] == [*PLACING, *OPTIONS]
    assert table("docs/sites.md", "format").names == list(ASKED_FORMATS)
    said = {spans(row[0])[0]: spans(row[1]) for row in table("docs/sites.md", "option").rows}
    assert said["align"] == list(ALIGNMENTS)
    assert set(said["detail"]) == set(Detail)
    assert set(said["words"]) == set(Words)
    assert set(said["theme"]) == set(Theme)
    assert all(LENGTH.fullmatch(length) for length in said["width"])


# The games


def test_the_first_page_lists_every_flow_with_its_presets() -> None:
    rows = {spans(row[0])[0]: spans(row[1]) for row in table("docs/index.md", "flow").rows}

    assert rows == {name: list(engine_of(name).presets) for name in rows}
    assert set(rows) == set(registered())


WITH_SETTINGS = [name for name in registered() if hasattr(engine_of(name).start(seed=0).game, "settings")]
WORDS: dict[str, object] = {"on": True, "off": False, "none": None}


def value_of(word: str) -> object:
    """What a cell says: `on`, a number, or a word; bold if a preset has changed it."""
    plain = word.strip("*`")
    return WORDS[plain] if plain in WORDS else int(plain) if plain.isdecimal() else plain


@pytest.mark.parametrize("game", WITH_SETTINGS)
def test_every_setting_of_a_game_is_explained_with_its_values_under_each_preset(game: str) -> None:
    engine, found = engine_of(game), table(f"docs/{game}.md", "Setting")
    plain = engine.start(seed=0).game.settings

    assert tuple(found.names) == plain.__struct_fields__
    assert all(row[1] for row in found.rows)
    for preset in engine.presets:
        settings = engine.start(seed=0, preset=preset).game.settings
        cells = {name: row[found.head.index(f"`{preset}`")] for name, row in zip(found.names, found.rows, strict=True)}

        assert {name: value_of(cell) for name, cell in cells.items()} == {
            name: getattr(settings, name) for name in cells
        }
        assert {name for name, cell in cells.items() if cell.startswith("**")} == {
            name for name in cells if getattr(settings, name) != getattr(plain, name)
        }


# The house


@pytest.mark.parametrize("package", FLOORS)
def test_the_floors_of_a_package_are_those_that_the_tests_hold(package: str) -> None:
    found = table("CONTRIBUTING.md", f"part of `{package}`").rows
    rooms = [room.removeprefix(f"{package}.") for room in ROOMS if room.startswith(f"{package}.")]

    assert [(spans(cells[1]), spans(cells[2])) for cells in found] == [
        ([name for name in floor if name not in rooms], [name for name in floor if name in rooms])
        for floor in FLOORS[package]
    ]


def test_the_targets_of_make_are_explained() -> None:
    phony = re.findall(r"^\.PHONY: (.+)$", text_of("Makefile"), re.MULTILINE)

    assert {name.removeprefix("make ") for name in table("CONTRIBUTING.md", "command").names} == {
        target for line in phony for target in line.split()
    }
