"""A recorded session: on the disk before anybody hears of it, and never lost by a kill, a full disk or a torn line."""

import os
import subprocess
import sys
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Redone, Refusal, SaveError, Session, Snapshot, Undone
from fsm.running import recording
from games.discard import engine as discard
from tests.fsm.full_disk import full_disk
from tests.fsm.running import errand
from tests.fsm.running.killing import act
from tests.fsm.samples import Ask, Coin, Earn, Enter, Grin, market, walk
from tests.fsm.test_session import Bet, Next, dealing

ROOT = Path(__file__).parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.log"


def opened(path: Path) -> Session[Any]:
    return Session.open(market, path)


def lines(path: Path) -> list[Any]:
    """What the lines of a file say, without the first one and without the checks."""
    return [{**msgspec.json.decode(line), "check": ""} for line in path.read_bytes().splitlines()[1:]]


def test_every_act_is_in_the_file_as_soon_as_it_is_done(path: Path) -> None:
    session = Session.start(market)
    session.send(Earn())
    with session.record(path):
        assert opened(path).snapshot == session.snapshot
        for do in (lambda: session.send(Enter()), session.undo, session.redo, lambda: session.send(Ask())):
            do()
            again = opened(path)
            assert (again.snapshot, again.log, again.opening) == (session.snapshot, session.log, session.opening)
    kept = path.read_bytes()
    session.undo()

    assert path.read_bytes() == kept
    assert session.write_log() != kept


def test_a_refused_move_is_not_recorded(path: Path) -> None:
    session = Session.start(market)
    with session.record(path):
        kept = path.read_bytes()
        assert isinstance(session.send(Ask()), Refusal)
        assert not session.undo()
        assert not session.redo()
        assert path.read_bytes() == kept == session.write_log()


