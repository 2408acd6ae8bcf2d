"""The libraries that we are measured beside: which they are, which version is installed, and what to do if none is."""

import json
import re
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.figures.peers_in_node import PACKAGES
from tests.phasebook.tables.postgres_server import program as postgres_program

NODE, GRAPHVIZ, POSTGRES = "node", "Graphviz", "PostgreSQL"
"""Programs that peers and we use."""


class Peer(NamedTuple):
    """A library that is measured."""

    name: str
    package: str
    """Its name on PyPI or npm."""
    home: str
    what: str
    language: str = "Python"


PEERS = (
    Peer("python-statemachine", "python-statemachine", "https://github.com/fgmacedo/python-statemachine",
         "state charts, interpreted; our flows are declared with it"),
    Peer("transitions", "transitions", "https://github.com/pytransitions/transitions", "state machines for objects"),
    Peer("Automat", "automat", "https://github.com/glyph/automat", "typed state machines, without guards"),
    Peer("sismic", "sismic", "https://github.com/AlexandreDecan/sismic", "state charts after SCXML, interpreted"),
    Peer("XState", "xstate", "https://github.com/statelyai/xstate", "state charts and actors", "JavaScript"),
    Peer("boardgame.io", "boardgame.io", "https://boardgame.io", "turn-based games, with a server", "JavaScript"),
    Peer("RLCard", "rlcard", "https://github.com/datamllab/rlcard", "card games for reinforcement learning"),
    Peer("OpenSpiel", "open_spiel", "https://github.com/google-deepmind/open_spiel", "games for research in search and "
         "learning", "C++"),
)  # fmt: skip
BY_NAME = {peer.name: peer for peer in PEERS}


class Installed(NamedTuple):
    """Who is here."""

    versions: dict[str, str]
    missing: dict[str, str]
    """By name, what to do about it."""


def installed() -> Installed:
    """Look for all peers, and for what they run on."""
    versions, missing = {}, {}
    for name in (*PROGRAMS, *BY_NAME):
        found = PROGRAMS[name]() if name in PROGRAMS else version_of(BY_NAME[name])
        if found:
            versions[name] = found
        else:
            missing[name] = remedy(name)
    return Installed(versions, missing)


def version_of(peer: Peer) -> str | None:
    """The version that is installed; None if there is none, or nothing to run it."""
    if peer.language != "JavaScript":
        try:
            return version(peer.package)
        except PackageNotFoundError:
            return None
    described = PACKAGES / peer.package / "package.json"
    if not described.exists() or not node_version():
        return None
    return str(json.loads(described.read_text("utf-8"))["version"])


def said_by(program: str | Path | None, option: str = "--version") -> str | None:
    """The version that a program says; None if there is no such program."""
    if program is None:
        return None
    said = subprocess.run([program, option], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    return str(re.findall(r"\d[\d.]*", said.stdout)[0])


def node_version() -> str | None:
    return said_by(shutil.which("node"))


def postgres_version() -> str | None:
    return said_by(postgres_program("postgres"))


def graphviz_version() -> str | None:
    return said_by(shutil.which("dot"), "-V")


PROGRAMS = {NODE: node_version, GRAPHVIZ: graphviz_version, POSTGRES: postgres_version}


def remedy(name: str) -> str:
    """What to do about something that is not installed."""
    if name in PROGRAMS:
        return f"install {name}{' and npm' * (name == NODE)}"
    peer = BY_NAME[name]
    if peer.language == "JavaScript":
        return "`make build/node-bench/ready`, which needs node and npm"
    return f"`build/bench-env/bin/pip install {peer.package}`"
