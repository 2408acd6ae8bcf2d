"""Who is asked next, at tables of people and bots."""

from typing import Any

from fsm import HOST, Snapshot
from games.goofspiel import Bid
from games.goofspiel import engine as goofspiel
from games.uno import Play, engine
from phasebook.playing.turns import Turn, next_turn, seats_in_order
from tests.games.uno.tables import after, position

LOTS = [f"{number}:".encode() for number in range(60)]
HANDS = (("red-9-1", "blue-1-1"), ("red-1-1", "red-5-2"), ("green-1-1", "green-2-1"))


def asked(snapshot: Snapshot[Any], people: list[int], passing: tuple[int, ...] = ()) -> list[Turn]:
    """Who is asked, for many lots."""
    found = [next_turn(engine, snapshot, people, passing, lot) for lot in LOTS]
    return [turn for turn in found if turn is not None]


def seats(turns: list[Turn]) -> set[Any]:
    return {turn.seat for turn in turns}


def events(turns: list[Turn], seat: int) -> set[str]:
    return {type(move).__name__ for turn in turns if turn.seat == seat for move in turn.moves}


def silent() -> Snapshot[Any]:
    """Player 0 has one card left and owes a call; player 1 is next."""
    return after(position(*HANDS, top="red-5-1", preset="official"), Play(0, "red-9-1"))


def test_in_turn_nobody_else_is_asked() -> None:
    assert seats(asked(position(*HANDS, top="red-5-1"), [2])) == {0}


def test_who_could_only_give_up_is_not_asked() -> None:
    snapshot = position(*HANDS, top="red-5-1")

    assert len(engine.legal_moves(snapshot, 2)) == 1
    assert 2 not in seats(asked(snapshot, [2]))


def test_bots_do_not_interrupt_while_a_person_is_waited_for() -> None:
    """The person owes a call. The bot that comes next may go on, and none may catch them."""
    turns = asked(silent(), [0])

    assert seats(turns) == {0, 1}
    assert events(turns, 1) == {"GoOn", "Leave"}


def test_a_person_may_interrupt_bots_if_lot_has_it_so() -> None:
    turns = asked(silent(), [2])

    assert seats(turns) == {0, 1, 2}
    assert "Catch" in events(turns, 2)
    assert {turn.is_waited_for for turn in turns if turn.seat == 2} == {False}


def test_a_person_who_lets_others_go_on_is_not_asked_again() -> None:
    assert seats(asked(silent(), [2], passing=(2,))) == {0, 1}


def test_a_person_who_is_waited_for_cannot_let_others_go_on() -> None:
    assert seats(asked(position(*HANDS, top="red-5-1"), [0], passing=(0,))) == {0}


def test_the_lot_is_the_same_for_the_same_decision() -> None:
    assert [turn.seat for turn in asked(silent(), [2])] == [turn.seat for turn in asked(silent(), [2])]


def test_all_who_choose_at_the_same_time_are_asked() -> None:
    start = goofspiel.start(seed=1)
    first = next_turn(goofspiel, start, [0, 1], (), b"")
    assert first is not None
    then = goofspiel.step(start, Bid(first.seat, 1))
    assert isinstance(then, Snapshot)
    second = next_turn(goofspiel, then, [0, 1], (), b"")
    assert second is not None

    assert (first.seat, second.seat) == (0, 1)


def round_over() -> Snapshot[Any]:
    start = position(("red-9-1",), *HANDS[1:], top="red-5-1", score_limit=500)
    return after(start, Play(0, "red-9-1"))


def test_the_first_person_is_the_host() -> None:
    turns = asked(round_over(), [1, 2])

    assert seats(turns) == {1}
    assert events(turns, 1) == {"NextRound", "Leave"}


def test_without_a_person_the_host_is_nobody() -> None:
    assert seats(asked(round_over(), [])) == {HOST}


def test_when_the_game_is_over_nobody_is_asked() -> None:
    over = after(position(("red-9-1",), *HANDS[1:], top="red-5-1"), Play(0, "red-9-1"))

    assert asked(over, [0]) == []


def test_seats_are_in_order() -> None:
    assert seats_in_order(engine, engine.start(seed=1, players=10)) == list(range(10))
