"""PlantUML: what it needs to be read as meant."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagrams.diagram import Diagram
from diagrams.formats.plantuml import spelled
from games.discard import DiscardTurn
from tests.diagrams.special_flows import Duel


@given(st.text())
def test_marks_are_spelled_as_their_numbers(text: str) -> None:
    left = re.sub(r"<U\+[0-9A-F]{4,6}>", "", spelled(text))

    assert not set("\"'<>{}:;`*%\\$~@|=!#^&«»“”\n") & set(left)
    assert not re.search(r"([-_./\[\]])\1", left)


def test_numbers_give_the_text_back() -> None:
    text = 'a__b "x" → é♠ //no// [[x]] 🂡'

    assert re.sub(r"<U\+(\w+)>", lambda found: chr(int(found[1], 16)), spelled(text)) == text


@pytest.mark.parametrize("text", ["Été ♠ [x] / y", "deal_next_hand", "1. then (a, b)?"])
def test_what_means_nothing_stays(text: str) -> None:
    assert spelled(text) == text


def test_a_page_is_whole() -> None:
    lines = Diagram(DiscardTurn).plantuml.splitlines()

    assert lines[0] == "@startuml"
    assert lines[-1] == "@enduml"
    assert "resting --> drawing : 2. end_turn / end_turn" in lines
    assert "drawing --> discarding : 1. deal_next_hand\\n[discard_is_owed] /\\ndeal_hand" in lines


@pytest.mark.parametrize(("phase", "name"), [("drawing", "Draw Phase"), ("discarding", "Discard Phase")])
def test_the_current_phase_has_a_bold_border(phase: str, name: str) -> None:
    text = Diagram(DiscardTurn, highlight=phase).plantuml

    assert f'state "{name}" as {phase} ##[bold]' in text
    assert text.count("bold") == 1


def test_edges_may_begin_and_end_at_boxes() -> None:
    lines = Diagram(Duel).plantuml.splitlines()

    assert "main --> over : concede" in lines
    assert "triggers --> drawing : after Start of turn" in lines
