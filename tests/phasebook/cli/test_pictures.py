"""What verbs that write files share."""

from pathlib import Path

import pytest

from fsm.errors import PhasebookError
from phasebook import intact
from phasebook.cli.pictures import attempted, check_diagrams


def fail(path: Path) -> None:
    raise PhasebookError(f"{path} cannot be written.")


def test_one_file_that_fails_does_not_keep_the_next_from_being_written(tmp_path: Path) -> None:
    written = tmp_path / "written"
    errors = attempted((tmp_path / "first", fail), (written, Path.touch), (tmp_path / "last", fail))

    assert written.exists()
    assert list(map(str, errors)) == [f"{tmp_path / name} cannot be written." for name in ("first", "last")]


def test_what_nobody_asked_for_is_not_made() -> None:
    assert attempted((None, fail)) == []


def test_a_bug_is_not_hidden_among_the_files_that_failed() -> None:
    def bug(_: Path) -> None:
        raise KeyError("x")

    with pytest.raises(KeyError):
        attempted((Path("x"), bug))


def test_only_our_own_diagrams_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    check_diagrams()
    monkeypatch.setattr(intact, "damage", {"diagrams": "It is another package."}.get)

    with pytest.raises(PhasebookError, match="It is another package"):
        check_diagrams()
