"""Move types and the events they send."""

import msgspec
import pytest

from fsm import Move
from fsm.moves import event_id, event_of
from tests.fsm.samples import Pay, Purse


@pytest.mark.parametrize(
    ("name", "event"),
    [("Pay", "pay"), ("ToggleCard", "toggle_card"), ("GiveDON", "give_don"), ("UNOCall", "uno_call"), ("A1B", "a1_b")],
)
def test_the_event_is_the_class_name_in_snake_case(name: str, event: str) -> None:
    assert event_id(name) == event


def test_a_tag_names_another_event() -> None:
    class Bid(Move, tag="raise_bid"): ...

    assert event_of(Bid) == "raise_bid"


def test_moves_are_frozen_and_compare_by_value() -> None:
    assert Pay(3) == Pay(3) != Pay(4)
    with pytest.raises(AttributeError):
        Pay(3).amount = 4


def test_moves_are_readable_json() -> None:
    assert msgspec.json.encode(Pay(3)) == b'{"move":"pay","amount":3}'


def test_a_move_without_payload_is_its_own_candidate() -> None:
    class Wave(Move): ...

    assert list(Wave.candidates(Purse())) == [Wave()]
