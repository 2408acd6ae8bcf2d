"""Peers are those of the lists that are installed from, and one that is missing is named with what to do."""

import json
import platform
import re
import shutil
import sys

import pytest

from tests.benchmarks.figures import peers
from tests.benchmarks.figures.peers import BY_NAME, PEERS, PROGRAMS, installed
from tests.docs.pages import text_of


def test_peers_for_python_are_those_of_the_list() -> None:
    lines = [line for line in text_of("tests/benchmarks/peers.txt").splitlines() if line and not line.startswith("#")]
    listed = [str(re.split(r"[\[<>=]", line)[0]) for line in lines]

    assert sorted(listed) == sorted(peer.package for peer in PEERS if peer.language != "JavaScript")


def test_peers_for_node_are_those_of_the_list() -> None:
    listed = json.loads(text_of("tests/node-bench/package.json"))["dependencies"]

    assert sorted(listed) == sorted(peer.package for peer in PEERS if peer.language == "JavaScript")
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in listed.values())


def test_xstate_is_the_one_that_reads_our_exports_in_tests() -> None:
    here, there = (
        json.loads(text_of(f"tests/{name}/package.json"))["dependencies"]["xstate"] for name in ("node", "node-bench")
    )

    assert here == there


def test_what_is_here_and_what_is_missing_are_all() -> None:
    found = installed()

    assert {*found.versions, *found.missing} == {*BY_NAME, *PROGRAMS}
    assert not {*found.versions} & {*found.missing}
    assert found.versions["python-statemachine"].startswith("3.2.")


def test_without_node_its_libraries_are_missing_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)

    missing = installed().missing

    assert {"node", "XState", "boardgame.io"} <= {*missing}
    assert missing["XState"] == "`make build/node-bench/ready`, which needs node and npm"


def test_a_package_that_is_not_installed_is_missing() -> None:
    absent = BY_NAME["RLCard"]._replace(package="phasebook-has-no-such-peer")

    assert peers.version_of(absent) is None
    assert peers.remedy("RLCard") == "`build/bench-env/bin/pip install rlcard`"


def test_a_program_says_its_version() -> None:
    assert peers.said_by(sys.executable) == platform.python_version()
    assert peers.said_by(None) is None
