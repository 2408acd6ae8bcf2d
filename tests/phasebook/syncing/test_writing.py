"""Several files at once: all of them, or none, whatever happens."""

import os
import stat
from pathlib import Path

import pytest

from phasebook.syncing.places import Spot
from phasebook.syncing.problems import DocsError
from phasebook.syncing.writing import File, obstacle, write_all
from tests.fsm.full_disk import full_disk

OLD = b"old"


@pytest.fixture
def files(tmp_path: Path) -> list[File]:
    """Three files: one that is there, one that is not, and one in a folder that is not."""
    (tmp_path / "a").write_bytes(OLD)
    places = {"a": OLD, "b": None, "deep/down/c": None}
    return [File(Spot(name, tmp_path / name), old, f"new {name}".encode()) for name, old in places.items()]


def contents(folder: Path) -> dict[str, bytes | None]:
    """Every file and folder, also those that nobody should leave behind."""
    found = sorted(path for path in folder.rglob("*"))
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in found}


UNTOUCHED = {"a": OLD}


def test_all_are_written(tmp_path: Path, files: list[File]) -> None:
    write_all(files)

    assert contents(tmp_path) == {
        "a": b"new a", "b": b"new b", "deep": None, "deep/down": None, "deep/down/c": b"new deep/down/c"
    }  # fmt: skip


def test_a_full_disk_leaves_everything_as_it_was(tmp_path: Path, files: list[File]) -> None:
    files.append(File(Spot("large", tmp_path / "large"), None, bytes(100_000)))
    with (
        full_disk(50_000),
        pytest.raises(DocsError, match=r"Cannot write large: File too large; choose another place\."),
    ):
        write_all(files)

    assert contents(tmp_path) == UNTOUCHED


@pytest.mark.parametrize("failing", ["a", "b", "c"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["disk", "Ctrl-C"])
def test_when_a_name_cannot_be_given_the_others_are_taken_back(
    tmp_path: Path, files: list[File], monkeypatch: pytest.MonkeyPatch, failing: str, error: BaseException
) -> None:
    really = Path.replace

    def replace(self: Path, target: Path) -> Path:
        if target.name == failing and not failed:
            failed.append(failing)
            raise error
        return really(self, target)

    failed: list[str] = []
    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(DocsError if isinstance(error, OSError) else KeyboardInterrupt):
        write_all(files)

    assert failed
    assert contents(tmp_path) == UNTOUCHED


def test_what_cannot_be_put_back_is_named(tmp_path: Path, files: list[File], monkeypatch: pytest.MonkeyPatch) -> None:
    really = Path.replace

    def replace(self: Path, target: Path) -> Path:
        if target.name == "b" or (target.name == "a" and (tmp_path / "a").read_bytes() != OLD):
            raise OSError(5, "Input/output error")
        return really(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(
        DocsError, match=r"b cannot be written: Input/output error; a could not be put back; put that right first\."
    ):
        write_all(files)


def test_a_file_that_somebody_changes_meanwhile_is_left_alone(tmp_path: Path, files: list[File]) -> None:
    (tmp_path / "b").write_bytes(b"somebody was here")
    with pytest.raises(DocsError, match="b has been changed meanwhile; run it again"):
        write_all(files)

    assert contents(tmp_path) == UNTOUCHED | {"b": b"somebody was here"}


def test_mode_and_links_stay(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(OLD)
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    write_all([File(Spot("link", tmp_path / "real"), OLD, b"new")])

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == 0o640


# What can be known before


def test_a_write_protected_file_is_an_obstacle_even_for_root(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(OLD)
    assert obstacle(Spot("a", path)) is None
    path.chmod(0o444)

    assert obstacle(Spot("a", path)) == "a cannot be written: it is write-protected; allow it first."


@pytest.mark.parametrize("name", ["a", "new", "deep/down/new"])
def test_a_write_protected_folder_is_an_obstacle_even_for_root(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a").write_bytes(OLD)
    folder.chmod(0o555)
    try:
        why = "the folder folder is write-protected; allow it first"
        assert obstacle(Spot(name, folder / name)) == f"{name} cannot be written: {why}."
    finally:
        folder.chmod(0o755)


def test_a_file_in_the_place_of_a_folder_is_an_obstacle(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(OLD)

    assert obstacle(Spot("a/b/c", tmp_path / "a" / "b" / "c")) == (
        "a/b/c cannot be written: a is no folder; name another place."
    )


def test_a_place_that_is_free_is_none(tmp_path: Path) -> None:
    assert obstacle(Spot("deep/down/c", tmp_path / "deep" / "down" / "c")) is None
    assert os.listdir(tmp_path) == []  # noqa: PTH208
