"""Names in braces: found strictly, filled in leniently, and never anything but a name."""

from enum import Enum
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.values.sentences import escaped, filled, in_words, names_in, plain


class Suit(Enum):
    HEARTS = "♥"


class Card(msgspec.Struct, frozen=True):
    suit: Suit
    rank: int


def test_names_are_found_once_each_in_order() -> None:
    assert names_in("Pass {count} cards, {count}, to {seat}.") == ("count", "seat")
    assert names_in("Nothing to see.") == ()
    assert names_in("{{count}} is in braces, {count} is a value.") == ("count",)


@pytest.mark.parametrize("sentence", ["Pass {count cards.", "Pass count} cards.", "Pass {{count} cards.", "{"])
def test_half_a_pair_of_braces_is_wrong(sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^has half a pair of braces; double a brace that players shall read$"):
        names_in(sentence)


@pytest.mark.parametrize("field", ["", "0", "card.suit", "card[0]", "count:>3", "count!r", "a b", " count"])
def test_only_one_word_is_a_name(field: str) -> None:
    with pytest.raises(ValueError, match=r"no name; put one word in braces, such as \{count\}$"):
        names_in(f"Pass {{{field}}} cards.")


@given(text=st.text())
def test_an_escaped_text_names_nothing_and_reads_as_it_was(text: str) -> None:
    assert names_in(escaped(text)) == ()
    assert filled(escaped(text), {"a": 1}) == text


@given(parts=st.lists(st.text() | st.sampled_from(["count", "suit", "card"]).map(lambda name: (name,))))
def test_filling_is_what_python_makes_of_names(parts: list[Any]) -> None:
    values = {"count": 3, "suit": "♥", "card": "{suit}"}
    sentence = "".join(f"{{{part[0]}}}" if isinstance(part, tuple) else escaped(part) for part in parts)

    assert filled(sentence, values) == sentence.format(**values)


@given(sentence=st.text(alphabet="{}ab.!:0[] "))
def test_filling_never_fails(sentence: str) -> None:
    filled(sentence, {"a": 1})


def test_a_name_without_a_value_stays_as_it_is() -> None:
    assert filled("Pass {count} cards to {seat}.", {"count": 3}) == "Pass 3 cards to {seat}."


def test_a_list_is_read_with_commas_and_an_empty_one_as_nothing() -> None:
    assert filled("{moves}.", {"moves": ["bid", "pass"]}) == "bid, pass."
    assert filled("{moves}.", {"moves": []}) == "nothing."
    assert filled("{moves}.", {"moves": []}, {"engine.nothing": "rien"}) == "rien."


def test_values_have_words_of_their_own_in_a_translation() -> None:
    words = {"suit=♥": "cœur", "count=1": "une"}

    assert [in_words("suit", "♥", words), in_words("trump", "♥", words)] == ["cœur", "♥"]
    assert in_words("count", 1, words) == "une"
    assert in_words("suit", ["♥", "♠"], words) == "cœur, ♠"


def test_plain_values_are_what_json_has() -> None:
    assert plain(Card(Suit.HEARTS, 7)) == {"suit": "♥", "rank": 7}
    assert plain((Suit.HEARTS, None, True)) == ["♥", None, True]
    assert plain(frozenset({"b", "a"})) == ["a", "b"]
    assert plain(10**40) == 10**40
    for wrong in (object(), "\ud800", {(1, 2): 3}):
        with pytest.raises((TypeError, ValueError)):
            plain(wrong)
