"""Exploring, drawing and saving are checked while they are measured."""

import pytest

from fsm import Snapshot
from tests.benchmarks.figures.on_tools import (
    DRAWN,
    MOVES,
    POSITIONS,
    STARTUP,
    checked,
    commands,
    complete,
    found_by_open_spiel,
    in_the_middle,
    keepers,
    of_ours,
    uno_after,
)
from tests.benchmarks.figures.peers import installed
from tests.benchmarks.timing import Timed


def test_whoever_finds_too_few_positions_is_not_counted() -> None:
    assert checked("all", lambda: POSITIONS)() == POSITIONS
    assert checked("all", lambda: Timed(POSITIONS, 1.0))() == Timed(POSITIONS, 1.0)
    with pytest.raises(AssertionError, match="some finds 5477 positions of tic-tac-toe instead of 5478"):
        checked("some", lambda: POSITIONS - 1)()


@pytest.mark.parametrize("find", [found_by_open_spiel] if "OpenSpiel" in installed().versions else [])
def test_open_spiel_finds_all_positions(find: type[int]) -> None:
    assert find() == POSITIONS


def test_our_picture_has_every_state() -> None:
    assert complete("phasebook", of_ours(), "text")() == 1


def test_a_picture_that_leaves_a_state_out_is_not_counted() -> None:
    drawn = " ".join(f"s{i}" for i in range(DRAWN - 1))

    with pytest.raises(AssertionError, match="other has left states out of its svg"):
        complete("other", lambda kind: drawn, "svg")()


def test_every_start_has_its_row() -> None:
    assert {row.name for row in STARTUP.rows} == {*commands()}


def test_the_game_that_is_saved_is_the_same_by_hand() -> None:
    snapshot, game = uno_after(MOVES)

    assert isinstance(snapshot, Snapshot)
    assert [len(hand) for hand in snapshot.game.hands] == [len(hand) for hand in game.hands]


def test_what_is_loaded_is_what_was_saved() -> None:
    pairs = keepers(frozenset(installed().versions))
    save, load = pairs["phasebook"]
    assert load(save()) == uno_after(MOVES)[0]

    save, load = pairs["by hand"]
    assert vars(load(save())) == vars(uno_after(MOVES)[1])


@pytest.mark.parametrize("there", [True] if "OpenSpiel" in installed().versions else [])
def test_open_spiel_loads_what_it_saved(there: bool) -> None:
    import pyspiel

    save, load = keepers(frozenset({"OpenSpiel"}))["OpenSpiel"]

    assert str(load(save())[1]) == str(in_the_middle(pyspiel.load_game("crazy_eights", {"players": 4})))
