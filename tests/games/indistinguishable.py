"""What must not differ between a position and one dealt anew from what a seat sees of it."""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from fsm import Engine, Refusal, Snapshot, Trace, heard_by
from fsm.moves import Move

ENGINE = Engine[Any]
"""Of any game."""


def sent_over(view: Any) -> Any:
    """A view that has gone through JSON, as to a bot in another process."""
    return msgspec.json.decode(msgspec.json.encode(view), type=type(view))


def dealt_anew(engine: ENGINE, snapshot: Snapshot[Any], seat: Any, chance: Random) -> Snapshot[Any]:
    """A position made from what a seat sees: it has the same view, is sound, and can be saved."""
    seen = engine.view(snapshot, seat)
    redealt = engine.redeal(sent_over(seen), chance)

    assert msgspec.json.encode(engine.view(redealt, seat)) == msgspec.json.encode(seen)
    assert engine.view(redealt, seat) == seen == sent_over(seen)
    assert engine.broken(redealt) == []
    forgets = any(getattr(redealt.game, field) for field in engine.transient)
    assert forgets or engine.load(engine.dump(redealt)) == redealt
    return redealt


def answers(engine: ENGINE, snapshot: Snapshot[Any], seat: Any, move: Move) -> bytes:
    """What a seat is answered about a move, without making it."""
    answer = engine.step(snapshot, move, seat=seat)
    refusal = answer if isinstance(answer, Refusal) else None
    return msgspec.json.encode((refusal, engine.why(snapshot, move, seat=seat)))


def noticed(engine: ENGINE, snapshot: Snapshot[Any], seat: Any, move: Move) -> tuple[bytes, bytes] | None:
    """What a seat sees and hears after a move; None if it is refused."""
    trace = Trace()
    after = engine.step_traced(snapshot, move, trace)
    if isinstance(after, Refusal):
        return None
    heard = [news for news in (heard_by(item, seat) for item in trace.news) if news is not None]
    return msgspec.json.encode(engine.view(after, seat)), msgspec.json.encode(heard)


def check_alike(
    engine: ENGINE, one: Snapshot[Any], other: Snapshot[Any], seat: Any, probes: Iterable[Move] = ()
) -> None:
    """Nothing that leaves the engine for a seat tells one position from the other."""
    mine = engine.legal_moves(one, seat=seat)
    assert engine.legal_moves(other, seat=seat) == mine
    assert engine.to_act(other) == engine.to_act(one)
    assert engine.seats(other) == engine.seats(one)
    assert engine.outcome(other) == engine.outcome(one)
    for move in (*engine.legal_moves(one), *probes):
        assert answers(engine, one, seat, move) == answers(engine, other, seat, move), move
        here, there = noticed(engine, one, seat, move), noticed(engine, other, seat, move)
        if here and there and here[0] == there[0]:
            assert here[1] == there[1], move


def check_seats(engine: ENGINE, snapshot: Snapshot[Any]) -> None:
    """Who is to act is what the guards say, and has a move for the clock to make; only they have moves."""
    acting = engine.to_act(snapshot)
    assert acting == engine._seats.derived_to_act(snapshot)
    legal = engine.legal_moves(snapshot)
    by_seat = {seat: engine.legal_moves(snapshot, seat=seat) for seat in engine.seats(snapshot)}
    assert [move for move in legal if not move.by_host] == [move for seat in sorted(by_seat) for move in by_seat[seat]]
    for seat in acting:
        assert engine.absent_move(snapshot, seat) in by_seat[seat]
    assert engine.legal_moves(snapshot, seat=None) == []


def played_on(engine: ENGINE, snapshot: Snapshot[Any], chance: Random, moves: int = 10**6) -> Snapshot[Any]:
    """The position after random moves, or at the end of the game; every one on the way is sound."""
    for _ in range(moves):
        legal = engine.legal_moves(snapshot)
        if not legal:
            break
        answer = engine.step(snapshot, chance.choice(legal))
        assert isinstance(answer, Snapshot), answer
        assert engine.broken(answer) == []
        snapshot = answer
    return snapshot
