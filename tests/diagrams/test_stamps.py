"""What finished pictures say of themselves, asked from outside."""

from pathlib import Path

import pytest

from diagrams.diagram import Diagram
from diagrams.errors import DiagramError
from diagrams.stamps import inscription_of, stamp_of
from games.discard import DiscardTurn


@pytest.fixture(scope="module")
def drawn() -> Diagram:
    return Diagram(DiscardTurn, detail="overview")


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_picture_has_the_stamp_of_its_diagram(drawn: Diagram, tmp_path: Path, suffix: str) -> None:
    path = drawn.save(tmp_path / f"discard.{suffix}")

    assert stamp_of(path) == stamp_of(str(path)) == stamp_of(path.read_bytes()) == drawn.stamp
    assert stamp_of(path) != Diagram(DiscardTurn).stamp


def test_a_picture_says_what_it_shows(drawn: Diagram) -> None:
    assert inscription_of(drawn.svg().encode()) == (drawn.stamp, drawn.title, drawn.description)
    assert inscription_of(drawn.svg(prefix="a-", inline=True).encode()) == (drawn.stamp, drawn.title, drawn.description)
    assert inscription_of(drawn.png()) == (drawn.stamp, "", drawn.description)
    assert "From Draw Phase, deal_next_hand leads to Discard Phase." in drawn.description


@pytest.mark.parametrize("content", [b"", b"<svg/>", b"<svg", b"\xff\xfe", b"plain text", b"<?xml encoding='x'?><a/>"])
def test_what_phasebook_has_not_drawn_has_no_stamp(content: bytes) -> None:
    assert stamp_of(content) is None
    assert inscription_of(content) == (None, "", "")


def test_the_stamp_is_the_attribute_that_the_documentation_names(drawn: Diagram) -> None:
    assert f' data-phasebook-dot="{drawn.stamp}"' in drawn.svg()


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DiagramError, match=r"Cannot read .*x\.svg: No such file or directory; name a picture\."):
        stamp_of(tmp_path / "x.svg")
