"""Moves from JSON, or refusals of what is none."""

import pytest

from fsm import Refusal, RefusalKind
from fsm.running.incoming import MoveReader
from tests.fsm.parlour import Draw, Play, after, parlour

READER = MoveReader("Salon", parlour.move_type)


def test_a_move_is_read_by_its_tag() -> None:
    assert READER.read('{"move": "play", "seat": "east", "card": 3}', "here", ()) == Play("east", 3)
    assert READER.read(b'{"seat": "east", "move": "draw"}', "here", ()) == Draw("east")


@pytest.mark.parametrize("data", ["", "[]", "{", '{"move": "fly"}', '{"move": "draw"}', b"\xff", '{"move": 1}', "null"])
def test_anything_else_is_malformed_with_the_text_as_sent(data: str | bytes) -> None:
    refusal = READER.read(data, "here", ("draw",))

    assert isinstance(refusal, Refusal)
    assert (refusal.kind, refusal.phase, refusal.possible) == (RefusalKind.MALFORMED, "here", ("draw",))
    assert refusal.move == (data.decode(errors="replace") if isinstance(data, bytes) else data)
    assert refusal.message.startswith("Not a move of Salon: ")


def test_long_text_is_shortened() -> None:
    assert len(READER.read("x" * 100_000, "here", ()).move) < 1_000


def test_for_a_seat_a_refusal_names_the_seats_own_moves() -> None:
    refusal = parlour.read_move("nonsense", after(), "north")

    assert isinstance(refusal, Refusal)
    assert (refusal.phase, refusal.possible) == ("round.turn", ("knock", "resign"))
