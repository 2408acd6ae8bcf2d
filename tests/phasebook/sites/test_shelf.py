"""What is kept for the next build appears whole, and a shelf that cannot be written is no error."""

from pathlib import Path

from phasebook.sites.shelf import Folder


def test_what_is_put_there_is_found_again_and_replaced(tmp_path: Path) -> None:
    shelf = Folder(tmp_path / "made" / "when needed")
    assert shelf.get("one") is None

    shelf["one"] = b"first"
    shelf["one"] = b"second"

    assert Folder(shelf.path).get("one") == b"second"
    assert [path.name for path in shelf.path.iterdir()] == ["one"]


def test_a_shelf_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    shelf = Folder(tmp_path / "file")

    shelf["one"] = b"data"

    assert shelf.get("one") is None


def test_what_is_emptied_is_gone(tmp_path: Path) -> None:
    shelf = Folder(tmp_path)
    shelf["failed-1"], shelf["failed-2"], shelf["other"] = b"a", b"b", b"c"

    assert list(shelf.emptied("failed-")) == [b"a", b"b"]
    assert list(shelf.emptied("failed-")) == []
    assert shelf.get("other") == b"c"
