"""Starting and ending the server: what cannot be is a sentence with exit code 2, and an end is clean."""

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import pytest

from phasebook.tables.lines import Lines
from phasebook.tables.protocol import Limits
from tests.phasebook.tables.wire import PATIENCE, client, commanded, open_table, served, until

COMMAND = [sys.executable, "-m", "phasebook", "serve"]


def said(*arguments: str) -> str:
    """What the command says when it cannot: one sentence, and exit code 2."""
    return sentence(*commanded("serve", *arguments))


def sentence(code: int | None, output: str) -> str:
    assert code == 2
    assert output.startswith("phasebook: ")
    assert output.count("\n") == 1
    assert output.endswith(".\n")
    return output


def said_without(folder: Path, missing: str, *arguments: str) -> str:
    """What a new interpreter says in which a package is missing."""
    (folder / f"{missing}.py").write_text("raise ModuleNotFoundError('not here', name=__name__)\n")
    command = [*COMMAND, "discard", "--port", "0", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environment)
    return sentence(done.returncode, done.stdout + done.stderr)


def test_a_port_in_use() -> None:
    with served("discard") as server:
        assert "in use" in said("discard", "--port", str(server.port), "--store", "memory:")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--port", "99999"), ("--host", "256.256.256.256"), ("--host", "198.51.100.1"), ("--store", "nowhere://x"),
        ("--store", "missing-folder/tables.db"), ("--store", "/"), ("--store", "postgresql://127.0.0.1:1/none"),
        ("--bot", "x"), ("--bot", "x=os:nothing"), ("--bot", "os:system=random"), ("--rate", "0"), ("--tables", "-1"),
        ("--thinking", "nan"), ("--message", "0"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_cannot_be_served(arguments: tuple[str, ...]) -> None:
    rest = () if "--store" in arguments else ("--store", "memory:")

    assert said("discard", *arguments, *rest, *(() if "--port" in arguments else ("--port", "0")))


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    text, foreign = tmp_path / "notes.txt", tmp_path / "foreign.db"
    text.write_text("x" * 10_000)
    with sqlite3.connect(foreign) as file:
        file.execute("CREATE TABLE things (x)")
    file.close()

    assert "not a database" in said("discard", "--port", "0", "--store", str(text))
    assert "another program" in said("discard", "--port", "0", "--store", str(foreign))
    assert text.read_text() == "x" * 10_000


def test_a_store_of_another_server(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.db")
    with served("discard", store=store):
        assert "another server" in said("discard", "--port", "0", "--store", store)


@pytest.mark.parametrize(
    ("missing", "store", "extra"),
    [
        ("starlette", "memory:", "phasebook[serve]"),
        ("uvicorn", "memory:", "phasebook[serve]"),
        ("psycopg", "postgresql://127.0.0.1/none", "phasebook[postgres]"),
    ],
)
def test_what_is_not_installed_is_named(tmp_path: Path, missing: str, store: str, extra: str) -> None:
    assert extra in said_without(tmp_path, missing, "--store", store)


def test_the_standard_streams_need_no_server(tmp_path: Path) -> None:
    for missing in ("starlette", "uvicorn", "websockets"):
        (tmp_path / f"{missing}.py").write_text("raise ModuleNotFoundError('not here', name=__name__)\n")
    done = subprocess.run(
        [*COMMAND, "discard", "--stdio"], input=b'{"id": 1, "do": "ping"}\n', capture_output=True, timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip

    assert (done.returncode, done.stdout, done.stderr) == (0, b'{"answer":"done","id":1}\n', b"")


# The end


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_open_connections(tmp_path: Path, number: int) -> None:
    """Everybody is told, nothing is lost, the file is free, and nobody reads a traceback."""
    store = str(tmp_path / "tables.db")
    with served("discard", store=store) as server, client(server) as player, client(server) as silent:
        table = open_table(player, "discard", settings={"seed": 1})
        silent.done("watch", table=table.name)
        player.done("sit", table=table.name, token=table.tokens[0])
        n = player.done("play", table=table.name, move={"move": "deal_next_hand"})["n"]
        begun = time.monotonic()
        code = server.end(number)

        assert code in (0, 2)
        assert time.monotonic() - begun < 20
        assert player.closed()[0] in (1001, 1012)
        assert "Traceback" not in server.output
        assert server.output.count("\n") <= 2
    with served("discard", store=store) as server, client(server) as player:
        assert player.done("sit", table=table.name, token=table.tokens[0])["n"] == n


def test_it_ends_while_bots_think() -> None:
    bots = ("--bot", "bad=tests.phasebook.tables.slow:hangs")
    with served("uno", *bots) as server, client(server) as guest:
        open_table(guest, "uno", settings={"players": 2}, options={"bots": {"0": "bad", "1": "bad"}})
        until(lambda: children(server.process.pid))
        thinking = children(server.process.pid)
        server.end()

        assert "Traceback" not in server.output
        assert until(lambda: not any(Path(f"/proc/{child}/cmdline").exists() for child in thinking))


def children(pid: int | None) -> list[str]:
    """The processes of a process."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_standard_streams(number: int) -> None:
    process = subprocess.Popen(
        [*COMMAND, "discard", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b'{"id": 1, "do": "ping"}\n')
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(number)
    errors = process.communicate(timeout=PATIENCE)[1]

    assert process.returncode in (0, 2)
    assert b"Traceback" not in errors
    assert b"Fatal" not in errors


def test_a_line_that_comes_too_late_is_nobodys() -> None:
    """A thread reads on until the very end, and must not complain that nobody waits any more."""

    async def lines() -> Lines:
        return Lines(BytesIO(), Limits())

    late = asyncio.run(lines())
    late.hand_over(b"{}")

    assert late.loop.is_closed()


def test_a_reader_who_is_gone_ends_the_standard_streams() -> None:
    process = subprocess.Popen(
        [*COMMAND, "discard", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    process.stdin.write(b'{"id": 1, "do": "ping"}\n')
    process.stdin.flush()
    process.wait(PATIENCE)
    errors = process.stderr.read()
    process.stderr.close()
    process.stdin.close()

    assert b"Traceback" not in errors
    assert b"Fatal" not in errors


def test_nobody_else_can_take_the_port() -> None:
    with served("discard") as server, socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", server.port))
