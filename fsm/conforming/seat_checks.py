"""What every table may rely on: who is to act, whose a move is, what an absent player does, what each seat gets."""

from math import isfinite
from typing import Any

from fsm.conforming.subject import Subject
from fsm.engine import HOST, Engine
from fsm.moves import Move, move_key, move_text, seat_field_of
from fsm.snapshot import Refusal, RefusalKind, Snapshot, readable


def to_act_is_what_the_guards_say(subject: Subject) -> None:
    """The seats that are to act are those that the guards let move, and they sit at the table."""
    engine = subject.engine
    for snapshot in subject.snapshots:
        if not (seats := subject.seats(snapshot)):
            return
        said, derived = engine.to_act(snapshot), engine._seats.derived_to_act(snapshot)

        assert said == derived, f"to_act says {set(said)}, the guards say {set(derived)}, in\n{readable(snapshot)}"
        assert said <= set(seats), f"{set(said) - set(seats)} are to act, and no seats, in\n{readable(snapshot)}"


def seats_have_their_own_moves(subject: Subject) -> None:
    """A seat's legal moves are its own among all, in their order; the host's are the host's; a spectator has none."""
    engine = subject.engine
    for snapshot in subject.sample:
        legal = engine.legal_moves(snapshot)
        for seat in (*subject.seats(snapshot), HOST, None):
            wanted = [move for move in legal if is_for(engine, snapshot, move, seat)]
            offered = engine.legal_moves(snapshot, seat)

            assert list(map(move_key, offered)) == list(map(move_key, wanted)), (
                f"{seat!r} is offered {texts(offered)}, but its own moves are {texts(wanted)}, in\n{readable(snapshot)}"
            )


def seats_speak_for_themselves(subject: Subject) -> None:
    """A move for another seat or for the host is refused as such; a seat's own is answered as if no seat was named."""
    engine = subject.engine
    for snapshot in subject.sample:
        for move in engine.legal_moves(snapshot) if subject.seats(snapshot) else ():
            for seat in (*subject.seats(snapshot), HOST, None):
                answer = engine.step(snapshot, move, seat)
                if is_for(engine, snapshot, move, seat):
                    assert is_same(answer, engine.step(snapshot, move)), f"{seat!r} cannot make {move_text(move)}"
                    continue

                assert isinstance(answer, Refusal), f"{seat!r} could make {move_text(move)} for somebody else"
                assert answer.kind is RefusalKind.NOT_YOURS, f"{move_text(move)} of {seat!r} is refused as {answer}"


def is_for(engine: Engine[Any], snapshot: Snapshot[Any], move: Move, seat: Any) -> bool:
    """Whether a move is this one's to make. A move that does not say whose it is belongs to those who are to act."""
    if seat is None or seat is HOST or move.by_host:
        return move.by_host and seat is HOST
    field = seat_field_of(type(move))
    if field is not None:
        return bool(getattr(move, field) == seat)
    return not engine._seats.are_declared or seat in engine.to_act(snapshot)


def is_same(answer: Snapshot[Any] | Refusal, other: Snapshot[Any] | Refusal) -> bool:
    """Whether both are the same snapshot, or both refusals."""
    return isinstance(answer, Refusal) and isinstance(other, Refusal) if answer != other else True


def texts(moves: list[Any]) -> str:
    """Moves as players send them."""
    return f"[{', '.join(map(move_text, moves))}]"


def absent_players_have_a_move(subject: Subject) -> None:
    """Where a move is declared for absent players, each seat that is to act has one that can be played for it."""
    engine = subject.engine
    if not (engine._seats.are_declared and any(kind.when_absent for kind in engine.moves)):
        return
    for snapshot in subject.sample:
        for seat in engine.to_act(snapshot):
            move = engine.absent_move(snapshot, seat)

            assert move is not None, f"nothing can be played for {seat!r} in\n{readable(snapshot)}"
            assert isinstance(engine.step(snapshot, move, seat), Snapshot), f"{move_text(move)} of {seat!r} is refused"


def endings_have_returns(subject: Subject) -> None:
    """At the end of a game each seat gets a number, where the game says what; before the end nothing is said."""
    engine = subject.engine
    for snapshot in subject.sample:
        returns = engine.returns(snapshot)
        if not engine.is_over(snapshot):
            assert returns is None, f"there are returns before the end: {returns}"
            assert engine.outcome(snapshot) is None, f"there is an outcome before the end: {engine.outcome(snapshot)}"
        elif engine._returns is not None:
            assert returns is not None
            assert set(returns) == set(subject.seats(snapshot)), f"returns are for {set(returns)}, not for each seat"
            assert all(map(is_number, returns.values())), f"not all returns are numbers: {returns}"


def is_number(value: object) -> bool:
    """Whether a value can be added up and compared."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
