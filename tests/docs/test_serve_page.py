"""The clients on the page about serving play against a real server."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import FENCED, ROOT, section, text_of

FIRST = {
    language: block
    for language, block in FENCED.findall(section(text_of("docs/serve.md"), "The first five"))
    if language
}
USUAL = "ws://127.0.0.1:8000/tables"
SERVE = [sys.executable, "-m", "phasebook", "serve", "goofspiel", "--port", "0", "--store", "memory:"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a server, somewhere else than on the page."""
    with subprocess.Popen(SERVE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout
        yield server.stdout.readline().split(" at ")[1].split(";")[0]
        server.terminate()


def played(command: list[str], client: str, file: Path, address: str) -> list[str]:
    """What a client prints."""
    assert client.count(USUAL) == 1
    file.write_text(client.replace(USUAL, address))
    done = subprocess.run([*command, file], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_the_client_in_python_plays_a_whole_game(address: str, tmp_path: Path) -> None:
    lines = played([sys.executable], FIRST["python"], tmp_path / "client.py", address)

    assert lines.count("done") == 4
    assert "'scores': [" in lines[-1]


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed: it runs the client in JavaScript")
def test_the_client_in_javascript_makes_a_move(address: str, tmp_path: Path) -> None:
    command = ["node", "--no-warnings", "--experimental-websocket"]

    assert played(command, FIRST["javascript"], tmp_path / "client.mjs", address) == ["event 3 played", "done"]
