"""The chart: the boxes and rows of the flowchart."""

from games.discard import engine


def test_the_boxes_have_the_names_of_the_flowchart() -> None:
    names = {phase.path: phase.name for phase in engine.chart.phases}

    assert names == {
        "drawing": "Draw Phase",
        "discarding": "Discard Phase",
        "discarding.choosing": "Discard Phase Active",
        "discarding.selecting": "Selection In Progress",
        "discarding.ready": "Ready to Discard",
        "resting": "Draw Phase Restored",
    }


def test_settings_can_be_changed_wherever_the_flow_is() -> None:
    leaves = [phase.path for phase in engine.chart.phases if not phase.children]

    assert all("change_settings" in engine.chart.events_at(leaf) for leaf in leaves)


def test_every_guard_has_a_sentence() -> None:
    assert not [guard.name for row in engine.chart.rows for guard in row.guards if not guard.sentence]
