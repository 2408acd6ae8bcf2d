"""Cards and suits are the same for every game in the process, so nothing about them can be changed."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.belote import DECK, Card, Suit, cards_in
from games.belote.cards import ALL_CARDS, BITS, PACKS, bits_in

MEMBERS = (*Suit, *DECK)


@pytest.mark.parametrize("member", MEMBERS, ids=str)
def test_no_attribute_of_a_card_or_suit_can_be_set_or_deleted(member: Card | Suit) -> None:
    known = dict(vars(member))
    for name in (*known, "value", "name", "colour"):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(member, name, 5)
        with pytest.raises(AttributeError, match="cannot be changed"):
            delattr(member, name)

    assert vars(member) == known


@pytest.mark.parametrize("member", MEMBERS, ids=str)
def test_a_copied_or_pickled_card_is_the_card(member: Card | Suit) -> None:
    assert copy.copy(member) is copy.deepcopy(member) is pickle.loads(pickle.dumps(member)) is member


def test_the_error_names_the_card_and_what_was_to_change() -> None:
    with pytest.raises(AttributeError, match="A♠ is the same in every game; its 'number' cannot be changed"):
        Card("A♠").number = 5


@given(st.integers(0, ALL_CARDS))
def test_a_set_is_taken_apart_into_cards_and_bits(mask: int) -> None:
    assert cards_in(mask) == tuple(card for card in DECK if card.bit & mask)
    assert bits_in(mask) == tuple(card.bit for card in cards_in(mask))


@pytest.mark.parametrize("size", PACKS)
@pytest.mark.parametrize("trump", Suit)
def test_a_pack_has_the_highest_ranks_of_each_suit_and_counts_the_same_under_any_trump(size: int, trump: Suit) -> None:
    pack, by_height = PACKS[size], ["A", "10", "K", "Q", "J", "9", "8", "7"]
    cards = cards_in(pack.mask)

    assert sorted(map(str, cards)) == sorted(f"{rank}{suit}" for rank in by_height[: size // 4] for suit in Suit)
    assert pack.bits == tuple(card.bit for card in cards)
    assert pack.points == sum(trump.worth[card.number] for card in cards)


def test_the_whole_pack_is_the_32_cards() -> None:
    assert (PACKS[32].bits, PACKS[32].mask, PACKS[32].tricks, PACKS[32].points) == (BITS, ALL_CARDS, 8, 152)
