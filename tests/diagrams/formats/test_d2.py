"""D2: what it needs to be read as meant."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagrams.content.text import clean
from diagrams.diagram import Diagram
from diagrams.formats.d2 import quoted
from fsm.chart import Phase, Row
from games.discard import DiscardTurn
from tests.diagrams.charts import sorted_chart
from tests.diagrams.flows import Contract


@given(st.lists(st.text(), min_size=1))
def test_a_string_gives_its_lines_back(lines: list[str]) -> None:
    """D2 escapes as JSON does, and dollars in addition."""
    text: str = json.loads(quoted(*lines).replace(r"\$", "$"))

    assert text == "\n".join(map(clean, lines))


def test_boxes_come_before_arrows() -> None:
    lines = Diagram(Contract).d2.splitlines()
    first = next(place for place, line in enumerate(lines) if " -> " in line)

    assert lines[0] == "direction: down"
    assert all(" -> " in line for line in lines[first:])


def test_arrows_name_boxes_with_those_around_them() -> None:
    lines = Diagram(DiscardTurn).d2.splitlines()

    assert "discarding.start -> discarding.choosing" in lines
    assert 'discarding.ready -> resting: "confirm_discard /\\ndiscard_selection"' in lines


def test_marks_never_take_the_names_of_phases() -> None:
    names = ("start", "anywhere")
    inner = tuple(f"start.{name}" for name in names)
    phases = [Phase("start", "Outer", children=inner, initial=True)]
    phases += [Phase(path, path, "start", initial=path == inner[0]) for path in inner]
    rows = [Row("a", "start", "start", "stay", internal=True), Row("b", inner[0], inner[1], "go")]
    lines = Diagram(sorted_chart("Names", phases, rows)).d2.splitlines()

    assert "start_2 -> start" in lines
    assert "start.start_2 -> start.start" in lines
    assert 'start.start -> start.anywhere: "go"' in lines
    assert '  anywhere_2: "anywhere here\\n↔ stay"' in lines


def test_ends_have_a_double_border() -> None:
    text = Diagram(Contract).d2

    assert 'finished: "Game over" {\n  style.double-border: true\n}\n' in text
    assert text.count("double-border") == 1


@pytest.mark.parametrize("phase", ["drawing", "discarding", "discarding.ready"])
def test_the_current_phase_has_a_wide_border(phase: str) -> None:
    assert Diagram(DiscardTurn, highlight=phase).d2.count("stroke-width: 4") == 1
