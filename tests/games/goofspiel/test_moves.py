"""The moves: what a player may try, and how it reads in JSON."""

import pytest

from fsm import Refusal
from games.goofspiel import Bid, engine
from tests.games.goofspiel.tables import after, bidden


def test_every_card_of_every_hand_can_be_tried() -> None:
    game = bidden(engine.start(seed=0, cards=3), [(1, 3)]).game

    assert list(Bid.candidates(game)) == [Bid(0, 2), Bid(0, 3), Bid(1, 1), Bid(1, 2)]


def test_a_seat_may_ask_for_its_own() -> None:
    game = bidden(engine.start(cards=3), [(1, 3)]).game

    assert list(Bid.candidates(game, seat=0)) == [Bid(0, 2), Bid(0, 3)]
    assert list(Bid.candidates(game, seat=1)) == [Bid(1, 1), Bid(1, 2)]
    assert list(Bid.candidates(game, seat=2)) == []


def test_a_clock_bids_the_lowest_card() -> None:
    waiting = after(engine.start(cards=2), Bid(1, 2))

    assert engine.absent_move(waiting, 0) == Bid(0, 1)
    assert engine.absent_move(waiting, 1) is None


def test_who_has_bid_has_no_legal_move_until_all_have() -> None:
    waiting = after(engine.start(seed=0, players=3, cards=2), Bid(1, 2))

    assert engine.legal_moves(waiting) == [Bid(0, 1), Bid(0, 2), Bid(2, 1), Bid(2, 2)]


def test_moves_in_json() -> None:
    assert engine.read_move('{"move": "bid", "seat": 0, "card": 13}') == Bid(0, 13)


@pytest.mark.parametrize("text", ['"seat": 0', '"seat": 0, "card": "13"', '"seat": 0, "card": 1, "secret": true'])
def test_what_is_no_move_is_refused_at_the_door(text: str) -> None:
    assert isinstance(engine.read_move(f'{{"move": "bid", {text}}}'), Refusal)
