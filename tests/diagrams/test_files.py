"""Files are written whole or not at all."""

import os
import stat
import threading
from pathlib import Path

import pytest

from diagrams.errors import DiagramError
from diagrams.files import made_folder, write
from tests.fsm.full_disk import full_disk


def test_a_file_is_written_and_nothing_stays_beside_it(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", b"new")

    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_bytes() == b"new"


def test_an_old_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"old")
    write(tmp_path / "a.txt", b"new")

    assert (tmp_path / "a.txt").read_bytes() == b"new"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DiagramError, match="does not exist; create it first"):
        write(tmp_path / "no" / "a.txt", b"")


def test_a_folder_in_the_way_is_named_and_nothing_stays(tmp_path: Path) -> None:
    (tmp_path / "a.txt").mkdir()

    with pytest.raises(DiagramError, match="it is a folder"):
        write(tmp_path / "a.txt", b"")

    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_file_in_the_place_of_a_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(DiagramError, match="Not a directory"):
        write(tmp_path / "file" / "a.txt", b"")
    with pytest.raises(DiagramError, match="Cannot make the folder"):
        made_folder(tmp_path / "file" / "x")


def test_a_full_disk_leaves_the_old_file_alone(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")

    with full_disk(2), pytest.raises(DiagramError, match="File too large; choose another place"):
        write(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o000])
def test_a_new_file_has_the_mode_that_new_files_have(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        write(tmp_path / "a.txt", b"new")
    finally:
        os.umask(before)

    assert mode_of(tmp_path / "a.txt") == 0o666 & ~umask


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o666])
def test_an_old_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    (tmp_path / "a.txt").write_bytes(b"old")
    (tmp_path / "a.txt").chmod(mode)
    write(tmp_path / "a.txt", b"new")

    assert mode_of(tmp_path / "a.txt") == mode
    assert (tmp_path / "a.txt").read_bytes() == b"new"


def test_an_old_file_keeps_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_bytes(b"old")
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "chown", lambda path, user, group: given.append((user, group)))
    write(tmp_path / "a.txt", b"new")
    write(tmp_path / "b.txt", b"new")

    assert given == [(os.getuid(), os.getgid())]


def test_a_user_who_may_not_give_files_away_can_write_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "chown", refuse)
    (tmp_path / "a.txt").write_bytes(b"old")
    (tmp_path / "a.txt").chmod(0o640)
    write(tmp_path / "a.txt", b"new")

    assert mode_of(tmp_path / "a.txt") == 0o640
    assert (tmp_path / "a.txt").read_bytes() == b"new"


def test_a_link_stays_a_link_and_leads_to_the_new_picture(tmp_path: Path) -> None:
    """A chain of them, relative and absolute, with and without something at its end."""
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "real.txt").write_bytes(b"old")
    (tmp_path / "middle").symlink_to(Path("store") / "real.txt")
    (tmp_path / "link").symlink_to(tmp_path / "middle")
    (tmp_path / "dangling").symlink_to("store/new.txt")
    write(tmp_path / "link", b"new")
    write(tmp_path / "dangling", b"fresh")

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "middle").is_symlink()
    assert (tmp_path / "dangling").is_symlink()
    assert {path.name: path.read_bytes() for path in (tmp_path / "store").iterdir()} == {
        "real.txt": b"new",
        "new.txt": b"fresh",
    }
    assert {path.name for path in tmp_path.iterdir()} == {"store", "middle", "link", "dangling"}


def test_links_in_a_circle_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")

    with pytest.raises(DiagramError, match="Too many levels of symbolic links"):
        write(tmp_path / "a", b"")
    assert (tmp_path / "a").is_symlink()


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write(tmp_path / "pipe", b"new")
    reader.join(timeout=10)

    assert heard == [b"new"]
    assert (tmp_path / "pipe").is_fifo()


def test_a_device_is_written_to_and_its_complaint_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.svg").symlink_to("/dev/full")

    with pytest.raises(DiagramError, match="No space left on device"):
        write(tmp_path / "a.svg", b"new")


def test_a_protected_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The superuser may write anywhere; so the test asks what anybody else would read."""
    (tmp_path / "a.txt").write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda path, mode: False)

    with pytest.raises(DiagramError, match="it is write-protected; choose another place"):
        write(tmp_path / "a.txt", b"new")
    assert (tmp_path / "a.txt").read_bytes() == b"old"


@pytest.mark.parametrize("name", ["x" * 300, "x" * 5000, "a\0b"])
def test_a_name_that_cannot_be_is_a_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(DiagramError, match=r"Cannot write .*; choose another place"):
        write(tmp_path / name, b"")
    with pytest.raises(DiagramError, match=r"Cannot make the folder .*; choose another place"):
        made_folder(tmp_path / name)


def test_an_interrupted_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)

    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "a.txt", b"new")
    assert list(tmp_path.iterdir()) == []
