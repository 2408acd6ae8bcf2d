"""What no client should send: each gets one answer with a reason, and the connection and all others live on."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.phasebook.tables.wire import (
    BINARY,
    CLOSE,
    PATIENCE,
    Message,
    Server,
    client,
    frame,
    has_room,
    open_table,
    plain_socket,
    served,
    until,
)

LIMIT = 4_096
QUICK = ("--rate", "100000")


@pytest.fixture(scope="module")
def house() -> Iterator[Server]:
    with served("uno", "discard", *QUICK) as running:
        yield running


def new_uno(settings: bytes) -> bytes:
    return b'{"id": 1, "do": "new", "flow": "uno", "settings": {' + settings + b"}}"


GARBAGE: dict[str, bytes] = {
    "nothing": b"",
    "a word": b"hello",
    "half an object": b'{"id": 1, "do": "hel',
    "a list": b"[1, 2, 3]",
    "a number": b"7",
    "null": b"null",
    "no id": b'{"do": "ping"}',
    "an id that is a list": b'{"id": [1], "do": "ping"}',
    "an id that is a fraction": b'{"id": 1.5, "do": "ping"}',
    "no verb": b'{"id": 1}',
    "a verb that is a number": b'{"id": 1, "do": 7}',
    "NaN": b'{"id": NaN, "do": "ping"}',
    "infinity": b'{"id": Infinity, "do": "ping"}',
    "a huge exponent": b'{"id": 1e999999, "do": "ping"}',
    "a long verb": b'{"id": 1, "do": "' + b"x" * 3_000 + b'"}',
    "an unknown field": b'{"id": 1, "do": "ping", "seat": 2}',
    "a deep list": new_uno(b'"seed": ' + b"[" * 2_000 + b"]" * 1_900),
    "a deep list that ends": new_uno(b'"seed": ' + b"[" * 1_900 + b"]" * 1_900),
    "deep objects": b'{"a":' * 800,
    "invalid UTF-8": b'{"id": "\xff\xfe", "do": "ping"}',
    "a lone surrogate": b'{"id": "\\ud800", "do": "ping"}',
    "NUL bytes": b"\0" * 100,
    "a huge number in settings": new_uno(b'"players": ' + b"9" * 2_000),
    "a number without end in settings": new_uno(b'"players": 1e308'),
    "since a huge number": b'{"id": 1, "do": "sit", "table": "x", "token": "y", "since": ' + b"9" * 1_000 + b"}",
}


def is_reasoned(answer: Message) -> bool:
    """Whether it says why, to programs and to people, at no great length, and is no accident."""
    is_error = answer["answer"] == "error" and answer["code"] not in ("", "internal")
    return is_error and answer["sentence"].endswith(".") and len(answer["sentence"]) < LIMIT


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_answered_and_forgiven(house: Server, name: str) -> None:
    """As binary messages, which may hold any bytes."""
    with client(house) as guest:
        guest.socket.send(GARBAGE[name])
        answer = guest.receive()

        assert is_reasoned(answer), answer
        assert guest.done("ping")


def test_the_last_of_equal_keys_counts(house: Server) -> None:
    with client(house) as guest:
        answer = guest.answer_to('{"id": 1, "do": "ping", "id": 2, "do": "ping"}', 2)

        assert answer["answer"] == "done"


def test_an_id_may_be_a_huge_number(house: Server) -> None:
    with client(house) as guest:
        assert guest.answer_to(f'{{"id": {"9" * 3_000}, "do": "ping"}}', int("9" * 3_000))["answer"] == "done"


def test_random_bytes_are_answered_one_by_one(house: Server) -> None:
    chance = Random(1)
    with client(house) as guest:
        for _ in range(300):
            guest.socket.send(chance.randbytes(chance.randrange(1, 200)))
        answers = [guest.receive() for _ in range(300)]

        assert [answer for answer in answers if not is_reasoned(answer)] == []
        assert guest.done("ping")


def test_damaged_requests_are_answered_one_by_one(house: Server) -> None:
    """Sound requests of every kind, with some bytes changed, left out or doubled."""
    chance = Random(2)
    with client(house) as guest:
        table = open_table(guest, "uno", settings={"seed": 1})
        guest.done("sit", table=table.name, token=table.tokens[1], since=0)
        texts = [json.dumps({"id": 1, **fields}).encode() for fields in sound_requests(table.name, table.tokens[1])]
        for _ in range(600):
            guest.socket.send(damaged(chance.choice(texts), chance))
        answers: list[Message] = []
        while len(answers) < 600:
            answers += [message] if "answer" in (message := guest.receive()) else []

        assert [answer for answer in answers if answer.get("code") == "internal"] == []
        assert {answer["answer"] for answer in answers} >= {"done", "error"}
        assert "Traceback" not in house.output


def sound_requests(table: str, token: str) -> list[Message]:
    move = {"move": "draw", "player": 1}
    return [
        {"do": "hello", "version": 1},
        {"do": "new", "flow": "uno", "preset": "official", "settings": {"seed": 1}, "options": {"absent": "move"}},
        {"do": "new", "flow": "discard", "options": {"clock": {"turn": 60, "phases": {"resting": 10}}}},
        {"do": "sit", "table": table, "token": token, "since": 0},
        {"do": "watch", "table": table, "since": 1},
        *({"do": verb, "table": table} for verb in ("view", "moves", "take_back", "save", "leave")),
        {"do": "why", "table": table, "move": move},
        {"do": "play", "table": table, "move": move, "at": 1, "once": "x"},
        {"do": "events", "table": table, "since": 0},
        {"do": "load", "flow": "uno", "save": '{"phasebook": 1}'},
    ]


def damaged(text: bytes, chance: Random) -> bytes:
    place, other = chance.randrange(len(text)), bytes([chance.choice(b'0"{}[],:x-\\9e\xff')])
    return text[:place] + chance.choice((other, b"", other * 3, text[place : place + 5] * 2)) + text[place + 1 :]


# Sizes


@pytest.mark.parametrize(("length", "number"), [(LIMIT + 1, 5), (100_000, 5), (1_500_000, None)])
def test_a_message_that_is_too_long_is_refused_and_the_connection_kept(
    house: Server, length: int, number: int | None
) -> None:
    """Whose message it was is still said, unless it is absurdly long."""
    head = '{"id": 5, "do": "ping", "x": "'
    with client(house) as guest:
        answer = guest.answer_to(head + "x" * (length - len(head) - 2) + '"}', number)

        assert answer["code"] == "too_large"
        assert str(LIMIT) in answer["sentence"]
        assert guest.done("ping")


def test_a_message_of_just_the_limit_is_read(house: Server) -> None:
    with client(house) as guest:
        name = "x" * (LIMIT - len('{"id": "", "do": "ping"}'))

        assert guest.answer_to(f'{{"id": "{name}", "do": "ping"}}', name)["answer"] == "done"


def test_what_is_far_beyond_the_limit_ends_that_connection_alone(house: Server) -> None:
    with client(house) as guest, client(house) as other:
        # Its head is enough: bytes that nobody reads any more would make the system drop the answer.
        guest.socket.socket.sendall(b"\x81\xff" + (3_000_000).to_bytes(8, "big") + bytes(4))

        assert guest.closed()[0] == 1009
        assert other.done("ping")


# Frames


def broken_frames() -> Iterator[bytes]:
    yield b"\xc1\x80\0\0\0\0"  # a reserved bit
    yield frame(b"\xff\xfe\xfd")  # text that is no UTF-8
    yield frame(b"", code=5)  # an unknown kind
    yield b"\x81\x05hello"  # without a mask
    yield b"\x81\xff" + b"\xff" * 8  # longer than anything
    chance = Random(3)
    yield from (chance.randbytes(200) for _ in range(20))


def test_broken_frames_end_that_connection_alone(house: Server) -> None:
    with client(house) as other:
        for content in broken_frames():
            with plain_socket(house) as connection:
                connection.sendall(content)
                assert other.done("ping")

    assert house.is_alive
    assert "Traceback" not in house.output


def test_text_and_binary_messages_are_the_same(house: Server) -> None:
    with plain_socket(house) as connection:
        connection.sendall(frame(b'{"id": 1, "do": "ping"}', BINARY) + frame(b'{"id": 2, "do": "ping"}'))
        received = b""
        while received.count(b"}") < 2:
            received += connection.recv(4_096)

        assert b'"id":1' in received
        assert b'"id":2' in received


OTHER_PROTOCOLS = {
    "a browser": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00",
    "zeros": b"\0" * 1_000,
    "no upgrade": b"GET /tables HTTP/1.1\r\nHost: x\r\n\r\n",
    "a long line": b"x" * 200_000,
}


@pytest.mark.parametrize("name", OTHER_PROTOCOLS)
def test_other_protocols_do_no_harm(house: Server, name: str) -> None:
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE) as connection, suppress(OSError):
        connection.sendall(OTHER_PROTOCOLS[name])
        connection.shutdown(socket.SHUT_WR)
        connection.recv(4_096)
    with client(house) as other:
        assert other.done("ping")

    assert "Traceback" not in house.output


# Those who vanish


def test_connections_that_vanish_leave_their_place() -> None:
    """Without a handshake, after it, in the middle of a message, and with a question that nobody waits for."""
    with served("uno", "--connections", "20") as server, client(server) as other:
        table = open_table(other, "uno")
        question = frame(json.dumps({"id": 1, "do": "watch", "table": table.name, "since": 0}).encode())
        for number in range(60):
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as silent:
                silent.sendall(b"GET /tables HT")
            with plain_socket(server) as connection:
                connection.sendall((b"", question[:10], question, question + frame(b"", CLOSE))[number % 4])
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

        assert until(lambda: has_room(server))
        assert other.done("ping")
        assert "Traceback" not in server.output


# On the standard streams


def spoken(lines: list[bytes], *options: str) -> list[Message]:
    """What `serve --stdio` answers to some lines."""
    command = [sys.executable, "-m", "phasebook", "serve", "uno", "--stdio", *QUICK, *options]
    done = subprocess.run(command, input=b"\n".join(lines) + b"\n", capture_output=True, timeout=PATIENCE)

    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_garbage_lines_are_answered_one_by_one() -> None:
    """Also those that are far too long."""
    chance = Random(4)
    lines = [content for content in GARBAGE.values() if content.strip()]
    lines += [chance.randbytes(50).replace(b"\n", b"x").strip() or b"x" for _ in range(50)]
    lines += [b"x" * (LIMIT + 1), b"x" * 1_048_577, b"x" * 3_000_000, b'{"id": 9, "do": "ping"}']
    answers: list[Any] = spoken(lines)

    assert len(answers) == len(lines)
    assert [answer for answer in answers[:-1] if not is_reasoned(answer)] == []
    assert [answer["code"] for answer in answers[-4:-1]] == ["too_large"] * 3
    assert answers[-1] == {"answer": "done", "id": 9}
