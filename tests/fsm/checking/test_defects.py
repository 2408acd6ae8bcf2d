"""What play runs into, with the game that shows it."""

from fsm.checking.defects import Trouble, defect_at, log_of
from fsm.session import Session
from tests.fsm.corridor import Cross, Step, engine
from tests.fsm.evening import engine as evening


def session() -> Session[object]:
    played = Session(engine, engine.start(seed=3, preset="wide"))
    for move in (Step(2), Cross()):
        played.send(move)
    return played  # type: ignore[return-value]  # its game does not matter here


def test_a_defect_says_what_where_and_how_far() -> None:
    trouble = Trouble("deadlock", "walking", "Nothing goes.", ("a guard refuses",))
    defect = defect_at(engine, session(), trouble, 3, {"preset": "wide"})

    assert str(defect) == "deadlock in walking after 2 moves: Nothing goes."
    assert (defect.seed, defect.settings, defect.obstacles) == (3, {"preset": "wide"}, ("a guard refuses",))
    assert Session.replay(engine, defect.log).trace == defect.rows


def test_one_move_is_one_move() -> None:
    played = Session(engine, engine.start(seed=0))
    played.send(Cross())

    assert defect_at(engine, played, Trouble("deadlock", "walking", "No."), 0, {}).distance == "1 move"


def test_a_game_that_cannot_be_saved_has_no_log() -> None:
    assert log_of(Session(evening, evening.start())) == ""
