"""Whose turn it is in a search, and what a seat considers."""

from random import Random
from typing import Any

from fsm import HOST, Move, Snapshot
from fsm.moves import seat_of
from fsm.searching.turns import Turns, waits_for_one, worth_a_thought
from games.belote import engine as belote
from games.goofspiel import Bid
from games.goofspiel import engine as goofspiel
from games.uno import NextRound
from games.uno import engine as uno
from tests.fsm.searching.samples import Go, Sulk, WalkOut, noughts, walking


def test_where_only_those_can_move_who_are_to_act_the_quick_way_is_taken() -> None:
    assert waits_for_one(belote)
    assert waits_for_one(noughts)
    assert not waits_for_one(uno), "players may leave at any time, and the host deals"
    assert not waits_for_one(goofspiel), "all choose at the same time"


def test_the_quick_way_finds_the_same_turns() -> None:
    snapshot, chance = belote.start(seed=5), Random(0)
    turns = Turns(belote, chance)
    for _ in range(60):
        seat, moves = turns.turn_of_one(snapshot)
        assert (seat, moves) == turns.turn_of_any(snapshot)
        move: Any = chance.choice(moves)
        after = belote.step(snapshot, move)
        assert isinstance(after, Snapshot)
        snapshot = after


def test_moves_that_do_not_say_whose_they_are_belong_to_the_seat_to_act() -> None:
    turns = Turns(noughts, Random(0))
    start = noughts.start()
    after = noughts.step(start, noughts.legal_moves(start)[0])
    assert isinstance(after, Snapshot)

    assert turns.turn_of_any(start)[0] == "x"
    assert turns.turn_in(after)[0] == "o"


def test_who_has_chosen_is_not_asked_again() -> None:
    start = goofspiel.start(seed=0, players=3)
    after = goofspiel.step(start, Bid(1, 4))
    assert isinstance(after, Snapshot)
    seats = {Turns(goofspiel, Random(number)).turn_in(after)[0] for number in range(30)}

    assert seats == {0, 2}


def test_all_moves_of_a_turn_are_of_one_seat() -> None:
    turns, start = Turns(goofspiel, Random(2)), goofspiel.start(seed=0, players=4)
    for _ in range(20):
        seat, moves = turns.turn_in(start)

        assert {seat_of(move) for move in moves} == {seat}


def test_the_host_moves_when_nobody_else_can() -> None:
    snapshot = uno.start(seed=1, players=2, score_limit=500, leaving=False)
    turns, chance = Turns(uno, Random(1)), Random(1)
    while snapshot.phase != "round_over":
        seat, moves = turns.turn_in(snapshot)
        assert seat is not HOST
        move: Any = chance.choice(moves)
        after = uno.step(snapshot, move)
        assert isinstance(after, Snapshot)
        snapshot = after

    assert turns.turn_in(snapshot) == (HOST, [NextRound()])


def test_when_a_game_is_over_nobody_moves() -> None:
    assert Turns(noughts, Random(0)).turn_in(Snapshot("won", noughts.start(squares="xxxoo....").game))[1] == []


def test_what_a_seat_leaves_alone_comes_last() -> None:
    everything: list[Move] = [Go(), Sulk(), WalkOut()]

    assert worth_a_thought(everything) == [Go()]
    assert worth_a_thought([Sulk(), WalkOut()]) == [Sulk()]
    assert worth_a_thought([WalkOut()]) == [WalkOut()]
    assert Turns(walking, Random(0)).turn_in(walking.start()) == (0, [Go()])
