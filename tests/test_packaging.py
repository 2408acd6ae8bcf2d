"""What is published: the metadata is complete, and the archives hold what they should."""

import re
import subprocess
import sys
import tarfile
import tomllib
from configparser import ConfigParser
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

import phasebook
from tests.phasebook.wheels import our_wheel

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES = ("phasebook", "fsm", "games", "diagrams")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    return ZipFile(our_wheel(tmp_path_factory.mktemp("wheel")))


@pytest.fixture(scope="module")
def metadata(wheel: ZipFile) -> Message:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode())


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of the source archive."""
    folder = tmp_path_factory.mktemp("sdist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(next(folder.glob("phasebook-*.tar.gz"))) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def test_the_metadata_says_what_it_is(metadata: Message) -> None:
    assert (metadata["Name"], metadata["Version"]) == ("phasebook", phasebook.__version__)
    assert metadata["Summary"] == PROJECT["project"]["description"]
    assert (metadata["License-Expression"], metadata["License-File"]) == ("MIT", "LICENSE")
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert "state machine" in metadata["Keywords"].split(",")


def test_the_metadata_names_the_pythons_that_are_tested(metadata: Message) -> None:
    tested = re.search(r"^PYTHONS \?= (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    named = [text.rpartition(" ")[2] for text in metadata.get_all("Classifier", []) if ":: Python :: 3." in text]

    assert tested is not None
    assert [f"python{version}" for version in named] == tested[1].split()


@pytest.mark.parametrize(
    "classifier",
    [
        "Operating System :: OS Independent",
        "Programming Language :: Python :: 3 :: Only",
        "Topic :: Software Development :: Libraries",
        "Typing :: Typed",
    ],
)
def test_the_metadata_says_what_it_is_for(metadata: Message, classifier: str) -> None:
    assert classifier in metadata.get_all("Classifier", [])


def test_every_dependency_of_an_extra_is_listed(metadata: Message) -> None:
    assert set(metadata.get_all("Provides-Extra", [])) == set(PROJECT["project"]["optional-dependencies"])


def test_a_wheel_holds_the_packages_and_nothing_else(wheel: ZipFile) -> None:
    names = [name for name in wheel.namelist() if ".dist-info/" not in name]

    assert {name.partition("/")[0] for name in names} == set(PACKAGES)
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(names)
    assert "games/onepiece/cards.toml" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel.namelist())


def test_a_wheel_holds_every_module(wheel: ZipFile) -> None:
    modules = {str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py")}

    assert modules == {name for name in wheel.namelist() if name.endswith(".py")}


def test_a_wheel_holds_every_file_that_modules_read(wheel: ZipFile) -> None:
    kinds = {".css", ".html", ".js", ".toml"}
    read = {path for package in PACKAGES for path in (ROOT / package).rglob("*.*") if path.suffix in kinds}

    assert {str(path.relative_to(ROOT)) for path in read} <= set(wheel.namelist())
    assert {path.suffix for path in read} == kinds


def test_a_source_archive_holds_what_is_needed_to_work_on_it(sources: set[str]) -> None:
    pages = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.*")}

    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "Makefile", "pyproject.toml"} <= sources
    assert pages <= sources
    assert {"tests/conftest.py", "tests/test_tidy.py", "games/uno/flow.py"} <= sources


def test_a_source_archive_holds_nothing_that_was_made(sources: set[str]) -> None:
    made = re.compile(r"(^|/)(\.venv|build|dist|__pycache__|\.mypy_cache|\.ruff_cache|\.hypothesis|\.coverage)")

    assert [name for name in sources if made.search(name)] == []


def test_editors_are_told_what_ruff_expects() -> None:
    config = ConfigParser()
    config.read_string("[top]\n" + (ROOT / ".editorconfig").read_text("utf-8"))

    assert int(config["*.py"]["max_line_length"]) == PROJECT["tool"]["ruff"]["line-length"]
    assert config["Makefile"]["indent_style"] == "tab"