def test_the_line_is_on_the_disk_before_observers_hear_of_the_move(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    session = Session.start(market, observers=[lambda news: done.append(f"heard with {len(opened(path).log)} moves")])
    with session.record(path):
        monkeypatch.setattr(os, "fsync", lambda file: done.append(f"synced at {session.snapshot.phase}"))
        session.send(Earn())
        session.send(Enter())

    assert done == ["synced at street", "heard with 1 moves", "synced at street"]


def test_what_was_undone_can_be_redone_in_a_new_file(path: Path) -> None:
    session = Session.start(market)
    for move in (Earn(), Enter(), Ask()):
        session.send(move)
    session.undo()
    session.undo()
    with session.record(path):
        assert opened(path).redo()
        session.redo()

    again = opened(path)
    assert again.snapshot == walk(Earn(), Enter())
    assert again.redo()
    assert again.snapshot == walk(Earn(), Enter(), Ask())


# Going on


def test_the_file_that_a_session_was_opened_from_is_continued(path: Path) -> None:
    session = Session.start(market)
    with session.record(path):
        session.send(Earn())
    first = path.read_bytes()
    again = opened(path)
    with again.record(path):
        again.send(Enter())

    assert path.read_bytes().startswith(first)
    assert opened(path).snapshot == walk(Earn(), Enter())


def test_what_was_done_without_recording_is_caught_up(path: Path) -> None:
    session = Session.start(market)
    with session.record(path):
        for move in (Earn(), Enter(), Ask()):
            session.send(move)
    session.undo()
    session.undo()
    session.send(Grin())
    session.send(Enter())
    session.undo()
    with session.record(path):
        pass

    again = opened(path)
    assert (again.snapshot, again.log) == (session.snapshot, session.log)
    assert again.redo()
    assert lines(path)[3:] == [
        {"undo": 2, "check": ""},
        {"play": {"move": "grin"}, "check": ""},
        {"play": {"move": "enter"}, "check": ""},
        {"undo": 1, "check": ""},
    ]


def test_nothing_is_added_where_nothing_was_done(path: Path) -> None:
    session = Session.start(market)
    with session.record(path):
        session.send(Earn())
        session.send(Enter())
        session.undo()
    kept = path.read_bytes()
    for one in (session, opened(path)):
        with one.record(path):
            pass

    assert path.read_bytes() == kept


@given(st.lists(st.sampled_from(["earn", "grin", "undo", "redo", "close", "open"]), max_size=12))
def test_whatever_is_done_in_whatever_order_the_file_tells_it(acts: list[str]) -> None:
    session = Session.start(market)
    doing: dict[str, Callable[[], object]] = {
        "earn": lambda: session.send(Earn()),
        "grin": lambda: session.send(Grin()),
        "undo": session.undo,
        "redo": session.redo,
        "close": lambda: log.close(),
        "open": lambda: None,
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.log"
        log = session.record(path)
        for name in acts:
            doing[name]()
            if name == "open" and not log.is_open:
                log = session.record(path)
        log.close()
        with session.record(path):
            again = opened(path)

    assert (again.snapshot, again.log) == (session.snapshot, session.log)
    assert [step for step, _ in again._undone] == [step for step, _ in session._undone]


def test_a_log_of_an_older_version_is_written_anew_before_it_is_continued(path: Path) -> None:
    old: Session[Any] = Session.start(errand.made())
    with old.record(path):
        for worth in (1, 2):
            old.send(errand.Earn(worth))
        old.undo()
    path.chmod(0o640)
    engine = errand.made(2, {1: lambda data: data})
    session = Session.open(engine, path)
    with session.record(path):
        session.send(errand.Earn(3))

    assert [coin.worth for coin in Session.open(engine, path).snapshot.game.coins] == [1, 3]
    assert b'"version":2' in path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(SaveError, match="The save has version 2, Errand has 1; load it with the release that wrote it"):
        Session.open(errand.made(), path)


# Files that are not this session's


@pytest.mark.parametrize("content", [b"", b"poem\n", Session.start(market).write_log(), market.dump(walk())])
def test_any_other_file_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(SaveError) as refused:
        Session.start(market).record(path)

    assert str(refused.value) == (
        f"Cannot record in {path}: it is there already, and this session does not come from it; name a new file, or "
        "open the session with Session.open()."
    )
    assert path.read_bytes() == content
    assert [*path.parent.iterdir()] == [path]


def test_a_saved_game_is_not_recorded_over(path: Path) -> None:
    Session.start(market).save(path)
    with pytest.raises(SaveError, match="it is there already, and this session does not come from it"):
        opened(path).record(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"Cannot record in .*: it is a folder; name a file in it"):
        Session.start(market).record(tmp_path)


def test_a_link_is_followed(tmp_path: Path, path: Path) -> None:
    (tmp_path / "link").symlink_to("game.log")
    session = Session.start(market)
    with session.record(tmp_path / "link"):
        session.send(Earn())
    again = opened(tmp_path / "link")
    with again.record(path):
        again.send(Enter())

    assert (tmp_path / "link").is_symlink()
    assert opened(path).snapshot == walk(Earn(), Enter())


def test_a_session_is_recorded_in_one_file_and_a_file_by_one_session(path: Path) -> None:
    session = Session.start(market)
    log = session.record(path)
    with pytest.raises(SaveError, match=r"This session is being recorded in .*game.log; close that recording first"):
        session.record(path.with_name("other.log"))
    other = opened(path)
    with pytest.raises(SaveError, match=r"Another session is being recorded in .*game.log; close that recording first"):
        other.record(path)
    log.close()
    log.close()
    with other.record(path):
        other.send(Earn())

    with pytest.raises(SaveError, match="has changed since this session was opened from it; open it again with Sess"):
        session.record(path)
    assert opened(path).snapshot == walk(Earn())


# A disk that fails


def test_a_move_that_cannot_be_recorded_is_not_played(path: Path) -> None:
    heard: list[Any] = []
    session = Session.start(market, observers=[heard.append])
    with session.record(path):
        kept, before = path.read_bytes(), session.snapshot
        for room in (len(kept), len(kept) + 1, len(kept) + 20):
            with full_disk(room), pytest.raises(SaveError) as refused:
                session.send(Earn())
            assert str(refused.value) == (
                f"Cannot record in {path}: File too large; the session is as before: try again, or close the recording."
            )
            assert (session.snapshot, session.log, heard) == (before, (), [])
            assert path.read_bytes() == kept

        session.send(Earn())
        with full_disk(path.stat().st_size), pytest.raises(SaveError, match="the session is as before"):
            session.undo()
        assert session.undo()
        with full_disk(path.stat().st_size), pytest.raises(SaveError, match="the session is as before"):
            session.redo()
        assert session.redo()

    assert heard == [Coin(3), Undone(1), Redone(1), Coin(3)]
    assert opened(path).snapshot == session.snapshot == walk(Earn())


class Failing(FileIO):
    """A file on a disk that can fail to write, and to take back what it wrote of a line."""

    fails = False

    def write(self, data: Any) -> int:
        if not self.fails:
            return super().write(data)
        super().write(bytes(data)[:7])
        raise OSError(5, "Input/output error")

    def truncate(self, size: int | None = None) -> int:
        if self.fails:
            raise OSError(5, "Input/output error")
        return super().truncate(size)


def test_half_a_line_that_could_not_be_taken_back_goes_before_the_next_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "FileIO", Failing)
    session = Session.start(market)
    log = session.record(path)
    session.send(Earn())
    kept = path.read_bytes()
    monkeypatch.setattr(Failing, "fails", True)
    for _ in range(2):
        with pytest.raises(SaveError, match="Input/output error; the session is as before"):
            session.send(Enter())
        assert path.read_bytes() == kept + b'{"play"'
        assert opened(path).snapshot == session.snapshot == walk(Earn())
    monkeypatch.setattr(Failing, "fails", False)
    session.send(Enter())

    assert opened(path).snapshot == session.snapshot == walk(Earn(), Enter())
    log.close()


def test_an_interrupted_write_leaves_no_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(file: FileIO, data: bytes) -> None:
        file.write(data[:9])
        raise KeyboardInterrupt

    session = Session.start(market)
    with session.record(path):
        kept = path.read_bytes()
        monkeypatch.setattr(recording, "write_all", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.send(Earn())

        assert path.read_bytes() == kept
        assert session.log == ()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda path: path.unlink(), "No such file or directory"),
        (lambda path: path.rename(path.with_name("away")), "No such file or directory"),
        (lambda path: path.with_name("new").rename(path), "another file has taken its place"),
        (lambda path: path.write_bytes(path.read_bytes() + b"!"), "something else has written to it"),
    ],
)
def test_a_file_that_is_gone_or_was_changed_is_noticed_before_a_move_is_lost(
    path: Path, change: Any, reason: str
) -> None:
    session = Session.start(market)
    with session.record(path):
        path.with_name("new").write_bytes(b"")
        change(path)
        with pytest.raises(SaveError, match=f"Cannot record in .*: {reason}; the session is as before"):
            session.send(Earn())
        assert session.log == ()

    assert isinstance(session.send(Earn()), Snapshot)


