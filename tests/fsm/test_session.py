"""Playing a game: log, undo and redo, replay to the same bytes, observers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Refusal, SaveError, Session, Snapshot, SnapshotError
from tests.fsm.samples import Ask, Coin, Earn, Enter, Grin, Pay, Purse, market, walk


def played(*moves: Any) -> Session[Purse]:
    session = Session.start(market)
    for move in moves:
        assert isinstance(session.send(move), Snapshot)
    return session


def test_the_log_keeps_moves_arrows_and_news() -> None:
    session = played(Earn(), Enter())

    assert [(step.move, step.arrows, step.news) for step in session.log] == [
        (Earn(), ("street-earn-street",), (Coin(3),)),
        (Enter(), ("street-enter-shop",), ()),
    ]
    assert session.trace == ("street-earn-street", "street-enter-shop")


def test_a_refusal_is_not_logged_and_changes_nothing() -> None:
    session = played(Earn())
    before = session.snapshot

    assert isinstance(session.send(Ask()), Refusal)
    assert session.snapshot is before
    assert len(session.log) == 1


def test_undo_and_redo_walk_through_the_same_snapshots() -> None:
    session = played(Earn(), Enter(), Ask())
    last = session.snapshot

    assert session.undo()
    assert session.snapshot == walk(Earn(), Enter())
    assert session.redo()
    assert session.snapshot is last


def test_undo_at_the_start_and_redo_at_the_end_say_no() -> None:
    session = Session.start(market)

    assert not session.undo()
    assert not session.redo()


def test_a_new_move_forgets_what_was_undone() -> None:
    session = played(Earn(), Enter())
    session.undo()
    session.send(Grin())

    assert not session.redo()
    assert [step.move for step in session.log] == [Earn(), Grin()]


def test_a_refused_move_keeps_what_can_be_redone() -> None:
    session = played(Earn(), Enter())
    session.undo()
    session.send(Ask())

    assert session.redo()


@given(st.lists(st.sampled_from(["undo", "redo", *map(repr, range(6))]), max_size=30))
def test_undo_and_redo_never_lose_the_thread(script: list[str]) -> None:
    """Whatever is done, the snapshot is the one that the log's moves lead to."""
    moves = [Earn(), Grin(), Enter(), Ask(), Pay(1), Pay(3)]
    session = Session.start(market)
    for word in script:
        _ = session.undo() if word == "undo" else session.redo() if word == "redo" else session.send(moves[int(word)])

    assert session.snapshot == walk(*(step.move for step in session.log))


def test_a_session_of_a_strangers_snapshot_is_an_error() -> None:
    with pytest.raises(SnapshotError, match="Market has no phase 'moon'"):
        Session(market, Snapshot("moon", Purse()))


# Observers


def test_observers_hear_events_after_the_step_and_in_order() -> None:
    session = Session.start(market)
    heard: list[tuple[Any, int]] = []
    session.subscribe(lambda event: heard.append((event, session.snapshot.game.coins)))
    for move in (Earn(), Enter(), Ask(), Pay(2)):
        session.send(move)

    assert heard == [(Coin(3), 3), (Coin(-2), 1)]


def test_observers_hear_nothing_of_a_refusal_an_undo_or_a_redo() -> None:
    session = played(Earn())
    heard: list[Any] = []
    session.subscribe(heard.append)
    session.send(Ask())
    session.undo()
    session.redo()

    assert heard == []


def test_an_observer_can_be_sent_away() -> None:
    session = Session.start(market)
    heard: list[Any] = []
    unsubscribe = session.subscribe(heard.append)
    unsubscribe()
    unsubscribe()
    session.send(Earn())

    assert heard == []


def test_a_failing_observer_neither_undoes_the_step_nor_silences_others() -> None:
    session = Session.start(market)
    heard: list[Any] = []

    def fail(event: Any) -> None:
        raise ValueError("deaf")

    session.subscribe(fail)
    session.subscribe(heard.append)
    with pytest.raises(ExceptionGroup, match="The move was played, but observers failed"):
        session.send(Earn())

    assert heard == [Coin(3)]
    assert session.snapshot.game.coins == 3


# Logs


def test_a_replayed_log_gives_the_same_bytes() -> None:
    session = played(Earn(), Grin(), Enter(), Ask())
    again = Session.replay(market, session.write_log())

    assert again.write_log() == session.write_log()
    assert again.snapshot == session.snapshot
    assert again.log == session.log


def test_a_log_that_starts_in_the_middle_keeps_transient_fields() -> None:
    session = Session(market, walk(Grin()))
    session.send(Earn())

    assert Session.replay(market, session.write_log()).snapshot == session.snapshot


def test_a_replay_can_be_observed() -> None:
    heard: list[Any] = []
    Session.replay(market, played(Earn()).write_log().decode(), observers=[heard.append])

    assert heard == [Coin(3)]


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (b"", "This is not a session log"),
        (b"{}", "This is not a session log"),
        (b"\xff", "This is not a session log"),
        (b'{"format": "other", "save": {}}', "The log's format is 'other'"),
        (b'{"format": "phasebook log 2", "save": {}}', "This is not a saved game of Market"),
    ],
)
def test_a_foreign_or_torn_log_is_a_clear_error(log: bytes, sentence: str) -> None:
    with pytest.raises(SaveError, match=sentence):
        Session.replay(market, log)


def test_a_log_whose_move_is_refused_now_names_the_line() -> None:
    log = played(Earn()).write_log() + b'{"move": "ask"}\n'
    with pytest.raises(SaveError, match=r"Line 3 of the log cannot be replayed: ask is not possible"):
        Session.replay(market, log)


def test_a_log_with_a_torn_last_line_names_it() -> None:
    with pytest.raises(SaveError, match="Line 2 of the log cannot be replayed: Not a move of Market"):
        Session.replay(market, played(Earn()).write_log()[:-4])
