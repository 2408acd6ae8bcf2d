"""Settings beside values: how that reads, and what can never be equal."""

from enum import Enum
from typing import Any, Literal

import pytest

from fsm.values.comparing import is_possible, literal, spoken, text_of


class Deck(Enum):
    SHORT = 32


@pytest.mark.parametrize(
    ("text", "wanted", "words"),
    [
        ("jump_in", True, "jump_in"),
        ("jump_in", False, "not jump_in"),
        ("players == 2", False, "players != 2"),
        ("players < 3", False, "players >= 3"),
        ("players <= 3", False, "players > 3"),
        ("players in (2, 4)", True, "players in (2, 4)"),
        ("players in (2, 4)", False, "players not in (2, 4)"),
        ("a & ~b | (players == 2)", True, "(a and not b or (players == 2))"),
        ("a | b", False, "not (a or b)"),
    ],
)
def test_a_condition_is_spoken_in_words(text: str, wanted: bool, words: str) -> None:
    assert spoken(text, wanted=wanted) == words


@pytest.mark.parametrize(
    ("value", "text", "source"),
    [
        (None, "None", "None"),
        (1.5, "1.5", "1.5"),
        (float("inf"), "inf", ""),
        ("it's", '"it\'s"', '"it\'s"'),
        ((1, "a"), "(1, 'a')", "(1, 'a')"),
        ((1,), "(1,)", "(1,)"),
        (Deck.SHORT, "Deck.SHORT", ""),
        ((1, Deck.SHORT), "(1, Deck.SHORT)", ""),
        (frozenset("ba"), "{'a', 'b'}", ""),
    ],
)
def test_a_value_is_written_the_same_everywhere_and_as_source_where_that_says_it(
    value: Any, text: str, source: str
) -> None:
    assert text_of(value) == text
    assert literal(value) == source


@pytest.mark.parametrize(
    ("hint", "value", "possible"),
    [
        (int, 2, True),
        (int, True, False),
        (int, "2", False),
        (float, 2, True),
        (int | None, None, True),
        (Deck, Deck.SHORT, True),
        (Deck, 32, False),
        (Literal["a"], "b", False),
        (frozenset[int], frozenset({1}), True),
        (object, "anything", True),
        (complex, 1j, True),
    ],
)
def test_what_a_setting_can_never_be_is_known_where_types_tell(hint: Any, value: Any, possible: bool) -> None:
    assert is_possible(hint, value) is possible
