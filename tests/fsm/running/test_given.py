"""What an engine is given from outside."""

from typing import Any

import pytest

from fsm import FlowError, SettingsError, Snapshot
from fsm.chance import SEEDS
from fsm.running.given import check_given, drawn_seed, foreign_snapshot, game_type_of
from tests.fsm.samples import Purse, new_purse


def test_seeds_are_drawn_from_all_there_are() -> None:
    drawn = {drawn_seed() for _ in range(200)}

    assert len(drawn) == 200
    assert all(0 <= seed < SEEDS for seed in drawn)
    assert max(drawn) > SEEDS >> 3


@pytest.mark.parametrize(
    ("snapshot", "sentence"),
    [
        ("here", "'here' is not a snapshot; make one with Market's engine.start()."),
        (
            Snapshot("street", 7),
            "a snapshot of int is not one of Market, whose games are Purse; ask the engine that made it.",
        ),
        (Snapshot("moon", Purse()), "Market has no phase 'moon' to be in; its phases are street, home."),
    ],
)
def test_a_foreign_snapshot_is_named_for_what_it_is(snapshot: Any, sentence: str) -> None:
    assert str(foreign_snapshot("Market", Purse, ("street", "home"), snapshot)) == sentence


def test_the_type_of_a_game_is_what_makes_one_or_what_that_promises() -> None:
    def unsaid():  # type: ignore[no-untyped-def]  # that is what is tested
        return Purse()

    assert game_type_of(new_purse) is game_type_of(Purse) is Purse
    with pytest.raises(FlowError, match="'unsaid' must say what it returns"):
        game_type_of(unsaid)


def test_settings_are_of_the_games_own_kind_and_can_be_looked_up() -> None:
    check_given("Market", int, 7)
    with pytest.raises(SettingsError, match="'7' is no int, as the settings of Market must be"):
        check_given("Market", int, "7")
    with pytest.raises(SettingsError, match="must be hashable"):
        check_given("Market", list, [])
