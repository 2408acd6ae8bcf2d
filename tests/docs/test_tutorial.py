"""The tutorial is followed from an empty folder: every command and every change, in order, as a reader would."""

import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from tests.docs.pages import ROOT
from tests.phasebook.wheels import LIBRARIES

PAGE = ROOT / "docs" / "tutorial.md"
FENCE = re.compile(r"^```(\w+)[ ]?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """One fenced block: its language, what is to be done with it, and its text."""

    language: str
    order: str
    text: str


def blocks() -> list[Block]:
    return [Block(*found.groups()) for found in FENCE.finditer(PAGE.read_text("utf-8"))]


class Reader:
    """Does what the page says, in an environment in which the new package can be installed."""

    def __init__(self, folder: Path) -> None:
        self.place = folder
        self.packages = folder / "installed"
        self.packages.mkdir()
        self.said = ""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        libraries = os.pathsep.join([str(self.packages), str(ROOT), LIBRARIES])
        self.environment = os.environ | {"PATH": path, "PYTHONPATH": libraries, "COLUMNS": "120"}

    def follow(self, block: Block) -> None:
        verb, _, target = block.order.partition("=")
        if block.language == "sh":
            self.commands(block.text, fails=block.order == "fails")
        elif block.language == "text":
            assert block.text.strip() in self.said
        elif verb == "run":
            self.typed(block.text)
        else:
            getattr(self, verb)(self.place / target, block.text)

    def commands(self, text: str, fails: bool) -> None:
        for line in text.splitlines():
            if line.startswith("cd "):
                self.place /= line.removeprefix("cd ")
            elif line == "pip install -e '.[test]'":
                self.install()
            else:
                done = self.run(*shlex.split(line))
                assert (done.returncode != 0) == fails, f"{line}\n{done.stdout}{done.stderr}"
                self.said = done.stdout + done.stderr

    def install(self) -> None:
        """What an editable install comes down to, without a network: the metadata, and the folder on the path."""
        build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(self.packages)]
        subprocess.run(build, cwd=self.place, capture_output=True, check=True)
        with ZipFile(next(self.packages.glob("*.whl"))) as wheel:
            wheel.extractall(self.packages, [name for name in wheel.namelist() if ".dist-info/" in name])
        self.environment["PYTHONPATH"] += os.pathsep + str(self.place)

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            words, cwd=self.place, env=self.environment, capture_output=True, text=True, check=False
        )  # fmt: skip

    def typed(self, text: str) -> None:
        """Let Python read what a reader types, and compare what it says."""
        self.history = getattr(self, "history", "") + text
        (self.place / "typed.txt").write_text(self.history, "utf-8")
        done = self.run(sys.executable, "-m", "doctest", "-o", "ELLIPSIS", "typed.txt")
        assert done.returncode == 0, done.stdout
        (self.place / "typed.txt").unlink()

    # Files

    def show(self, path: Path, text: str) -> None:
        assert text.strip() in path.read_text("utf-8")

    def write(self, path: Path, text: str) -> None:
        assert not path.exists()
        path.write_text(text, "utf-8")

    def add(self, path: Path, text: str) -> None:
        self.edit(path, text)

    def change(self, path: Path, text: str) -> None:
        before = names_in(path.read_text("utf-8"))
        assert set(names_in(text)) <= set(before), "there is nothing of that name to change"
        self.edit(path, text)

    def edit(self, path: Path, text: str) -> None:
        """Put each definition where one of its name stands, or at the end; imports go to the top."""
        for name, source in definitions(text):
            whole = path.read_text("utf-8")
            found = dict(definitions(whole)).get(name) if name else None
            if not name:
                whole = with_import(whole, source)
            elif found is not None:
                whole = whole.replace(found, source)
            else:
                whole = f"{whole.rstrip()}\n\n\n{source}\n"
            path.write_text(whole, "utf-8")


def definitions(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a module: the name that each defines, none for an import, and its text."""
    lines = text.splitlines()
    for node in ast.parse(text).body:
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(one.lineno for one in decorators)])
        source = "\n".join(lines[first - 1 : node.end_lineno])
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield "", source
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, source
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            yield ast.unparse(target), source


def names_in(text: str) -> list[str]:
    return [name for name, _ in definitions(text) if name]


def with_import(text: str, line: str) -> str:
    """A module with one more import, after those that are there."""
    last = max(node.end_lineno or 0 for node in ast.parse(text).body if isinstance(node, ast.Import | ast.ImportFrom))
    lines = text.splitlines()
    return "\n".join([*lines[:last], line, *lines[last:]]) + "\n"


def test_the_tutorial_can_be_followed(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    for block in blocks():
        reader.follow(block)

    assert (tmp_path / "whistle" / "whistle.svg").exists()


def test_every_block_says_what_is_to_be_done_with_it() -> None:
    orders = {(block.language, block.order.partition("=")[0]) for block in blocks()}

    assert orders == {
        ("sh", ""),
        ("sh", "fails"),
        ("text", "said"),
        *(("python", order) for order in ("show", "add", "change", "write", "run")),
    }
