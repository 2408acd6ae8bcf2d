"""One definition, one chart for each preset."""

import pytest

from fsm import Chart, read
from fsm.lint import lint
from games.uno import PRESETS, Settings, Uno, engine
from tests.games.uno.tables import SWITCHES

IN_EVERY_ROUND = ["dealt", "opening", "playing", "laid", "acting"]
SEED_PHASES = ["round", *(f"round.{phase}" for phase in IN_EVERY_ROUND), "round_over", "match_over"]
OFFICIAL_EXTRAS = ["naming", "drawn", "calling", "challenging"]


def chart_of(**settings: object) -> Chart:
    """The chart that is drawn for these settings."""
    return engine.for_settings(Settings(**settings)).active_chart  # type: ignore[arg-type]  # any setting may come


def test_the_seed_flow_has_no_trace_of_the_extras() -> None:
    chart = chart_of(**PRESETS["seed"])

    assert [phase.path for phase in chart.phases] == SEED_PHASES
    assert set(chart.events) == {"play", "draw", "leave"}
    assert not any(guard.is_static for row in chart.rows for guard in row.guards)


def test_the_official_flow_adds_its_phases() -> None:
    chart = chart_of(**PRESETS["official"])
    added = {phase.path for phase in chart.phases} - set(SEED_PHASES)

    assert added == {f"round.{phase}" for phase in OFFICIAL_EXTRAS}
    assert {"play_drawn", "keep", "choose_colour", "call_uno", "catch", "challenge", "next_round"} <= set(chart.events)
    assert not {"stack", "swap", "jump_in"} & set(chart.events)


def test_each_house_rule_adds_its_own_event() -> None:
    assert "stack" in chart_of(stacking=True).events
    assert "swap" in chart_of(seven_zero=True).events
    assert "jump_in" in chart_of(jump_in=True).events
    assert "leave" not in chart_of(leaving=False).events


def test_the_guards_of_a_play_are_asked_in_the_order_of_the_rules() -> None:
    row = chart_of().alternatives("round.playing", "play")[0]

    assert [guard.name for guard in row.guards] == [
        "is_your_turn",
        "card_is_held",
        "card_fits",
        "colour_fits",
    ]


@pytest.mark.parametrize("rule", [name for name in SWITCHES if name != "force_play"])
def test_each_switch_alone_changes_the_flow(rule: str) -> None:
    """Force play is the one that only forbids: it is asked by a guard, and adds no row."""
    plain = {row.id for row in chart_of().rows}

    assert plain < {row.id for row in chart_of(**{rule: True}).rows}


def test_every_guard_has_a_sentence() -> None:
    guards = {guard for row in read(Uno).rows for guard in row.guards if not guard.negated}

    assert not [guard.name for guard in guards if not guard.sentence]


def test_the_linter_finds_nothing_that_is_not_meant() -> None:
    assert lint(engine) == ()
