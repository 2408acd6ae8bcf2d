"""The Main Phase's part of the chart."""

from games.onepiece import PRESETS, engine


def test_the_seed_presets_chart_has_neither_room_making_nor_ordering() -> None:
    charts = {
        preset: engine.for_settings(engine.start(seed=0, preset=preset).game.settings).active_chart
        for preset in PRESETS
    }
    extra = {"main.playing.making_room", "triggers.ordering"}

    assert extra & set(charts["seed"].by_path) == set()
    assert extra <= set(charts["official"].by_path)
    assert set(charts["official"].events) - set(charts["seed"].events) == {"trash_character", "order_trigger"}


def test_whatever_goes_on_in_the_main_phase_it_can_be_conceded() -> None:
    chart = engine.chart
    leaves = [path for path, phase in chart.by_path.items() if path.startswith("main.") and not phase.children]

    assert all(chart.alternatives(leaf, "concede") for leaf in leaves)


def test_only_an_idle_player_acts() -> None:
    """What a player starts, is started where nothing else goes on."""
    events = ("play_card", "give_don", "activate", "attack", "end_turn")

    assert {row.source for row in engine.chart.rows if row.event in events} == {"main.idle"}
