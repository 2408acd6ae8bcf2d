"""Counting whether redeals really vary: honest ones pass wherever few deals are possible, cheats are found."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import Snapshot
from fsm.conforming.variety import REDEALS, Variety, deal_of

MIXED = (1, 2, 2, 3, 6, 24, 120, 5_000, 5_000, 5_000)
"""Possible deals in the positions of a game: one, in the end, and very many in the beginning."""


def named(deals: Sequence[int]) -> str:
    return f"{len(deals)} with up to {max(deals)}"


def counted(deals: Sequence[int], cheats: float, seed: int, redeals: int = REDEALS) -> Variety:
    """What is counted for positions with so many possible deals, where a share of the redeals gives the real one."""
    chance, variety = Random(seed), Variety()
    for possible in deals:
        real = chance.randrange(possible)
        dealt = [real if chance.random() < cheats else chance.randrange(possible) for _ in range(redeals)]
        variety.add(b"%d" % real, [b"%d" % one for one in dealt])
    return variety


@pytest.mark.parametrize("deals", [MIXED * 6, (2,) * 60, (2, 3) * 80, (5_000,) * 60, (1,) * 60], ids=named)
def test_an_honest_redeal_passes(deals: Sequence[int]) -> None:
    assert not any(counted(deals, 0, seed).is_suspicious for seed in range(200))


@pytest.mark.long
@pytest.mark.parametrize("deals", [MIXED * 24, (5_000,) * 60, (6,) * 200, (2,) * 1_500], ids=named)
@pytest.mark.parametrize("cheats", [0.1, 0.3, 0.6])
def test_one_that_sometimes_gives_the_real_position_is_found(deals: Sequence[int], cheats: float) -> None:
    found = sum(counted(deals, cheats, seed).is_suspicious for seed in range(30))

    assert found >= 29


def test_one_that_nearly_always_gives_it_is_found_in_a_longer_run() -> None:
    assert all(counted((5_000,) * 2_000, 0.98, seed).is_suspicious for seed in range(20))


def test_one_that_always_gives_it_varies_nowhere() -> None:
    variety = counted(MIXED, 1, 0)

    assert (variety.positions, variety.varied, variety.is_suspicious) == (len(MIXED), 0, False)


@pytest.mark.parametrize("share", [0.05, 0.1, 0.3])
def test_the_excess_is_the_share_of_cheats(share: float) -> None:
    """A little less: they hit one another, too, because they cheat."""
    assert share * (1 - share) - 0.01 < counted((10_000,) * 5_000, share, 1).excess < share + 0.01


@pytest.mark.long
def test_the_excess_of_an_honest_redeal_is_none_on_average_and_spreads_as_is_said() -> None:
    found = [counted((2, 3, 4) * 20, 0, seed).deviations for seed in range(1_000)]
    mean = sum(found) / len(found)

    assert abs(mean) < 0.12
    assert sum((one - mean) ** 2 for one in found) / len(found) == pytest.approx(1, abs=0.15)


def test_a_redeal_that_prefers_some_deals_passes_if_the_game_does_too() -> None:
    """What is likely may come often: real positions are then likely ones, too."""
    for seed in range(200):
        chance, variety = Random(seed), Variety()
        for _ in range(100):
            dealt = chance.choices((b"often", b"seldom", b"never"), (6, 3, 1), k=1 + REDEALS)
            variety.add(dealt[0], dealt[1:])

        assert not variety.is_suspicious


def test_what_was_counted_apart_adds_up() -> None:
    both = counted((2, 3), 0, 1) + counted((4, 1), 0, 2)

    assert (both.positions, both.varied) == (4, 3)
    assert both.excess_sum == counted((2, 3), 0, 1).excess_sum + counted((4, 1), 0, 2).excess_sum


class Inner(msgspec.Struct, frozen=True):
    seed: int
    cards: tuple[int, ...]


class Outer(msgspec.Struct, frozen=True):
    seed: int
    draws: int
    inner: tuple[Inner, ...]
    names: frozenset[str] = frozenset()


def test_where_chance_comes_from_does_not_count() -> None:
    one = Snapshot("here", Outer(1, 2, (Inner(3, (4, 5)),), frozenset("abc")))
    other = Snapshot("here", Outer(1 << 130, 0, (Inner(9, (4, 5)),), frozenset("cba")))

    assert deal_of(one) == deal_of(other)
    assert deal_of(one) != deal_of(Snapshot("here", Outer(1, 2, (Inner(3, (5, 4)),), frozenset("abc"))))
    assert deal_of(one) != deal_of(Snapshot("there", one.game))


NAMES = st.sampled_from(
    ["seed", "draws", "Seed", "seeds", "card", "", '"seed"', '"seed":', '\\"draws":1', "\\", "\ud800"]
)
LEAVES = st.one_of(NAMES, st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False))
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES | st.integers(), inner, max_size=4),
    max_leaves=12,
)


def without_chance(tree: Any) -> Any:
    """The same with 0 in the fields that say where chance comes from."""
    if isinstance(tree, dict):
        return {str(name): 0 if name in ("seed", "draws") else without_chance(tree[name]) for name in tree}
    return [without_chance(item) for item in tree] if isinstance(tree, list) else tree


@given(TREES)
def test_chance_does_not_count_at_any_depth_and_everything_else_does(tree: Any) -> None:
    """Whatever names and texts look like, and whatever they hold."""
    deal = json.loads(deal_of(Snapshot("here", {"there": tree, "draws": tree})))

    assert deal["game"] == {"there": without_chance(tree), "draws": 0}
