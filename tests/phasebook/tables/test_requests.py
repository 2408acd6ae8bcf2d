"""Requests: read, or answered with a sentence that says what is wrong, and with the id if there is one."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phasebook.tables.protocol import AnyRequest, Limits, Load, Ping, Play, Wrong
from phasebook.tables.requests import VERBS, RequestError, read

LIMITS = Limits(message=200, save=1_000)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def wrong(message: bytes | dict[str, Any]) -> Wrong:
    answer = read(message if isinstance(message, bytes) else json.dumps(message).encode(), LIMITS)
    assert isinstance(answer, Wrong)
    return answer


def test_a_request_is_read_with_its_move_as_it_came() -> None:
    request = read(b'{"id":"a","do":"play","table":"t","move":{"move": "bid"},"at":3}', LIMITS)

    assert isinstance(request, Play)
    assert (request.id, request.table, bytes(request.move), request.at) == ("a", "t", b'{"move": "bid"}', 3)


@given(st.binary(max_size=150) | ANY_JSON.map(lambda value: json.dumps(value).encode()[:150]))
def test_whatever_comes_is_a_request_or_one_sentence(message: bytes) -> None:
    answer = read(message, LIMITS)

    if isinstance(answer, Wrong):
        assert answer.code in ("unreadable", "unknown_verb", "malformed")
        assert answer.sentence.endswith(".")


@pytest.mark.parametrize(
    ("message", "code", "to"),
    [
        (b"", "unreadable", None),
        (b"[]", "unreadable", None),
        (b'{"id": 7}', "unreadable", 7),
        (b'{"do": "ping"}', "unreadable", None),
        (b'{"id": 7, "do": "dance"}', "unknown_verb", 7),
        (b'{"id": 7, "do": "sit", "table": "t"}', "malformed", 7),
        (b'{"id": 7, "do": "ping", "extra": 1}', "malformed", 7),
        (b'{"id": true, "do": "ping"}', "unreadable", None),
        (b'{"id": 7, "do": "events", "table": "t", "since": "x"}', "malformed", 7),
        (b"[" * 150, "unreadable", None),
    ],
)
def test_each_mistake_has_its_code_and_the_id_where_there_is_one(message: bytes, code: str, to: int | None) -> None:
    assert (wrong(message).code, wrong(message).id) == (code, to)


def test_a_request_that_is_too_long_is_answered_by_its_id() -> None:
    answer = wrong({"id": 9, "do": "ping", "rest": "x" * 300})

    assert (answer.id, answer.code) == (9, "too_large")
    assert "200 bytes" in answer.sentence


def test_a_saved_game_may_be_longer_but_not_without_end() -> None:
    save = {"id": 9, "do": "load", "flow": "uno", "save": "x" * 500}

    assert isinstance(read(json.dumps(save).encode(), LIMITS), Load)
    assert wrong(save | {"save": "x" * 1_000}).code == "too_large"


def test_every_verb_is_known_by_its_name() -> None:
    kinds = AnyRequest.__args__

    assert sorted(VERBS) == VERBS
    assert {str(kind.__struct_config__.tag) for kind in kinds} == set(VERBS)
    assert msgspec.json.decode(b'{"id":1,"do":"ping"}', type=AnyRequest) == Ping(1)


def test_an_error_becomes_an_answer() -> None:
    assert RequestError("busy", "Wait.", 0.5).answer(3) == Wrong(3, "busy", "Wait.", 0.5)
    assert b"wait" not in msgspec.json.encode(RequestError("busy", "No.").answer(3))
