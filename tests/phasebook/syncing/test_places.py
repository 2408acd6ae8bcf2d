"""Paths: inside the project, as they are written and as they really are."""

import os
from pathlib import Path

import pytest

from phasebook.syncing.places import content_of, spot_of
from phasebook.syncing.problems import DocsError


def test_a_file_is_found_from_the_folder_that_names_it(tmp_path: Path) -> None:
    assert spot_of(tmp_path, tmp_path / "docs", "images/x.svg") == ("docs/images/x.svg", tmp_path / "docs/images/x.svg")
    assert spot_of(tmp_path, tmp_path / "docs", "../x.svg").shown == "x.svg"


@pytest.mark.parametrize("name", ["", "/etc/passwd", "../x", "a/../../x", "x\0y"])
def test_a_path_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(DocsError):
        spot_of(tmp_path, tmp_path, name)


def test_a_link_may_lead_to_another_place_inside_but_not_out(tmp_path: Path) -> None:
    root = tmp_path / "project"
    (root / "real").mkdir(parents=True)
    (root / "inside").symlink_to("real")
    (root / "outside").symlink_to(tmp_path)

    assert spot_of(root, root, "inside/x.md") == ("inside/x.md", root / "real" / "x.md")
    with pytest.raises(DocsError, match=r"'outside/x\.md' leads out of .*, through a link to .*x\.md; name a place"):
        spot_of(root, root, "outside/x.md")


def test_a_project_may_itself_be_reached_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")

    assert spot_of(tmp_path / "link", tmp_path / "link", "x.md") == ("x.md", tmp_path / "real" / "x.md")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "file").write_text("x")

    assert content_of(spot_of(tmp_path, tmp_path, "nothing")) is None
    assert content_of(spot_of(tmp_path, tmp_path, "file")) == b"x"
    for name, words in (
        ("folder", "is a folder"),
        ("pipe", "is no file"),
        ("circle", "cannot be read"),
        ("file/x", "ca"),
    ):
        with pytest.raises(DocsError, match=words):
            content_of(spot_of(tmp_path, tmp_path, name))