@pytest.mark.parametrize("same_size", [True, False])
def test_a_file_that_has_taken_the_place_of_the_log_is_left_alone_later_too(path: Path, same_size: bool) -> None:
    session = Session.start(market)
    log = session.record(path)
    other = path.with_name("other")
    other.write_bytes(b"x" * (path.stat().st_size if same_size else 9_000))
    kept = other.read_bytes()
    other.rename(path)
    log.close()
    session.send(Earn())
    with pytest.raises(SaveError, match="has changed since this session was opened from it"):
        session.record(path)

    assert path.read_bytes() == kept


def test_a_log_that_something_else_has_written_to_is_left_alone_later_too(path: Path) -> None:
    session = Session.start(market)
    log = session.record(path)
    with path.open("ab") as file:
        file.write(b"a note\n")
    kept = path.read_bytes()
    log.close()
    with pytest.raises(SaveError, match="this session does not come from it"):
        session.record(path)

    assert path.read_bytes() == kept


def test_a_move_that_json_cannot_hold_is_not_played_while_recording(path: Path) -> None:
    session = Session.start(dealing)
    with session.record(path):
        session.send(Next())
        with pytest.raises(SaveError, match="The move cannot be written: JSON has no number inf"):
            session.send(Bet(float("inf")))

    assert Session.open(dealing, path).snapshot == session.snapshot
    assert len(session.log) == 1


