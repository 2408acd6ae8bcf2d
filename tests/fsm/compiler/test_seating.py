"""The generated functions behind the legal moves of a seat."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from fsm import Engine, Flow, Move, Snapshot, SnapshotError, State, stay
from fsm.compiler.seating import Turn
from tests.fsm.parlour import SEATS, Knock, Play, after, joker_drawn, made, parlour


def test_what_is_known_about_a_seat_decides_which_moves_are_sorted() -> None:
    legal, game = parlour._seats._seating.legal, after().game
    of_east = parlour.legal_moves(after(), "east")

    assert legal[Turn.ALONE]["round.turn"](game, "east") == of_east
    assert legal[Turn.SHARED]["round.turn"](game, "east") == of_east
    assert legal[Turn.UNKNOWN]["round.turn"](game, "east") == of_east
    assert legal[Turn.NOT]["round.turn"](game, "north") == parlour.legal_moves(after(), "north")


def test_tracebacks_show_the_source() -> None:
    assert "def n" in parlour._seats._seating.source


def test_every_way_lists_the_same_moves() -> None:
    """With an author's `to_act`, without one, and by picking from the whole list."""
    asking = made(to_act=None)
    for snapshot in (after(), after(Play("east", 5)), joker_drawn()):
        whole = parlour.legal_moves(snapshot)
        for seat in SEATS:
            own = [move for move in whole if getattr(move, "seat", None) == seat]

            assert parlour.legal_moves(snapshot, seat) == asking.legal_moves(snapshot, seat) == own
    assert parlour.legal_moves(after(), "nobody") == []


# Candidates for one seat


class Room(msgspec.Struct, frozen=True): ...


asked: list[Any] = []


class Wave(Move):
    seat: int

    @classmethod
    def candidates(cls, game: Room, seat: int | None = None) -> Iterable["Wave"]:
        asked.append(seat)
        return [cls(one) for one in range(4) if seat in (None, one)]


class Nod(Move):
    """Its `seat` is a global name elsewhere, which must not be mistaken for the seat that asks."""

    seat: int
    exact = True

    @classmethod
    def candidates(cls, game: Room, found: Any = ()) -> Iterable["Nod"]:
        return [cls(one) for one in seat_numbers if len(found) < 9]


seat_numbers = (0, 1, 2)
seat = 99


class Greeting(Flow):
    """Everybody waves and nods."""

    here = State(initial=True)
    gone = State(final=True)

    wave = stay(here)
    nod = stay(here)


def new_room() -> Room:
    return Room()


greeting = Engine(Greeting, moves=(Wave, Nod), new=new_room, seats=range(4))


@pytest.mark.parametrize(("seat", "expected"), [(2, [Wave(2), Nod(2)]), (3, [Wave(3)]), (7, [])])
def test_candidates_that_take_a_seat_are_asked_for_it_alone(seat: int, expected: list[Move]) -> None:
    asked.clear()

    assert greeting.legal_moves(greeting.start(), seat) == expected
    assert asked == [seat]
    assert len(greeting.legal_moves(greeting.start())) == 7


def test_a_foreign_snapshot_is_an_error_for_a_seat_too() -> None:
    for foreign in ("nothing", Snapshot("here", 7), Snapshot("nowhere", Room())):
        with pytest.raises(SnapshotError):
            greeting.legal_moves(foreign, 2)  # type: ignore[arg-type]  # that is what is tested


def test_a_move_that_needs_no_turn_is_listed_for_those_who_wait() -> None:
    assert Knock("south") in parlour.legal_moves(after(), "south")
