"""Plans and batches: what goes to other processes, and how the work is portioned out."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm import PhasebookError
from fsm.chance import SEEDS
from fsm.simulating.plan import LARGEST_BATCH, Batch, Plan, game_seed, packed, portions, unpacked

PLAN = Plan("tests.fsm.tictactoe:engine", "random", 7, 100, settings={"point": (1, 2), "current": 1j})


def test_a_plan_arrives_as_it_was_sent() -> None:
    """JSON would make a list of the tuple, and has no place for the other."""
    arrived = unpacked(packed(PLAN))

    assert arrived == PLAN
    assert type(arrived.settings["point"]) is tuple


def test_all_batches_of_a_plan_carry_the_same_bytes() -> None:
    batch = Batch(packed(PLAN), range(10, 20))
    arrived = pickle.loads(pickle.dumps(batch))

    assert arrived == batch
    assert list(arrived.games) == list(range(10, 20))
    assert packed(unpacked(batch.plan)) == batch.plan


def test_settings_that_cannot_travel_are_one_sentence() -> None:
    stuck = Plan("tests.fsm.tictactoe:engine", "random", 7, 100, settings={"rule": lambda: 0})

    with pytest.raises(PhasebookError, match=r"^These settings cannot go to other processes: .*; use one process\.$"):
        packed(stuck)


@given(st.integers(1, 5_000), st.none() | st.integers(1, 700))
def test_portions_hold_every_game_once_and_in_order(games: int, size: int | None) -> None:
    found = list(portions(games, size))

    assert [number for numbers in found for number in numbers] == list(range(games))
    assert all(found)
    assert {len(numbers) for numbers in found[:-1]} <= {len(found[0])}
    assert len(found[-1]) <= len(found[0])


@given(st.integers(1, 300), st.integers(1, 40), st.sets(st.integers(0, 30)))
def test_portions_leave_out_what_is_done(games: int, size: int, tens: set[int]) -> None:
    done = [range(10 * ten, 10 * ten + 10) for ten in sorted(tens, reverse=True) if 10 * ten + 10 <= games]
    found = list(portions(games, size, done))

    assert sorted(number for numbers in (*found, *done) for number in numbers) == list(range(games))
    assert all(0 < len(numbers) <= size for numbers in found)


@pytest.mark.parametrize(
    ("games", "size", "wanted"),
    [(10, 4, 4), (10, 40, 10), (10, None, 1), (6_400, None, 100), (10**6, None, LARGEST_BATCH)],
)
def test_the_size_of_a_portion_suits_the_number_of_games(games: int, size: int | None, wanted: int) -> None:
    assert len(next(portions(games, size))) == wanted


def test_a_billion_games_are_portioned_out_without_making_them_all() -> None:
    assert next(portions(10**9, 5_000)) == range(5_000)


def test_every_game_of_every_seed_has_a_seed_of_its_own() -> None:
    seeds = {game_seed(seed, number) for seed in range(20) for number in range(500)}

    assert len(seeds) == 10_000
    assert all(0 <= seed < SEEDS for seed in seeds)


def test_the_seed_of_a_game_is_the_same_on_every_machine() -> None:
    """Written down once; a change here changes every recorded simulation."""
    assert [game_seed(1, number) for number in range(3)] == [
        2960407242541591381,
        3649431342379738047,
        3241245961084324402,
    ]
