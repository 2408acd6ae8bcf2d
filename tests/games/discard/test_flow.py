"""The chart: the boxes and rows of the flowchart."""

from games.discard import Settings, engine


def test_the_boxes_have_the_names_of_the_flowchart() -> None:
    names = {phase.path: phase.name for phase in engine.chart_for(Settings()).phases}

    assert names == {
        "drawing": "Draw Phase",
        "discarding": "Discard Phase",
        "discarding.choosing": "Discard Phase Active",
        "discarding.selecting": "Selection In Progress",
        "discarding.ready": "Ready to Discard",
        "resting": "Draw Phase Restored",
    }


def test_only_a_game_of_so_many_turns_has_an_end() -> None:
    whole, plain, short = engine.chart, engine.chart_for(Settings()), engine.chart_for(Settings(turns=3))

    assert {phase.path for phase in whole.phases} - {phase.path for phase in plain.phases} == {"game_over"}
    assert {phase.path for phase in short.phases} == {phase.path for phase in whole.phases}


def test_settings_can_be_changed_wherever_the_flow_is() -> None:
    chart = engine.chart_for(Settings())
    leaves = [phase.path for phase in chart.phases if not phase.children]

    assert all("change_settings" in chart.events_at(leaf) for leaf in leaves)


def test_every_guard_has_a_sentence() -> None:
    assert not [guard.name for row in engine.chart.rows for guard in row.guards if not guard.sentence]
