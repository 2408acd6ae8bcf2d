"""`phasebook list`: a line for each flow that is registered."""

from importlib.metadata import EntryPoint

import pytest

from fsm import catalogue
from phasebook.cli import listing, main


def register(monkeypatch: pytest.MonkeyPatch, **flows: str) -> None:
    """Let these be the registered flows."""
    points = [EntryPoint(name, place, catalogue.GROUP) for name, place in flows.items()]
    monkeypatch.setattr(catalogue, "entry_points", lambda group: points)


def test_list_shows_the_flows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    said = capsys.readouterr().out

    assert "discard      Draw a hand, discard down, end the turn.\n" in said
    assert [line.split()[0] for line in said.splitlines()] == list(catalogue.registered())


def test_a_flow_without_an_engine_is_listed_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    register(monkeypatch, plain="games.discard:DiscardTurn")

    assert main(["list"]) == 0
    assert capsys.readouterr().out == "plain        Draw a hand, discard down, end the turn.\n"


def test_an_engine_and_its_flow_have_one_title() -> None:
    one, other = "games.discard:engine", "games.discard:DiscardTurn"

    assert listing.title_of_imported(one) == listing.title_of_imported(other)


def test_without_a_flow_nothing_is_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    register(monkeypatch)

    assert main(["list"]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_flow_that_cannot_be_loaded_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    register(monkeypatch, broken="no_such_module:engine", discard="games.discard:engine")

    assert main(["list"]) == 2
    said = capsys.readouterr()
    assert said.out == "discard      Draw a hand, discard down, end the turn.\n"
    assert said.err.startswith("phasebook: 'broken' cannot be loaded: ModuleNotFoundError")
