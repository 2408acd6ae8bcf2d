"""The nouns: cards are numbers, and settings have bounds."""

import msgspec
import pytest

from games.goofspiel import PRESETS, engine
from games.goofspiel.table import Outcome, Reason, Settings


def test_the_classic_game_is_for_two_with_a_whole_suit() -> None:
    assert engine.start(seed=0).game.settings == Settings(players=2, cards=13, prize_order="random", carry_over=False)
    assert PRESETS["classic"] == {}


def test_the_small_game_has_few_cards_and_no_chance() -> None:
    assert engine.start(preset="small", seed=1) == engine.start(preset="small", seed=2)
    assert len(engine.start(seed=0, preset="small").game.hands[0]) == 4


@pytest.mark.parametrize("text", ['{"players": 5}', '{"cards": 0}', '{"cards": true}', '{"prize_order": "down"}'])
def test_settings_that_no_game_has_are_no_settings(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Settings)


def test_an_outcome_says_who_and_why() -> None:
    ended = Outcome((0, 2), (9, 1, 9), Reason.TIED)

    assert msgspec.json.encode(ended) == b'{"winners":[0,2],"scores":[9,1,9],"reason":"tied"}'
