"""The invariants: each one notices what it is about, also where choices are saved in the middle of a round."""

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fsm import SaveError, Snapshot
from fsm.saves import Save, digest_of
from games.goofspiel import INVARIANTS, Bid, Table, engine
from tests.games.forging import altered, plays_on
from tests.games.goofspiel.tables import after, bidden, moments, settings

START = engine.start(seed=0, preset="small")
"""Prizes 4, 3, 2, 1."""
CARRIED = bidden(engine.start(seed=0, preset="small", carry_over=True), [(1, 1)])
OVER = bidden(START, [(1, 2), (2, 1), (3, 3), (4, 4)])
"""Scores 3 and 4; two prizes are discarded."""


def broken_by(snapshot: Snapshot[Table], **changes: Any) -> list[str]:
    """The invariants that do not hold once the table is changed."""
    return engine.broken(replace(snapshot, game=replace(snapshot.game, **changes)))


def test_they_hold_where_they_should() -> None:
    assert len(INVARIANTS) == 3
    assert [engine.broken(snapshot) for snapshot in (START, CARRIED, OVER)] == [[], [], []]


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": ((1, 2, 3, 3), (1, 2, 3, 4))},
        {"hands": ((1, 2, 3, 5), (1, 2, 3, 4))},
        {"hands": ((1, 2, 3, 4),) * 3},
        {"scores": (0, 0, 0)},
        {"deck": (3, 2, 4)},
        {"deck": (3, 2, 5)},
    ],
)
def test_the_table_fits_the_settings(changes: dict[str, Any]) -> None:
    assert "table_fits_the_settings" in broken_by(START, **changes)


@pytest.mark.parametrize(
    ("snapshot", "changes"),
    [
        (START, {"hands": ((1, 2, 3), (1, 2, 3))}),
        (START, {"hands": ((1, 2, 3, 4), (1, 2, 3))}),
        (START, {"deck": (3, 2)}),
        (START, {"stake": (4, 1), "deck": (3, 2)}),
        (START, {"stake": ()}),
        (START, {"bids": (1, 2)}),
        (CARRIED, {"stake": ()}),
        (OVER, {"hands": ((1,), (1,))}),
        (OVER, {"stake": (2,)}),
    ],
)
def test_hands_last_as_long_as_prizes(snapshot: Snapshot[Table], changes: dict[str, Any]) -> None:
    assert "hands_last_as_long_as_prizes" in broken_by(snapshot, **changes)


@pytest.mark.parametrize(
    ("snapshot", "changes"),
    [
        (START, {"scores": (1, 0)}),
        (START, {"scores": (1, -1)}),
        (CARRIED, {"scores": (0, 3)}),
        (CARRIED, {"stake": (4,)}),
        (OVER, {"scores": (7, 4)}),
    ],
)
def test_points_are_those_of_the_prizes(snapshot: Snapshot[Table], changes: dict[str, Any]) -> None:
    assert "points_are_those_of_the_prizes" in broken_by(snapshot, **changes)


@pytest.mark.parametrize("phase", ["game_over", "round.bidding"])
def test_a_game_is_over_when_the_hands_are_empty(phase: str) -> None:
    snapshot = START if phase == "game_over" else OVER

    assert "hands_last_as_long_as_prizes" in engine.broken(replace(snapshot, phase=phase))


# Saves


@given(settings, st.randoms(use_true_random=False))
def test_every_moment_can_be_saved_also_between_two_bids(chosen: dict[str, Any], dice: Random) -> None:
    for snapshot in moments(engine.start(**chosen), dice):
        assert engine.load(engine.dump(snapshot)) == snapshot


def test_a_round_goes_on_where_it_was_saved() -> None:
    waiting = after(engine.start(seed=0, players=3), Bid(2, 7), Bid(0, 9))
    loaded = engine.load(engine.dump(waiting))

    assert after(loaded, Bid(1, 1)) == after(waiting, Bid(1, 1))


def forged(snapshot: Snapshot[Table], **parts: Any) -> bytes:
    """A save with other parts beside the game, and a digest that fits."""
    tree = {**msgspec.json.decode(engine.dump(snapshot)), **parts}
    return msgspec.json.encode({**tree, "digest": digest_of(msgspec.convert(tree, type=Save))})


def test_a_save_can_be_forged_if_it_fits() -> None:
    assert engine.load(forged(START, chosen=[Bid(1, 4)])) == after(START, Bid(1, 4))


@pytest.mark.parametrize(
    ("chosen", "trouble"),
    [
        ([Bid(0, 5)], "You do not hold that card"),
        ([Bid(2, 1)], "seat 2 has chosen, and it has nothing to choose"),
        ([Bid(0, 1), Bid(0, 2)], "seat 0 has chosen twice"),
        ([Bid(1, 1), Bid(0, 1)], "does not fit"),
        ([Bid(0, 1), Bid(1, 2)], "all seats have chosen, and the game has not gone on"),
        (["bid"], "a choice is no move"),
    ],
)
def test_choices_that_nobody_can_have_made_are_refused(chosen: list[Any], trouble: str) -> None:
    with pytest.raises(SaveError, match=trouble):
        engine.load(forged(START, chosen=chosen))


def test_nobody_has_chosen_when_the_game_is_over() -> None:
    with pytest.raises(SaveError, match="nobody chooses in 'game_over'"):
        engine.load(forged(OVER, chosen=[Bid(0, 1)]))


@given(settings, st.randoms(use_true_random=False))
def test_a_changed_game_is_refused_or_can_be_played_on(chosen: dict[str, Any], dice: Random) -> None:
    changed = altered(engine, dice.choice([*moments(engine.start(**chosen), dice)]), dice)
    if changed is not None and not engine.broken(changed):
        with suppress(SaveError):
            plays_on(engine, engine.load(engine.dump(changed)), dice, moves=60)
