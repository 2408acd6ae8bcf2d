"""The schema of the protocol describes every message of real sessions, and nothing that the server would refuse."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from fsm.catalogue import registered
from phasebook.cli import main
from phasebook.tables.protocol import AnyRequest, Limits, Wrong
from phasebook.tables.requests import read
from phasebook.tables.schema import DONE_HAS, schema
from tests.phasebook.tables.speaking import Message, Speaker

MOVES = 6
"""Played at the table of each flow."""

REQUESTS = {str(kind.__struct_config__.tag): kind for kind in AnyRequest.__args__}


def closed(whole: Any) -> Any:
    """A schema in which no object has a field that is not named."""
    if isinstance(whole, list):
        return [closed(part) for part in whole]
    if not isinstance(whole, dict):
        return whole
    parts = {name: closed(part) for name, part in whole.items()}
    return parts | {"additionalProperties": False} if parts.get("properties") else parts


def validator_for(name: str, whole: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


STRICT = closed(deepcopy(schema()))
DONE = {do: validator_for(f"Done{kind.__name__}", STRICT) for do, kind in REQUESTS.items()}
REQUEST, ANSWER, NOTICE = (validator_for(name, STRICT) for name in ("Request", "Answer", "Notice"))


# Real sessions


@pytest.fixture(scope="module")
def server() -> Iterator[Speaker]:
    """What has been asked of it is in the session."""
    with Speaker(*registered()) as speaker:
        for flow in registered():
            play_a_while(speaker, flow)
        speaker.ask("hello")
        speaker.ask("ping")
        speaker.ask("decide", flow="chess", view={}, moves=[], seat=0)
        yield speaker


def play_a_while(server: Speaker, flow: str) -> None:
    """A session in which everything is asked that can be asked."""
    opened = server.ask("new", flow=flow, settings={"seed": 7}, options={"host": "player", "clock": {"turn": 900}})
    table, tokens = opened["table"], {one["seat"]: one["token"] for one in opened["seats"]}
    server.ask("watch", table=table, since=0)
    server.ask("leave", table=table)
    for _ in range(MOVES):
        server.ask("sit", table=table, token=opened["host"])
        shown = server.ask("view", table=table)
        if shown["over"]:
            break
        if shown["to_act"]:
            server.ask("sit", table=table, token=tokens[shown["to_act"][0]], since=shown["n"])
            server.ask("view", table=table)
        play_one(server, flow, table, shown)
    server.ask("sit", table=table, token=next(iter(tokens.values())))
    server.ask("leave", table=table)
    server.ask("sit", table=table, token=opened["host"])
    server.ask("events", table=table, since=0)
    save = server.ask("save", table=table)["save"]
    server.ask("load", flow=flow, save=save, options={"spectators": False, "absent": "random"})
    server.ask("leave", table=table)


def play_one(server: Speaker, flow: str, table: str, shown: Message) -> None:
    moves = server.ask("moves", table=table)["moves"]
    server.ask("why", table=table, move=moves[0])
    server.ask("why", table=table, move={"move": "dance"})
    server.ask("play", table=table, move={"move": "dance"})
    server.ask("play", table=table, move=moves[-1], at=shown["n"] + 1, once=f"number {shown['n']}")
    server.ask("take_back", table=table)
    server.ask("play", table=table, move=moves[0], at=0)
    view = server.ask("view", table=table)["view"]
    server.ask("decide", flow=flow, view=view, moves=moves[:3], seat=0, bot="first")


def test_every_message_of_a_session_is_as_the_schema_says(server: Speaker) -> None:
    for sent in server.sent:
        REQUEST.validate(sent)
    for notice in server.notices:
        NOTICE.validate(notice)
    for sent, answer in zip(server.sent, server.answers, strict=True):
        assert sent["id"] == answer["id"]
        ANSWER.validate(answer)
        if answer["answer"] == "done":
            DONE[sent["do"]].validate(answer)


def test_the_sessions_had_everything(server: Speaker) -> None:
    """So that what the schema says of a message was tried on one."""
    assert {sent["do"] for sent in server.sent} == set(REQUESTS)
    assert {answer["answer"] for answer in server.answers} == {"done", "refused", "stale", "error"}
    assert {"opened", "sat", "left", "played", "taken_back"} <= kinds_of(server)
    answered = {
        sent["do"] for sent, answer in zip(server.sent, server.answers, strict=True) if answer["answer"] == "done"
    }
    assert answered == set(REQUESTS)


def kinds_of(server: Speaker) -> set[str]:
    """The kinds of events, in notices and in answers."""
    events = [notice["event"] for notice in server.notices]
    events += [event for answer in server.answers for event in answer.get("events", ())]
    return {event["kind"] for event in events}


# The schema itself


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


def test_it_says_of_every_request_what_is_answered() -> None:
    assert set(DONE_HAS) == set(AnyRequest.__args__)


WRONG = [
    {},
    {"id": 1},
    {"do": "ping"},
    {"id": 1.5, "do": "ping"},
    {"id": None, "do": "ping"},
    {"id": 1, "do": "dance"},
    {"id": 1, "do": "ping", "loud": True},
    {"id": 1, "do": "sit", "table": "t"},
    {"id": 1, "do": "sit", "table": "t", "token": 7},
    {"id": 1, "do": "events", "table": "t", "since": "n"},
    {"id": 1, "do": "new", "flow": "uno", "options": {"host": "nobody"}},
    {"id": 1, "do": "new", "flow": "uno", "options": {"clock": {"day": 1}}},
    {"id": 1, "do": "new", "flow": "uno", "options": {"bots": {"1": 200}}},
    {"id": 1, "do": "decide", "flow": "uno", "view": {}, "moves": {}, "seat": 0},
]


@pytest.mark.parametrize("message", WRONG, ids=json.dumps)
def test_what_is_no_request_for_the_schema_is_none_for_the_server(message: Message) -> None:
    request = validator_for("Request", schema())

    assert not request.is_valid(message)
    assert isinstance(read(json.dumps(message).encode(), Limits()), Wrong)


def test_an_answer_may_have_fields_that_are_not_known_yet() -> None:
    """So that a server may say more without a new version."""
    answer = {"answer": "done", "id": 1, "n": 4, "mood": "good"}

    assert validator_for("DonePlay", schema()).is_valid(answer)
    assert not DONE["play"].is_valid(answer)
    assert not validator_for("DonePlay", schema()).is_valid({"answer": "done", "id": 1})


def test_fields_are_described_as_in_the_code() -> None:
    event = schema()["$defs"]["Event"]["properties"]

    assert event["time"] == {"type": "integer", "description": "Milliseconds since 1970."}
    assert (
        schema()["$defs"]["DoneSit"]["properties"]["n"]["description"] == "The number of the last event at the table."
    )


def test_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--schema"]) == 0

    assert json.loads(capsys.readouterr().out) == schema()
