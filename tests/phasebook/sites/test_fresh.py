"""Flows and pictures are made again when something has changed, and only then."""

import pickle
import sys
from pathlib import Path

import pytest

from diagrams.diagram import Diagram
from games.discard import engine
from phasebook.sites import fresh as module
from phasebook.sites.fresh import drawn, edition, fresh, state
from phasebook.sites.loading import Errand, Loaded
from tests.phasebook.sites.small_sites import BETTING, PACKAGE, put, replaced

ERRAND = Errand(BETTING, {}, ".")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Errand]:
    """The errands that a process was sent for."""
    errands: list[Errand] = []
    real = module.sent

    def noted(errand: Errand, path: list[str]) -> Loaded:
        errands.append(errand)
        return real(errand, path)

    monkeypatch.setattr(module, "sent", noted)
    return errands


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cardroom/flow.py", "No more bets", "Rien ne va plus"),
        ("cardroom/rules.py", "Nothing is on the table yet.", "Bet first."),
        ("cardroom/limits.py", "10", "12"),
    ],
)
def test_a_flow_is_loaded_again_when_any_of_its_files_changes(
    tmp_path: Path, sent: list[Errand], file: str, old: str, new: str
) -> None:
    put(tmp_path, PACKAGE)
    shelf: dict[str, bytes] = {}
    first, second = (fresh(ERRAND, shelf, [str(tmp_path)]) for _ in range(2))
    assert len(sent) == 1
    assert first.diagram is not None
    assert second.diagram is not None
    assert first.diagram.dot == second.diagram.dot

    replaced(tmp_path / file, old, new)
    third = fresh(ERRAND, shelf, [str(tmp_path)])

    assert len(sent) == 2
    assert third.diagram is not None
    assert (third.diagram.dot == first.diagram.dot) == (file == "cardroom/limits.py")


def test_a_file_that_is_not_the_flows_changes_nothing(tmp_path: Path, sent: list[Errand]) -> None:
    put(tmp_path, PACKAGE)
    shelf: dict[str, bytes] = {}
    fresh(ERRAND, shelf, [str(tmp_path)])
    put(tmp_path, {"cardroom/unrelated.py": "NEW = 1\n"})
    fresh(ERRAND, shelf, [str(tmp_path)])

    assert len(sent) == 1


def test_what_failed_is_tried_again(tmp_path: Path) -> None:
    put(tmp_path, PACKAGE | {"cardroom/limits.py": ""})
    shelf: dict[str, bytes] = {}
    assert "cannot import name 'MOST'" in fresh(ERRAND, shelf, [str(tmp_path)]).problem

    put(tmp_path, PACKAGE)

    assert fresh(ERRAND, shelf, [str(tmp_path)]).problem == ""


@pytest.mark.parametrize("damage", [b"", b"no pickle", pickle.dumps("something else"), pickle.dumps((1, None))])
def test_a_damaged_shelf_is_an_empty_one(tmp_path: Path, sent: list[Errand], damage: bytes) -> None:
    put(tmp_path, PACKAGE)
    shelf: dict[str, bytes] = {}
    fresh(ERRAND, shelf, [str(tmp_path)])
    shelf = dict.fromkeys(shelf, damage)

    assert fresh(ERRAND, shelf, [str(tmp_path)]).diagram is not None
    assert len(sent) == 2


def test_a_flow_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, PACKAGE | {"cardroom/limits.py": "import time; time.sleep(600)"})
    monkeypatch.setattr(module, "PATIENCE", 1.0)

    assert "it takes more than 1 seconds" in fresh(ERRAND, {}, [str(tmp_path)]).problem


def test_without_a_python_to_start_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")

    assert "Python cannot be started" in fresh(ERRAND, {}).problem


def test_a_picture_is_drawn_once_for_each_place(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf: dict[str, bytes] = {}
    first = drawn(Diagram(engine), "inline", "a-", shelf)
    monkeypatch.setattr(Diagram, "svg", lambda self, **options: pytest.fail("drawn again"))

    assert drawn(Diagram(engine), "inline", "a-", shelf) == first


@pytest.mark.parametrize("other", [Diagram(engine, words="plain"), Diagram(engine, subtitle="another")])
def test_a_picture_that_says_something_else_is_drawn_again(other: Diagram) -> None:
    shelf: dict[str, bytes] = {}
    first = drawn(Diagram(engine), "inline", "a-", shelf)

    assert drawn(other, "inline", "a-", shelf) != first
    assert len(shelf) == 1


def test_every_kind_has_a_place_of_its_own() -> None:
    shelf: dict[str, bytes] = {}
    inline, file, png = (drawn(Diagram(engine), kind, "a-", shelf) for kind in ("inline", "svg", "png"))

    assert b'id="a-phase-drawing"' in inline
    assert b"<style" in file
    assert png.startswith(b"\x89PNG")
    assert len(shelf) == 3


def test_a_file_that_is_gone_is_a_change(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    before = state([str(tmp_path / "a")])
    (tmp_path / "a").unlink()

    assert state([str(tmp_path / "a")]) != before


def test_this_phasebook_is_the_same_all_the_time() -> None:
    assert edition() == edition.__wrapped__()
