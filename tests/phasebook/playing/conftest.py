"""A game at a pipe, for every test here."""

import pytest

from tests.phasebook.playing.harness import Played, playing


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Played:
    return playing(monkeypatch, capsys)
