"""Names in pictures: short, and no two alike."""

import re

from diagrams.content.calls import ways_back
from diagrams.content.names import Names
from diagrams.diagram import Diagram
from fsm.chart import Guard, Phase, Row
from fsm.reading import read
from tests.diagrams.charts import sorted_chart
from tests.diagrams.flows import Contract, Varied
from tests.diagrams.parsing import SVG, shown_text, svg_root
from tests.diagrams.special_flows import Duel, Windows


def texts_of_rows(names: list[str]) -> list[str]:
    """What a picture says of rows whose guards have these names."""
    phases = [Phase("a", "A", initial=True), Phase("b", "B", final=True)]
    rows = [Row(f"{number}", "a", "b", "go", (Guard(name),)) for number, name in enumerate(names)]
    root = svg_root(Diagram(sorted_chart("Names", phases, rows)).svg())
    groups = {group.get("id"): group for group in root.iter(f"{SVG}g")}
    return [shown_text(groups[f"arrow-{number}"]).replace("\n", "") for number in range(len(names))]


def test_long_names_are_cut_in_the_middle() -> None:
    (text,) = texts_of_rows(["start_" + "x" * 300 + "_end"])

    assert re.fullmatch(r"go\[start_x+…x+_end\]", text)
    assert len(text) < 100


def test_names_that_would_look_the_same_when_cut_are_shown_whole() -> None:
    names = [f"{'a_long_start_' * 8}{number:02}{'_and_a_long_end' * 8}" for number in range(40)]

    assert [text.partition("[")[2] for text in texts_of_rows(names)] == [f"{name}]" for name in names]


def test_guards_and_effects_are_joined_as_readers_say_them() -> None:
    chart, varied = read(Contract), read(Varied)
    names, of_settings = Names(chart), Names(varied)
    (row,) = [row for row in chart.rows if row.id == "playing.leading-play_card-playing.following"]
    (last,) = [row for row in chart.rows if row.id == "playing.trick_done-then-counting"]
    (jump,) = [row for row in varied.rows if row.event == "jump"]

    assert names.guards(row.guards) == "[the_card_is_in_hand]"
    assert names.guards(last.guards) == "[not cards_are_left]"
    assert names.effects(row.effects) == "/ lay_the_card, move_to_the_next_seat"
    assert of_settings.chain(jump.variants) == "jump_in and players >= 3"


def test_only_what_happens_on_the_way_in_and_out_is_named() -> None:
    chart = read(Contract)
    names = Names(chart)

    assert list(names.on_the_way(chart.phase("dealing"))) == [("enter", "/ deal_five"), ("leave", "/ turn_up_a_card")]
    assert list(names.on_the_way(chart.phase("playing"))) == [("enter", "/ deal_the_rest")]
    assert list(names.on_the_way(chart.phase("finished"))) == []


def test_a_way_back_names_its_callers_and_in_full_where_others_are_called_the_same() -> None:
    windows, duel = read(Windows), read(Duel)

    assert [Names(windows).way_back(way) for way in ways_back(windows)] == [
        "after Morning › Window › Asked, Evening › Window › Asked",
        "back to Morning › Rest",
    ]
    assert Names(duel).way_back(ways_back(duel)[0]) == "after Start of turn"


def test_a_caller_without_a_name_has_a_dash() -> None:
    assert Names(sorted_chart("Names", [Phase("a", "", initial=True)], [])).caller("a") == "—"
