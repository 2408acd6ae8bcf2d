"""A PostgreSQL server of the tests' own, with everything on that makes it durable, and ways to kill it."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg

GIVEN = "TEST_POSTGRES"
"""The environment variable with the address of a server to use; its role makes schemas there."""
HOUSES = [Path(folder) for folder in os.environ.get("PATH", "").split(":")]
HOUSES += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
"""Debian keeps the programs of the server out of the PATH."""


def program(name: str) -> Path | None:
    return next((house / name for house in HOUSES if (house / name).exists()), None)


def missing_programs() -> str | None:
    """Why no server can be started, as a sentence."""
    if program("initdb") and program("postgres"):
        return None
    return f"PostgreSQL is not installed: apt-get install postgresql (or give the address of a server in {GIVEN})."


def servant() -> str | None:
    """PostgreSQL refuses to run as root, so another user does it."""
    if os.getuid() != 0:
        return None
    users = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in users)


class Server:
    """A server in a folder of its own, with a role that owns a database and has no other rights."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="phasebook-postgres-"))
        self.user = servant()
        if self.user:
            shutil.chown(self.folder, self.user)
        self.process: subprocess.Popen[bytes] | None = None
        self.run("initdb", "-A", "trust", "-U", "boss", "-E", "UTF8", "--no-locale", "--no-sync", "-D", self.data)
        self.start()
        with psycopg.connect(self.boss, autocommit=True) as connection:
            connection.execute("CREATE ROLE phasebook LOGIN")
            icu = (
                " TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'"
                if connection.info.server_version >= 150000
                else ""
            )
            connection.execute(f"CREATE DATABASE tables OWNER phasebook{icu}")

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def boss(self) -> str:
        """The address for one who may do everything."""
        return f"postgresql://boss@/postgres?host={self.folder}"

    @property
    def address(self) -> str:
        return f"postgresql://phasebook@/tables?host={self.folder}"

    def run(self, name: str, *arguments: str | Path) -> None:
        command = [str(part) for part in (program(name), *arguments)]
        subprocess.run(command, user=self.user, check=True, capture_output=True, cwd=self.folder)

    def start(self) -> None:
        """And wait until it answers. What is left of one that was killed may have to end first."""
        for _ in range(300):
            if self.process is None or self.process.poll() is not None:
                self.process = self.launched()
            try:
                psycopg.connect(self.boss).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text()[-2000:])

    def launched(self) -> subprocess.Popen[bytes]:
        settings = ("listen_addresses=", f"unix_socket_directories={self.folder}", "shared_buffers=16MB")
        command = [str(program("postgres")), "-D", str(self.data), *(f"--{setting}" for setting in settings)]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, user=self.user, stdout=log, stderr=log, cwd=self.folder)

    def kill(self, how: signal.Signals) -> None:
        """SIGKILL ends the first process alone, as in a crash; SIGQUIT all of them at once, without saving anything."""
        assert self.process
        self.process.send_signal(how)
        self.process.wait()

    def close(self) -> None:
        self.kill(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


def new_schema(address: str, name: str) -> str:
    """The address of an empty schema in a database."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE")
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{address}{'&' if '?' in address else '?'}options={quote(f'-csearch_path={name}')}"
