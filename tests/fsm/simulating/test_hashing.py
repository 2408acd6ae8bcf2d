"""The choice by hash: the same with less work, whatever moves it is asked about, and in whatever order."""

from collections.abc import Sequence

import pytest

from fsm.moves import Move, move_keys
from fsm.simulating import hashing
from fsm.simulating.hashing import Hashing, dice, lowest
from tests.fsm.tictactoe import Mark

MARKS = [Mark(square) for square in range(9)]
HALVES = [MARKS, MARKS[:4], MARKS[4:], MARKS[::-1], MARKS[3:5], MARKS[6:7]]


class Lift(Move):
    """Moves that are equal, and not the same: True is 1, and both are sent differently."""

    flag: int


def plainly(seed: int, moves: Sequence[Move], number: int) -> Move:
    """The choice by its definition."""
    return lowest(moves, move_keys(moves), dice(seed, number))


def test_the_dice_are_the_same_on_every_machine() -> None:
    """Written down once; a change here changes every recorded simulation."""
    assert dice(7, 0) == (26024989073063842328, 1030103542931640322)
    assert dice(7, ~0) == (23393651931693946432, 14914419672683078253)


@pytest.mark.parametrize("seed", [0, 7, (1 << 62) - 1])
def test_what_is_kept_changes_no_choice(seed: int) -> None:
    choose = Hashing()(seed)
    for number in range(200):
        moves = HALVES[number % len(HALVES)]

        assert choose(moves, number) is plainly(seed, moves, number)


def test_every_move_is_kept_once_it_was_seen() -> None:
    chooses = Hashing()
    for seed in range(5):
        for number in range(20):
            chooses(seed)(MARKS, number)

    assert len(chooses.kept) == len(chooses.checksums) == len(MARKS)


def test_moves_that_are_made_anew_are_no_others() -> None:
    """Their identities come again and again, for moves that are not the same."""
    choose = Hashing()(3)
    for number in range(3000):
        moves = [Mark((square + number) % 9) for square in range(3)]

        assert choose(moves, number) == plainly(3, moves, number)


def test_equal_moves_that_are_sent_differently_have_checksums_of_their_own() -> None:
    chooses, moves = Hashing(), [Lift(1), Lift(True), Lift(0)]
    chosen = {number: chooses(9)(moves, number) for number in range(100)}

    assert all(move is plainly(9, moves, number) for number, move in chosen.items())
    assert {id(move) for move in chosen.values()} == {id(move) for move in moves}


def test_a_full_memory_is_of_no_use_and_changes_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashing, "MOST_KEPT", 4)
    chooses = Hashing()
    for number in range(50):
        moves = [Mark((square + number) % 9) for square in range(3)]

        assert chooses(3)(moves, number) == plainly(3, moves, number)
    assert len(chooses.kept) == 6, "the list that filled it is the last"


def test_numbers_beyond_64_bits_can_be_chosen() -> None:
    moves = [Lift(1 << 70), Lift(1 << 71)]

    assert {Hashing()(1)(moves, number).flag for number in range(40)} == {1 << 70, 1 << 71}  # type: ignore[attr-defined]
