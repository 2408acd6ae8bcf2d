"""Between values and JSON nothing gets lost, or somebody says what and where."""

from enum import StrEnum
from math import inf, nan
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.values.trees import first_difference, tree_of, value_of, written


class Suit(StrEnum):
    CLUBS = "clubs"
    HEARTS = "hearts"


class Card(msgspec.Struct, frozen=True):
    suit: Suit
    rank: int = 1


class Printed(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    card_text: str = ""


class Table(msgspec.Struct, frozen=True):
    piles: tuple[tuple[Card, ...], ...] = ()
    best: Card | None = None
    seen: frozenset[Card] = frozenset()
    names: frozenset[str] = frozenset()
    scores: dict[int, float] = {}
    printed: tuple[Printed, ...] = ()
    key: bytes = b""
    note: Any = None


cards = st.builds(Card, st.sampled_from(Suit), st.integers())
texts = st.text(st.characters(codec="utf-8"), max_size=5)
tables = st.builds(
    Table,
    piles=st.lists(st.lists(cards, max_size=3).map(tuple), max_size=3).map(tuple),
    best=st.none() | cards,
    seen=st.frozensets(cards, max_size=4),
    names=st.frozensets(texts, max_size=4),
    scores=st.dictionaries(st.integers(0, 9), st.floats(allow_nan=False, allow_infinity=False), max_size=3),
    printed=st.lists(st.builds(Printed, texts), max_size=2).map(tuple),
    key=st.binary(max_size=4),
)


@given(tables)
def test_a_value_is_read_from_its_tree_as_it_was(table: Table) -> None:
    assert value_of(written(table), Table) == table


def test_sets_of_names_are_written_in_one_order() -> None:
    names = [f"name {number}" for number in range(50)]
    one, other = frozenset(names), frozenset(reversed(names))

    assert written(Table(names=one))["names"] == written(Table(names=other))["names"] == sorted(names)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"luck": 7}, "Unknown field - at `$.luck`"),
        ({"piles": [[{"suit": "clubs", "rank": 1, "art": ""}]]}, "Unknown field - at `$.piles[0][0].art`"),
        ({"piles": [[], [{"suit": "clubs"}]]}, "Missing field - at `$.piles[1][0].rank`"),
        ({"best": {"rank": 1}}, "Object missing required field `suit` - at `$.best`"),
        ({"best": {"suit": "stars", "rank": 1}}, "Invalid enum value 'stars' - at `$.best.suit`"),
        ({"names": ["a", "a"]}, "['a', 'a'] is read as ['a'] - at `$.names`"),
        ({"printed": [{"cardText": "", "x": 1}]}, "Unknown field - at `$.printed[0].cardText`"),
        ({"printed": [{"card_text": "hi"}]}, "Unknown field - at `$.printed[0].card_text`"),
        ({"\x1b[31m": 7}, r"Unknown field - at `$['\x1b[31m']`"),
        ({"scores": {"1": 2**60 + 1}}, "1152921504606846977 is read as 1.152921504606847e+18 - at `$.scores['1']`"),
    ],
)
def test_what_gets_lost_is_named(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        value_of(tree_of(Table()) | change, Table)

    assert str(caught.value) == sentence


@pytest.mark.parametrize("name", Table.__struct_fields__)
def test_every_field_is_missed(name: str) -> None:
    tree = tree_of(Table())
    del tree[name]
    with pytest.raises(msgspec.ValidationError, match=rf"Missing field - at `\$.{name}`"):
        value_of(tree, Table)


def test_a_field_that_is_left_out_on_purpose_is_not_missed_and_is_unknown_if_it_is_there() -> None:
    tree = tree_of(Table())
    bare = {name: tree[name] for name in tree if name != "note"}

    assert value_of(bare, Table, without=("note",)) == Table()
    with pytest.raises(msgspec.ValidationError, match=r"Unknown field - at `\$.note`"):
        value_of(tree, Table, without=("note",))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (Table(scores={3: inf}), "JSON has no number inf - at `$.scores['3']`"),
        (Table(note=[0, [nan]]), "JSON has no number nan - at `$.note[1][0]`"),
        (Table(note={"a": -inf}), "JSON has no number -inf - at `$.note.a`"),
        (Table(names=frozenset({"\ud800"})), r"JSON cannot hold the text '\ud800' - at `$.names[0]`"),
        (Table(note={"\udfff": 1}), r"JSON cannot hold the text '\udfff' - at `$.note, a name there`"),
    ],
)
def test_what_cannot_be_written_is_named(value: Table, sentence: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        written(value)

    assert str(caught.value) == sentence


def test_a_value_of_another_type_than_declared_is_refused_when_it_is_written() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"Expected `int`, got `bool` - at `\$.rank`"):
        written(Card(Suit.CLUBS, True))


@given(tables)
def test_equal_trees_do_not_differ_and_others_do(table: Table) -> None:
    tree = tree_of(table)

    assert first_difference(tree, tree_of(table)) is None
    assert first_difference(tree | {"key": "other!"}, tree) is not None
