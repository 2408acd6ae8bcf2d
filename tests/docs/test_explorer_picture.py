"""The picture of the explorer page is small, and can be taken again."""

import struct
from pathlib import Path
from typing import TYPE_CHECKING

from tests.docs.explorer_picture import HEIGHT, PICTURE, WIDTH, take_picture

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOST_BYTES = 150_000


def size_of(path: Path) -> tuple[int, ...]:
    """Width and height of a PNG."""
    return struct.unpack(">II", path.read_bytes()[16:24])


def test_the_committed_picture_is_small() -> None:
    assert PICTURE.stat().st_size < MOST_BYTES
    assert size_of(PICTURE) == (WIDTH, HEIGHT)


def test_the_picture_can_be_taken_again(browser: "Browser", tmp_path: Path) -> None:
    take_picture(browser, tmp_path / "explorer.png")

    assert (tmp_path / "explorer.png").stat().st_size < MOST_BYTES
    assert size_of(tmp_path / "explorer.png") == (WIDTH, HEIGHT)
