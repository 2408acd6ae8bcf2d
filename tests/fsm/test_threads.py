"""Threads share an engine, from its first use on: whatever is made once is right, however many make it."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import get_args

import pytest

from fsm import Engine, Refusal, Snapshot
from games.discard import AnyMove, DiscardTurn, EndTurn, Table, new_game

THREADS = 8


@pytest.fixture
def _restless() -> Iterator[None]:
    """Threads take turns as often as Python lets them."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def fresh_engine() -> Engine[Table, AnyMove]:
    return Engine(DiscardTurn, moves=get_args(AnyMove), new=new_game)


def play(engine: Engine[Table, AnyMove], seed: int, moves: int = 12) -> list[object]:
    """A game, with what the engine says on the way."""
    snapshot: Snapshot[Table] = engine.start(seed=seed)
    said: list[object] = []
    for number in range(moves):
        legal = engine.legal_moves(snapshot)
        refused = engine.step(snapshot, EndTurn())
        said += [snapshot, legal, refused.message if isinstance(refused, Refusal) else refused]
        said += [engine.why(snapshot, legal[0]), engine.to_act(snapshot), engine.view(snapshot, 0)]
        after = engine.step(snapshot, legal[(seed + number) % len(legal)])
        assert isinstance(after, Snapshot)
        snapshot = after
    return said


@pytest.mark.usefixtures("_restless")
def test_the_first_use_may_be_by_many_threads_at_once() -> None:
    alone = fresh_engine()
    expected = [play(alone, seed) for seed in range(THREADS)]

    for _ in range(5):
        engine, together = fresh_engine(), Barrier(THREADS)

        def begin(seed: int, engine: Engine[Table, AnyMove] = engine, together: Barrier = together) -> list[object]:
            together.wait()
            return play(engine, seed)

        with ThreadPoolExecutor(THREADS) as pool:
            assert list(pool.map(begin, range(THREADS))) == expected
