"""The table of phases: every phase once, with what the engine does there."""

import pytest

from diagrams.diagram import Diagram
from diagrams.formats.phases import BACK, THE_END
from fsm import Flow, State, read
from fsm.catalogue import engine_of, registered
from tests.fsm.waiting_samples import office


def lines_of(diagram: Diagram) -> list[list[str]]:
    """The table cell by cell."""
    _, _, *lines = diagram.phases_table().splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


@pytest.mark.parametrize("name", registered())
def test_every_phase_has_a_line_with_the_moves_that_the_engine_knows_there(name: str) -> None:
    engine = engine_of(name)
    chart = engine.chart
    lines = {cells[1].strip("`"): cells for cells in lines_of(Diagram(engine))}

    assert list(lines) == [leaf.path for leaf in chart.leaves]
    for leaf in chart.leaves:
        listed = [part.split("`")[1] for part in lines[leaf.path][2].split(", ") if part]
        waits = all(row.guards for row in chart.alternatives(leaf.path, None))
        rows = {event: chart.alternatives(leaf.path, event) for event in chart.events_at(leaf.path)}
        assert listed == [event for event, some in rows.items() if waits and not all(row.refuses for row in some)]


@pytest.mark.parametrize("name", registered())
def test_the_start_and_the_end_are_marked(name: str) -> None:
    engine = engine_of(name)
    lines = {cells[1].strip("`"): cells for cells in lines_of(Diagram(engine))}
    begins = [path for path, cells in lines.items() if "*where a game begins*" in cells[0]]
    ends = [path for path, cells in lines.items() if cells[3] == THE_END]

    assert begins == [engine.chart.descent(engine.chart.initial.path)[-1]]
    assert ends == [leaf.path for leaf in engine.chart.leaves if leaf.final and leaf.parent is None]


def test_what_follows_by_itself_is_said_with_its_conditions() -> None:
    lines = {cells[1]: cells[3] for cells in lines_of(Diagram(office))}

    assert lines["day.busy"].startswith("*calls* Day › Phone, *then* Day › Lunch, if `is_interrupted`; ")
    assert lines["day.lunch"] == "Voting"
    assert lines["boss.satisfied"] == BACK


def test_a_secret_phase_and_a_refused_event() -> None:
    class Turn(Flow):
        class box(State.Compound, initial=True):
            open = State(initial=True)
            hidden = State(secret=True)
            hide = open.to(hidden)
            leave = hidden.refuses("Not from here.")

        over = State(final=True)
        leave = box.to(over)

    lines = lines_of(Diagram(read(Turn)))

    assert [cells[0] for cells in lines] == ["Box › Open, *where a game begins*", "Box › Hidden, *secret*", "Over"]
    assert [cells[2] for cells in lines] == ["`hide`, `leave`", "", ""]


def test_plain_words_leave_out_the_paths() -> None:
    head, *_ = Diagram(office, words="plain").phases_table().splitlines()

    assert head == "| Phase | Moves | By itself |"
