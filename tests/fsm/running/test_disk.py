"""Saved games as files: the old one or the new one is there, and every trouble is a sentence."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from fsm import SaveError, Session
from games.discard import DealNextHand
from games.discard import engine as discard
from tests.fsm.full_disk import full_disk
from tests.fsm.samples import Ask, Coin, Earn, Enter, market, walk


def played(*moves: object) -> Session[object]:
    return Session(market, walk(*moves))  # type: ignore[arg-type]


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_saved_game_is_opened_as_it_was(tmp_path: Path) -> None:
    played(Earn(), Enter()).save(tmp_path / "game.json")
    session = Session.open(market, str(tmp_path / "game.json"))

    assert session.snapshot == walk(Earn(), Enter())
    assert (session.log, session.opening) == ((), None)
    assert names_in(tmp_path) == ["game.json"]
    session.send(Ask())
    session.save(tmp_path / "game.json")
    assert Session.open(market, tmp_path / "game.json").snapshot == walk(Earn(), Enter(), Ask())


@pytest.mark.parametrize("recorded", [False, True])
def test_the_engine_of_a_registered_flow_is_found(tmp_path: Path, recorded: bool) -> None:
    path, session = tmp_path / "game", Session.start(discard, seed=3)
    if recorded:
        with session.record(path):
            session.send(DealNextHand())
    else:
        session.save(path)
    opened = Session.open(path, observers=[])

    assert opened.engine is discard
    assert opened.snapshot == session.snapshot


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (None, "a game of 'Market', which is no registered flow"),
        (b"{}", "no saved game and no log"),
        (b"[1]", "no saved game and no log"),
        (b'{"flow": 7}', "no saved game and no log"),
        (b"\xff\x00", "no saved game and no log"),
        (b"", "no saved game and no log"),
    ],
)
def test_a_file_of_no_registered_flow_needs_its_engine(tmp_path: Path, content: bytes | None, what: str) -> None:
    path = tmp_path / "game"
    path.write_bytes(market.dump(walk(Earn())) if content is None else content)

    with pytest.raises(SaveError) as refused:
        Session.open(path)
    assert str(refused.value) == f"Cannot open {path}: it is {what}; pass the engine first: Session.open(engine, path)."


@pytest.mark.parametrize("wrong", [market, None, 7, b"game"])
def test_what_is_no_path_is_not_opened(wrong: Any) -> None:
    with pytest.raises(SaveError, match="is no path; pass the engine, if any, and the path of a file to open"):
        Session.open(wrong)


def test_a_written_log_is_opened_and_observers_hear_it(tmp_path: Path) -> None:
    session = Session.start(market)
    session.send(Earn())
    (tmp_path / "game.log").write_bytes(session.write_log())
    heard: list[object] = []
    again = Session.open(market, tmp_path / "game.log", observers=[heard.append])

    assert (again.snapshot, again.log) == (session.snapshot, session.log)
    assert heard == [Coin(3)]


def test_mode_and_links_stay(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "real.json").chmod(0o640)
    (tmp_path / "link.json").symlink_to("real.json")
    played(Earn()).save(tmp_path / "link.json")

    assert (tmp_path / "link.json").is_symlink()
    assert stat.S_IMODE((tmp_path / "real.json").stat().st_mode) == 0o640
    assert Session.open(market, tmp_path / "real.json").snapshot == walk(Earn())


def test_a_full_disk_leaves_the_old_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played().save(path)
    with full_disk(20), pytest.raises(SaveError, match=r"Cannot write .*: File too large; choose another place\."):
        played(Earn()).save(path)

    assert Session.open(market, path).snapshot == walk()
    assert names_in(tmp_path) == ["game.json"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("folder", "Cannot write {path}: it is a folder; name a file in it."),
        ("missing/a.json", "Cannot write {path}: the folder {parent} does not exist; create it first."),
        ("file/a.json", "Cannot write {path}: Not a directory; choose another place."),
        ("x" * 300, "Cannot write {path}: File name too long; choose another place."),
        ("a\0b", "Cannot write {path}: embedded null byte; choose another place."),
    ],
)
def test_a_place_that_cannot_be_written_is_a_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    path = tmp_path / name
    expected = sentence.format(path=path, parent=path.parent)
    with pytest.raises(SaveError) as refused:
        played().save(path)
    assert str(refused.value) == expected

    if name != "folder":
        with pytest.raises(SaveError) as refused:
            played().record(path)
        assert str(refused.value) == expected
    assert names_in(tmp_path) == ["file", "folder"]


@contextmanager
def as_anybody() -> Iterator[None]:
    """As a user without privileges, if these tests have some."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


def test_a_folder_that_may_not_be_written_to_is_a_sentence() -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        played().save(path)
        path.chmod(0o644)
        Path(folder).chmod(0o555)
        with as_anybody():
            for act in (played().save, played().record):
                with pytest.raises(SaveError, match=r"Permission denied; choose another place\.|it is write-protected"):
                    act(path.with_name("other.json"))
            with pytest.raises(SaveError, match=r"it is write-protected; choose another place|Permission denied"):
                played().save(path)
        Path(folder).chmod(0o755)

        assert names_in(Path(folder)) == ["game.json"]
        assert Session.open(market, path).snapshot == walk()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("missing.json", "Cannot open {path}: there is no such file; look for its right name."),
        ("folder", "Cannot open {path}: it is a folder; name a file in it."),
        ("file/a.json", "Cannot open {path}: Not a directory; make it readable first."),
        ("a\0b", "Cannot open {path}: embedded null byte; make it readable first."),
        ("file", "This is not a saved game of Market: Input data was truncated; load one that is whole and unchanged."),
        ("log", "This is not a session log: Input data was truncated; open one that is whole and unchanged."),
        (
            "old",
            "The log's format is 'phasebook log 2', this is 'phasebook log 3'; replay it with the release that wrote "
            "it.",
        ),
    ],
)
def test_a_file_that_cannot_be_opened_is_a_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "log").write_bytes(played().write_log()[:60])
    (tmp_path / "old").write_bytes(b'{"format":"phasebook log 2","save":{}}\n')
    with pytest.raises(SaveError) as refused:
        Session.open(market, tmp_path / name)

    assert str(refused.value) == sentence.format(path=tmp_path / name)


@pytest.mark.parametrize("torn", [1, 30, 100, -1])
def test_a_torn_saved_game_is_refused(tmp_path: Path, torn: int) -> None:
    played(Earn()).save(tmp_path / "game.json")
    data = (tmp_path / "game.json").read_bytes()
    (tmp_path / "game.json").write_bytes(data[:torn])

    with pytest.raises(SaveError, match="This is not a saved game of Market: "):
        Session.open(market, tmp_path / "game.json")


def test_a_session_knows_the_log_that_it_comes_from(tmp_path: Path) -> None:
    session = Session.start(market)
    session.save(tmp_path / "game.json")
    with session.record(tmp_path / "game.log"):
        pass

    assert Session.start(market).source is None
    assert Session.open(market, tmp_path / "game.json").source is None
    assert Session.open(market, tmp_path / "game.log").source == tmp_path.resolve() / "game.log"
