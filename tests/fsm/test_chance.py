"""Chance is a pure function of seed and counter, the same everywhere, and fair."""

from collections import Counter
from itertools import permutations
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from fsm.chance import SEEDS, identifier, picked, shuffled

seeds = st.integers(0, SEEDS - 1)
draws = st.integers(0, 1 << 31)


@given(st.lists(st.integers()), seeds, draws)
def test_a_shuffle_keeps_the_cards_and_repeats_itself(cards: list[int], seed: int, draw: int) -> None:
    assert shuffled(cards, seed, draw) == shuffled(cards, seed, draw)
    assert sorted(shuffled(cards, seed, draw)) == sorted(cards)


def test_a_shuffle_is_the_same_on_every_machine() -> None:
    assert shuffled(range(10), 7, 0) == PINNED_SHUFFLE
    assert identifier(7, 1) == PINNED_IDENTIFIER


PINNED_SHUFFLE = (1, 2, 6, 4, 3, 8, 9, 5, 0, 7)
PINNED_IDENTIFIER = "94ced0f9-7911-4072-bd9f-60ed4ad96dd7"


def test_all_orders_are_equally_likely() -> None:
    """6,000 shuffles of three cards: chi-squared with 5 degrees of freedom stays below the 0.1 % point, 20.5."""
    tally = Counter(shuffled("abc", seed, 0) for seed in range(6_000))
    chi_squared = sum((tally[order] - 1_000) ** 2 / 1_000 for order in permutations("abc"))

    assert chi_squared < 20.5


def test_all_options_are_equally_likely() -> None:
    """10,000 picks of five: chi-squared with 4 degrees of freedom stays below the 0.1 % point, 18.5."""
    tally = Counter(picked(range(5), 3, draw) for draw in range(10_000))
    chi_squared = sum((count - 2_000) ** 2 / 2_000 for count in tally.values())

    assert len(tally) == 5
    assert chi_squared < 18.5


@given(seeds, st.sets(draws, min_size=2, max_size=20))
def test_identifiers_are_version_4_uuids_and_all_different(seed: int, several: set[int]) -> None:
    ids = {identifier(seed, draw) for draw in several}

    assert len(ids) == len(several)
    assert {UUID(one).version for one in ids} == {4}
