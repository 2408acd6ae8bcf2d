"""Chance is a pure function of seed and counter, the same everywhere, fair, and gives nothing away."""

from collections import Counter
from hashlib import shake_128
from itertools import permutations
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import SettingsError
from fsm.chance import SEED_BITS, SEEDS, Seed, identifier, is_seed, picked, seed_of, shuffled

seeds = st.integers(0, SEEDS - 1)
draws = st.integers(0, 1 << 80)
SECRET = 0x0F1E2D3C4B5A69788796A5B4C3D2E1F0


@given(st.lists(st.integers()), seeds, draws)
def test_a_shuffle_keeps_the_cards_and_repeats_itself(cards: list[int], seed: int, draw: int) -> None:
    assert shuffled(cards, seed, draw) == shuffled(iter(cards), seed, draw)
    assert sorted(shuffled(cards, seed, draw)) == sorted(cards)


# The same everywhere


def test_a_shuffle_is_the_same_on_every_machine() -> None:
    assert shuffled(range(10), 7, 0) == (3, 5, 1, 7, 0, 4, 6, 2, 9, 8)
    assert shuffled(range(10), 7, 1) == (8, 9, 5, 1, 0, 3, 4, 2, 7, 6)
    assert " ".join(map(str, shuffled(range(32), SECRET, 3))) == (
        "29 18 20 30 11 9 24 0 3 21 16 14 12 27 6 17 22 19 5 26 25 31 28 4 8 1 2 7 15 10 23 13"
    )


def test_a_pick_is_the_same_on_every_machine() -> None:
    assert "".join(picked("abcdefgh", 7, draw) for draw in range(20)) == "ebfdheceefdceaffdhah"
    assert [picked(range(1 << 40), SECRET, draw) for draw in range(2)] == [5463429565, 503675553646]


def test_an_id_is_the_same_on_every_machine() -> None:
    assert identifier(7, 1) == "f5e02d23-1731-4415-8d17-de7fd5de2899"
    assert identifier(SECRET, 1 << 64) == "aee6f02b-0274-45a4-a8bb-498581a4d857"


def test_a_shuffle_sorts_by_numbers_that_have_their_lowest_byte_first() -> None:
    """The same written another way, so that other programs can deal our games."""
    for draw in range(200):
        digest = shake_128(b"phasebook shuffle" + SECRET.to_bytes(16, "little") + str(draw).encode()).digest(8 * 20)
        throws = [int.from_bytes(digest[8 * card : 8 * card + 8], "little") for card in range(20)]

        assert shuffled(range(20), SECRET, draw) == tuple(sorted(range(20), key=throws.__getitem__))


# Fair


def chi_squared(tally: Counter[Any], outcomes: list[Any]) -> float:
    """How far a tally is from all outcomes being equally frequent."""
    mean = tally.total() / len(outcomes)
    assert set(tally) <= set(outcomes)
    return sum((tally[outcome] - mean) ** 2 / mean for outcome in outcomes)


@pytest.mark.parametrize("by_seed", [True, False])
def test_all_orders_are_equally_likely(by_seed: bool) -> None:
    """24,000 shuffles of four cards: chi-squared with 23 degrees of freedom stays below the 0.1 % point, 49.7."""
    tally = Counter(shuffled("abcd", *((n, 0) if by_seed else (0, n))) for n in range(24_000))

    assert chi_squared(tally, list(permutations("abcd"))) < 49.7


def test_every_card_is_equally_likely_to_be_on_top() -> None:
    """32,000 shuffles of 32 cards: chi-squared with 31 degrees of freedom stays below the 0.1 % point, 61.1."""
    tops = Counter(shuffled(range(32), SECRET, draw)[0] for draw in range(32_000))

    assert chi_squared(tops, list(range(32))) < 61.1


def test_all_options_are_equally_likely() -> None:
    """10,000 picks of five: chi-squared with 4 degrees of freedom stays below the 0.1 % point, 18.5."""
    tally = Counter(picked(range(5), 3, draw) for draw in range(10_000))

    assert chi_squared(tally, list(range(5))) < 18.5


