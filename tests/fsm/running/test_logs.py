"""Logs as text: what a line says, where a file is torn, and which moves still stand."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Engine, Flow, SaveError, Session, State, stay
from fsm.running.logs import is_log, moving_line, whole_lines
from fsm.snapshot import Snapshot, check_of
from tests.fsm.fair import Bid, fair
from tests.fsm.samples import Ask, Earn, Enter, Grin, market, walk
from tests.fsm.test_saves import Bag, Close, Look, look, new_bag

LOG = Session.start(market).write_log()
EARN, ENTER = b'{"play":{"move":"earn"}}\n', b'{"play":{"move":"enter"}}\n'


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (b"{}\n", "Line 2 of the log cannot be replayed: It does not say just one of play, undo and redo; "),
        (b'{"undo":1,"redo":1}\n', "It does not say just one of play, undo and redo; "),
        (b'{"play":{"move":"earn"},"undo":1}\n', "It does not say just one of play, undo and redo; "),
        (b'{"undo":-1}\n', "Expected `int` >= 0"),
        (b'{"undo":1}\n', "Line 2 of the log cannot be replayed: it undoes or redoes more than there is; "),
        (EARN + b'{"redo":1}\n', "Line 3 of the log cannot be replayed: it undoes or redoes more than there is; "),
        (EARN + b'{"undo":2}\n', "Line 3 of the log cannot be replayed: it undoes or redoes more than there is; "),
        (EARN + b'{"sing":2}\n', "Line 3 of the log cannot be replayed: Object contains unknown field `sing`; "),
        (EARN + b"\n" + ENTER, "Line 3 of the log cannot be replayed: Input data was truncated; "),
        (b'{"play":{"move":"earn"},"check":"00000000"}\n', "Line 2 of the log led elsewhere when it was written; "),
    ],
)
def test_a_line_says_one_thing_that_can_be_done(lines: bytes, sentence: str) -> None:
    with pytest.raises(SaveError) as refused:
        Session.replay(market, LOG + lines)

    assert sentence in str(refused.value)


def test_undo_and_redo_are_followed() -> None:
    lines = EARN + ENTER + b'{"undo":2}\n{"redo":1}\n{"play":{"move":"grin"}}\n{"undo":1}\n'
    session = Session.replay(market, LOG + lines)

    assert session.snapshot == walk(Earn())
    assert session.redo()
    assert session.snapshot == walk(Earn(), Grin())


def test_a_start_that_leads_elsewhere_now_is_refused() -> None:
    header = msgspec.json.decode(LOG)
    with pytest.raises(SaveError, match="This log of Market starts elsewhere than when it was written; restore it"):
        Session.replay(market, msgspec.json.encode(header | {"check": "00000000"}))


def test_a_rule_that_does_something_else_now_is_noticed_at_its_line() -> None:
    def other_look(game: Bag) -> Bag:
        return msgspec.structs.replace(game, last_glance="outside")

    def bags_with(rule: object) -> Engine[Bag]:
        class Glancing(Flow):
            shut = State(initial=True)
            end = State(final=True)
            look = stay(shut, on=rule)
            close = shut.to(end)

        return Engine(Glancing, moves=(Look, Close), new=new_bag)

    other_look.__name__ = "look"
    session = Session.start(bags_with(look))
    session.send(Look())
    with pytest.raises(SaveError, match="Line 2 of the log led elsewhere when it was written"):
        Session.replay(bags_with(other_look), session.write_log())


def test_a_check_is_of_everything_in_a_snapshot_and_the_same_everywhere() -> None:
    snapshots: list[Snapshot[Any]] = [
        walk(),
        walk(Earn()),
        walk(Earn(), Grin()),
        walk(Earn(), Enter()),
        walk(Earn(), Enter(), Ask()),
    ]
    chosen = fair.step(fair.start(), Bid(1, 1))
    assert isinstance(chosen, Snapshot)
    checks = [check_of(snapshot) for snapshot in [*snapshots, fair.start(), chosen]]

    assert len(set(checks)) == len(checks)
    assert checks[:2] == ["b7b47da8", "8a6a705a"]


def test_what_json_cannot_hold_has_no_check() -> None:
    assert check_of(Snapshot("shut", Bag(weight=object()))) == ""  # type: ignore[arg-type]  # that is the test
    assert check_of(Snapshot("shut", Bag(last_glance="\ud800"))) == ""
    assert check_of(Snapshot("shut", Bag(coins=(2**200,)))) != ""  # type: ignore[arg-type]


@given(st.binary(max_size=30).filter(lambda tail: b"\n" not in tail))
def test_what_follows_the_last_line_is_torn(tail: bytes) -> None:
    assert whole_lines(LOG + EARN + tail) == LOG + EARN


@pytest.mark.parametrize("last", [b"\0\0\0\n", b'{"play":\n', b"\n", b'\0\0"earn"}}\n', b'{"play":{"move":"\xff"}}\n'])
def test_a_last_line_that_is_no_json_is_torn_too(last: bytes) -> None:
    assert whole_lines(LOG + EARN + last) == LOG + EARN


@pytest.mark.parametrize("last", [b"7\n", b'{"sing":1}\n', moving_line(undo=3)])
def test_a_last_line_that_says_something_else_is_not_torn(last: bytes) -> None:
    assert whole_lines(LOG + last) == LOG + last


def test_logs_and_saves_are_kept_apart() -> None:
    assert is_log(LOG)
    assert is_log(b'{"format": "phasebook log 1", "save": {}}')
    assert not is_log(market.dump(walk()))
    assert not is_log(b"")
    assert not is_log(b"{}")
