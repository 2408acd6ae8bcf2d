"""Files of their own: fresh by what they say, whatever their bytes are."""

from pathlib import Path

import pytest

from diagrams.diagram import FORMATS, Diagram
from diagrams.errors import DiagramError
from games.discard import engine
from phasebook.syncing.places import spot_of
from phasebook.syncing.problems import DocsError
from phasebook.syncing.targets import MUTE, STAMPED, Change, Target, change_of, checked
from tests.diagrams.renderers import needs_dot, without_renderers
from tests.phasebook.syncing.scratch import Scratch


def target(folder: Path, file: str, flow: str = "discard", **options: str) -> Target:
    return Target(spot_of(folder, folder, file), flow, options, folder, "pyproject.toml:1")


def drawn(folder: Path, file: str, flow: str = "discard", **options: str) -> Target:
    """A target whose file is there and fresh."""
    found = target(folder, file, flow, **options)
    change = change_of(found)
    assert change is not None
    assert change.old is None
    found.spot.real.write_bytes(change.make())
    return found


def stale(found: Target) -> Change:
    change = change_of(found)
    assert change is not None
    return change


@pytest.mark.parametrize("suffix", [suffix for suffix in FORMATS if suffix not in MUTE])
def test_what_was_drawn_is_fresh_until_the_options_change(tmp_path: Path, suffix: str) -> None:
    found = drawn(tmp_path, f"x.{suffix}")

    assert change_of(found) is None
    change = stale(target(tmp_path, f"x.{suffix}", detail="overview"))
    assert change.reasons[0].startswith(f"x.{suffix} is stale")
    assert "@@" in change.diff
    assert change.edited == ()


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_drift_of_a_picture_is_a_diff_of_what_it_says(scratch: Scratch, suffix: str) -> None:
    scratch.flow("drifting", paid="Paid")
    found = drawn(scratch.folder, f"x.{suffix}", "drifting:Checkout")
    scratch.flow("drifting", paid="Delivered")
    change = stale(found)

    assert "-From Basket, pay leads to Paid.\n+From Basket, pay leads to Delivered." in change.diff
    assert change.reasons == (f"x.{suffix} is stale: it shows drifting:Checkout as it was.",)


def test_the_title_of_an_svg_counts_though_no_dot_has_it(scratch: Scratch) -> None:
    scratch.flow("titled", title="Pay.")
    found = drawn(scratch.folder, "x.svg", "titled:Checkout")
    scratch.flow("titled", title="Pay at once.")

    assert "-Checkout – Pay.\n+Checkout – Pay at once.\n" in stale(found).diff


def test_another_look_is_drift_in_one_sentence(tmp_path: Path) -> None:
    drawn(tmp_path, "x.svg")
    change = stale(target(tmp_path, "x.svg", theme="dark"))

    assert change.reasons == (
        "x.svg is stale: drawn with other options or by another version, though it says the same.",
    )
    assert change.diff == ""


@needs_dot
def test_the_other_renderer_makes_no_drift(tmp_path: Path) -> None:
    from diagrams.diagram import Diagram
    from games.discard import engine

    for renderer in ("embedded", "system"):
        Diagram(engine, engine=renderer).save(tmp_path / "x.svg")

        assert change_of(target(tmp_path, "x.svg")) is None


def test_a_fresh_picture_is_drawn_again_on_request(tmp_path: Path) -> None:
    found = drawn(tmp_path, "x.svg")
    text = drawn(tmp_path, "x.mmd")

    assert change_of(found, redraw=True) is not None
    assert change_of(text, redraw=True) is None


@pytest.mark.parametrize("content", [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\x89PNG\r\n\x1a\n"])
def test_a_picture_of_somebody_else_is_not_taken_for_ours(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "logo.svg").write_bytes(content)
    change = stale(target(tmp_path, "logo.svg"))

    assert change.edited == ("logo.svg",)
    assert change.reasons == ("logo.svg is not a picture that Phasebook has drawn.",)


def test_a_text_keeps_its_line_ends(tmp_path: Path) -> None:
    found = drawn(tmp_path, "x.mmd")
    path = found.spot.real
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    assert change_of(found) is None
    assert stale(target(tmp_path, "x.mmd", "goofspiel")).make().count(b"\r\n") > 5


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("x", "x has no suffix to tell the format by; use one of svg, png, dot, "),
        ("x.jpeg", "There is no format 'jpeg'"),
        (
            "x.pdf",
            "A file of the format pdf does not say what it was drawn from, .*, with phasebook draw discard -o x.pdf",
        ),
        ("x.html", "A file of the format html does not say what it was drawn from"),
    ],
)
def test_formats_that_cannot_be_judged_are_refused(tmp_path: Path, file: str, words: str) -> None:
    with pytest.raises(Exception, match=words):
        checked(target(tmp_path, file))


def test_a_text_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.mmd").write_bytes(b"\xff\xfe")

    with pytest.raises(DocsError, match=r"x\.mmd is not UTF-8; delete it"):
        change_of(target(tmp_path, "x.mmd"))


def test_what_a_check_compares_as_text_needs_no_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A format that is drawn must be known here as one that has a stamp, or as one that has none."""
    without_renderers(monkeypatch)
    for suffix in set(FORMATS) - {*STAMPED, *MUTE}:
        Diagram(engine).render(suffix)
    for suffix in (*STAMPED, *MUTE):
        with pytest.raises(DiagramError):
            Diagram(engine).render(suffix)
