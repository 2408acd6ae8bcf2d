"""What can be taken back at one screen."""

from typing import Any

import pytest

from fsm import Engine, Move
from fsm.session import Session
from games.discard import DealNextHand, ToggleCard
from games.discard import engine as discard
from games.goofspiel import Bid
from games.goofspiel import engine as goofspiel
from phasebook.playing.sitting import Made
from phasebook.playing.taking_back import SHOWN, UNSURE, take_back
from tests.fsm.tictactoe import Mark, TicTacToe, new_board, whose_turn


def played(session: Session[Any, Any], *moves: tuple[Any, Move]) -> list[Made]:
    """The moves, by whom, made in a session."""
    made = []
    for seat, move in moves:
        made.append(Made(seat, session.snapshot, move))
        session.send(move, seat)
    return made


def test_a_move_that_showed_nothing_is_taken_back() -> None:
    session = Session.start(discard, seed=1)
    made = played(session, (0, DealNextHand()))
    made += played(session, (0, ToggleCard(session.snapshot.game.hand_cards[0].id)))

    assert take_back(session, made, 0, [0]) == (1, "")
    assert len(session.log) == 1


def test_a_move_that_showed_something_stays() -> None:
    session = Session.start(discard, seed=1)
    made = played(session, (0, DealNextHand()))

    assert take_back(session, made, 0, [0]) == (0, "That move has shown you something; it stays.")
    assert len(session.log) == 1


def test_what_bots_did_since_counts_too() -> None:
    session = Session.start(goofspiel, seed=1)
    made = played(session, (0, Bid(0, 3)), (1, Bid(1, 5)))

    assert take_back(session, made, 0, [0]) == (0, SHOWN)
    assert len(session.log) == 2


def test_what_bots_did_in_secret_goes_with_the_move_before_it() -> None:
    session = Session.start(goofspiel, seed=1, players=3)
    made = played(session, (0, Bid(0, 3)), (1, Bid(1, 5)))

    assert take_back(session, made, 0, [0]) == (2, "")
    assert session.log == ()


def test_nobody_takes_back_what_another_person_has_answered() -> None:
    session = Session.start(goofspiel, seed=1, players=3)
    made = played(session, (0, Bid(0, 3)), (1, Bid(1, 5)))
    count, refusal = take_back(session, made, 0, [0, 1])

    assert (count, refusal) == (0, "The last move was not yours, so you cannot take it back.")


def test_without_a_move_there_is_nothing_to_take_back() -> None:
    session = Session.start(goofspiel, seed=1)

    assert take_back(session, [], 0, [0]) == (0, "There is no move to take back.")


def whole(snapshot: Any, seat: Any) -> Any:
    return snapshot


@pytest.mark.parametrize("is_open", [True, False])
def test_where_nothing_is_hidden_everything_can_be_taken_back(is_open: bool) -> None:
    view = whole if is_open else None
    engine = Engine(TicTacToe, moves=(Mark,), new=new_board, seats=("x", "o"), to_act=whose, view=view)
    session = Session.start(engine)
    made = played(session, ("x", Mark(0)), ("o", Mark(1)))

    assert take_back(session, made, "x", ["x"]) == ((2, "") if is_open else (0, UNSURE))


def whose(snapshot: Any) -> tuple[str, ...]:
    return (whose_turn(snapshot.game),) if snapshot.phase == "playing" else ()
