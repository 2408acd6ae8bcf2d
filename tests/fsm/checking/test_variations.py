"""The settings of game after game."""

from collections import Counter
from typing import Any

from fsm.checking.variations import Variations, settings_made, values_of
from games.uno import engine as uno
from tests.fsm.corridor import PRESETS, Rules, corridor, engine
from tests.fsm.tictactoe import engine as tictactoe


def test_what_can_be_chosen_freely_has_few_values() -> None:
    """The door could stand in ten thousand places: too many to be tried."""
    assert values_of(engine) == {"hops": [False, True], "lanes": range(1, 4)}
    assert values_of(tictactoe) == {}


def test_presets_take_turns_with_everything_at_once_and_with_mixtures() -> None:
    variations = Variations(engine)
    plain = [variations.of(number) for number in range(0, 8, 2)]

    assert plain == [{"preset": "plain"}, {"preset": "wide"}, {"preset": "hopping"}, {"hops": True, "lanes": 3}]
    mixed = Counter(str(variations.of(number)) for number in range(1, 200, 2))
    assert len(mixed) > 8
    assert any("'hops': True" in one and "preset" in one for one in mixed)


def test_the_settings_of_a_game_depend_on_its_number_alone() -> None:
    again = Variations(corridor())

    assert all(Variations(engine).of(number) == again.of(number) for number in range(50))


def test_settings_that_are_named_are_the_only_ones() -> None:
    variations = Variations(engine, {"lanes": 2})

    assert {str(variations.of(number)) for number in range(20)} == {"{'lanes': 2}"}


def test_house_rules_that_do_not_go_together_are_left_out() -> None:
    """Ten players with ten cards each: whatever else is on, there are enough cards."""
    everything = Variations(uno).plain[-1]

    assert everything["players"] == 10
    assert settings_made(uno, everything) is not None


def test_the_chart_has_what_some_settings_put_in_force() -> None:
    assert "walking-hop-walking" in {row.id for row in Variations(engine).possible_chart().rows}
    assert "walking-hop-walking" not in {row.id for row in Variations(engine, {"lanes": 2}).possible_chart().rows}


def test_settings_that_cannot_be_made_are_none() -> None:
    def grumpy(seed: int = 0, preset: str = "plain", **chosen: Any) -> Any:
        raise ZeroDivisionError

    assert settings_made(engine, {"preset": "wide"}) == Rules(**PRESETS["wide"])
    assert settings_made(engine, {"lanes": 9}) is None
    engine_of_grumpy = corridor()
    engine_of_grumpy.new = grumpy
    assert settings_made(engine_of_grumpy, {}) is None
