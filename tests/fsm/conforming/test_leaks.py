"""What leaves the engine for a seat, compared: equal positions are equal, and a difference is named and shown."""

from random import Random
from typing import Any

import msgspec
import pytest

from fsm import Engine, Snapshot
from fsm.conforming.leaks import Leak, Onlooker, answer, received, view_reader
from tests.fsm.fair import fair
from tests.fsm.liars import Card, Draw, LiarsView, Table, liars, redeal, view
from tests.fsm.tictactoe import engine as tictactoe


def test_a_position_cannot_be_told_from_itself_nor_from_a_redeal() -> None:
    engine = liars()
    start = engine.start(seed=4)
    onlooker = Onlooker(engine, start, 1, [Draw(0), Draw(1), None], ["{"])

    assert onlooker.leak(start, Random(0)) is None
    assert onlooker.leak(engine.redeal(engine.view(start, 1), Random(1)), Random(0)) is None


def test_the_seat_itself_can_tell_what_it_sees() -> None:
    engine = liars()
    start = engine.start(seed=4)
    other = engine.redeal(engine.view(start, 1), Random(1))
    leak = Onlooker(engine, start, 0).leak(other, Random(0))

    assert leak is not None
    assert (leak.seat, leak.what) == (0, "the view")


def test_what_a_step_shows_in_the_view_after_it_is_no_leak_of_its_news() -> None:
    """Seat 0 draws another card in the other position: it sees and hears which."""
    engine = liars()
    start = engine.start(seed=4)
    other = engine.redeal(engine.view(start, 0), Random(1))

    assert start.game.pile[0].rank != other.game.pile[0].rank
    assert Onlooker(engine, start, 0).leak_of_news(other, Random(0)) is None


def test_a_leak_says_who_and_what_and_shows_the_lines_that_differ() -> None:
    leak = Leak(2, "the legal moves", b'[{"move":"draw","seat":2}]', b"[]")
    lines = str(leak).splitlines()

    assert (
        lines[0]
        == "Seat 2 can tell the real position from one dealt anew by the legal moves: the real one is -, the other +."
    )
    assert '-    "move": "draw",' in lines
    assert str(Leak(None, "the view", b"1", b"2")).startswith("A spectator can tell")


def test_errors_are_answers_too() -> None:
    def fail() -> Any:
        raise KeyError("queen of hearts")

    assert answer(fail) == b"\"KeyError: 'queen of hearts'\""


def test_where_a_move_leads_is_no_answer() -> None:
    assert answer(liars().start) == b'"accepted"'


# Views in other processes


def test_a_view_is_read_as_the_type_that_its_function_promises() -> None:
    engine = liars()
    seen = engine.view(engine.start(seed=1), 2)

    assert received(engine, seen) == seen
    assert received(engine, seen) is not seen


def unpromised(snapshot: Any, seat: Any):  # type: ignore[no-untyped-def]  # that is the point
    return view(snapshot, seat)


def anything(snapshot: Any, seat: Any) -> Any:
    return view(snapshot, seat)


@pytest.mark.parametrize(
    "engine", [liars(view=unpromised), liars(view=anything), fair, tictactoe], ids=lambda engine: engine.name
)
def test_a_view_that_is_not_promised_stays_as_it_is(engine: Engine[Any]) -> None:
    assert view_reader(engine) is None
    assert received(engine, seen := {"a": (1,)}) is seen


def with_set(snapshot: Snapshot[Table], seat: int | None) -> dict[str, frozenset[Card]]:
    return {"hand": frozenset(view(snapshot, seat).hand)}


def test_any_type_that_json_can_give_back_is_read() -> None:
    engine = liars(view=with_set, redeal=None)
    seen = engine.view(engine.start(seed=1), 2)

    assert received(engine, msgspec.json.decode(msgspec.json.encode(seen))) == seen
    assert redeal.__annotations__["view"] is LiarsView
