"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from diagrams.errors import DiagramError
from diagrams.files import made_folder, write


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


def test_a_full_disk_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")

    def half(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)

    with pytest.raises(DiagramError, match="No space left on device"):
        write(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]
