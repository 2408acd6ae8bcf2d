"""A server of its own: it says where it listens, ends when it is told to, and says what is in the way."""

import gc
import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.sync.client import connect

from fsm.errors import PhasebookError
from phasebook.tables.hosting import BETWEEN_TIDYINGS, listen, tidy_rarely

SERVE = [sys.executable, "-m", "phasebook", "serve", "goofspiel"]


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_it_is_told_to_end(tmp_path: Path, ending: signal.Signals) -> None:
    command = [*SERVE, "--port", "0", "--store", str(tmp_path / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        assert first.startswith("Serving goofspiel at ws://127.0.0.1:")
        address = first.split(" at ")[1].split(";")[0]
        with connect(address) as client:
            client.send('{"id": 1, "do": "new", "flow": "goofspiel"}')
            opened = json.loads(client.recv())
            assert opened["answer"] == "done"
            server.send_signal(ending)
            _, errors = server.communicate(timeout=20)
        assert errors == ""
        assert server.returncode == 0
    assert opened["host"].encode() not in (tmp_path / "tables.db").read_bytes()


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run([*SERVE, "--port", str(port), "--store", "memory:"], capture_output=True, text=True)
        with pytest.raises(PhasebookError):
            listen(("127.0.0.1", port))
    assert done.returncode == 2
    assert done.stderr == (
        f"phasebook: Cannot listen at 127.0.0.1, port {port}: Address already in use; choose another one.\n"
    )


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("no.such.host.invalid", 1, "There is no address no.such.host.invalid: "),
        ("127.0.0.1", 99_999, "There is no port 99999; choose one up to 65535, or 0 for any."),
        ("192.0.2.1", 0, "Cannot listen at 192.0.2.1, port 0: "),
    ],
)
def test_an_address_that_there_is_not_is_named(host: str, port: int, sentence: str) -> None:
    with pytest.raises(PhasebookError, match=f"^{re.escape(sentence)}"):
        listen((host, port))


def test_small_messages_do_not_wait_for_each_other() -> None:
    """An event and the answer after it are two packets; the second must not wait until the first is confirmed."""
    with listen(("127.0.0.1", 0)) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_the_garbage_collector_has_little_to_look_at_and_looks_seldom() -> None:
    before = gc.get_threshold()
    try:
        tidy_rarely()

        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[0] == BETWEEN_TIDYINGS > before[0]
        assert gc.isenabled()
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
