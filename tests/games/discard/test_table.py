"""The nouns: cards, the default deck, and a table that cannot be half made."""

from collections import Counter

import msgspec

from games.discard import Card, Table, engine
from tests.games.discard.tables import dealt


def test_a_table_is_made_with_every_field_that_is_saved() -> None:
    """No defaults: a new game names each field, so a new field cannot be forgotten there."""
    optional = [field.name for field in msgspec.structs.fields(Table) if not field.required]

    assert tuple(optional) == engine.transient


def test_the_hand_of_values_is_derived_and_never_saved() -> None:
    assert "hand" not in Table.__struct_fields__
    assert b'"hand"' not in engine.dump(dealt())


def test_the_default_deck_is_spades_and_hearts() -> None:
    deck = engine.start(seed=0).game.deck

    assert len(deck) == len(set(deck)) == 26
    assert Counter(card[-1] for card in deck) == {"♠": 13, "♥": 13}


def test_a_card_is_a_value_with_an_id() -> None:
    assert Card.__struct_fields__ == ("id", "value")
