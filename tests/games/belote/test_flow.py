"""The chart: each preset has its own, without the rows of the other's variants."""

import pytest

from fsm import Engine
from games.belote import Table, engine
from tests.games.belote.tables import settings_for

EITHER_OR = [
    ("capot_bid", "bid_is_on_the_ladder", "bid_is_on_the_ladder_or_capot"),
    ("coinche_takes_all", None, "contract_is_coinched"),
]


def guards(running: Engine[Table]) -> set[str]:
    return {guard.name for row in running.active_chart.rows for guard in row.guards}


def effects(running: Engine[Table]) -> set[str]:
    return {effect.name for row in running.active_chart.rows for effect in row.effects}


@pytest.mark.parametrize("preset", ["seed", "ffb"])
def test_a_presets_chart_has_no_open_variant_left(preset: str) -> None:
    chart = engine.for_settings(settings_for(preset)).active_chart

    assert not [guard.name for row in chart.rows for guard in row.guards if guard.is_static]
    assert len(chart.phases) == len(engine.chart.phases)


@pytest.mark.parametrize(("setting", "without", "with_it"), EITHER_OR)
def test_a_variant_shows_on_the_chart_where_it_changes_a_row(setting: str, without: str | None, with_it: str) -> None:
    plain = guards(engine.for_settings(settings_for()))
    varied = guards(engine.for_settings(settings_for("seed", **{setting: True})))

    assert with_it in varied - plain
    assert without is None or without in plain - varied


def test_the_end_of_a_match_is_the_presets() -> None:
    assert "crown_contractors" in effects(engine.for_settings(settings_for("seed")))
    assert "crown_higher_total" in effects(engine.for_settings(settings_for("ffb")))
    assert not {"crown_contractors", "crown_higher_total"} <= effects(engine.for_settings(settings_for("ffb")))


def test_a_coinche_waits_for_one_pass_or_for_three() -> None:
    rows = {
        preset: len(engine.for_settings(settings_for(preset)).active_chart.alternatives("bidding.coinched", "pass_bid"))
        for preset in ("seed", "ffb")
    }

    assert rows == {"seed": 1, "ffb": 2}


def test_every_guard_has_a_sentence() -> None:
    assert not [guard.name for row in engine.chart.rows for guard in row.guards if not guard.sentence]


def test_what_frees_from_trumping_is_no_row_of_its_own() -> None:
    """Under every variant a card follows suit or the seat is void: two rows, with the same guards."""
    plain, varied = (
        engine.chart_for(settings_for(preset)).alternatives("playing.following", "play_card")
        for preset in ("seed", "ffb")
    )

    assert [row.guards[2].name for row in plain] == ["card_follows_suit", "you_cannot_follow_suit"]
    assert plain == varied
