"""One set of options names a picture everywhere."""

from pathlib import Path

import pytest

from diagrams.diagram import Diagram
from diagrams.presets import chart_of_preset
from fsm.errors import PhasebookError
from fsm.session import Session
from games.belote import engine as belote
from games.discard import DealNextHand, engine
from phasebook.pictures import picture_of


def test_without_options_it_is_the_whole_flow() -> None:
    assert picture_of("discard", {}).dot == Diagram(engine).dot


def test_options_are_those_of_the_diagram() -> None:
    picture = picture_of("discard", {"detail": "overview", "highlight": "resting", "theme": "dark", "words": "plain"})

    assert picture.dot == Diagram(engine, detail="overview", highlight="resting", theme="dark", words="plain").dot


def test_a_preset_is_its_own_flow() -> None:
    expected = Diagram(chart_of_preset(belote, "ffb"), subtitle="preset ffb")

    assert picture_of("belote", {"preset": "ffb"}).dot == expected.dot


def test_a_log_is_found_from_the_folder(tmp_path: Path) -> None:
    session = Session.start(engine, seed=3)
    session.send(DealNextHand())
    (tmp_path / "game.log").write_bytes(session.write_log())

    picture = picture_of("discard", {"trace": "game.log"}, tmp_path)

    assert picture.dot == Diagram(engine, highlight=session.snapshot.phase, trace=session.trace).dot


def test_an_unknown_option_is_refused_with_those_that_exist() -> None:
    with pytest.raises(PhasebookError, match="no option 'colour'; choose from detail, phase"):
        picture_of("discard", {"colour": "red"})


def test_a_log_that_is_not_there_is_no_row() -> None:
    with pytest.raises(PhasebookError, match=r"There is no log 'gone/game\.log' here; name a file"):
        picture_of("discard", {"trace": "gone/game.log"})
