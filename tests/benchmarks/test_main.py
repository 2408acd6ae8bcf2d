"""The command of `make bench` and `make limits`: what it writes, and how it ends."""

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.benchmarks import __main__ as command
from tests.benchmarks.figures.run import NotTheSameError, read
from tests.benchmarks.figures.workloads import QUICK
from tests.docs.pages import DOCS


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of the project's."""
    monkeypatch.setattr(command, "ROOT", tmp_path)
    (tmp_path / "docs").mkdir()
    return tmp_path


def test_the_page_can_be_written_again_from_its_figures(elsewhere: Path) -> None:
    shutil.copy(DOCS / "benchmarks.json", elsewhere / "docs")

    assert command.main(["--write"]) == 0
    assert (elsewhere / "docs" / "benchmarks.md").read_bytes() == (DOCS / "benchmarks.md").read_bytes()
    assert (elsewhere / "docs" / "benchmarks.json").read_bytes() == (DOCS / "benchmarks.json").read_bytes()
    assert (elsewhere / "docs" / "images" / "benchmarks.svg").exists()


def test_a_quick_run_leaves_the_docs_alone(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    efforts: list[Any] = []

    def measured(effort: Any) -> Any:
        efforts.append(effort)
        return read(DOCS / "benchmarks.json")

    monkeypatch.setattr(command, "measured", measured)

    assert command.main(["--quick"]) == 0
    assert efforts == [QUICK]
    assert (elsewhere / "build" / "bench" / "benchmarks.md").exists()
    assert list((elsewhere / "docs").iterdir()) == []


def test_other_work_ends_it_with_a_sentence(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def differs(effort: Any) -> Any:
        raise NotTheSameError("sismic is at s3")

    monkeypatch.setattr(command, "measured", differs)

    assert command.main([]) == 1
    assert capsys.readouterr().err == "Nothing was measured, since not all do the same work:\nsismic is at s3\n"
    assert list((elsewhere / "docs").iterdir()) == []


def test_a_name_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(["speed"])

    assert ended.value.code == 2
    assert "there is no benchmark 'speed'; choose from belote, " in capsys.readouterr().err


@pytest.mark.parametrize(("met", "code"), [(True, 0), (False, 1)])
def test_a_limit_that_is_missed_fails(met: bool, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "import_module", lambda name: SimpleNamespace(main=lambda: met))

    assert command.main(["engine"]) == code
    assert command.main(["--limits"]) == code
