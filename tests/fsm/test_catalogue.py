"""Finding flows by name."""

from pathlib import Path
from typing import Any

import pytest

from fsm import Engine
from fsm.catalogue import UnknownFlowError, engine_of, find, promised, registered
from games.discard import DiscardTurn
from games.discard import engine as discard
from games.discard.table import Outcome
from games.discard.view import TurnView

FLOW = """
from fsm import Flow, State

class Light(Flow):
    red = State(initial=True)
    green = State()
    change = red.to(green) | green.to(red)

number = 7
"""


def test_our_games_are_registered() -> None:
    assert find("discard") is discard
    assert "discard" in registered()


def test_every_registered_flow_can_be_loaded() -> None:
    assert all(isinstance(find(name), Engine) for name in registered())


def test_a_flow_is_found_by_module_and_name() -> None:
    assert find("games.discard:DiscardTurn") is DiscardTurn


def test_any_flow_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "traffic_lights.py").write_text(FLOW)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    assert getattr(find("traffic_lights:Light"), "__name__", "") == "Light"
    with pytest.raises(UnknownFlowError, match="'traffic_lights:number' is of the class int; it must be an Engine"):
        find("traffic_lights:number")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("chess", "There is no flow 'chess'; choose one of .*discard"),
        ("", "There is no flow ''"),
        (":Flow", "There is no flow ':Flow'"),
        ("nowhere.at.all:Flow", "cannot be loaded: ModuleNotFoundError"),
        ("games.discard:Nothing", "cannot be loaded: AttributeError"),
        ("traffic_lights.py:Lights", "cannot be loaded: ModuleNotFoundError.*; write traffic_lights:Lights"),
        ("./games/odd.py:Odd.flow", "; write games.odd:Odd.flow"),
    ],
)
def test_an_unknown_flow_is_a_clear_error(name: str, sentence: str) -> None:
    with pytest.raises(UnknownFlowError, match=sentence):
        find(name)


def test_a_flow_without_an_engine_cannot_be_played() -> None:
    with pytest.raises(UnknownFlowError, match="is a flow without an engine"):
        engine_of("games.discard:DiscardTurn")
    assert engine_of("discard") is discard


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        ("raise ValueError", "cannot be loaded: ValueError"),
        (
            "class Mute(Exception):\n    def __str__(self): raise RuntimeError\nraise Mute",
            "cannot be loaded: Mute",
        ),
        ("raise ValueError('No.')", "cannot be loaded: ValueError: No"),
    ],
)
def test_whatever_a_module_raises_is_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, sentence: str
) -> None:
    name = f"raising_{abs(hash(source))}"
    (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    with pytest.raises(UnknownFlowError) as caught:
        find(f"{name}:flow")
    assert str(caught.value).endswith(f"{sentence}; correct the name, or what fails.")


def test_a_working_folder_that_is_gone_hides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tmp_path.rmdir()

    assert find("games.discard:DiscardTurn") is DiscardTurn


# What an engine's functions promise


def test_promises_are_read_from_annotations() -> None:
    assert promised(discard, "view") is TurnView
    assert promised(discard, "outcome") == Outcome | None
    assert promised(Engine(DiscardTurn, moves=discard.moves, new=discard.new), "outcome") is None


def test_a_function_that_promises_nothing_may_return_anything() -> None:
    engine = Engine(DiscardTurn, moves=discard.moves, new=discard.new, view=lambda snapshot, seat: 1, outcome=min)

    assert promised(engine, "view") is Any
    assert promised(engine, "outcome") is Any


def test_an_annotation_that_cannot_be_read_is_no_promise() -> None:
    def view(snapshot: Any, seat: Any) -> "NoSuchType":  # type: ignore[name-defined]  # noqa: F821 on purpose
        return 1

    assert promised(Engine(DiscardTurn, moves=discard.moves, new=discard.new, view=view), "view") is Any
