"""What is printed on a card, and what follows from it."""

from typing import Any

import pytest

from games.onepiece import LIBRARY
from games.onepiece.cards import DON_CARD, Category, Timing
from tests.games.onepiece.tables import effect, made

DRAW = {"do": "draw", "amount": 1}


def test_effects_are_found_by_their_timing_in_the_order_of_the_card() -> None:
    card = made(effects=(effect("on_play", DRAW), effect("activate", DRAW), effect("on_play", DRAW)))

    assert card.places == {Timing.ON_PLAY: (0, 2), Timing.ACTIVATE: (1,)}
    assert (card.activations, LIBRARY.cards["PB-001"].activations) == ((1,), ())
    assert (card.has(Timing.ON_PLAY), card.has(Timing.ON_KO)) == (True, False)


@pytest.mark.parametrize(
    ("category", "timing", "playable"),
    [
        (Category.CHARACTER, "on_play", True),
        (Category.STAGE, "on_play", True),
        (Category.EVENT, "main", True),
        (Category.EVENT, "counter", False),
        (Category.LEADER, "activate", False),
    ],
)
def test_characters_stages_and_events_with_a_main_effect_are_played(
    category: Category, timing: str, playable: bool
) -> None:
    assert made(category, effects=(effect(timing, DRAW),)).is_playable is playable
    assert not DON_CARD.is_playable


@pytest.mark.parametrize(
    ("category", "timing", "value", "ways"),
    [
        (Category.CHARACTER, "on_play", 0, ()),
        (Category.CHARACTER, "on_play", 1000, (False,)),
        (Category.EVENT, "main", 0, ()),
        (Category.EVENT, "counter", 0, (False,)),
        (Category.EVENT, "counter", 1000, (False, True)),
    ],
)
def test_only_an_event_with_value_and_effect_counters_in_two_ways(
    category: Category, timing: str, value: int, ways: tuple[bool, ...]
) -> None:
    assert made(category, counter=value, effects=(effect(timing, DRAW),)).counters == ways


@pytest.mark.parametrize(
    ("words", "declined"),
    [({}, False), ({"optional": True}, True), ({"cost": {"rest_don": 1}}, True), ({"cost": {"rest_self": True}}, True)],
)
def test_an_effect_that_says_so_or_costs_something_may_be_declined(words: dict[str, Any], declined: bool) -> None:
    assert effect("activate", DRAW, **words).may_be_declined is declined
