"""The README: short, and everything that it shows runs."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from doctest import DocTestParser
from pathlib import Path

import pytest

import phasebook
from fsm.testing import CHECKS
from tests.docs.pages import FENCED, ROOT, section, spans, table, text_of
from tests.test_tidy import PACKAGES

README = text_of("README.md")
OURS = {"test", "docs", "browser", "bench"}
"""Extras for those who work on Phasebook itself."""
LONGEST = 120


def block(title: str) -> str:
    """The code below a heading."""
    ((_, code),) = FENCED.findall(section(README, title))
    return str(code)


def lines_of(code: str) -> list[str]:
    return [line for line in code.splitlines() if line.strip()]


def run(folder: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_it_is_read_in_a_minute() -> None:
    assert len(README.splitlines()) <= LONGEST


def test_an_integrator_reads_ten_lines() -> None:
    """They run as a doctest, as all of the README does."""
    examples = DocTestParser().get_examples(block("Ten lines"))

    assert sum(len(lines_of(example.source)) for example in examples) == 10


def test_a_writer_of_docs_types_five_lines(tmp_path: Path) -> None:
    script = block("Five")
    done = run(tmp_path, "bash", "-euc", script)

    assert len(lines_of(script)) == 5
    assert done.returncode == 0, done.stdout + done.stderr
    assert "stateDiagram-v2" in (tmp_path / "README.md").read_text("utf-8")
    assert (tmp_path / "belote.svg").exists()


def test_a_tester_writes_three_lines(tmp_path: Path) -> None:
    """All of the checks run on this flow elsewhere, so here two are enough."""
    code = block("Three")
    (tmp_path / "test_flow.py").write_text(code, "utf-8")
    done = run(tmp_path, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "lint or refusals")

    assert len(lines_of(code)) == 3
    assert f"finds {len(CHECKS)} tests" in code
    assert f"2 passed, {len(CHECKS) - 2} deselected" in done.stdout, done.stdout + done.stderr


def test_the_rows_that_it_shows_are_those_of_the_game() -> None:
    flow = {line.strip() for line in text_of("games/belote/flow.py").splitlines()}
    (shown,) = [code for _, code in FENCED.findall(README) if code.startswith("class playing")]

    assert {line.strip() for line in shown.splitlines()} - flow == {"..."}


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_every_extra_is_named_where_installing_is_explained(page: str) -> None:
    known = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]
    named = set(spans(section(text_of(page), "Install")))

    assert named & set(known) == set(known) - OURS


def test_the_packages_are_those_that_there_are() -> None:
    assert set(table("README.md", "package").names) >= set(PACKAGES)
    assert [spans(row[0]) for row in table("README.md", "package").rows] == [[name] for name in PACKAGES]


def test_the_names_that_it_imports_are_public() -> None:
    """Also those in the middle of a sentence."""
    names = {name for line in re.findall(r"from phasebook import ([\w, ]+)", README) for name in line.split(", ")}

    assert {"Engine", "Flow", "State", "guard"} <= names <= set(phasebook.__all__)


def test_the_python_that_it_asks_for_is_the_one_that_is_declared() -> None:
    declared = tomllib.loads(text_of("pyproject.toml"))["project"]["requires-python"]

    assert f"Python {declared.removeprefix('>=')} or later" in section(README, "Install")


def test_code_in_it_can_be_read() -> None:
    for language, code in FENCED.findall(README):
        if language == "python" and ">>>" not in code:
            ast.parse(re.sub(r"\\\n\s*\.\.\.", "", code))
