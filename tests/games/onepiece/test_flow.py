"""Where the flow leads, read from its chart and from what a step passes through."""

import pytest

from fsm import Snapshot, Trace
from games.onepiece import EndTurn, engine
from tests.games.onepiece.tables import Seat, foe, table


@pytest.mark.parametrize("preset", ["seed", "official"])
def test_an_empty_deck_ends_the_game_in_the_draw_phase(preset: str) -> None:
    """No DON Phase follows."""
    trace = Trace()
    end = engine.step_traced(table(opponent=Seat(deck=()), preset=preset), EndTurn(0), trace)

    assert isinstance(end, Snapshot)
    assert trace.rows[-1] == "drawing-then-game_over"
    assert not any("placing_don" in row for row in trace.rows)
    assert foe(end).active_don == ()


def test_a_turn_passes_through_its_phases_in_order() -> None:
    trace = Trace()
    engine.step_traced(table(), EndTurn(0), trace)
    passed = [row.source for name in trace.rows for row in engine.chart.rows if row.id == name]

    assert passed == ["main.idle", "ending", "starting", "refreshing", "drawing", "placing_don"]


def test_a_card_is_drawn_on_every_turn_but_the_first() -> None:
    rows = [row for row in engine.chart.rows if row.source == "refreshing"]

    assert [([guard.name for guard in row.guards], [effect.name for effect in row.effects]) for row in rows] == [
        (["draw_is_skipped"], ["refresh"]),
        ([], ["refresh", "draw_for_turn"]),
    ]
