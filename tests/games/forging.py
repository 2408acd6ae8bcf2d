"""Saves that were tampered with, for the tests of every game's invariants.

`misplaced` puts real snapshots under phases that are not theirs; `altered` changes values inside a game and keeps what
still has the right types, as a forger of saves could.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from fsm import Engine, Move, Refusal, Snapshot

ODD: tuple[Any, ...] = (0, 1, -1, 2, 3, 7, 99, 2**31, 2**53, 2**62, 2**63 - 1, -(2**63), 2**80)
ODD += (True, False, None, 1.5, "", "x", [], {})
"""Values that nobody expects somewhere."""


def walk(
    engine: Engine[Any], snapshot: Snapshot[Any], dice: Random, moves: int, without: Sequence[type[Move]] = ()
) -> Iterator[Snapshot[Any]]:
    """A random game from here on, step by step; moves of these types are made only now and then."""
    yield snapshot
    for _ in range(moves):
        legal = engine.legal_moves(snapshot)
        if not legal:
            return
        usual = [move for move in legal if not isinstance(move, tuple(without))]
        answer = engine.step(snapshot, dice.choice(usual if usual and dice.random() < 0.98 else legal))
        assert not isinstance(answer, Refusal), answer
        snapshot = answer
        yield snapshot


def leaves(engine: Engine[Any]) -> list[str]:
    """The phases that a snapshot can be in."""
    return [phase.path for phase in engine.chart.phases if not phase.children]


def misplaced(engine: Engine[Any], snapshot: Snapshot[Any]) -> list[Snapshot[Any]]:
    """The game under every phase but its own, where no invariant objects."""
    others = (Snapshot(phase, snapshot.game) for phase in leaves(engine) if phase != snapshot.phase)
    return [other for other in others if not engine.broken(other)]


def plays_on(engine: Engine[Any], snapshot: Snapshot[Any], dice: Random, moves: int) -> None:
    """Nothing raises, no invariant breaks, and the game is not stuck before it is over."""
    for after in walk(engine, snapshot, dice, moves):
        assert not engine.broken(after)
        assert engine.is_over(after) or engine.legal_moves(after), f"stuck in {after.phase}"


def altered(engine: Engine[Any], snapshot: Snapshot[Any], dice: Random) -> Snapshot[Any] | None:
    """The snapshot with some values changed, or None if the result has not the right types."""
    values = msgspec.json.decode(msgspec.json.encode(snapshot.game))
    for _ in range(dice.choice((1, 1, 2, 5))):
        change = dice.choice(list(places(values)))
        change(dice)
    try:
        game = msgspec.convert(values, type=engine.game_type, strict=True)
    except msgspec.ValidationError:
        return None
    return Snapshot(dice.choice((snapshot.phase, *leaves(engine))), game)


def places(value: Any) -> Iterator[Callable[[Random], None]]:
    """Every place inside a value, as a function that changes what is there."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield lambda dice, key=key: change(value, key, dice)  # type: ignore[misc]  # a lambda with a default
        if isinstance(value[key], dict | list) and value[key]:
            yield from places(value[key])


def change(holder: Any, key: Any, dice: Random) -> None:
    """Put something else there: an odd value, one near the old one, or a list that is longer, shorter or shuffled."""
    old = holder[key]
    if isinstance(old, list) and dice.random() < 0.7:
        holder[key] = dice.choice((old[:-1], old[1:], [*old, *old[:1]], old[::-1], dice.sample(old, len(old))))
    elif type(old) is int and dice.random() < 0.5:
        holder[key] = old + dice.choice((-4, -1, 1, 4))
    elif type(old) is bool and dice.random() < 0.8:
        holder[key] = not old
    else:
        alike = [odd for odd in ODD if type(odd) is type(old)]
        holder[key] = dice.choice(alike if alike and dice.random() < 0.8 else ODD)
