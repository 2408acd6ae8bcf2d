"""The data of the page says everything that a chart says, and nothing that is not there."""

from hypothesis import given

from diagrams.content.manners import asked
from diagrams.content.text import clean
from diagrams.explorer.facts import Facts, facts
from fsm.chart import Chart
from fsm.reading import read
from tests.diagrams.charts import nasty_charts
from tests.diagrams.special_flows import Auction, Duel
from tests.diagrams.test_faithful import CHARTS, quick


def test_phases_and_rows_are_known_by_their_places() -> None:
    chart = CHARTS["discard"]
    data = facts(chart)

    assert [phase["path"] for phase in data["phases"]] == [phase.path for phase in chart.phases]
    assert [row["id"] for row in data["rows"]] == [row.id for row in chart.rows]
    assert data["phases"][1]["children"] == [2, 3, 4]
    assert data["phases"][2]["parent"] == 1 + 1
    assert "parent" not in data["phases"][0]


def test_a_guard_brings_its_sentence_and_a_setting_says_that_it_is_one() -> None:
    guards = {guard["says"][0]: guard for guard in facts(CHARTS["belote"])["guards"]}

    assert guards["it_is_your_turn"]["sentence"] == "It is not your turn."
    assert guards["coinche_takes_all"]["setting"] is True
    assert "setting" not in guards["it_is_your_turn"]


def test_calls_gatherings_and_refusals_are_said() -> None:
    duel, auction = (facts(read(flow)) for flow in (Duel, Auction))
    names = [phase["path"] for phase in duel["phases"]]
    call = next(row for row in duel["rows"] if row["id"].startswith("starting-") and "calls" in row)
    bid, bet = (row["gathers"] for row in auction["rows"] if "gathers" in row)

    assert (names[call["calls"] - 1], names[call["then"] - 1]) == ("triggers", "drawing")
    assert bid == "one move from each of players"
    assert bet == "one move from each of players, who may change it"
    assert "Nobody concedes an auction." in [row.get("refuses") for row in auction["rows"]]


def test_sentences_of_the_author_for_a_phase_are_there() -> None:
    chart = CHARTS["discard"]
    data = facts(chart)
    found = [(data["phases"][phase]["path"], data["events"][event][0], said) for phase, event, said in data["remarks"]]

    assert found == [(remark.phase, remark.event, remark.sentence) for remark in chart.refusals]
    assert found != []


@quick
@given(nasty_charts())
def test_nothing_gets_lost_whatever_the_names(chart: Chart) -> None:
    data, known = facts(chart), Facts(chart)
    for row, said in zip(chart.rows, data["rows"], strict=True):
        words = [data["guards"][place]["says"][0] for place in said.get("guards", ())]

        assert chart.phases[said["source"]].path == row.source
        assert chart.phases[said["target"]].path == row.target
        assert len(words) == len(row.variants) + len(asked(row))
        assert len(said.get("effects", ())) == len(row.effects)
        assert bool(said.get("sure")) is not bool(row.guards)
        assert said.get("refuses", "") == clean(row.refuses)
    assert len({row["id"] for row in data["rows"]}) == len(known.place_of_row)
