"""The protocol on standard streams: a line in, a line out, whatever the line is."""

import json
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from fsm.catalogue import engine_of
from phasebook.tables.protocol import Limits

HANGS = "hangs=tests.phasebook.tables.slow:hangs"


def said(*lines: bytes, flows: tuple[str, ...] = ("goofspiel",), options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """What the server says to some lines."""
    command = [sys.executable, "-m", "phasebook", "serve", *flows, "--stdio", *options]
    done = subprocess.run(command, input=b"\n".join(lines) + b"\n", capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def request(do: str, **fields: Any) -> bytes:
    return json.dumps({"id": 1, "do": do, **fields}).encode()


def test_every_line_has_its_answer_in_order() -> None:
    lines = [request("ping"), b"nonsense", request("hello"), b"\xff\xfe", request("dance"), b"", request("ping")]
    answers = said(*lines)

    assert [answer.get("code", answer["answer"]) for answer in answers] == [
        "done",
        "unreadable",
        "done",
        "unreadable",
        "unknown_verb",
        "done",
    ]


def test_a_line_that_is_too_long_is_answered_and_the_next_one_read() -> None:
    limits = Limits()
    answers = said(request("ping", rest="x" * limits.message), b"x" * (2 * limits.save), request("ping"))

    assert [(answer["id"], answer.get("code")) for answer in answers] == [
        (1, "too_large"),
        (None, "too_large"),
        (1, None),
    ]


def test_a_bot_is_asked_as_a_chess_program_is() -> None:
    engine = engine_of("goofspiel")
    snapshot = engine.start(seed=3)
    view = msgspec.to_builtins(engine.view(snapshot, 0))
    moves = [msgspec.to_builtins(move) for move in engine.legal_moves(snapshot, 0)]
    (answer,) = said(request("decide", flow="goofspiel", view=view, moves=moves, seat=0, limit={"iterations": 40}))

    assert answer["move"] in moves


def test_a_whole_table_can_be_played_on_one_stream() -> None:
    opened, *_ = said(request("new", flow="goofspiel", settings={"seed": 1}))

    assert [seat["seat"] for seat in opened["seats"]] == [0, 1]


def test_the_end_of_the_input_ends_it_and_nothing_is_left() -> None:
    assert said() == []


def test_a_bot_that_hangs_does_not_keep_a_server_whose_program_is_gone() -> None:
    """The input ends, and nobody reads any more."""
    engine = engine_of("goofspiel")
    snapshot = engine.start(seed=3)
    view = msgspec.to_builtins(engine.view(snapshot, 0))
    moves = [msgspec.to_builtins(move) for move in engine.legal_moves(snapshot, 0)]
    asked = request("decide", flow="goofspiel", view=view, moves=moves, seat=0, bot="hangs")
    command = [sys.executable, "-m", "phasebook", "serve", "goofspiel", "--stdio", "--bot", HANGS]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    process.stdin.write(request("ping") + b"\n" + asked + b"\n")
    process.stdin.close()
    assert json.loads(process.stdout.readline())["answer"] == "done"
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1.5)  # who reads still waits for the answer
    process.stdout.close()

    assert process.wait(30) == 2
