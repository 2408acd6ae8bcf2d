"""The servers under load: ours, in processes of its own, and boardgame.io's."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec

from tests.benchmarks.tables.client import Measured, Plan
from tests.benchmarks.tables.scripts import ROUNDS, UNO

ROOT = Path(__file__).parents[3]
PACKAGES = ROOT / "build" / "node-bench" / "node_modules"
NO_LIMITS = ("--rate", "1000000000", "--connections", "100000", "--tables", "1000000")
PORT = re.compile(r"(?:port |:)(\d+)(?:/|$)")


class Server:
    """A process that serves tables."""

    def __init__(self, *command: str) -> None:
        production = {**os.environ, "NODE_ENV": "production"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=production)
        assert self.process.stdout is not None
        found = None
        while found is None:
            line = self.process.stdout.readline()
            assert line, "The server has ended."
            found = PORT.search(line)
        self.port = int(found[1])
        self.pid = self.process.pid

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def ours(store: str) -> Server:
    """Our server, on a store."""
    return Server(sys.executable, "-m", "phasebook", "serve", UNO, ROUNDS, "--port", "0", "--store", store, *NO_LIMITS)


def bare() -> Server:
    """The least that a server in Python does."""
    return Server(sys.executable, "-m", "tests.benchmarks.tables.bare")


def boardgame_io() -> Server | None:
    """boardgame.io's; None where it is not installed."""
    node = shutil.which("node")
    if node is None or not (PACKAGES / "boardgame.io").exists():
        print("boardgame.io is not installed, so it is left out: make build/node-bench/ready")
        return None
    return Server(node, str(ROOT / "tests" / "node-bench" / "boardgame.mjs"), str(PACKAGES))


class Client:
    """The process that plays."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.benchmarks.tables.client"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)

    def play(self, plan: Plan) -> Measured:
        """What comes of a plan."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(msgspec.json.encode(plan) + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "The client has failed; what it said is above."
        return msgspec.json.decode(line, type=Measured)

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
