"""Whose turn it is, whatever is agreed: every combination of settings, with an engine for all and one for each."""

from typing import Any

import pytest

from fsm import Engine, Refusal
from games.uno import PRESETS, Draw, Leave, Play, Settings, Table, engine
from tests.games.uno.tables import COMBINATIONS, after, position

HAND = ("blue-1-1", "blue-2-1", "wild-1", "red-9-1")
NOT_YOUR_TURN = "It is not your turn."


def out_of_turn(settings: dict[str, Any], engine: Engine[Table]) -> set[str]:
    """What is said to a seat that plays or draws out of turn, with cards that fit and that do not, held or not."""
    cards = ("red-1-1", "blue-6-1", "wild-2", "red-5-2", "no such card")
    start = position(HAND, ("red-1-1", "blue-6-1", "wild-2"), ("red-5-2",), top="red-5-1", **settings)
    moves = [Draw(seat) for seat in (1, 2, 3, -1)]
    plays = [Play(seat, card, colour) for seat in (1, 2, 3, -1) for card in cards for colour in (None, "red", "pink")]
    answers = [engine.step(start, move) for move in (*moves, *plays)]
    return {answer.message if isinstance(answer, Refusal) else "accepted" for answer in answers}


@pytest.mark.parametrize("part", range(8))
def test_out_of_turn_is_refused_as_such_whatever_is_agreed(part: int) -> None:
    """For every combination of official extras and house rules, asked of the engine for all of them."""
    for settings in COMBINATIONS[part::8]:
        assert out_of_turn(settings, engine) == {NOT_YOUR_TURN}, settings


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_out_of_turn_is_refused_as_such_by_specialised_engines(part: int) -> None:
    """For every combination, asked of the engine that was made for it."""
    for settings in COMBINATIONS[part::8]:
        special = engine.for_settings(Settings(players=3, **settings))
        assert out_of_turn(settings, special) == {NOT_YOUR_TURN}, settings


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "small"])  # which is for two players
def test_out_of_turn_is_refused_as_such_in_every_preset(preset: str) -> None:
    special = engine.for_settings(engine.start(seed=0, preset=preset, players=3).game.settings)

    assert out_of_turn({"preset": preset}, engine) == {NOT_YOUR_TURN}
    assert out_of_turn({"preset": preset}, special) == {NOT_YOUR_TURN}


# How it passes


def test_a_reverse_after_a_player_left_three_is_a_two_player_reverse() -> None:
    start = position(("red-reverse-1", "blue-1-1"), ("red-1-1",), ("red-2-1",), top="red-5-1")

    assert after(start, Leave(1), Play(0, "red-reverse-1")).game.player == 0
