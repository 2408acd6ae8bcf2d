"""python-statemachine's own reader loads the documents, and finds the flow's chart in them."""

import re
from typing import Any

import pytest
from statemachine.io.scxml.processor import SCXMLProcessor
from statemachine.io.scxml.reader import parse_scxml

from fsm import Engine
from fsm.chart import Chart, Row
from phasebook.exports.expanding import Expansion, State, kept_choice, last_choice
from phasebook.exports.scxml import Document, data_id, every, export, id_of
from tests.phasebook.exports.games_played import FLOWS, cookbook, every_engine

PLAIN = [name for name, engine in every_engine().items() if not engine.chart.called]
CALLING = [name for name, engine in every_engine().items() if engine.chart.called]

Said = tuple[Any, ...]
"""A row: event, guards, target, effects, and whether the source is left."""


class Read:
    """A document as the library reads it."""

    def __init__(self, engine: Engine[Any]) -> None:
        self.document = parse_scxml(export(None, engine.chart).text)
        self.guards = {name: guard for guard, name in Document(engine.chart).ids.items()}
        self.states: dict[str, Any] = {}
        self.parents: dict[str, str | None] = {}
        self.walk(self.document.states, None)

    def walk(self, states: dict[str, Any], parent: str | None) -> None:
        for id, state in states.items():
            self.states[id], self.parents[id] = state, parent
            self.walk(state.states, id)

    def rows(self, id: str) -> list[Said]:
        """The rows of a state, in order."""
        return [self.row(row) for row in self.states[id].transitions if not row.initial]

    def row(self, row: Any) -> Said:
        parts = [part for part in re.split(r" and ", row.cond or "") if part and "In('" not in part]
        guards = [(self.guards[part.removeprefix("not ")], part.startswith("not ")) for part in parts]
        return row.event, guards, row.target, effects(row.on), not row.internal


def effects(content: Any) -> list[str]:
    return [action.expr.strip("'") for action in content.actions]


def said(chart: Chart, row: Row) -> list[Said]:
    """What a document must say of a row of the chart, which calls nobody."""
    event = f"done.state.{row.source}" if row.done else row.event
    guards = [(guard.name, guard.negated) for guard in row.guards]
    target = None if row.internal or row.refuses else row.target
    whole = (event, guards, target, [effect.name for effect in row.effects], not row.inside)
    if row.gathers is None:
        return [whole]
    return [
        (event, [*guards, (last_choice(row.gathers), False)], target, whole[3], True),
        (event, guards, None, [kept_choice(row)], True),
    ]


@pytest.mark.parametrize("name", PLAIN)
def test_the_chart_that_is_read_is_the_chart_of_the_flow(name: str) -> None:
    """Phases, rows in their order, guards by name, effects, initial and final phases."""
    engine = every_engine()[name]
    chart, read = engine.chart, Read(engine)

    assert read.document.name == chart.name
    assert read.document.initial_states == [chart.initial.path]
    assert read.parents == {phase.path: phase.parent for phase in chart.phases}
    for phase in chart.phases:
        found = read.states[phase.path]

        assert (found.initial, found.final) == (phase.initial, phase.final)
        assert read.rows(phase.path) == [each for row in chart.rows_of[phase.path] for each in said(chart, row)]
        assert [name for block in found.onentry for name in effects(block)] == [each.name for each in phase.enter]
        last = phase.final and phase.parent is None
        left = [name for block in found.onexit for name in effects(block)]
        assert left == ([] if last else [each.name for each in phase.exit])


@pytest.mark.parametrize("name", CALLING)
def test_where_calls_are_written_out_the_chart_is_the_same_but_for_the_copies(name: str) -> None:
    engine = every_engine()[name]
    chart, read, states = engine.chart, Read(engine), list(every(Expansion(engine.chart).states))
    phase_of = {id_of(state.path): state.phase.path for state in states}

    assert set(read.states) == set(phase_of)
    assert set(phase_of.values()) == {phase.path for phase in chart.phases}
    told: dict[str, list[Said]] = {phase.path: [] for phase in chart.phases}
    for state in states:
        rows = [folded(row, phase_of) for row in read.rows(id_of(state.path)) if not is_way_back(row, state)]
        told[state.phase.path] += rows
        own = [folded_row(row) for row in chart.rows_of[state.phase.path]]
        assert [row for row in own if row in rows] == [row for row in rows if row in own]
    for phase in chart.phases:
        found = every_said(told, phase.path, chart)
        assert [row.id for row in chart.rows_of[phase.path] if folded_row(row) not in found] == []


def folded(row: Said, phase_of: dict[str, str]) -> Said:
    """A row with phases in the place of states."""
    event, guards, target, done, _ = row
    return re.sub(r"done\.state\..*", "done", event or ""), guards, target and phase_of[target], done


def folded_row(row: Row) -> Said:
    guards = [(guard.name, guard.negated) for guard in row.guards if guard.needs != ("back",)]
    target = None if row.internal or row.refuses else row.target
    return "done" if row.done else row.event or "", guards, target, [effect.name for effect in row.effects]


def is_way_back(row: Said, state: State) -> bool:
    """What follows when a call has ended; no row of the flow says it."""
    return row[0] is None and bool(state.place[0]) and state.phase.final


def every_said(told: dict[str, list[Said]], path: str, chart: Chart) -> list[Said]:
    """What is said of a phase, and in the phases in it: calls of a phase are written where they begin."""
    return [row for phase in chart.phases if path in chart.lineage(phase.path) for row in told[phase.path]]


@pytest.mark.parametrize("name", [*FLOWS, *cookbook()])
def test_the_library_runs_the_document_to_its_first_rest(name: str) -> None:
    """In its restricted mode, which runs no code that a document brings."""
    processor = SCXMLProcessor()
    processor.parse_scxml(name, export(None, every_engine()[name].chart).text)
    machine = processor.start()  # type: ignore[no-untyped-call]

    assert set(map(str, machine.configuration_values)) <= {
        id_of(state.path) for state in every(Expansion(every_engine()[name].chart).states)
    }


def test_a_machine_follows_the_answers_that_its_host_sets() -> None:
    """One bid after the other, until the last one."""
    processor = SCXMLProcessor()
    processor.parse_scxml("goofspiel", export(None, every_engine()["goofspiel"].chart).text)
    machine = processor.start()  # type: ignore[no-untyped-call]
    for name in ("is_among_players", "has_not_chosen", "card_is_held"):
        setattr(machine.model, name, True)
    machine.send("bid")
    before = set(map(str, machine.configuration_values))
    machine.model.all_other_players_have_chosen = True
    machine.send("bid")

    assert before == {"round", "round.bidding"}
    assert set(map(str, machine.configuration_values)) == {"game_over"}


def test_what_scxml_cannot_say_is_said_in_the_document_and_beside_it() -> None:
    for engine in every_engine().values():
        made = export(None, engine.chart)

        assert any("SCXML cannot call a function" in note for note in made.notes)
        assert all(f"<!-- {note} -->" in made.text for note in made.notes)


def test_conditions_on_settings_have_names_of_the_data_model() -> None:
    assert data_id("is_your_turn") == "is_your_turn"
    assert data_id("score_limit is None") == "when_score_limit_is_None"
    assert data_id("players <= 4") == "when_players_up_to_4"
    assert data_id("players < 4") != data_id("players > 4")
    ids = list(Document(every_engine()["uno"].chart).ids.values())
    assert all(id.isidentifier() for id in ids)
    assert len(set(ids)) == len(ids)