# Nothing to go by


def test_every_bit_of_the_seed_counts() -> None:
    """With half a seed nobody gets closer to the deal: each of 128 bits changes it altogether."""
    deal = shuffled(range(32), SECRET, 0)
    others = [shuffled(range(32), SECRET ^ 1 << bit, 0) for bit in range(SEED_BITS)]
    in_place = sum(mine == theirs for other in others for mine, theirs in zip(deal, other, strict=True))

    assert len({deal, *others}) == SEED_BITS + 1
    assert 80 < in_place < 180  # one card in its place is what chance gives: 128 of 128 deals, give or take 11.3


def test_seeds_and_draws_are_never_taken_for_each_other() -> None:
    """A number that goes from the one into the other, or is longer, gives something else."""
    pairs = [(1, 23), (12, 3), (123, 0), (0, 123), (1 << 120, 1), (1, 1 << 120), (0x31 << 120, 2), (0, 12)]

    assert len({shuffled(range(32), *pair) for pair in pairs}) == len(pairs)
    assert len({identifier(*pair) for pair in pairs}) == len(pairs)


def test_ids_of_two_draws_share_nothing() -> None:
    """In 300 ids each of the 122 free bits is as often set as not, and no two ids are near each other."""
    ids = [UUID(identifier(SECRET, draw)).int for draw in range(300)]
    fixed = 0xF << 76 | 0b11 << 62
    free = [bit for bit in range(128) if not fixed >> bit & 1]
    nearest = min((one ^ other).bit_count() for place, one in enumerate(ids) for other in ids[:place])

    assert all(100 < sum(one >> bit & 1 for one in ids) < 200 for bit in free)
    assert nearest > 25


def test_a_shuffle_a_pick_and_an_id_of_one_draw_have_nothing_in_common() -> None:
    """A player who sees an id, or the pick, knows no more about the shuffle: first cards are as often low as high."""
    low_ids = [draw for draw in range(2_000) if UUID(identifier(SECRET, draw)).int < 1 << 127]
    low_picks = [draw for draw in range(2_000) if picked((True, False), SECRET, draw)]
    for draws_of_one_kind in (low_ids, low_picks):
        low_tops = sum(shuffled(range(32), SECRET, draw)[0] < 16 for draw in draws_of_one_kind)

        assert 0.43 < low_tops / len(draws_of_one_kind) < 0.57
    assert 0.43 < len(set(low_ids) & set(low_picks)) / len(low_ids) < 0.57


@given(seeds, st.sets(draws, min_size=2, max_size=20))
def test_identifiers_are_version_4_uuids_and_all_different(seed: int, several: set[int]) -> None:
    ids = {identifier(seed, draw) for draw in several}

    assert len(ids) == len(several)
    assert {UUID(one).version for one in ids} == {4}


# Seeds


@pytest.mark.parametrize("seed", [-1, 1 << 128, 10**5_000, 1.0, "7", None, True], ids=type)
def test_a_seed_is_a_whole_number_within_bounds(seed: Any) -> None:
    assert not is_seed(seed)
    for ask in (seed_of, lambda seed: shuffled("ab", seed, 0), lambda seed: identifier(seed, 0)):
        with pytest.raises(SettingsError, match=r"^The seed must be a whole number from 0 to 3402823669[0-9]*, not "):
            ask(seed)


@pytest.mark.parametrize("seed", [0, 7, SEEDS - 1])
def test_a_good_seed_is_itself(seed: int) -> None:
    assert is_seed(seed)
    assert seed_of(seed) == seed


def test_a_seed_field_takes_every_seed_and_nothing_negative() -> None:
    assert msgspec.json.decode(msgspec.json.encode(SEEDS - 1), type=Seed) == SEEDS - 1
    with pytest.raises(msgspec.ValidationError, match="Expected `int` >= 0"):
        msgspec.json.decode(b"-1", type=Seed)
