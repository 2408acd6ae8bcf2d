"""The games in the documentation are played again, line by line."""

import io
import sys
from pathlib import Path

import pytest

from phasebook.cli import main
from phasebook.playing.markup import STYLES
from phasebook.playing.prompt import HELP
from tests.docs.pages import FENCED, PAGES, name_of, spans, table, text_of

PLAYED = [
    (path, block)
    for path in PAGES
    for kind, block in FENCED.findall(path.read_text("utf-8"))
    if kind == "console" and block.startswith("$ phasebook play ") and "\n> " in block
]


@pytest.mark.parametrize(("path", "block"), PLAYED, ids=[name_of(path) for path, _ in PLAYED])
def test_a_game_is_played_as_it_is_written(
    path: Path, block: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command, _, written = block.partition("\n")
    typed = [line.removeprefix("> ") for line in written.splitlines() if line.startswith("> ")]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))

    assert main(command.removeprefix("$ phasebook ").split()) == 0
    assert capsys.readouterr().out == written


def test_there_are_such_games() -> None:
    assert [name_of(path) for path, _ in PLAYED] == ["docs/play.md"] * 2


def test_everything_that_can_be_typed_is_explained() -> None:
    cells = " ".join(row[0] for row in table("docs/play.md", "type").rows)

    assert all(typed.partition(" MOVE")[0] in cells for typed in HELP)


def test_every_style_is_named() -> None:
    assert set(STYLES) <= set(spans(text_of("docs/play.md")))