# Torn lines


@pytest.mark.parametrize("torn", [b"{", b'{"play":{"move":"enter"}}', b"\0\0\0", b"\0\0\n", b'{"play":{"mo\n'])
def test_a_torn_last_line_is_left_out_and_cut_off_when_the_log_is_continued(path: Path, torn: bytes) -> None:
    session = Session.start(market)
    with session.record(path):
        session.send(Earn())
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    again = opened(path)

    assert again.snapshot == walk(Earn())
    assert path.read_bytes() == whole + torn
    with again.record(path):
        assert path.read_bytes() == whole
        again.send(Enter())
    assert opened(path).snapshot == walk(Earn(), Enter())


@pytest.mark.parametrize("torn", [b"{\n", b'{"play":{"mo\n', b"\0\0\n", b"\n"])
def test_a_torn_line_in_the_middle_is_named(path: Path, torn: bytes) -> None:
    session = Session.start(market)
    with session.record(path):
        session.send(Earn())
    path.write_bytes(path.read_bytes() + torn + b'{"play":{"move":"enter"}}\n')
    with pytest.raises(SaveError, match="Line 3 of the log cannot be replayed: "):
        opened(path)


def recorded(path: Path, acts: int) -> list[Session[Any]]:
    """A recorded game of discards, with undo and redo, as it was after each act."""
    session: Session[Any] = Session.start(discard, seed=3)
    found = [Session.replay(discard, session.write_log())]
    with session.record(path):
        for number in range(acts):
            act(session, number)
            found.append(Session.replay(discard, session.write_log()))
    return found


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes, list[Session[Any]]]:
    path = tmp_path_factory.mktemp("cut") / "game.log"
    sessions = recorded(path, 40)
    return path, path.read_bytes(), sessions


@given(data=st.data())
def test_cut_anywhere_a_log_opens_to_what_was_recorded_before(
    game: tuple[Path, bytes, list[Session[Any]]], data: st.DataObject
) -> None:
    path, whole, sessions = game
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    kept = whole[:cut].count(b"\n")
    if kept == 0:
        with pytest.raises(SaveError, match=r"This is not a (session log|saved game of DiscardTurn): "):
            Session.open(discard, path)
        return
    session = Session.open(discard, path)

    assert (session.snapshot, session.log) == (sessions[kept - 1].snapshot, sessions[kept - 1].log)
    with session.record(path):
        assert path.read_bytes() == whole[: whole.rfind(b"\n", 0, cut) + 1]


# Kills


def check_kills(what: str, folder: Path, kills: int, seed: int) -> None:
    words = [sys.executable, "-m", "tests.fsm.running.killing", what, str(folder), str(kills), str(seed)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)

    assert done.returncode == 0, done.stderr
    found = msgspec.json.decode(done.stdout)
    assert found["acts"] >= kills // 4
    assert found["one more than acknowledged"] > 0
    if what == "record":
        assert found["torn line"] > 0


@pytest.mark.parametrize("what", ["record", "save"])
def test_fifty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path, what: str) -> None:
    check_kills(what, tmp_path, 50, 1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("what", ["record", "save"])
def test_a_thousand_kills_lose_nothing_that_was_acknowledged(tmp_path: Path, what: str, seed: int) -> None:
    check_kills(what, tmp_path, 100, seed)
