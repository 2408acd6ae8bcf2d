"""Who is to act, what may be sent for whom, and what is played for those who do not play."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from fsm import HOST, Refusal, RefusalKind, Snapshot
from fsm.moves import seat_of
from games.uno import (
    Accept,
    AnyMove,
    CallUno,
    Catch,
    Challenge,
    Draw,
    GoOn,
    JumpIn,
    Leave,
    NextRound,
    Play,
    Table,
    engine,
    seats,
)
from games.uno.invariants import PHASES
from tests.games.uno.tables import after, position, random_game, random_settings, won

HAND, OTHER, THIRD = ("blue-1-1", "wild-1", "red-9-1"), ("red-1-1", "red-2-1"), ("green-1-1", "green-2-1")
START = position(HAND, OTHER, THIRD, top="red-5-1")


@pytest.fixture(scope="module")
def positions() -> list[Snapshot[Table]]:
    """Of many games, under all settings."""
    dice = Random(11)
    games = (random_game(dice, **random_settings(dice)) for _ in range(120))
    return [snapshot for game in games for snapshot in game[:: 1 + len(game) // 60]] + [*ends_of_short_matches(dice)]


def ends_of_short_matches(dice: Random) -> Iterator[Snapshot[Table]]:
    """Both ways in which a match, or a round of it, is over."""
    for limit in (None, 100) * 3:
        yield from (each for each in random_game(dice, 900, 0.0, players=2, score_limit=limit) if each.phase[5] == "_")
        yield random_game(dice, 900, 0.2, players=3, score_limit=limit)[-1]


def test_random_games_come_through_every_phase(positions: list[Snapshot[Table]]) -> None:
    assert {snapshot.phase for snapshot in positions} == set(PHASES)


# To act


def test_who_is_to_act_is_what_the_guards_say(positions: list[Snapshot[Table]]) -> None:
    for snapshot in positions:
        assert engine.to_act(snapshot) == engine._seats.derived_to_act(snapshot)


def test_before_a_call_the_game_waits_for_the_caller_and_for_the_next_player() -> None:
    laid = after(position(("red-9-1", "blue-1-1"), OTHER, THIRD, top="red-5-1", uno_calls=True), Play(0, "red-9-1"))
    skipped = after(
        position(("red-skip-1", "blue-1-1"), OTHER, THIRD, top="red-5-1", uno_calls=True), Play(0, "red-skip-1")
    )

    assert [sorted(engine.to_act(snapshot)) for snapshot in (START, laid, skipped)] == [[0], [0, 1], [0, 2]]


def test_after_a_round_nobody_is_to_act_and_the_host_deals() -> None:
    over = won(OTHER, THIRD, score_limit=100)

    assert engine.to_act(over) == set()
    assert engine.legal_moves(over, seat=HOST) == [NextRound()]
    assert [engine.legal_moves(over, seat=seat) for seat in range(3)] == [[Leave(0)], [Leave(1)], [Leave(2)]]


def test_the_seat_of_a_player_who_has_left_stays() -> None:
    left = after(START, Leave(1))

    assert engine.seats(left) == set(seats(left.game)) == {0, 1, 2}
    assert engine.legal_moves(left, seat=1) == []
    assert engine.view(left, 1).hand == ()
    assert engine.step(left, Leave(1), seat=1).message == "There is nobody at that seat."  # type: ignore[union-attr]


# Whose move


def test_the_moves_of_the_seats_and_of_the_host_are_all_legal_moves(positions: list[Snapshot[Table]]) -> None:
    for snapshot in positions:
        shared = [move for seat in (*engine.seats(snapshot), HOST) for move in engine.legal_moves(snapshot, seat=seat)]

        assert sorted(map(repr, shared)) == sorted(map(repr, engine.legal_moves(snapshot)))


JUMPING = position(("blue-1-1", "red-5-2"), OTHER, THIRD, top="red-5-1", turn=1, jump_in=True)
CALLING = after(position(("red-9-1", "blue-1-1"), OTHER, THIRD, top="red-5-1", uno_calls=True), Play(0, "red-9-1"))


@pytest.mark.parametrize(
    ("snapshot", "move"),
    [
        (START, Play(0, "red-9-1")),
        (START, Play(0, "red-8-1")),
        (JUMPING, JumpIn(0, "red-5-2")),
        (JUMPING, JumpIn(0, "red-9-1")),
        (CALLING, Catch(0)),
        (CALLING, CallUno(0)),
        (START, Leave(0)),
    ],
)
@pytest.mark.parametrize("sender", [1, 2, None, HOST])
def test_a_move_for_another_seat_is_refused_whatever_it_is(snapshot: Any, move: AnyMove, sender: Any) -> None:
    answer = engine.step(snapshot, move, seat=sender)

    assert isinstance(answer, Refusal)
    assert (answer.kind, answer.guard, answer.possible) == (RefusalKind.NOT_YOURS, None, ())
    assert engine.why(snapshot, move, seat=sender).rows == ()


@pytest.mark.parametrize("seat", range(3))
def test_no_player_deals_the_next_round(seat: int) -> None:
    answer = engine.step(won(OTHER, THIRD, score_limit=100), NextRound(), seat=seat)

    assert isinstance(answer, Refusal)
    assert answer.kind == RefusalKind.NOT_YOURS


def test_players_jump_in_and_catch_out_of_turn() -> None:
    assert JumpIn(0, "red-5-2") in engine.legal_moves(JUMPING, seat=0)
    assert engine.legal_moves(CALLING, seat=2) == [Catch(2), Leave(2)]
    assert engine.legal_moves(CALLING, seat=1) == [Catch(1), GoOn(1), Leave(1)]


# Reasons


def test_no_reason_tells_the_challenger_whether_it_was_a_bluff() -> None:
    laid = Play(0, "wild-draw4-1", "blue")
    bluff = after(position(("red-1-1", "wild-draw4-1", "red-9-1"), OTHER[1:], top="red-5-1", preset="official"), laid)
    fair = after(position(("blue-1-1", "wild-draw4-1", "blue-9-1"), OTHER[1:], top="red-5-1", preset="official"), laid)

    assert engine.why(bluff, Challenge(1)) != engine.why(fair, Challenge(1))
    assert engine.why(bluff, Challenge(1), seat=1) == engine.why(fair, Challenge(1), seat=1)


def test_no_reason_tells_whether_the_player_to_act_must_play() -> None:
    can = position(("red-9-1", "blue-1-1"), OTHER, top="red-5-1", force_play=True)
    cannot = position(("blue-9-1", "blue-1-1"), OTHER, top="red-5-1", force_play=True)

    assert engine.why(can, Draw(1), seat=1) == engine.why(cannot, Draw(1), seat=1)


# Absent players


def test_there_is_a_move_for_every_absent_player_and_it_is_no_leave(positions: list[Snapshot[Table]]) -> None:
    for snapshot in positions:
        for seat in engine.to_act(snapshot):
            move = engine.absent_move(snapshot, seat)

            assert move is not None
            assert seat_of(move) == seat
            assert not move.gives_up
            assert isinstance(engine.step(snapshot, move, seat=seat), Snapshot)


def test_absent_players_play_call_and_pay() -> None:
    demanded = after(
        position(("wild-draw4-1", *HAND), OTHER, top="red-5-1", preset="official"), Play(0, "wild-draw4-1", "red")
    )

    assert engine.absent_move(START, 0) == Play(0, "wild-1", "red")
    assert engine.absent_move(position(("blue-1-1",), OTHER, top="red-5-1"), 0) == Draw(0)
    assert [engine.absent_move(CALLING, seat) for seat in (0, 1)] == [CallUno(0), GoOn(1)]
    assert engine.absent_move(demanded, 1) == Accept(1)


def test_a_table_of_absent_players_comes_to_an_end() -> None:
    dice = Random(3)
    for _ in range(20):
        snapshot = engine.start(seed=dice.randrange(1000), **random_settings(dice) | {"leaving": False})
        for _ in range(5000):
            waiting = sorted(engine.to_act(snapshot))
            if engine.is_over(snapshot):
                break
            move = engine.absent_move(snapshot, waiting[0]) if waiting else NextRound()
            snapshot = after(snapshot, move)  # type: ignore[arg-type]  # None would be refused there

        assert engine.is_over(snapshot)
