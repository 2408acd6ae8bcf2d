"""Finding flows by name."""

from pathlib import Path

import pytest

from fsm import Engine
from fsm.catalogue import UnknownFlowError, engine_of, find, registered
from games.discard import DiscardTurn
from games.discard import engine as discard

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


def test_a_strangers_flow_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "traffic_lights.py").write_text(FLOW)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    assert getattr(find("traffic_lights:Light"), "__name__", "") == "Light"
    with pytest.raises(UnknownFlowError, match="'traffic_lights:number' is a int; it must be an Engine"):
        find("traffic_lights:number")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("chess", "There is no flow 'chess'; choose one of .*discard"),
        ("", "There is no flow ''"),
        (":Flow", "There is no flow ':Flow'"),
        ("nowhere.at.all:Flow", "cannot be loaded: ModuleNotFoundError"),
        ("games.discard:Nothing", "cannot be loaded: AttributeError"),
    ],
)
def test_an_unknown_flow_is_a_clear_error(name: str, sentence: str) -> None:
    with pytest.raises(UnknownFlowError, match=sentence):
        find(name)


def test_a_flow_without_an_engine_cannot_be_played() -> None:
    with pytest.raises(UnknownFlowError, match="is a flow without an engine"):
        engine_of("games.discard:DiscardTurn")
    assert engine_of("discard") is discard
