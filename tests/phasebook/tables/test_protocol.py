"""The protocol as values: everything that is said can be read back, and what is not there is not said."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from phasebook.tables.protocol import (
    AnyAnswer,
    AnyRequest,
    Clock,
    Done,
    Event,
    Limits,
    New,
    Notice,
    Options,
    Play,
    Refused,
    Stale,
    Token,
    Wrong,
    encode,
)

IDS = st.integers(-(2**53), 2**53) | st.text(max_size=20)
EVENT = Event(3, "played", 1, 5, "round.playing", [0], news=[{"type": "Drawn"}])


@given(IDS)
def test_an_id_comes_back_as_it_was(to: int | str) -> None:
    for answer in (
        Done(to, 1),
        Wrong(to, "busy", "Wait."),
        Stale(to, 2, [EVENT]),
        Refused(to, 1, "k", "c", "No.", "p"),
    ):
        assert msgspec.json.decode(encode(answer), type=AnyAnswer) == answer


def test_what_is_not_there_is_not_said() -> None:
    assert encode(Done(1)) == b'{"answer":"done","id":1}'
    assert encode(Wrong(None, "busy", "Wait.")) == b'{"answer":"error","id":null,"code":"busy","sentence":"Wait."}'
    assert b"move" not in encode(Notice("t", EVENT))
    assert encode(Options()) == b"{}"


def test_requests_with_what_is_agreed_on_are_read_back() -> None:
    options = Options(spectators=False, clock=Clock(turn=3, phases={"a.b": 1.5}), bots={"1": "search:9"}, absent="move")
    new = New(1, "uno", settings={"players": 2}, options=options)
    play = Play("x", "t", msgspec.Raw(b'{"move":"draw"}'), at=4, once="o")

    assert msgspec.json.decode(encode(new), type=AnyRequest) == new
    read = msgspec.json.decode(encode(play), type=AnyRequest)
    assert bytes(read.move) == b'{"move":"draw"}'
    assert (read.table, read.at, read.once) == ("t", 4, "o")


def test_a_number_may_be_zero_and_a_flag_false() -> None:
    said = Done(1, 0, over=False, moves=[], seats=[Token(0, "t")], limits=Limits())

    assert msgspec.json.decode(encode(said), type=AnyAnswer) == said
    assert b'"n":0' in encode(said)
    assert b'"over":false' in encode(said)
