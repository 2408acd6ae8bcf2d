"""A flow under test: its games, who looks at them, and how to come to a position."""

import pytest

from fsm.conforming.subject import Subject
from tests.fsm.fair import fair
from tests.fsm.liars import liars
from tests.fsm.tictactoe import engine as tictactoe


def test_positions_say_how_to_come_to_them() -> None:
    subject = Subject(liars(), games=3)

    for position in subject.positions:
        assert subject.paths[position.number][position.step] is position.snapshot
        assert subject.runner.seed_of(position.number) == position.seed
        assert subject.engine.start(seed=position.seed) == subject.paths[position.number][0]
        assert f"after {position.step} moves" in str(position)


def test_positions_hold_the_ends_of_all_games() -> None:
    subject = Subject(liars(), games=3)

    assert {position.number for position in subject.positions if subject.engine.is_over(position.snapshot)} == {0, 1, 2}


def test_seats_that_are_declared_look_on_and_a_spectator_too() -> None:
    snapshot = liars().start(seed=1)

    assert Subject(liars()).viewers(snapshot) == (0, 1, 2, None)
    assert Subject(liars(), players=(1,)).viewers(snapshot) == (1,)


@pytest.mark.parametrize(("engine", "seats"), [(fair, ()), (tictactoe, None)])
def test_one_player_looks_on_where_nobody_says_who_is_there(engine: object, seats: object) -> None:
    subject = Subject(engine)  # type: ignore[arg-type]  # of two kinds
    snapshot = subject.engine.start()

    assert subject.viewers(snapshot) == (0,)
    assert seats is None or subject.seats(snapshot) == seats
