"""What the checks of seats find, each by its name."""

from collections.abc import Callable
from typing import Any

import pytest

from fsm import Engine, Snapshot
from fsm.conforming.seat_checks import (
    absent_players_have_a_move,
    endings_have_returns,
    seats_have_their_own_moves,
    seats_speak_for_themselves,
    to_act_is_what_the_guards_say,
)
from fsm.conforming.subject import Subject
from tests.fsm.fair import fair
from tests.fsm.liars import MOVES, Draw, Lay, Table, TimeIsUp, Trust, liars, to_act
from tests.fsm.tictactoe import engine as tictactoe

CHECKS = (
    to_act_is_what_the_guards_say,
    seats_have_their_own_moves,
    seats_speak_for_themselves,
    absent_players_have_a_move,
    endings_have_returns,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("engine", [liars(), fair, tictactoe], ids=lambda engine: engine.name)
def test_sound_flows_pass(engine: Engine[Any], check: Callable[[Subject], None]) -> None:
    check(Subject(engine, games=2))


def nobody(snapshot: Snapshot[Table]) -> tuple[int, ...]:
    return ()


def everybody(snapshot: Snapshot[Table]) -> tuple[int, ...]:
    return (0, 1, 2)


def a_fourth(snapshot: Snapshot[Table]) -> tuple[int, ...]:
    return (*to_act(snapshot), 3)


@pytest.mark.parametrize("wrong", [nobody, everybody, a_fourth], ids=lambda wrong: wrong.__name__)
def test_an_author_who_says_otherwise_than_the_guards(wrong: Callable[[Snapshot[Table]], tuple[int, ...]]) -> None:
    with pytest.raises(AssertionError, match=r"to_act says .*, the guards say \{0\}, in\n"):
        to_act_is_what_the_guards_say(Subject(liars(to_act=wrong)))


def test_a_seat_that_is_not_at_the_table() -> None:
    with pytest.raises(AssertionError, match=r"\{2\} are to act, and no seats, in"):
        to_act_is_what_the_guards_say(Subject(liars(seats=(0, 1), to_act=None, redeal=None)))


def test_moves_that_the_author_keeps_from_their_seat() -> None:
    with pytest.raises(AssertionError, match=r"0 is offered \[\], but its own moves are \[.*draw.*\]"):
        seats_have_their_own_moves(Subject(liars(to_act=nobody)))


class Lenient(Engine[Table]):
    """Lets every seat make every move."""

    def step(self, snapshot: Snapshot[Table], move: Any, seat: Any = ...) -> Any:
        return super().step(snapshot, move)


class Strict(Engine[Table]):
    """Lets no seat make a move."""

    def step(self, snapshot: Snapshot[Table], move: Any, seat: Any = ...) -> Any:
        return super().step(snapshot, move, None if seat is not ... else seat)


def made(kind: type[Engine[Table]], **given: Any) -> Engine[Table]:
    sound = liars()
    return kind(sound.flow, moves=MOVES, new=sound.new, seats=(0, 1, 2), **given)


def test_a_seat_that_speaks_for_another() -> None:
    with pytest.raises(AssertionError, match=r"1 could make .*\"draw\",\"seat\":0\} for somebody else"):
        seats_speak_for_themselves(Subject(made(Lenient)))


def test_a_seat_that_cannot_make_its_own_move() -> None:
    with pytest.raises(AssertionError, match=r"0 cannot make .*\"draw\",\"seat\":0\}"):
        seats_speak_for_themselves(Subject(made(Strict)))


def test_an_absent_player_without_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Trust, Lay):
        with monkeypatch.context() as patch:
            patch.setattr(kind, "when_absent", False)
            with pytest.raises(AssertionError, match=r"nothing can be played for \d in"):
                absent_players_have_a_move(Subject(liars()))


def test_nobody_is_asked_where_no_move_is_for_absent_players(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Draw, Lay, Trust):
        monkeypatch.setattr(kind, "when_absent", False)

    absent_players_have_a_move(Subject(liars()))


RETURNS = {
    "returns are for ": lambda game: {0: 1, 1: 2},
    "not all returns are numbers": lambda game: {0: 1, 1: True, 2: 3},
    "not all returns are numbers: ": lambda game: {0: 1, 1: float("nan"), 2: 3},
}


@pytest.mark.parametrize("said", RETURNS)
def test_returns_that_are_not_a_number_for_each_seat(said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        endings_have_returns(Subject(liars(returns=RETURNS[said])))


class Early(Engine[Table]):
    """Says who has won before the game is over."""

    def outcome(self, snapshot: Snapshot[Table]) -> Any:
        return max(snapshot.game.scores)

    def returns(self, snapshot: Snapshot[Table]) -> Any:
        return {0: 0, 1: 0, 2: 0} if snapshot.game.turn else None


def test_an_ending_before_the_end() -> None:
    with pytest.raises(AssertionError, match="there is an outcome before the end: 0"):
        endings_have_returns(Subject(made(Early)))


def test_the_host_alone_is_offered_its_moves() -> None:
    subject = Subject(liars(), games=2)
    offered = [move for snapshot in subject.snapshots for move in subject.engine.legal_moves(snapshot)]

    assert any(type(move) is TimeIsUp for move in offered)
    seats_have_their_own_moves(subject)
