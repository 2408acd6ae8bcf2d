"""The nouns: what a table remembers, and what settings say."""

import msgspec
import pytest

from fsm import Variant
from games.uno import PRESETS, Settings, Table, engine, new_game
from tests.games.uno.tables import position


def test_no_field_of_a_table_has_a_default() -> None:
    """So none can be left out where a table is made, and be reset by that."""
    assert all(field.required for field in msgspec.structs.fields(Table))


def test_a_table_is_frozen() -> None:
    with pytest.raises(AttributeError):
        new_game(seed=0).turn = 1  # type: ignore[misc]  # that is the point


@pytest.mark.parametrize(
    ("turn", "direction", "steps", "place"), [(0, 1, 1, 1), (0, -1, 1, 2), (2, 1, 2, 1), (1, 1, 0, 1), (0, 1, -1, 2)]
)
def test_places_are_counted_round_the_table_in_the_direction_of_play(
    turn: int, direction: int, steps: int, place: int
) -> None:
    hands = ("red-1-1",), ("red-2-1",), ("red-3-1",)

    assert position(*hands, top="red-5-1", turn=turn, direction=direction).game.after(steps) == place


def test_every_setting_that_rows_are_played_with_says_what_a_refused_player_reads() -> None:
    asked = {setting for row in engine.chart.rows for guard in row.guards for setting in guard.reads}
    annotated = {field.name: field.type for field in msgspec.structs.fields(Settings)}

    assert asked >= {"jump_in", "leaving", "score_limit"}
    assert not [name for name in asked if not any(isinstance(note, Variant) for note in metadata(annotated[name]))]


def metadata(hint: object) -> tuple[object, ...]:
    """What an annotation says beside the type."""
    return getattr(hint, "__metadata__", ())


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_one_of_settings(preset: str) -> None:
    settings = new_game(seed=0, preset=preset).settings

    assert msgspec.convert(msgspec.to_builtins(settings), Settings) == settings
