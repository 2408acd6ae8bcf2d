"""`phasebook export`: to a file or to standard output; one sentence where it cannot."""

import json
from pathlib import Path

import pytest

from phasebook.cli import main

Capture = pytest.CaptureFixture[str]


def test_standard_output_gets_the_text_and_nothing_else(capsys: Capture) -> None:
    assert main(["export", "discard", "--to", "schema"]) == 0
    said = capsys.readouterr()

    assert json.loads(said.out)["title"] == "DiscardTurn"
    assert said.err == ""


def test_a_file_is_written_and_named(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "discard.json"

    assert main(["export", "discard", "--to", "schema", "-o", str(path)]) == 0
    assert capsys.readouterr().out == f"wrote {path}\n"
    assert json.loads(path.read_text("utf-8"))["title"] == "DiscardTurn"


def test_a_preset_narrows_what_is_exported(capsys: Capture) -> None:
    assert main(["export", "uno", "--to", "schema", "--preset", "seed"]) == 0

    assert "jump_in" not in json.loads(capsys.readouterr().out)["$defs"]["event"]["enum"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("export uno", "This is missing: --to"),
        ("export uno --to cobol", "--to cannot be 'cobol'; choose one of schema, typescript"),
        ("export nobody --to schema", "There is no flow 'nobody'"),
        ("export uno --to schema --preset none", "Uno has no preset 'none'"),
        ("export games.uno:Uno --to schema", "name the Engine"),
        ("export uno --to schema -o /proc/uno.json", "Cannot write /proc/uno.json"),
        ("export uno --to schema -o no/such/folder.json", "Cannot write no/such/folder.json"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(line: str, sentence: str, capsys: Capture) -> None:
    assert main(line.split()) == 2
    said = capsys.readouterr()

    assert said.out == ""
    assert sentence in said.err
    assert said.err.count("\n") == 1
