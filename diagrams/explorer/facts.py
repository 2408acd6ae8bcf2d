"""What the page knows of a flow, as data: phases and rows by number, and everything they say in both words.

The page's own script (`model.js`) finds from it where a row leads, as `fsm.chart` does.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from diagrams.content.manners import asked
from diagrams.content.names import Names
from diagrams.content.text import clean, safe_id
from diagrams.options import Words
from fsm.chart import Chart, Effect, Gather, Guard, Phase, Row

Data = dict[str, Any]

ORDER = (Words.TECHNICAL, Words.PLAIN)
"""In which the page finds what something is called."""


def facts(chart: Chart) -> Data:
    """All of a chart that the page asks for."""
    return Facts(chart).data()


def compact(data: Data) -> Data:
    """Only what there is something to say of."""
    return {name: value for name, value in data.items() if value not in (None, "", False, [], ())}


class Facts:
    """One chart, whose parts are named by their places in lists."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.speakers = [Names(chart, words) for words in ORDER]
        self.place_of_phase = places(phase.path for phase in chart.phases)
        self.place_of_row = places(row.id for row in chart.rows)
        self.guards = places(guard for row in chart.rows for guard in row.guards)
        self.effects = places(all_effects(chart))
        self.row_of_event = {row.event: row for row in reversed(chart.rows) if row.event is not None}
        self.events = places([*chart.events, *(remark.event for remark in chart.refusals)])

    def data(self) -> Data:
        """Everything, for JSON."""
        return {
            "phases": [self.phase(phase) for phase in self.chart.phases],
            "rows": [self.row(row) for row in self.chart.rows],
            "events": [self.event(event) for event in self.events],
            "guards": [self.guard(guard) for guard in self.guards],
            "effects": [self.spoken(names.effect(effect) for names in self.speakers) for effect in self.effects],
            "remarks": [
                [self.place_of_phase[remark.phase], self.events[remark.event], clean(remark.sentence)]
                for remark in self.chart.refusals
            ],
        }

    def spoken(self, texts: Iterable[str]) -> list[str]:
        """What something is called in each of the words; once if it is the same."""
        return list(dict.fromkeys(clean(text) or "—" for text in texts))

    def event(self, event: str) -> list[str]:
        """An event that only a sentence of the author's names is shown as it is."""
        row = self.row_of_event.get(event)
        return self.spoken(names.opening(row) if row else event for names in self.speakers)

    def phase(self, phase: Phase) -> Data:
        """One phase."""
        return compact(
            {
                "id": safe_id(phase.path),
                "path": clean(phase.path),
                "name": clean(phase.name) or "—",
                "parent": None if phase.parent is None else self.place_of_phase[phase.parent] + 1,
                "children": [self.place_of_phase[child] for child in phase.children],
                "initial": phase.initial,
                "final": phase.final,
                "enter": self.places_of_effects(phase.enter),
                "exit": self.places_of_effects(phase.exit),
            }
        )

    def row(self, row: Row) -> Data:
        """One row. A phase that may be missing is counted from 1, so that 0 is none."""
        return {"source": self.place_of_phase[row.source], "target": self.place_of_phase[row.target]} | compact(
            {
                "id": safe_id(row.id),
                "raw": row.id if row.id != safe_id(row.id) else "",
                "event": None if row.event is None else self.events[row.event] + 1,
                "guards": [self.guards[guard] for guard in (*row.variants, *asked(row))],
                "sure": not row.guards,
                "says": clean(row.says) if row.event is None else "",
                "effects": self.places_of_effects(row.effects),
                "internal": row.internal,
                "inside": row.inside,
                "done": row.done,
                "calls": None if row.calls is None else self.place_of_phase[row.calls] + 1,
                "then": None if row.then is None else self.place_of_phase[row.then] + 1,
                "refuses": clean(row.refuses),
                "gathers": None if row.gathers is None else self.gathering(row.gathers),
            }
        )

    def guard(self, guard: Guard) -> Data:
        """One guard: its words, the sentence of a refusal, and whether settings alone decide it."""
        words = self.spoken(names.condition(guard) for names in self.speakers)
        return compact({"says": words, "sentence": clean(guard.sentence), "setting": guard.is_static})

    def gathering(self, gather: Gather) -> str:
        """Whose moves a row waits for."""
        return f"one move from each of {clean(gather.by) or '—'}{', who may change it' if gather.again else ''}"

    def places_of_effects(self, effects: Sequence[Effect]) -> list[int]:
        return [self.effects[effect] for effect in effects]


def places(things: Iterable[Any]) -> dict[Any, int]:
    """Each thing once, with its place."""
    return {thing: place for place, thing in enumerate(dict.fromkeys(things))}


def all_effects(chart: Chart) -> Iterable[Effect]:
    """Every effect of a chart."""
    for phase in chart.phases:
        yield from (*phase.enter, *phase.exit)
    for row in chart.rows:
        yield from row.effects
