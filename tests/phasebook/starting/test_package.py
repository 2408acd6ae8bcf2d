"""A new package works at once: it is built, installed beside Phasebook, and does all that its README says."""

import subprocess
import sys
from errno import ENOSPC
from pathlib import Path

import pytest

from fsm import files
from fsm.errors import PhasebookError
from phasebook.starting.package import FILES, check_name, files_for, start, words_for
from tests.phasebook.wheels import Environment, our_wheel


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game."""
    folder = tmp_path_factory.mktemp("new") / "stone_age"
    start("stone_age", folder)
    return folder


@pytest.fixture(scope="module")
def installed(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with Phasebook and the new game, both built and installed as users install them."""
    environment = Environment(tmp_path_factory.mktemp("installed"))
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(environment.folder)]
    subprocess.run(build, cwd=made, capture_output=True, check=True)
    environment.unpack(our_wheel(environment.folder))
    environment.unpack(next(environment.folder.glob("stone_age-*.whl")))
    return environment


def run_in(made: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", *arguments], cwd=made, capture_output=True, text=True, check=False)


def test_its_own_tests_pass(made: Path) -> None:
    done = run_in(made, "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov")

    assert done.returncode == 0, done.stdout


def test_its_types_are_right(made: Path) -> None:
    done = run_in(made, "mypy", "--cache-dir", str(made / "build"))

    assert done.returncode == 0, done.stdout


def test_it_is_tidy(made: Path) -> None:
    for arguments in (("check", "--no-cache"), ("format", "--check", "--no-cache")):
        done = run_in(made, "ruff", *arguments, "--isolated", "--line-length", "120", ".")
        assert done.returncode == 0, done.stdout


def test_its_readme_shows_its_flowchart(made: Path) -> None:
    readme = (made / "README.md").read_text("utf-8")

    assert readme.startswith("# Stone age\n")
    assert "stateDiagram-v2" in readme
    assert run_in(made, "phasebook", "docs", "check").returncode == 0


def test_once_installed_it_is_a_flow_like_any_other(installed: Environment) -> None:
    picture = installed.folder / "stone_age.svg"
    (listed, drawn, verified, simulated) = installed.command(
        ["list"],
        ["draw", "stone_age", "-o", str(picture)],
        ["verify", "stone_age", "--budget", "1s"],
        ["simulate", "stone_age", "--games", "20"],
    )

    assert "\nstone_age " in listed[1]
    assert (drawn[0], drawn[2]) == (0, "")
    assert "Trick complete" in picture.read_text("utf-8")
    assert verified[0] == 0, verified
    assert "complete: every snapshot that play can reach was seen" in verified[1]
    assert "seen: 4 of 4 phases, 5 of 5 rows" in verified[1]
    assert simulated[0] == 0, simulated


def test_every_file_speaks_of_the_game_alone() -> None:
    texts = files_for("stone_age")

    assert len(texts) == len(list(FILES.rglob("*.txt")))
    assert not any(word in text for text in texts.values() for word in ("{name}", "{Name}", "{title}", "high_card"))
    assert words_for("stone_age") == {
        "name": "stone_age",
        "Name": "StoneAge",
        "title": "Stone age",
        "distribution": "stone-age",
    }


@pytest.mark.parametrize("name", ["", "3cards", "High", "a b", "class", "a-b", "é", "../x", "_", "_x", "__init__"])
def test_a_name_that_no_package_can_have_is_refused(name: str) -> None:
    with pytest.raises(PhasebookError, match="is no name for a package; use small letters, digits and _"):
        check_name(name)


@pytest.mark.parametrize("name", ["json", "msgspec", "fsm", "games", "tests", "phasebook"])
def test_a_name_that_would_hide_another_package_is_refused(name: str) -> None:
    with pytest.raises(PhasebookError, match=f"^There is a module called '{name}' already"):
        check_name(name)


@pytest.mark.parametrize("name", ["uno", "belote"])
def test_a_name_that_a_flow_has_already_is_refused(name: str) -> None:
    with pytest.raises(PhasebookError, match=f"^There is a flow called '{name}' already"):
        check_name(name)


@pytest.mark.parametrize("name", ["table", "engine", "play_card"])
def test_a_name_may_be_a_word_that_the_files_use(tmp_path: Path, name: str) -> None:
    """Ruff finds a name that means two things in one file."""
    for place, text in files_for(name).items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text, "utf-8")
    done = run_in(tmp_path, "ruff", "check", "--no-cache", "--isolated", "--select", "F,E", "--line-length", "120", ".")

    assert done.returncode == 0, done.stdout
    assert run_in(tmp_path, "phasebook", "verify", f"{name}:engine", "--budget", "0.1s").returncode == 0


def test_what_cannot_be_finished_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk leaves nothing behind, so that the same command can be given again."""
    write, room = files.write, iter(range(5))

    def full(path: Path, data: bytes) -> None:
        if next(room, None) is None:
            raise OSError(ENOSPC, "No space left on device")
        write(path, data)

    monkeypatch.setattr(files, "write", full)
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "new" / "game", tmp_path / "empty"):
        with pytest.raises(PhasebookError, match=f"^Cannot write {folder}.*: No space left on device; choose another"):
            start("stone_age", folder)

    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert list((tmp_path / "empty").iterdir()) == []


def test_a_place_where_nothing_can_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(PhasebookError, match=r"^Cannot make the folder .*: Not a directory; choose another place\.$"):
        start("stone_age", tmp_path / "file" / "game")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "keep.txt").write_text("mine")

    with pytest.raises(PhasebookError, match=r"^There is something at"):
        start("stone_age", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["keep.txt"]
