"""A scratch project for each test that wants one."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.phasebook.syncing.scratch import Scratch


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Scratch]:
    """A project in an empty folder, which is the working folder meanwhile."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    project = Scratch(tmp_path, capsys)
    yield project
    project.forget()
