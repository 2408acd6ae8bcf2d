"""The page's own model of a flow agrees with the engine's chart, row by row, and with real games."""

from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagrams.explorer.facts import Facts
from fsm.chart import Chart, Phase, Row
from fsm.engine import Engine
from games.belote import engine as belote
from games.discard import engine as discard
from games.goofspiel import engine as goofspiel
from games.onepiece import engine as onepiece
from games.uno import engine as uno
from tests.diagrams.charts import nasty_charts
from tests.diagrams.explorer.visits import journey_of, played
from tests.diagrams.renderers import slow
from tests.diagrams.test_faithful import CHARTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MODEL = files("diagrams.explorer").joinpath("model.js").read_text("utf-8")
WALK = """([data, rows]) => {
  const flow = new Flow(data);
  const seen = ({ leaf, back }) => [
    leaf, back.map((caller) => [caller.leaf, caller.row.place]), flow.rowsAt(leaf).map((row) => row.place),
    [...flow.refusedAt(leaf)].map(([event, sentence]) => [event ?? 0, sentence]),
  ];
  let position = flow.start();
  const found = [seen(position)];
  for (const row of rows) {
    position = flow.take(position, flow.rows[row]);
    found.push(seen(position));
  }
  return found;
}"""

Seen = list[Any]


@pytest.fixture(scope="module")
def model(browser: "Browser") -> "Page":
    """A page with nothing in it but the model."""
    page = browser.new_page()
    page.add_script_tag(content=MODEL)
    return page


class Walk:
    """The same walk through the chart itself."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.facts = Facts(chart)
        self.leaf = chart.descent(chart.initial.path)[-1]
        self.back: tuple[Any, ...] = ()
        self.seen = [self.look()]

    def look(self) -> Seen:
        """Where we are, who waits, what can be taken, and what is refused."""
        chart, phases, rows = self.chart, self.facts.place_of_phase, self.facts.place_of_row
        return [
            phases[self.leaf],
            [[phases[caller.phase], rows[caller.row]] for caller in self.back],
            [rows[row.id] for row in chart.rows_at(self.leaf)],
            [[event, sentence] for event, sentence in self.refused()],
        ]

    def refused(self) -> list[tuple[int, str]]:
        """Events that nothing answers here, each with the innermost sentence."""
        found: dict[int, str] = {}
        known = {row.event for row in self.chart.rows_at(self.leaf)}
        shown = {place: row["refuses"] for place, row in enumerate(self.facts.data()["rows"]) if "refuses" in row}
        for path in self.chart.lineage(self.leaf):
            for row in self.chart.rows_of[path]:
                if row.refuses and not row.guards:
                    event = 0 if row.event is None else self.facts.events[row.event] + 1
                    found.setdefault(event, shown.get(self.facts.place_of_row[row.id], ""))
            for remark in self.chart.refusals:
                if remark.phase == path and remark.event not in known:
                    found.setdefault(self.facts.events[remark.event] + 1, remark.sentence)
        return list(found.items())

    def take(self, name: str) -> None:
        chart, row = self.chart, self.chart.row_by_id[name]
        self.back, self.leaf = chart.back_after(row, self.leaf, self.back), chart.landing(row, self.leaf)
        while chart.comes_back(self.leaf, self.back):
            caller = self.back[-1]
            way = chart.way_back(caller)
            self.back = chart.back_after(way, caller.phase, self.back[:-1])
            self.leaf = chart.landing(way, caller.phase)
        self.seen.append(self.look())


def wandered(chart: Chart, seed: int, length: int) -> tuple[Walk, list[int]]:
    """A random walk, and its rows by their places."""
    random, walk = Random(seed), Walk(chart)
    taken = []
    for _ in range(length):
        rows = [row.id for row in chart.rows_at(walk.leaf)]
        if not rows:
            break
        taken.append(walk.facts.place_of_row[chosen := random.choice(rows)])
        walk.take(chosen)
    return walk, taken


@pytest.mark.parametrize("name", CHARTS)
def test_random_walks_through_known_flows_agree(model: "Page", name: str) -> None:
    for seed in range(6):
        walk, taken = wandered(CHARTS[name], seed, 120)

        assert model.evaluate(WALK, [walk.facts.data(), taken]) == walk.seen


def with_few_events(chart: Chart) -> Chart:
    """The chart with rows that compete: two events and none for all of them."""
    events = ("one", "other", None)
    rows = (
        msgspec.structs.replace(row, event="one" if row.gathers else events[number % 3])
        for number, row in enumerate(chart.rows)
    )
    return msgspec.structs.replace(chart, rows=tuple(rows))


@settings(slow, max_examples=100)
@given(nasty_charts().map(with_few_events), st.integers(0, 999))
def test_random_walks_through_any_chart_agree(model: "Page", chart: Chart, seed: int) -> None:
    """Calls in calls, ends, refusals and rows into their own phase, in whatever combination."""
    walk, taken = wandered(chart, seed, 25)

    assert model.evaluate(WALK, [walk.facts.data(), taken]) == walk.seen


@pytest.mark.parametrize("engine", [belote, discard, goofspiel, onepiece, uno], ids=lambda engine: engine.name)
def test_real_games_are_where_the_model_says(model: "Page", engine: Engine[Any]) -> None:
    session = played(engine, 150)
    facts, taken = Facts(engine.chart), [row for step in journey_of(session) for row in rows_in(step)]
    places = [facts.place_of_row[row] for row in taken]
    seen = model.evaluate(WALK, [facts.data(), places])
    paths = [phase.path for phase in engine.chart.phases]

    assert paths[seen[-1][0]] == session.snapshot.phase
    assert len(seen[-1][1]) == len(session.snapshot.back)
    assert all(row in before[2] for before, row in zip(seen, places, strict=False))


def rows_in(step: Any) -> tuple[str, ...]:
    return (step,) if isinstance(step, str) else step.rows


@pytest.mark.parametrize(
    "text", ["a,b", "a\nb\n", " a , b ", '["a", "b"]', '{"trace": ["a", "b"]}', '{"rows": ["a", "b"]}', "a\r\n\r\nb"]
)
def test_ids_are_found_in_texts_of_any_kind(model: "Page", text: str) -> None:
    assert model.evaluate("(text) => idsIn(text)", text) == ["a", "b"]


def test_what_an_inner_phase_refuses_no_outer_one_allows(model: "Page") -> None:
    inner, other = Phase("out.inner", "Inner", "out", initial=True), Phase("out.other", "Other", "out")
    outer = Phase("out", "Outer", children=("out.inner", "out.other"), initial=True)
    rows = (
        Row("leave", "out", "end", "leave"),
        Row("no", "out.inner", "out.inner", "leave", internal=True, refuses="Not now."),
        Row("on", "out.inner", "out.other", "go_on"),
    )
    walk = Walk(Chart("Refusing", "", (outer, inner, other, Phase("end", "End")), rows))
    walk.take("on")

    assert [seen[2] for seen in walk.seen] == [[2], [0]]
    assert model.evaluate(WALK, [walk.facts.data(), [2]]) == walk.seen
