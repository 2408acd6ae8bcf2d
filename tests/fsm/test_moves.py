"""Move types and the events they send."""

from collections.abc import Iterable
from enum import Enum
from typing import Any

import msgspec
import pytest

from fsm import Move
from fsm.moves import event_id, event_of, is_among, move_key, move_text, offered, without_last_resorts
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


# Telling moves apart


class Suit(Enum):
    HEARTS = "hearts"


class Say(Move):
    """Carries anything."""

    what: Any

    @classmethod
    def candidates(cls, game: object) -> Iterable["Say"]:
        return []


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, True), (1, 1.0), (0, False), (0.0, -0.0), ("1", 1), (None, "null"), (b"hi", "aGk="), ((1,), ((1,),))],
)
def test_values_that_are_sent_in_another_way_are_other_moves(one: Any, other: Any) -> None:
    assert move_key(Say(one)) != move_key(Say(other))
    assert not is_among(Say(one), [Say(other)])


def test_the_key_of_a_move_does_not_depend_on_the_order_of_a_set() -> None:
    one, other = Say(frozenset([0, 8])), Say(frozenset([8, 0]))

    assert move_text(one) != move_text(other), "as text they may be told apart"
    assert move_key(one) == move_key(other)
    assert is_among(one, [other])


@pytest.mark.parametrize("value", [2**70, "\ud800", 1j, float("nan")])
def test_every_payload_has_a_key(value: Any) -> None:
    move = Say(value)

    assert move_key(move) == move_key(Say(value)) != move_key(Say(1))
    assert is_among(move, [Say(1), move])


def test_moves_of_other_events_have_other_keys() -> None:
    class Shout(Say): ...

    assert move_key(Say(1)) != move_key(Shout(1))


def test_a_move_of_another_type_is_not_among_these_although_it_is_sent_the_same_way() -> None:
    class Claim(Say, tag="say"): ...

    assert move_key(Claim(1)) == move_key(Say(1))
    assert not is_among(Claim(1), [Say(1)])
    assert is_among(Say(1), [Claim(1), Say(1)])


@pytest.mark.parametrize(("one", "other"), [((1, 2), [1, 2]), (Suit.HEARTS, "hearts")])
def test_a_value_of_another_type_is_not_among_these_although_it_is_sent_the_same_way(one: Any, other: Any) -> None:
    assert move_key(Say(one)) == move_key(Say(other))
    assert not is_among(Say(one), [Say(other)])


def test_nothing_is_among_no_moves() -> None:
    assert not is_among(Pay(1), [])


# What is offered


class Pass(Move):
    avoided = True
    seat: int


class Lay(Move):
    seat: int


class Resign(Move):
    gives_up = True
    seat: int


def test_last_resorts_are_offered_to_seats_that_have_nothing_else() -> None:
    assert without_last_resorts([Lay(1), Pass(1)]) == [Lay(1)]
    assert without_last_resorts([Pass(1), Lay(2)]) == [Pass(1), Lay(2)]
    assert without_last_resorts([Pass(1), Pass(1)]) == [Pass(1), Pass(1)]


def test_types_that_are_left_alone_are_offered_where_there_are_no_others() -> None:
    assert offered([Lay(1), Resign(1), Resign(2)], {Resign}) == [Lay(1)]
    assert offered([Pass(1), Resign(1)], {Resign}) == [Pass(1)]
    assert offered([Resign(1), Resign(2)], {Resign}) == [Resign(1), Resign(2)]
    assert offered([Pass(1), Resign(1)], ()) == [Resign(1)]
