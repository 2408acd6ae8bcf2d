"""`phasebook new`: files, and what to do next; or one sentence."""

from pathlib import Path

import pytest

from phasebook.cli import main


def test_it_says_what_it_wrote_and_what_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["new", "ice_age"]) == 0
    printed = capsys.readouterr().out.splitlines()
    written = [path for path in printed if path.startswith("ice_age/")]
    assert {Path(path) for path in written} == {
        path.relative_to(tmp_path) for path in (tmp_path / "ice_age").rglob("*") if path.is_file()
    } - {Path("ice_age/.phasebook")}
    assert printed[-4:] == [
        "    cd ice_age",
        "    pip install -e '.[test]'",
        "    pytest",
        "    phasebook verify ice_age",
    ]


def test_another_place_may_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "ice_age", "--into", str(tmp_path / "here")]) == 0
    assert (tmp_path / "here" / "ice_age" / "flow.py").exists()
    assert "cd " in capsys.readouterr().out


def test_a_wrong_name_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "json"]) == 2
    assert capsys.readouterr().err == (
        "phasebook: There is a module called 'json' already, which yours would hide; choose another name.\n"
    )
