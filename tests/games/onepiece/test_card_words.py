"""A word that the card file does not know is named, with those that it knows."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.onepiece import Card, CardError
from games.onepiece.card_words import NOUNS
from games.onepiece.library import read_card
from tests.games.onepiece.written_cards import card, does, power


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"until": "tomorrow"}, "there is no duration 'tomorrow'; the durations are end_of_battle, end_of_turn, "
         "your_next_turn, always."),
        ({"target": "everybody"}, "there is no target 'everybody'; the targets are this, own_leader, own_character, "
         "own_leader_or_character, opposing_character, opposing_leader_or_character, own_hand."),
        ({"do": "dance"}, "there is no step 'dance'; the steps are draw, trash_from_hand, add_don, rest, "
         "set_active, ko, return_to_hand, give_power, give_cost."),
        ({"do": "trash_from_hand", "who": "both"}, "there is no player 'both'; the players are opponent, you."),
        ({"do": "draw", "who": "all"}, "there is no player 'all'; the players are you, opponent, both."),
        ({"do": 5}, "Expected `str`, got `int` - at `$.effects[0].steps[0].do`; correct that."),
        ({"target": 5}, "Expected `str`, got `int` - at `$.effects[0].steps[0].target`; correct that."),
        ({"do": ["draw"]}, "Expected `str`, got `list` - at `$.effects[0].steps[0].do`; correct that."),
    ],
)  # fmt: skip
def test_a_wrong_word_lists_the_right_ones(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CardError) as caught:
        read_card(card("character", does("activate", power("this") | words)))

    assert str(caught.value) == f"Card T: {sentence}"


SHAPES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from(["draw", "this", "x"]),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.sampled_from(sorted({*NOUNS, "amount"})), parts),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(Card.__struct_fields__), SHAPES),
    st.sampled_from(["whole", "effects", "effect", "steps", "step"]),
    SHAPES,
)
def test_whatever_is_written_is_a_card_or_a_card_error(fields: dict[str, Any], place: str, shape: Any) -> None:
    put = {
        "whole": fields,
        "effects": {"effects": shape},
        "effect": {"effects": [shape]},
        "steps": {"effects": [does("activate") | {"steps": shape}]},
        "step": {"effects": [does("activate", shape)]},
    }[place]
    with suppress(CardError):
        assert isinstance(read_card(card("character") | put), Card)
