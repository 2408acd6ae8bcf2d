"""Files are written whole or not at all; tests/diagrams/test_files.py asks the rest of the same functions."""

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from fsm.files import cannot_write, create, reason, write
from tests.fsm.full_disk import full_disk


@pytest.mark.parametrize("durable", [False, True])
def test_a_full_disk_leaves_the_old_file_alone_and_nothing_beside_it(tmp_path: Path, durable: bool) -> None:
    write(tmp_path / "a.txt", b"old", durable=durable)
    with full_disk(10), pytest.raises(OSError, match="File too large"):
        write(tmp_path / "a.txt", b"new" * 10, durable=durable)

    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.txt", b"old")]


def test_a_durable_file_is_synchronised_before_it_is_in_place_and_its_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    real_sync, real_replace = os.fsync, Path.replace

    def sync(file: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(file).st_mode) else "file")
        real_sync(file)

    def replace(path: Path, target: Path) -> Path:
        done.append("replace")
        return real_replace(path, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", replace)
    write(tmp_path / "a.txt", b"new", durable=True)
    write(tmp_path / "b.txt", b"new")

    assert done == ["file", "replace", "folder", "replace"]


def test_a_new_file_is_created_whole(tmp_path: Path) -> None:
    create(tmp_path / "a.txt", b"new")

    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.txt", b"new")]


def no_links(*_: Any) -> None:
    raise PermissionError(1, "Operation not permitted")


@pytest.mark.parametrize("links", [True, False])
def test_what_is_there_already_is_never_replaced_by_a_new_file(
    tmp_path: Path, links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on a disk without hard links."""
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", no_links)
    create(tmp_path / "a.txt", b"old")
    with pytest.raises(FileExistsError):
        create(tmp_path / "a.txt", b"new")

    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.txt", b"old")]


def test_a_new_file_is_created_at_the_end_of_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real.txt")
    create(tmp_path / "link", b"new")

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real.txt").read_bytes() == b"new"


def test_what_the_system_says_is_repeated() -> None:
    assert reason(OSError(28, "No space left on device")) == "No space left on device"
    assert reason(ValueError("embedded null byte")) == "embedded null byte"
    assert cannot_write(Path("a.txt"), ValueError("no")) == "Cannot write a.txt: no; choose another place."
