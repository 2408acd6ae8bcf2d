"""The example of the documentation for TLS, with a real nginx: players get through to the tables, strangers do not."""

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.phasebook.tables.wire import PATIENCE, Client, open_table, served, until

PAGE = Path(__file__).parents[3] / "docs" / "serve.md"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
AROUND = """
daemon off;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    access_log {folder}/access;
    client_body_temp_path {folder};
    proxy_temp_path {folder};
    fastcgi_temp_path {folder};
    uwsgi_temp_path {folder};
    scgi_temp_path {folder};
    {example}
}}
"""


class Proxy:
    """nginx, with the example of the page."""

    def __init__(self, folder: Path, to: int) -> None:
        self.folder = folder
        self.port = free_port()
        certify(folder)
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, example=self.example(to)), "utf-8")
        command = [str(NGINX), "-p", str(folder), "-c", "nginx.conf", "-e", str(folder / "errors")]
        self.process = subprocess.Popen(command)

    def example(self, to: int) -> str:
        """As the page has it, but for the ports."""
        found = re.search(r"```nginx\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
        assert found, "the page has an example for nginx"
        mine = {"listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl", "127.0.0.1:8000": f"127.0.0.1:{to}"}
        text = found[1]
        for theirs, ours in mine.items():
            assert theirs in text
            text = text.replace(theirs, ours)
        return text

    @contextmanager
    def client(self, origin: str | None = None) -> Iterator[Client]:
        """Somebody who connects as a page would, and believes in the certificate."""
        believer = ssl.create_default_context(cafile=str(self.folder / "play.example.pem"))
        line = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        with connect("wss://play.example/tables", sock=line, ssl=believer, origin=origin) as connection:  # type: ignore[arg-type]
            yield Client(connection)

    def is_ready(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), PATIENCE):
            return True
        return False

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def certify(folder: Path) -> None:
    """A certificate that nobody else believes in."""
    names = ["-subj", "/CN=play.example", "-addext", "subjectAltName=DNS:play.example"]
    files = ["-keyout", str(folder / "play.example.key"), "-out", str(folder / "play.example.pem")]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names, *files]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    if NGINX is None or shutil.which("openssl") is None:
        pytest.skip("This test needs nginx and openssl (Debian: apt-get install nginx-light openssl).")
    with served("discard", "--origin", "https://play.example") as server, ExitStack() as stack:
        proxy = Proxy(tmp_path, server.port)
        stack.callback(proxy.end)
        until(proxy.is_ready)
        yield proxy
        assert "Traceback" not in server.output


def test_players_come_through_nginx_and_strangers_do_not(proxy: Proxy) -> None:
    with proxy.client() as program, proxy.client("https://play.example") as page:
        table = open_table(program, "discard", settings={"seed": 1})
        assert page.ask("sit", table=table.name, token=table.host[::-1])["code"] == "wrong_token"
        assert page.done("sit", table=table.name, token=table.tokens[0])["seat"] == 0
        program.done("watch", table=table.name)
        move = page.done("moves", table=table.name)["moves"][0]
        page.done("play", table=table.name, move=move)
        assert program.wait_for(lambda event: bool(event["kind"] == "played"))
        for origin in ("https://evil.example", "http://play.example", "http://127.0.0.1:8000"):
            with pytest.raises(InvalidStatus, match="403"), proxy.client(origin):
                pass
    said = (proxy.folder / "access").read_text("utf-8") + (proxy.folder / "errors").read_text("utf-8")
    assert not any(token in said for token in (table.host, *table.tokens.values()))
