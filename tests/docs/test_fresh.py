"""The documentation of this repository is fresh, and the page about that is right."""

import re
import tomllib

import pytest

from fsm.catalogue import registered
from phasebook.cli import main
from phasebook.pictures import OPTIONS
from phasebook.syncing import contents
from phasebook.syncing.config import KEYS
from phasebook.syncing.markers import MARKDOWN, blocks_in
from phasebook.syncing.orders import KINDS, order_of
from phasebook.syncing.problems import Problems
from tests.docs.pages import FENCED, ROOT, spans, table, text_of

PAGE = "docs/fresh.md"


def test_everything_is_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    """Written with: make docs-sync."""
    code = main(["docs", "check", "--config", str(ROOT / "pyproject.toml")])
    said = capsys.readouterr()

    assert code == 0, said.out + said.err
    assert re.fullmatch(r"Fresh: [1-9]\d+ blocks in \d+ pages, [1-9]\d* files\.\n", said.out)


def examples(language: str) -> list[str]:
    return [text for name, text in FENCED.findall(text_of(PAGE)) if name == language]


def test_every_kind_of_block_has_a_line_with_all_its_options() -> None:
    lines = {spans(row[0])[0]: row for row in table(PAGE, "kind").rows}

    assert list(lines) == list(KINDS)
    for kind, row in lines.items():
        assert [word for word in spans(row[2]) if word in {*OPTIONS, "format", "file", "alt"}] == list(KINDS[kind])


def test_every_format_of_a_diagram_is_explained() -> None:
    assert table(PAGE, "format").names == list(contents.SHOWN)


def test_every_key_of_an_output_is_explained() -> None:
    assert table(PAGE, "key").names == list(KEYS)


def test_examples_of_configurations_can_be_read() -> None:
    found = [tomllib.loads(text) for text in examples("toml")]

    assert found
    assert {key for data in found for key in data} == {"tool", "docs"}


def test_examples_of_markers_are_orders() -> None:
    texts = examples("markdown")
    orders = [order_of(block.words) for text in texts for block in blocks_in(text, MARKDOWN, PAGE, Problems())]

    assert {order.kind for order in orders} == set(KINDS)


@pytest.mark.parametrize("game", registered())
def test_every_game_has_a_page_with_its_flowchart_phases_moves_refusals_and_settings(game: str) -> None:
    """The block of moves has the refusals."""
    blocks = blocks_in(text_of(f"docs/{game}.md"), MARKDOWN, PAGE, Problems())
    orders = [order_of(block.words) for block in blocks]

    assert {order.kind for order in orders if order.flow == game} >= {"diagram", "phases", "moves", "settings"}


def test_the_hook_is_the_one_that_the_page_names() -> None:
    (name,) = re.findall(r"^- id: (\S+)$", text_of(".pre-commit-hooks.yaml"), re.MULTILINE)

    assert any(f"- id: {name}\n" in text for text in examples("yaml"))
